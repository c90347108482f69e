//go:build unix

package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestExecEndsAsItsCommand(t *testing.T) {
	s := newShell(t)
	for _, tc := range []struct {
		name, script string
		status       int
	}{
		{"success", "echo out; echo err >&2", 0},
		{"a failure", "echo out; echo err >&2; exit 3", 3},
		{"a signal", "echo out; echo err >&2; kill -TERM $$", 143},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", "exec", "--", "sh", "-c", tc.script)
			assert.Equal(t, "out\nerr\n", stdout)
			assert.Empty(t, stderr)
			assert.Equal(t, tc.status, status)
		})
	}
}

func TestExecShortensAndSaysTheStatus(t *testing.T) {
	s := newShell(t)
	stdout, stderr, status := s.run("", "exec", "--", "sh", "-c", "seq 100000; echo boom >&2; exit 3")
	assert.Equal(t, 3, status)
	assert.Empty(t, stderr)
	assert.True(t, strings.HasPrefix(stdout, "[riffle: "))
	notice, _, _ := strings.Cut(stdout, "\n1:")
	assert.Contains(t, notice, "exit 3")
	assert.Contains(t, stdout, "boom")
	assert.Less(t, len(stdout), 20_000)
}

func TestExecPassesStandardInputOn(t *testing.T) {
	s := newShell(t)
	assert.Equal(t, "words", s.ok("words", "exec", "cat"))
}

func TestExecTakesFlagsOfTheCommandForItsOwn(t *testing.T) {
	s := newShell(t)
	assert.Equal(t, "--json -n\n", s.ok("", "exec", "echo", "--json", "-n"))
}

func TestExecOfACommandThatDoesNotExist(t *testing.T) {
	s := newShell(t)
	stdout, stderr, status := s.run("", "exec", "--", "no-such-command-here")
	assert.Equal(t, 127, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "no-such-command-here")
}

// A broken configuration costs the compression, not the command.
func TestExecRunsWithABrokenConfiguration(t *testing.T) {
	s := newShell(t)
	s.write(".riffle.yaml", "minTokens: none\n")
	stdout, stderr, status := s.run("", "exec", "--", "sh", "-c", "seq 20000; exit 4")
	assert.Equal(t, 4, status)
	assert.Equal(t, 20000, strings.Count(stdout, "\n"))
	assert.True(t, strings.HasSuffix(stdout, "\n"+strconv.Itoa(20000)+"\n"))
	assert.Contains(t, stderr, ".riffle.yaml:1: minTokens is the text")
	assert.Contains(t, stderr, "the output of the command is not shortened")
}

func TestExecPrintsTheWholeOutputWhereNothingCanBeStored(t *testing.T) {
	s := newShell(t)
	s.vars["RIFFLE_CONFIG"] = s.write("own.yaml", "spill: {dir: /dev/null/nowhere}\n")
	stdout, _, status := s.run("", "exec", "--", "sh", "-c", "seq 20000; exit 5")
	assert.Equal(t, 5, status)
	assert.Equal(t, 20000, strings.Count(stdout, "\n"))
}
