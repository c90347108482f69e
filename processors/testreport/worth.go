package testreport

import "github.com/riffle-dev/riffle/sdk/rank"

// Rules of this processor, for ablation.
var (
	ruleFailed  = rank.NewRule("failed-first", "what belongs to a failed test is worth more")
	ruleSides   = rank.NewRule("both-sides", "lines that say what was and what was wanted are worth more")
	ruleSkipped = rank.NewRule("skipped", "skipped tests and their reasons count")
	ruleSlow    = rank.NewRule("slowest", "the slowest tests count")
)

const (
	titleWorth   = 2.0 // the name of a failed test
	parentWorth  = 0.5 // of a test that only holds a failed one
	messageWorth = 2.4 // what a failure says
	outputWorth  = 0.7 // what a failed test printed
	buildWorth   = 2.4 // an error of a compiler
	packageWorth = 1.3 // a package or suite that failed
	totalWorth   = 1.2
	passedWorth  = 0.3 // a package or suite that passed
	skipWorth    = 0.7 // the reason for which a test is skipped
	skipTitle    = 0.45
	slowWorth    = 0.5
	passWorth    = 0.03 // a test that passed
	quietWorth   = 0.015
	stepWorth    = 0.005 // that a test begins, pauses, goes on

	slowest     = 3   // tests that count as slow
	slowSeconds = 0.5 // from which a test is slow
	pieceBytes  = 220
	// most is how many lines of failed tests are read closely; of more, the first do.
	most = 16384
)
