package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shell is a place to run command lines in: private folders, no configuration.
type shell struct {
	t    *testing.T
	dir  string
	vars map[string]string
}

func newShell(t *testing.T) *shell {
	dir := t.TempDir()
	// The store asks the process's own environment.
	t.Setenv("HOME", dir)
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	return &shell{t: t, dir: dir, vars: map[string]string{"HOME": dir}}
}

// run runs one command line and returns what it printed and its exit status.
func (s *shell) run(stdin string, args ...string) (stdout, stderr string, status int) {
	s.t.Helper()
	var out, complaints bytes.Buffer
	a := &app{stdin: strings.NewReader(stdin), stdout: &out, stderr: &complaints, workdir: s.dir,
		env: func(name string) string { return s.vars[name] }}
	status = run(context.Background(), a, args)
	return out.String(), complaints.String(), status
}

// ok runs a command line that must succeed without a word to standard error.
func (s *shell) ok(stdin string, args ...string) string {
	s.t.Helper()
	stdout, stderr, status := s.run(stdin, args...)
	require.Empty(s.t, stderr)
	require.Zero(s.t, status)
	return stdout
}

func (s *shell) write(name, text string) string {
	path := filepath.Join(s.dir, name)
	require.NoError(s.t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// soak is the recorded log that the demonstration uses.
const soak = "../../corpus/log/parcel-soak.log"

func readSoak(t *testing.T) string {
	data, err := os.ReadFile(soak)
	require.NoError(t, err)
	return string(data)
}

func TestExitStatuses(t *testing.T) {
	s := newShell(t)
	broken := s.write("broken.yaml", "minTokens: none\n")
	for _, tc := range []struct {
		name   string
		args   []string
		status int
		stderr string
	}{
		{"help", []string{"--help"}, 0, ""},
		{"version", []string{"--version"}, 0, ""},
		{"no command", nil, 0, ""},
		{"an unknown command", []string{"shrink"}, 2, `riffle: unknown command "shrink" for "riffle"`},
		{"an unknown flag", []string{"compress", "--fast"}, 2, "riffle: unknown flag: --fast"},
		{"a word for a number", []string{"compress", "--max-tokens", "many"}, 2, `riffle: invalid argument "many" for "--max-tokens" flag`},
		{"a budget of nothing", []string{"compress", "--max-tokens", "0"}, 2, "riffle: --max-tokens is 0; expected at least 1 token"},
		{"a negative budget", []string{"compress", "--min-tokens", "-4"}, 2, "riffle: --min-tokens is -4; expected at least 1 token"},
		{"budgets at odds", []string{"compress", "--min-tokens", "600", "--max-tokens", "500"}, 2, "riffle: config: minTokens is 600, over maxTokens 500"},
		{"an unknown kind", []string{"compress", "--kind", "yaml"}, 2, `riffle: --kind is "yaml"; expected one of html, json, log, text`},
		{"an unknown isolation", []string{"compress", "--isolation", "vm"}, 2, `riffle: --isolation is "vm"; expected subprocess or in-process`},
		{"an unknown estimator", []string{"compress", "--estimator", "abacus"}, 2, "abacus"},
		{"two files", []string{"compress", "a", "b"}, 2, "riffle: accepts at most 1 arg(s), received 2"},
		{"a file that is not there", []string{"compress", filepath.Join(s.dir, "none")}, 1, "no such file or directory"},
		{"a folder", []string{"compress", s.dir}, 1, "is a folder; expected a file"},
		{"a broken configuration", []string{"compress", "--config", broken}, 2, "broken.yaml:1: minTokens is the text \"none\"; expected a whole number"},
		{"a configuration that is not there", []string{"config", "check", "--config", "none.yaml"}, 2, "none.yaml: no such file"},
		{"an original that never was", []string{"get", "0123456789ab"}, 1, "0123456789ab"},
		{"a range without sense", []string{"get", "0123456789ab", "--lines", "x"}, 2, "x"},
		{"exec without a command", []string{"exec"}, 2, "riffle: requires at least 1 arg(s)"},
		{"an exchange that is none", []string{"guard"}, 2, "riffle: exchange: invalid: the input is no JSON"},
		{"a plugin that is not there", []string{"plugin", "doctor", "nothing"}, 2, "riffle: plugin: nothing is not known"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", tc.args...)
			assert.Equal(t, tc.status, status, stderr)
			if tc.stderr == "" {
				assert.Empty(t, stderr)
				return
			}
			assert.Contains(t, stderr, tc.stderr)
			assert.Empty(t, stdout, "standard output carries results only")
		})
	}
}

func TestCompressReplacesALargeText(t *testing.T) {
	s := newShell(t)
	out := s.ok("", "compress", soak, "--target-tokens", "1000", "--max-tokens", "1000")
	assert.True(t, strings.HasPrefix(out, "[riffle: "), "the notice stands first")
	assert.Contains(t, out, "no space left on device")
	assert.Less(t, len(out), 6000)
	assert.Equal(t, out, s.ok(readSoak(t), "compress", "--target-tokens", "1000", "--max-tokens", "1000", "-"), "standard input and file are one")
	assert.Equal(t, out, s.ok(out, "compress", "--min-tokens", "1", "--target-tokens", "100"), "own output passes through")
}

func TestCompressPassesASmallText(t *testing.T) {
	s := newShell(t)
	for _, text := range []string{"", "one line", "a\r\nb\x1b[0m\xff\n"} {
		assert.Equal(t, text, s.ok(text, "compress"))
	}
	assert.NoDirExists(t, filepath.Join(s.dir, "state"))
}

func TestCompressJSON(t *testing.T) {
	s := newShell(t)
	var r struct {
		Text, TextBase64 *string
		Outcome          struct {
			Action, Reason, Kind, Processor, Transport, Estimator string
			TokensBefore, TokensAfter                             int
			Evidence                                              struct{ Found, Kept int }
		}
		Locator *struct {
			ID, Path, SHA256 string
			Bytes            int64
		}
		Shown   []struct{ Start, End int }
		Omitted []struct {
			Start, End, Count int
			Unit              string
		}
	}
	require.NoError(t, json.Unmarshal([]byte(s.ok("", "compress", "--json", soak)), &r))
	require.NotNil(t, r.Text)
	assert.Nil(t, r.TextBase64)
	assert.Equal(t, "replaced", r.Outcome.Action)
	assert.Equal(t, "log", r.Outcome.Processor)
	assert.Equal(t, "in-process", r.Outcome.Transport)
	assert.Less(t, r.Outcome.TokensAfter, r.Outcome.TokensBefore)
	assert.Positive(t, r.Outcome.Evidence.Found)
	require.NotNil(t, r.Locator)
	stored, err := os.ReadFile(r.Locator.Path)
	require.NoError(t, err)
	assert.Equal(t, readSoak(t), string(stored))
	assert.NotEmpty(t, r.Shown)
	assert.NotEmpty(t, r.Omitted)

	out := s.ok("a\xff<b>", "compress", "--json")
	assert.Contains(t, out, `"textBase64":"`+base64.StdEncoding.EncodeToString([]byte("a\xff<b>"))+`"`)
	assert.Contains(t, out, `"locator":null,"shown":[],"omitted":[]`)
	assert.Contains(t, s.ok("<b>", "compress", "--json"), `{"text":"<b>","outcome":{"action":"passed","reason":"below-min-tokens"`)
}

func TestDebugPlanPrintsTheRanking(t *testing.T) {
	s := newShell(t)
	out := s.ok("", "compress", "--debug-plan", soak)
	assert.Regexp(t, `^kind log, processor log, \d+ tokens, \d+ units, \d+ ranked`, out)
	assert.Contains(t, out, "journal append failed")
}

func TestOriginalsAreRecovered(t *testing.T) {
	s := newShell(t)
	s.ok("", "compress", soak, "--tool", "bash", "--command", "./soak")
	list := strings.Split(strings.TrimSpace(s.ok("", "spill", "list")), "\n")
	require.Len(t, list, 2)
	assert.Contains(t, list[1], "./soak")
	id := strings.Fields(list[1])[0]

	assert.Equal(t, readSoak(t), s.ok("", "get", id, "--raw"))
	lines := strings.SplitAfter(readSoak(t), "\n")
	assert.Equal(t, strings.Join(lines[1095:1097], ""), s.ok("", "get", id, "--lines", "1096-1097"))
	assert.Contains(t, s.ok("", "get", id, "--grep", "journal recovered"), "segment=4")
	assert.Contains(t, s.ok("", "spill", "show", id), "sha256")
	assert.Contains(t, s.ok("", "spill", "gc"), "removed 0 by age and 0 by quota; 1 stay")

	s.ok("", "spill", "rm", id)
	_, stderr, status := s.run("", "get", id)
	assert.Equal(t, 1, status)
	assert.Contains(t, stderr, "expired")
	s.ok("", "spill", "purge")
	assert.Empty(t, s.ok("", "spill", "list"))
}

func TestConfigShowAndCheck(t *testing.T) {
	s := newShell(t)
	assert.Equal(t, "ok: no configuration file, the defaults hold\n", s.ok("", "config", "check"))
	path := s.write(".riffle.yaml", "targetTokens: 700\n")
	assert.Equal(t, "ok: "+path+"\npicked up here, not trusted: it sets what can only cost savings\n", s.ok("", "config", "check"))
	assert.Contains(t, s.ok("", "config", "show"), "targetTokens: 700 # line 1\n")
}

func TestConfigurationHolds(t *testing.T) {
	s := newShell(t)
	s.write(".riffle.yaml", "targetTokens: 300\nexcludeTools: [keep]\n")
	assert.Less(t, len(s.ok("", "compress", soak)), 3000)
	assert.Equal(t, readSoak(t), s.ok("", "compress", soak, "--tool", "keep"))
}

func TestEstimate(t *testing.T) {
	s := newShell(t)
	path := s.write("text", "hello world\n")
	assert.Equal(t, `{"file":"`+path+`","bytes":12,"estimator":"tiktoken","exact":true,"tokens":3}`+"\n",
		s.ok("", "estimate", "--json", "--estimator", "tiktoken", path))
	table := s.ok("hello world\n", "estimate")
	assert.Contains(t, table, "classes")
	assert.Contains(t, table, "tiktoken")
	_, _, status := s.run("", "estimate", "--estimator", "abacus", path)
	assert.Equal(t, 2, status)
}

func TestGuard(t *testing.T) {
	s := newShell(t)
	exchange := func(text string) string {
		quoted, err := json.Marshal(text)
		require.NoError(t, err)
		return `{"exec":{"callId":"c","name":"bash","arguments":{"command":"./soak"},"session":"s"},` +
			`"result":{"isError":false,"value":{"n":1.0},"content":[{"type":"text","text":` + string(quoted) + `,"keep":1e2}]},` +
			`"decision":{ "kind":"accept","additionalContexts":[{"z":1,"a":2.50}] }}`
	}
	small := s.ok(exchange("short"), "guard")
	assert.True(t, strings.HasPrefix(small, `{"decision":{ "kind":"accept","additionalContexts":[{"z":1,"a":2.50}] },"outcome":{"action":"passed"`), small)

	large := s.ok(exchange(readSoak(t)), "guard")
	assert.True(t, strings.HasPrefix(large, `{"decision":{ "kind":"accept","additionalContexts":[{"z":1,"a":2.50}],"content":[{"type":"text","text":"[riffle: `), large[:200])
	assert.Contains(t, large, `,"keep":1e2}]}`)
	assert.Contains(t, large, `"outcome":{"action":"replaced"`)
}

func TestPluginList(t *testing.T) {
	s := newShell(t)
	out := s.ok("", "plugin", "list")
	for _, name := range []string{"html", "json", "log", "table", "testreport", "text", "classes", "tiktoken"} {
		assert.Contains(t, out, name)
	}
	assert.Contains(t, s.ok("", "plugin", "doctor", "log"), "answered")
}
