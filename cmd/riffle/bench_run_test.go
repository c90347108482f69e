package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// benchRun runs the bench on one recorded case.
func (s *shell) benchRun(args ...string) string {
	s.t.Helper()
	return s.ok("", append([]string{"bench", "run", "--corpus", "../../corpus", "--only", "unittest"}, args...)...)
}

func TestBenchRunWritesTheSameScoresEachTime(t *testing.T) {
	s := newShell(t)
	scores := func(name string) string {
		path := filepath.Join(s.dir, name)
		table := s.benchRun("--out", path, "--budgets", "512,1024", "--estimator", "bpe,classes")
		assert.Regexp(t, `(?m)^1 cases +riffle +head +headtail +grep +rare +oracle$`, table)
		assert.Regexp(t, `(?m)^F@512 `, table)
		assert.Regexp(t, `(?m)^gates failed +0 `, table)
		assert.Regexp(t, `(?m)^estimator +error: whole .* x tiktoken`, table)
		assert.Regexp(t, `(?m)^classes +[0-9.]+ % .* in-process$`, table)
		run, err := runfile.Read(path)
		require.NoError(t, err)
		assert.Equal(t, []int{512, 1024}, run.Budgets)
		require.Len(t, run.Timings.Results, 1)
		require.Len(t, run.Timings.Estimators, 2)
		run.Timings = nil
		text, err := run.Encode()
		require.NoError(t, err)
		return string(text)
	}
	assert.Equal(t, scores("a.json"), scores("b.json"))
}

func TestBenchRunShowsAndChooses(t *testing.T) {
	s := newShell(t)
	shown := s.ok("", "bench", "run", "--corpus", "../../corpus", "--show", "log/unittest.log@512", "--baselines=false", "--estimator", "")
	assert.Contains(t, shown, "--- log/unittest.log by riffle at 512: ")
	assert.Contains(t, shown, "[riffle: log, ")
	assert.NotContains(t, shown, "estimator")

	table := s.benchRun("--no-builtins", "--baselines=false", "--estimator", "", "--system", "first=head -c {budget} {file}", "--worst", "1", "--quick")
	assert.Regexp(t, `(?m)^1 cases +first$`, table)
	assert.Contains(t, table, "log/unittest.log by first  AUC 0.")
	assert.Contains(t, table, "lost@2048")
	assert.NotContains(t, table, "honesty")
}

func TestBenchRunRefusesWhatMeansNothing(t *testing.T) {
	s := newShell(t)
	for says, args := range map[string][]string{
		"no case is left":              {"--only", "nothing"},
		"no ranking rule":              {"--ablate", "nothing"},
		"a budget is 0":                {"--budgets", "0"},
		"there is no folder":           {"--corpus", "nothing"},
		"expected CASE@BUDGET":         {"--show", "log/unittest.log"},
		"the plugin cannot be read":    {"--plugin", "nothing"},
		"no {budget}":                  {"--system", "a=cat"},
		"nothing is left to measure":   {"--no-builtins", "--baselines=false", "--estimator", ""},
		`two systems are called "one"`: {"--system", "one=head -c {budget}", "--system", "one=tail -c {budget}"},
		"expected subprocess":          {"--isolation", "none"},
	} {
		stdout, stderr, status := s.run("", append([]string{"bench", "run", "--corpus", "../../corpus"}, args...)...)
		assert.Empty(t, stdout, says)
		assert.Contains(t, stderr, says)
		assert.Equal(t, exitUsage, status, says)
	}
}
