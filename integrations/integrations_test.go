package integrations

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// needNode skips a test where there is no Node.js of version 20 or later.
func needNode(t *testing.T) string {
	node, err := exec.LookPath("node")
	why := "node is missing"
	if err == nil {
		out, _ := exec.Command(node, "--version").Output()
		if m := regexp.MustCompile(`^v(\d+)\.`).FindSubmatch(out); m != nil {
			if major, _ := strconv.Atoi(string(m[1])); major >= 20 {
				return node
			}
		}
		why = "node is not of version 20 or later"
	}
	if os.Getenv("RIFFLE_NEED_NODE") == "1" {
		t.Fatalf("%s, and RIFFLE_NEED_NODE=1 wants it", why)
	}
	t.Skipf("%s: the plugins in JavaScript are not checked; RIFFLE_NEED_NODE=1 makes this a failure", why)
	return ""
}

func TestPluginsInJavaScript(t *testing.T) {
	node := needNode(t)
	for _, plugin := range []string{"dsh", "opencode"} {
		t.Run(plugin, func(t *testing.T) {
			t.Parallel()
			tests, err := filepath.Glob(filepath.Join(plugin, "test", "*.test.mjs"))
			require.NoError(t, err)
			require.NotEmpty(t, tests)
			cmd := exec.Command(node, append([]string{"--test"}, tests...)...)
			for _, v := range os.Environ() {
				if !regexp.MustCompile(`^(RIFFLE_|NODE_)`).MatchString(v) {
					cmd.Env = append(cmd.Env, v)
				}
			}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			assert.Regexp(t, `(?m)^# pass [1-9]`, string(out))
		})
	}
}

// What a package lists is what it ships: a file that is missing here is missing there.
func TestWhatIsEmbeddedIsWhatIsImported(t *testing.T) {
	imports := regexp.MustCompile(`from '(\./[^']+)'`)
	err := fs.WalkDir(Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := Files.ReadFile(path)
		for _, m := range imports.FindAllSubmatch(text, -1) {
			_, err := Files.ReadFile(filepath.ToSlash(filepath.Join(filepath.Dir(path), string(m[1]))))
			assert.NoError(t, err, "imported by %s", path)
		}
		return err
	})
	require.NoError(t, err)
}

func TestTheSharedFilesAreCopiedUnchanged(t *testing.T) {
	for from, name := range map[string]string{"riffle.js": "client.js", "settings.js": "settings.js"} {
		want, err := os.ReadFile(filepath.Join("shared", from))
		require.NoError(t, err)
		for _, to := range []string{"dsh", "opencode/riffle"} {
			got, err := os.ReadFile(filepath.Join(to, name))
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got), "%s/%s: run node integrations/shared/copy.mjs", to, name)
		}
	}
}
