// Package test runs opencode against a model server on loopback and reads what it tells
// the model.
package test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/agenttest"
)

func TestMain(m *testing.M) { agenttest.Main(m) }

func TestWhatOpencodeTellsItsModel(t *testing.T) {
	opencode := agenttest.Find(t, "opencode", "node_modules/opencode-linux-x64/bin/opencode")
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is missing: the plugin of opencode is not checked")
	}
	cmd := exec.Command(node, "--test", "real/run.mjs")
	cmd.Env = append(os.Environ(), "RIFFLE_OPENCODE="+opencode, "RIFFLE_BIN="+agenttest.Riffle(t))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `(?m)^# pass [1-9]`, string(out))
	require.Regexp(t, `(?m)^# skipped 0$`, string(out))
	if testing.Verbose() {
		t.Logf("%s", out)
	}
}
