package agents

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const userSettings = "{\n    // mine\n    \"model\": \"opus\", // keep\n    \"hooks\": {}\n}\n"

// settingsIn writes the settings of a user and returns their path.
func settingsIn(t *testing.T, home, text string) string {
	path := filepath.Join(home, ".claude", "settings.json")
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func read(t *testing.T, path string) string {
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(data)
}

func TestAnInstallationIsRemovedToTheByte(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, userSettings)
	apply2(t, claudeCode(), p, false)
	assert.Contains(t, read(t, path), "/opt/riffle/riffle hook claude-code")
	assert.Equal(t, userSettings, read(t, Kept(p, path)))
	info, err := os.Stat(path)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	changes, err := Plan(claudeCode(), p, false)
	require.NoError(t, err)
	assert.True(t, changes[0].Same(), "a second time changes nothing")

	p.Program = "/usr/bin/riffle"
	apply2(t, claudeCode(), p, false)
	assert.NotContains(t, read(t, path), "/opt/riffle")
	apply2(t, claudeCode(), p, true)
	assert.Equal(t, userSettings, read(t, path), "an empty object that was there is there again")
	assert.Empty(t, Kept(p, path))
}

func TestAFileThatWasMadeIsRemovedWithItsFolder(t *testing.T) {
	for _, scope := range []Scope{User, Project} {
		for _, a := range []Agent{claudeCode(), codex()} {
			p, home := pluginPlace(t, scope)
			before := tree(t, home)
			apply2(t, a, p, false)
			assert.Len(t, tree(t, home), len(before)+1)
			apply2(t, a, p, true)
			assert.Equal(t, before, tree(t, home))
			assert.NoDirExists(t, filepath.Join(home, "."+strings.TrimSuffix(a.Name, "-code")))
		}
	}
}

func TestWhatChangedSinceStays(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, "{\n  \"model\": \"opus\"\n}\n")
	apply2(t, claudeCode(), p, false)
	changed := strings.Replace(read(t, path), `"opus"`, `"sonnet"`, 1)
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
	apply2(t, claudeCode(), p, true)
	assert.Equal(t, "{\n  \"model\": \"sonnet\"\n}\n", read(t, path))
}

// What the user wrote after an installation is what a later removal restores.
func TestAnInstallationOverAChangedFileKeepsTheChange(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, "{\n  \"model\": \"opus\"\n}\n")
	apply2(t, claudeCode(), p, false)
	changed := strings.Replace(read(t, path), `"opus"`, `"sonnet"`, 1)
	require.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
	p.Program = "/usr/bin/riffle"
	apply2(t, claudeCode(), p, false)
	apply2(t, claudeCode(), p, true)
	assert.Equal(t, "{\n  \"model\": \"sonnet\"\n}\n", read(t, path))
}

func TestALinkStaysALink(t *testing.T) {
	p, home := pluginPlace(t, User)
	target := filepath.Join(home, "dotfiles.json")
	require.NoError(t, os.WriteFile(target, []byte(userSettings), 0o644))
	require.NoError(t, os.Mkdir(filepath.Join(home, ".claude"), 0o755))
	link := filepath.Join(home, ".claude", "settings.json")
	require.NoError(t, os.Symlink(target, link))
	apply2(t, claudeCode(), p, false)
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeSymlink)
	assert.Contains(t, read(t, target), "hook claude-code")
	apply2(t, claudeCode(), p, true)
	assert.Equal(t, userSettings, read(t, target))
}

func TestABrokenFileIsLeftAsItIs(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, "{ broken")
	for _, remove := range []bool{false, true} {
		_, err := Plan(claudeCode(), p, remove)
		assert.ErrorContains(t, err, path+" was left as it is: it is no JSON")
	}
	assert.Equal(t, "{ broken", read(t, path))
}

func TestAFileThatChangesMeanwhileIsLeftAsItIs(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, "{}\n")
	changes, err := Plan(claudeCode(), p, false)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, []byte("{\"a\":1}\n"), 0o600))
	assert.ErrorContains(t, Apply(p, changes), "changed meanwhile")
	assert.Equal(t, "{\"a\":1}\n", read(t, path))
}

func TestARemovalWithoutAnInstallationChangesNothing(t *testing.T) {
	p, home := pluginPlace(t, User)
	path := settingsIn(t, home, userSettings)
	apply2(t, claudeCode(), p, true)
	assert.Equal(t, userSettings, read(t, path))
}

func TestPlacesOfConfiguration(t *testing.T) {
	env := map[string]string{"HOME": "/h", "CLAUDE_CONFIG_DIR": "/c", "CODEX_HOME": "/x"}
	p := Place{Env: func(name string) string { return env[name] }, Workdir: "/w", Scope: User}
	path := func(a Agent) string {
		files, err := a.files(p)
		require.NoError(t, err)
		return filepath.ToSlash(files[0].Path)
	}
	assert.Equal(t, "/c/settings.json", path(claudeCode()))
	assert.Equal(t, "/x/hooks.json", path(codex()))
	delete(env, "CLAUDE_CONFIG_DIR")
	delete(env, "CODEX_HOME")
	assert.Equal(t, "/h/.claude/settings.json", path(claudeCode()))
	assert.Equal(t, "/h/.codex/hooks.json", path(codex()))
	p.Scope = Project
	assert.Equal(t, "/w/.claude/settings.local.json", path(claudeCode()))
	assert.Equal(t, "/w/.codex/hooks.json", path(codex()))
	assert.Equal(t, "/w/.mcp.json", path(mcpConfig()))
	p.Scope = User
	_, err := mcpConfig().files(p)
	assert.ErrorContains(t, err, "expected --project")
	env["CODEX_HOME"] = "relative"
	_, err = codex().files(p)
	assert.ErrorContains(t, err, `CODEX_HOME is "relative"`)
}

func TestApprovalsOfCodex(t *testing.T) {
	const key = "/h/.codex/hooks.json:post_tool_use:0:0"
	for name, c := range map[string]struct {
		settings string
		want     bool
	}{
		"a table":                 {"[hooks.state.\"" + key + "\"]\ntrusted_hash = \"sha256:x\"\n", true},
		"a table with other keys": {"[hooks.state.\"" + key + "\"]\nenabled = true\ntrusted_hash = \"sha256:x\"\n", true},
		"on one line":             {"[hooks.state]\n\"" + key + "\" = { trusted_hash = \"sha256:x\" }\n", true},
		"another place":           {"[hooks.state.\"/h/.codex/hooks.json:post_tool_use:1:0\"]\ntrusted_hash = \"x\"\n", false},
		"a hash of another":       {"[hooks.state.\"" + key + "\"]\nenabled = false\n[hooks.state.\"b\"]\ntrusted_hash = \"x\"\n", false},
		"a table that follows":    {"[hooks.state.\"" + key + "\"]\n[other]\ntrusted_hash = \"x\"\n", false},
		"nothing":                 {"", false},
	} {
		assert.Equal(t, c.want, codexTrusts(c.settings, key), name)
	}
}
