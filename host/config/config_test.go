package config

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDefaultsAreValid(t *testing.T) {
	assert.NoError(t, Default().Validate())
}

func TestDefaultsAreNotShared(t *testing.T) {
	a := Default()
	a.ExcludeTools[0] = "changed"
	assert.Equal(t, []string{"read"}, Default().ExcludeTools)
}

func TestForTool(t *testing.T) {
	c := Default()
	c.Tools = map[string]ToolBudget{"bash": {TargetTokens: 3000}, "HTTP": {MinTokens: 1, MaxTokens: 4000}}
	for _, tc := range []struct {
		name, tool string
		want       Budget
	}{
		{"a tool without its own keys", "grep", Budget{2048, 1536, 8192}},
		{"no tool", "", Budget{2048, 1536, 8192}},
		{"one key of its own", "bash", Budget{2048, 3000, 8192}},
		{"another case of the letters", "Bash", Budget{2048, 3000, 8192}},
		{"two keys of its own", "http", Budget{1, 1536, 4000}},
	} {
		t.Run(tc.name, func(t *testing.T) { assert.Equal(t, tc.want, c.ForTool(tc.tool)) })
	}
}

func TestBudgetOverrides(t *testing.T) {
	common := Default().Budget
	for _, tc := range []struct {
		name string
		give Overrides
		want Budget
		fail string
	}{
		{"nothing", Overrides{}, common, ""},
		{"a lower ceiling lowers both others", Overrides{MaxTokens: 512}, Budget{512, 512, 512}, ""},
		{"a ceiling between them lowers one", Overrides{MaxTokens: 2000}, Budget{2000, 1536, 2000}, ""},
		{"a higher ceiling lowers nothing", Overrides{MaxTokens: 9000}, Budget{2048, 1536, 9000}, ""},
		{"target and ceiling", Overrides{TargetTokens: 128, MaxTokens: 512}, Budget{512, 128, 512}, ""},
		{"all three", Overrides{64, 128, 512}, Budget{64, 128, 512}, ""},
		{"a minimum over a given ceiling", Overrides{MinTokens: 600, MaxTokens: 512}, Budget{},
			"config: minTokens is 600, over maxTokens 512; expected 0 < minTokens <= maxTokens: lower minTokens or raise maxTokens"},
		{"a target over the configured ceiling", Overrides{TargetTokens: 9000}, Budget{},
			"config: targetTokens is 9000, over maxTokens 8192; expected 0 < targetTokens <= maxTokens: lower targetTokens or raise maxTokens"},
		{"a negative number", Overrides{MinTokens: -1}, Budget{},
			"config: minTokens is -1; expected at least 1 token: give a larger number"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := common.With(tc.give)
			if tc.fail != "" {
				assert.EqualError(t, err, tc.fail)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

func TestExcluded(t *testing.T) {
	c := Default()
	assert.True(t, c.Excluded("read"))
	assert.True(t, c.Excluded("Read"))
	assert.False(t, c.Excluded("reader"))
	assert.False(t, c.Excluded(""))
}

func TestFirstMatchingRouteWins(t *testing.T) {
	c := Default()
	c.Routes = []Route{
		{Tool: "bash", Command: regexp.MustCompile(`^kubectl get .*-o json`), Processor: "json"},
		{Command: regexp.MustCompile(`kubectl`), Processor: "log"},
		{Tool: "http", Processor: "html"},
		{Tool: "psql", Kind: "csv", Processor: "tables"},
	}
	for _, tc := range []struct{ name, tool, command, kind, want string }{
		{"both patterns", "Bash", "kubectl get pods -o json", "json", "json"},
		{"the command of another tool", "sh", "kubectl get pods -o json", "json", "log"},
		{"a command found anywhere", "bash", "sudo kubectl top", "log", "log"},
		{"the tool alone", "http", "", "html", "html"},
		{"tool and kind", "psql", "", "csv", "tables"},
		{"another kind of the tool", "psql", "", "log", ""},
		{"none", "bash", "ls", "log", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, ok := c.Route(tc.tool, tc.command, tc.kind)
			assert.Equal(t, tc.want, got)
			assert.Equal(t, tc.want != "", ok)
		})
	}
}

func TestSizes(t *testing.T) {
	for _, tc := range []struct {
		in    string
		bytes int64
		out   string
	}{
		{"2GiB", 2 << 30, "2GiB"}, {"1500 MB", 1500e6, "1500MB"}, {"1024", 1024, "1KiB"}, {"7", 7, "7B"}, {"0", 0, "0"}, {"3kb", 3000, "3KB"}, {"1TB", 1e12, "1TB"},
	} {
		got, err := ParseSize(tc.in)
		require.NoError(t, err, tc.in)
		assert.Equal(t, Size(tc.bytes), got)
		assert.Equal(t, tc.out, got.String())
	}
	for _, bad := range []string{"", "GiB", "-1", "+1", "1.5GiB", "2 giga", "9223372036854775807KiB", "١"} {
		_, err := ParseSize(bad)
		assert.Error(t, err, bad)
	}
}

func TestDurations(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want time.Duration
		out  string
	}{
		{"168h", 168 * time.Hour, "168h"}, {"90m", 90 * time.Minute, "1h30m"}, {"0", 0, "0"}, {"1m5s", 65 * time.Second, "1m5s"}, {"10s", 10 * time.Second, "10s"},
	} {
		got, err := ParseDuration(tc.in)
		require.NoError(t, err, tc.in)
		assert.Equal(t, Duration(tc.want), got)
		assert.Equal(t, tc.out, got.String())
	}
	for _, bad := range []string{"", "7d", "-1h", "168", "soon"} {
		_, err := ParseDuration(bad)
		assert.Error(t, err, bad)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "a", "b")
	require.NoError(t, os.MkdirAll(deep, 0o700))
	home := filepath.Join(root, "home")
	write := func(path string) string {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		return path
	}
	env := map[string]string{"HOME": home}
	find := func(flag, dir string) (string, bool) {
		f, err := Search{Named: flag, Workdir: dir, Env: func(k string) string { return env[k] }}.Find()
		require.NoError(t, err)
		return f.Path, f.Path != ""
	}
	expect := func(want, flag, dir string) {
		t.Helper()
		path, found := find(flag, dir)
		assert.Equal(t, want, path)
		assert.Equal(t, want != "", found)
	}

	// From the last place to the first, each added while the others stay.
	expect("", "", deep)
	user := write(filepath.Join(home, ".config", "riffle", "config.yaml"))
	expect(user, "", deep)
	expect(user, "", "")
	xdg := write(filepath.Join(root, "xdg", "riffle", "config.yaml"))
	env["XDG_CONFIG_HOME"] = filepath.Join(root, "xdg")
	expect(xdg, "", deep)
	env["XDG_CONFIG_HOME"] = "relative/is/ignored"
	expect(user, "", deep)
	above := write(filepath.Join(root, "a", FileName))
	expect(above, "", deep)
	near := write(filepath.Join(deep, FileName))
	expect(near, "", deep)
	env["RIFFLE_CONFIG"] = write(filepath.Join(root, "named.yaml"))
	expect(env["RIFFLE_CONFIG"], "", deep)
	flag := write(filepath.Join(root, "flag.yaml"))
	expect(flag, flag, deep)
}

func TestFindTreatsAFileInPlaceOfAFolderAsNothing(t *testing.T) {
	root := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(root, ".config"), nil, 0o600))
	f, err := Search{Workdir: root, Env: func(k string) string { return map[string]string{"HOME": root}[k] }}.Find()
	require.NoError(t, err)
	assert.Empty(t, f.Path)
}

func TestSpillFolderOfAFile(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	dir := t.TempDir()
	for _, tc := range []struct{ name, given, want string }{
		{"none", `""`, ""},
		{"absolute", "/var/spill", "/var/spill"},
		{"relative to the file", "originals", filepath.Join(dir, "originals")},
		{"under the home folder", "~/originals", filepath.Join(home, "originals")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(dir, "c.yaml")
			require.NoError(t, os.WriteFile(path, []byte("spill: {dir: "+tc.given+"}\n"), 0o600))
			c, err := Load(path)
			require.NoError(t, err)
			assert.Equal(t, tc.want, c.Spill.Dir)
		})
	}
}
