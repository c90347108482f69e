package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// smallCorpus is a folder of one case: a log with a cause in its middle.
func (s *shell) smallCorpus() string {
	var log strings.Builder
	for i := range 400 {
		if i == 200 {
			log.WriteString("12:00:00 ERROR crane 7 lost its load at quay 19\n")
		}
		fmt.Fprintf(&log, "12:00:00 INFO served cart %d in %d ms\n", i*7, i%90)
	}
	dir := filepath.Join(s.dir, "small")
	require.NoError(s.t, os.MkdirAll(filepath.Join(dir, "log"), 0o700))
	require.NoError(s.t, os.WriteFile(filepath.Join(dir, "log", "quay.log"), []byte(log.String()), 0o600))
	require.NoError(s.t, os.WriteFile(filepath.Join(dir, "log", "quay.facts.json"), []byte(`{"kind": "log", "tool": "bash", "questions": [],
 "facts": [{"id": "f1", "text": "crane 7 lost its load", "weight": 3, "why": "the cause"}, {"id": "f2", "text": "served cart 0 in", "weight": 1, "why": "the beginning"}]}`), 0o600))
	return dir
}

// measure runs the bench on the small corpus and returns the run's file.
func (s *shell) measure(name string, args ...string) string {
	s.t.Helper()
	out := filepath.Join(s.dir, name)
	stdout, stderr, status := s.run("", append([]string{"bench", "run", "--corpus", s.smallCorpus(), "--no-checks", "--estimator", "", "--budgets", "256,512", "--baselines=false", "--out", out}, args...)...)
	require.Zero(s.t, status, stdout+stderr)
	return out
}

func TestBenchCompareEndsWithOneOnARegression(t *testing.T) {
	s := newShell(t)
	base := s.measure("base.json", "--scores-only")
	data, err := os.ReadFile(base)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "crane 7")
	same := s.measure("same.json")
	worse := s.measure("worse.json", "--no-builtins", "--system", "riffle=head -c {budget} {file}")

	assert.Contains(t, s.ok("", "bench", "compare", base, same), "no regression; the same 1 case\n")

	stdout, stderr, status := s.run("", "bench", "compare", base, worse)
	assert.Equal(t, 1, status)
	assert.Empty(t, stderr)
	assert.Contains(t, stdout, "REGRESSION riffle: auc of log: ")
	assert.Contains(t, stdout, `log/quay.log f1 w3 at 256, 512: "crane 7 lost its load"`)

	out := filepath.Join(s.dir, "comparison.json")
	stdout, _, status = s.run("", "bench", "compare", base, worse, "--format", "json", "--out", out)
	assert.Equal(t, 1, status)
	assert.Regexp(t, `^\d+ regressions\n$`, stdout)
	data, err = os.ReadFile(out)
	require.NoError(t, err)
	assert.True(t, json.Valid(data))

	assert.Contains(t, s.ok("", "bench", "compare", base, worse, "--max-auc-drop", "1", "--max-structure-drop", "1", "--max-honesty-drop", "1",
		"--max-recoverable-drop", "1", "--max-token-growth", "1", "--max-new-unmarked", "9", "--max-new-losses", "9", "--allow-gate", "G5"), "no regression")
}

func TestBenchCompareRefusesWhatItCannotCompare(t *testing.T) {
	s := newShell(t)
	run := s.measure("run.json")
	text := s.write("text.json", "{}")
	for _, tc := range []struct {
		name string
		args []string
		want string
	}{
		{"one run", []string{run}, "accepts 2 arg(s), received 1"},
		{"a file that is not there", []string{run, "nothing.json"}, "no such file"},
		{"a file that is no run", []string{run, text}, `the format is "", expected "riffle-bench/1"`},
		{"an unknown format", []string{run, run, "--format", "yaml"}, `--format is "yaml"; expected one of text, markdown, json, junit`},
		{"an unknown system", []string{run, run, "--system", "nobody"}, `BASE has no system "nobody"; it has riffle`},
		{"a negative limit", []string{run, run, "--max-auc-drop", "-0.1"}, "a limit is -0.1; expected 0 or more"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", append([]string{"bench", "compare"}, tc.args...)...)
			assert.Equal(t, 2, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.want)
		})
	}
}

func TestBenchReportWritesAPage(t *testing.T) {
	s := newShell(t)
	run := s.measure("run.json")
	page := s.ok("", "bench", "report", run)
	assert.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"))
	out, plots := filepath.Join(s.dir, "report.html"), filepath.Join(s.dir, "plots")
	assert.Empty(t, s.ok("", "bench", "report", run, "--out", out, "--plots", plots, "--corpus", s.smallCorpus(), "--title", "A & B", "--worst", "1"))
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Contains(t, string(data), "<h1>A &amp; B</h1>")
	assert.FileExists(t, filepath.Join(plots, "recall-log.svg"))
	assert.FileExists(t, filepath.Join(plots, "recall-all.svg"))
	_, stderr, status := s.run("", "bench", "report", run, "--worst", "0")
	assert.Equal(t, 2, status)
	assert.Contains(t, stderr, "--worst is 0; expected at least 1")
}
