//go:build unix

package supervise

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheInterpreterOfAScript(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "node"), nil, 0o700))
	for _, test := range []struct{ name, text, want string }{
		{"by its path", "#!/bin/sh\nexit\n", "/bin/sh"},
		{"with an argument and blanks", "#! /usr/bin/python3 -I\n", "/usr/bin/python3"},
		{"found by env", "#!/usr/bin/env node\n", filepath.Join(dir, "node")},
		{"found by env, with options", "#!/usr/bin/env -S A=1 node --preserve-symlinks-main\n", filepath.Join(dir, "node")},
		{"named to env by its path", "#!/usr/bin/env /opt/x/bin/node\n", "/opt/x/bin/node"},
		{"not there", "#!/usr/bin/env nothing\n", ""},
		{"env of nothing", "#!/usr/bin/env\n", ""},
		{"an empty line", "#!\n", ""},
		{"a compiled program", "\x7fELF#!/bin/sh", ""},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "script")
			require.NoError(t, os.WriteFile(path, []byte(test.text), 0o600))
			file, err := os.Open(path)
			require.NoError(t, err)
			defer file.Close()
			assert.Equal(t, test.want, interpreter(file, "/nowhere:"+dir))
		})
	}
}

func TestTheInstallationOfAnInterpreter(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	make := func(names ...string) {
		for _, name := range names {
			path := filepath.Join(home, name)
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
			require.NoError(t, os.WriteFile(path, nil, 0o700))
		}
	}
	make(".nvm/v20/bin/node", "bin/node", "node", "tools/node")
	require.NoError(t, os.MkdirAll(filepath.Join(home, "project/.venv/bin"), 0o700))
	require.NoError(t, os.Symlink("../../../.nvm/v20/bin/node", filepath.Join(home, "project/.venv/bin/node")))
	for name, want := range map[string][]string{
		".nvm/v20/bin/node":      {".nvm/v20"},
		"project/.venv/bin/node": {"project/.venv", ".nvm/v20"},
		"tools/node":             {"tools"},
		"bin/node":               {"bin"},  // the folder above is the home folder
		"node":                   {"node"}, // it lies in the home folder itself
		"gone":                   nil,
	} {
		var full []string
		for _, w := range want {
			full = append(full, filepath.Join(home, w))
		}
		assert.Equal(t, full, installation(filepath.Join(home, name), home), name)
	}
}
