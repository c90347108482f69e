package supervise

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A process of root may look into every other, so the host is an account without rights.
func TestAHiddenHostShowsNothingOfItself(t *testing.T) {
	const nobody = 65534
	dir := t.TempDir()
	for up := dir; up != os.TempDir() && up != "/"; up = filepath.Dir(up) {
		require.NoError(t, os.Chmod(up, 0o755))
	}
	data, err := os.ReadFile(self(t))
	require.NoError(t, err)
	program := filepath.Join(dir, "host")
	require.NoError(t, os.WriteFile(program, data, 0o755))
	own := filepath.Join(dir, "tmp")
	require.NoError(t, os.Mkdir(own, 0o700))
	for mode, seen := range map[string]string{"hidden": "0 open /proc/", "open": "1 <nil>"} {
		t.Run(mode, func(t *testing.T) {
			host := exec.Command(program, hostArg, mode)
			host.Env = []string{"SECRET=" + watchedSecret, "TMPDIR=" + own}
			if os.Getuid() == 0 {
				require.NoError(t, os.Chown(own, nobody, nobody))
				host.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
			}
			out, err := host.CombinedOutput()
			require.NoError(t, err, string(out))
			lines := strings.SplitN(string(out), "\n", 2)
			assert.Contains(t, lines[0], seen, string(out))
			assert.Contains(t, lines[1], "/work\n77\n1\n500", "its plugins have their folder, mask, privileges and score")
			assert.NotContains(t, string(out), "plugin.unlimited")
		})
	}
}
