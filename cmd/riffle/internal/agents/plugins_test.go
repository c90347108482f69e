package agents

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pluginPlace is a place in a home folder of its own.
func pluginPlace(t *testing.T, scope Scope) (Place, string) {
	home := t.TempDir()
	env := map[string]string{"HOME": home}
	return Place{Env: func(name string) string { return env[name] }, Workdir: filepath.Join(home, "work"), Program: "/opt/riffle/riffle", Scope: scope}, home
}

// tree is every file below a folder, by its path, without what Riffle keeps for itself.
func tree(t *testing.T, root string) map[string]string {
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || strings.HasPrefix(name, ".local") {
			return err
		}
		data, err := os.ReadFile(path)
		out[name] = string(data)
		return err
	}))
	return out
}

func apply2(t *testing.T, a Agent, p Place, remove bool) {
	changes, err := Plan(a, p, remove)
	require.NoError(t, err)
	require.NoError(t, Apply(p, changes))
}

func TestPluginsAreInstalledAndRemoved(t *testing.T) {
	for name, c := range map[string]struct {
		agent  Agent
		scope  Scope
		before map[string]string
		after  []string
	}{
		"dsh": {dsh(), User, nil, []string{".dsh/cordis.patch.yml", ".dsh/plugins/riffle/index.js", ".dsh/plugins/riffle/package.json"}},
		"dsh, beside other patches": {dsh(), User, map[string]string{".dsh/cordis.patch.yml": "# mine\n- id: web\n  disabled: true\n"},
			[]string{".dsh/plugins/riffle/spill.js"}},
		"opencode":               {opencode(), User, nil, []string{".config/opencode/plugin/riffle.js", ".config/opencode/plugin/riffle/client.js", ".config/opencode/plugin/riffle/config.json"}},
		"opencode, in a project": {opencode(), Project, map[string]string{"work/.opencode/plugin/other.js": "export const O = 1\n"}, []string{"work/.opencode/plugin/riffle.js"}},
	} {
		t.Run(name, func(t *testing.T) {
			p, home := pluginPlace(t, c.scope)
			for path, text := range c.before {
				require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(home, path)), 0o755))
				require.NoError(t, os.WriteFile(filepath.Join(home, path), []byte(text), 0o600))
			}
			before := tree(t, home)
			apply2(t, c.agent, p, false)
			after := tree(t, home)
			for _, path := range c.after {
				assert.Contains(t, after, path)
			}
			changes, err := Plan(c.agent, p, false)
			require.NoError(t, err)
			for _, change := range changes {
				assert.True(t, change.Same(), change.Path)
			}
			apply2(t, c.agent, p, true)
			assert.Equal(t, before, tree(t, home))
			for path := range after {
				if dir := filepath.Dir(path); len(c.before) == 0 && !strings.HasPrefix(path, ".local") {
					assert.NoDirExists(t, filepath.Join(home, dir))
				}
			}
		})
	}
}

func TestSettingsThatTheUserChangedStay(t *testing.T) {
	p, home := pluginPlace(t, User)
	apply2(t, opencode(), p, false)
	path := filepath.Join(home, ".config/opencode/plugin/riffle/config.json")
	require.NoError(t, os.WriteFile(path, []byte("{\"command\": \"/old\", \"targetTokens\": 700}\n"), 0o644))
	apply2(t, opencode(), p, false)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "{\"command\": \"/opt/riffle/riffle\", \"targetTokens\": 700}\n", string(data))
}

func TestAPluginOfTheSameNameIsNotReplaced(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := filepath.Join(home, ".config/opencode/plugin/riffle.js")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte("// mine\n"), 0o644))
	_, err := Plan(opencode(), p, false)
	assert.ErrorContains(t, err, "not Riffle's")
	apply2(t, opencode(), p, true)
	assert.FileExists(t, path)
}
