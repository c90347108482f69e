// Package log plans line-like content: logs, build and test output, stack traces,
// diffs, tables, search hits and listings.
package log

import (
	"bytes"
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Processor ranks the lines of a content. The zero value is ready; it is safe for
// concurrent use.
type Processor struct{}

var _ sdk.Processor = Processor{}

// New returns the log processor.
func New() sdk.Processor { return Processor{} }

// Info describes the processor.
func (Processor) Info() sdk.Info {
	return sdk.Info{
		Name:    "log",
		Version: "1.0.0",
		Summary: "logs, build and test output, stack traces, diffs, tables, search hits and listings",
		Kinds:   []string{sdk.KindLog},

		Stability: sdk.Beta,
	}
}

// Process parts the content into lines, and long lines into pieces, and ranks
// them. It declines a content without words.
func (Processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	if len(bytes.TrimSpace(req.Content)) == 0 {
		return sdk.Plan{}, fmt.Errorf("log: the content is blank: %w", sdk.ErrDeclined)
	}
	d := newDraft(req)
	form := plainShape
	if !d.partial {
		form = sniff(req.Content, d.spans)
	}
	for _, plan := range plans {
		if plan.form == form && d.set.On(plan.rule) {
			plan.fill(d, form)
			break
		}
	}
	if d.empty() {
		fillLines(d)
	}
	if err := ctx.Err(); err != nil {
		return sdk.Plan{}, fmt.Errorf("log: %w", err)
	}
	return d.plan(), nil
}

// plans are the ways to read contents whose lines are not all of one rank.
var plans = []struct {
	form shape
	rule rank.Rule
	fill func(*draft, shape)
}{
	{diffShape, ruleDiffs, func(d *draft, _ shape) { fillDiff(d) }},
	{snapshotShape, ruleSnapshots, func(d *draft, _ shape) { fillSnapshot(d) }},
	{tableShape, ruleTables, func(d *draft, _ shape) { fillTable(d) }},
}

// Rules of this processor, for ablation.
var (
	ruleDiffs     = rank.NewRule("diffs", "diffs are read by file and hunk")
	ruleEdits     = rank.NewRule("diff-edits", "changed lines are judged by how many others are changed in the same way")
	ruleSnapshots = rank.NewRule("snapshots", "snapshots of web pages are read by role")
	ruleTables    = rank.NewRule("tables", "tables are read by column")
	ruleHistory   = rank.NewRule("history", "git log is read by commit")
	ruleSearch    = rank.NewRule("search", "search hits are spread over files")
	ruleRecords   = rank.NewRule("records", "indented lines bring the line that they belong to")
	ruleElements  = rank.NewRule("elements", "failures in XML bring the element that names them")
	ruleLoggers   = rank.NewRule("loggers", "classes that log are shown without their package")
	ruleSections  = rank.NewRule("sections-kept", "lines under a heading bring the heading")
	ruleFolding   = rank.NewRule("folding", "repeated lines are shown once with their number")
	ruleFailures  = rank.NewRule("failures-apart", "failures of one template that say different things are shown side by side")
	ruleStamp     = rank.NewRule("stamp-units", "the time stamps of failures come along")
	ruleClass     = rank.NewRule("line-classes", "lines of one coarse shape diminish")
	rulePieces    = rank.NewRule("pieces", "pieces of long lines are ranked one by one")
)
