package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCorpusAddListAndCheck(t *testing.T) {
	s := newShell(t)
	dir := filepath.Join(s.dir, "own")
	out := s.ok("", "corpus", "add", "--kind", "log", "--name", "build", "--dir", dir, "--", "sh", "-c",
		"echo 'cc -c a.c'; echo 'a.c:4:2: error: unknown type x' >&2; echo '1 of 2 files built'; exit 3")
	assert.Contains(t, out, filepath.Join(dir, "log", "build.log")+": 60 bytes, exit status 3")
	assert.Contains(t, out, "f1  weight 3  a.c:4:2: error: unknown type x")
	assert.Contains(t, out, "riffle corpus check "+dir)

	assert.Equal(t, "ok: 1 cases, 2 facts, 1 entries in the manifest\n", s.ok("", "corpus", "check", dir))

	table := s.ok("", "corpus", "list", dir)
	assert.Regexp(t, `(?m)^ +60 +\d+ +2 +100 % +log   log/build\.log$`, table)
	var row struct {
		Kind, Name           string
		Bytes, Tokens, Facts int
		Middle               float64
	}
	require.NoError(t, json.Unmarshal([]byte(s.ok("", "corpus", "list", "--json", dir)), &row))
	assert.Equal(t, "log/build.log", row.Name)
	assert.Equal(t, 60, row.Bytes)

	_, stderr, status := s.run("", "corpus", "add", "--kind", "log", "--name", "build", "--dir", dir, "--", "echo", "x")
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "is there already")
}

func TestCorpusCheckPrintsALineForEachFault(t *testing.T) {
	s := newShell(t)
	dir := filepath.Join(s.dir, "own")
	s.ok("", "corpus", "add", "--kind", "text", "--dir", dir, "--", "echo", "error: 7 files")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "text", "echo-error-7-files.txt"), []byte("other"), 0o600))
	stdout, stderr, status := s.run("", "corpus", "check", dir)
	assert.Equal(t, 1, status)
	assert.Empty(t, stderr)
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	require.Len(t, lines, 2)
	assert.Contains(t, lines[0], "no exact substring")
	assert.Contains(t, lines[1], "SHA-256")
}

func TestCorpusListShowsHostileInput(t *testing.T) {
	assert.Contains(t, newShell(t).ok("", "corpus", "list", "--hostile"), "hostile/utf16-le.log")
}

func TestCorpusRefuses(t *testing.T) {
	s := newShell(t)
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		stderr string
	}{
		{"an unknown kind", []string{"corpus", "add", "--kind", "yaml", "--", "true"}, 2, `--kind is "yaml"; expected one of`},
		{"no command", []string{"corpus", "add", "--kind", "log"}, 2, "requires at least 1 arg"},
		{"a folder that is not there", []string{"corpus", "check", filepath.Join(s.dir, "none")}, 1, "no such file"},
		{"a folder without cases", []string{"corpus", "list", s.dir}, 1, "no case in"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", tc.args...)
			assert.Equal(t, tc.status, status)
			assert.Contains(t, stderr, tc.stderr)
			assert.Empty(t, stdout)
		})
	}
}
