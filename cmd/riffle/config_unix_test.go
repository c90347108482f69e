//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Links are in repositories too. Each of these once made a command read without end or
// wait for ever.
func TestNoCommandWaitsForAConfigurationThatIsNoFile(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"a link to a device without end": func(p string) error { return os.Symlink("/dev/zero", p) },
		"a pipe that nobody writes to":   func(p string) error { return syscall.Mkfifo(p, 0o600) },
		"a folder":                       func(p string) error { return os.Mkdir(p, 0o700) },
		"two megabytes":                  func(p string) error { return os.WriteFile(p, make([]byte, 2<<20), 0o600) },
		"a stranger's file": func(p string) error {
			if err := os.WriteFile(p, []byte("minTokens: none"), 0o644); err != nil {
				return err
			}
			return os.Chown(p, 4321, 4321)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShell(t)
			if err := put(filepath.Join(s.dir, ".riffle.yaml")); err != nil {
				t.Skipf("not possible here: %v", err)
			}
			stdout, stderr, status := s.run(readSoak(t), "compress")
			assert.Zero(t, status)
			assert.True(t, strings.HasPrefix(stdout, "[riffle: "), "the user's own configuration holds")
			assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
			assert.Contains(t, stderr, ".riffle.yaml is passed over: ")
			got, _, status := s.run("", "get", "--raw", idOf(t, stdout))
			assert.Zero(t, status)
			assert.Equal(t, readSoak(t), got)
			stdout, _, status = s.run("", "exec", "--", "sh", "-c", "echo done; exit 3")
			assert.Equal(t, 3, status)
			assert.Equal(t, "done\n", stdout)
			stdout, stderr, status = s.run("{}", "hook", "claude-code", "--in-process")
			assert.Zero(t, status)
			assert.Equal(t, "{}", strings.TrimSpace(stdout))
			assert.Empty(t, stderr)
			t.Chdir(s.dir) // dial asks the process
			stdout, _, status = s.run("", "serve", "--print-socket")
			assert.Zero(t, status)
			assert.Contains(t, stdout, ".sock")
		})
	}
}

// A server is started by name, and a name given by --config is trusted.
func TestAServerTakesWhatWasPickedUpAsThat(t *testing.T) {
	s := newShell(t)
	path := s.write(".riffle.yaml", "spill: {dir: originals}\n")
	s.dir = t.TempDir()
	stdout, stderr, status := s.run("", "config", "show", "--picked-up", path)
	assert.Zero(t, status)
	assert.Contains(t, stdout, `dir: ""`)
	assert.Contains(t, stderr, "is not trusted; no effect of spill.dir")
	require.Contains(t, s.ok("", "config", "show", "--config", path), `originals" # line 1`)
}
