package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBenchMetamorphicMovesWhatGoesByPlace(t *testing.T) {
	s := newShell(t)
	out := filepath.Join(s.dir, "moves.json")
	args := []string{"bench", "metamorphic", "--corpus", "../../corpus", "--only", "unittest", "--no-builtins"}
	table, stderr, status := s.run("", append(args, "--system", "last=tail -c $((4*{budget})) {file}", "--out", out, "--worst", "1")...)
	assert.Equal(t, exitFailed, status, stderr)
	assert.Regexp(t, `(?m)^move-90 +1 `, table)
	assert.Contains(t, table, "last: not all mean moves stay under 0.05: ")
	data, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Regexp(t, `(?m)^\{"system":"last","corpus":"corpus","case":"log/unittest.log","kind":"log","variant":"noise",`, string(data))

	_, stderr, status = s.run("", args...)
	assert.Equal(t, exitUsage, status)
	assert.Contains(t, stderr, "nothing is left to measure")
}

func TestBenchRoutingNamesWhatLandsWrong(t *testing.T) {
	s := newShell(t)
	dir := filepath.Join(s.dir, "cases", "text")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte(`{"a": [1, 2, 3]}`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.facts.json"), []byte(`{"kind":"text","tool":"bash","facts":[{"id":"f1","text":"1, 2","weight":1,"why":"w"}],"questions":[]}`), 0o600))
	table, _, status := s.run("", "bench", "routing", "--corpus", filepath.Dir(dir))
	assert.Equal(t, exitFailed, status)
	assert.Contains(t, table, "routing: 1 of 1 cases land with the wrong processor\n")
	assert.Contains(t, table, "  wrong: text/a.txt is text, the inspector says json\n")
}
