package agents

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tailscale/hujson"
	"github.com/tidwall/gjson"
)

var testHooks = hooksFile{agent: "claude-code", matcher: "Bash", timeout: 20}

const testProgram = "/opt/my tools/riffle"

const group = `{
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "'/opt/my tools/riffle' hook claude-code",
            "timeout": 20
          }
        ]
      }`

// standard is a document as plain JSON.
func standard(t *testing.T, src []byte) gjson.Result {
	plain, err := hujson.Standardize(bytes.Clone(src))
	require.NoError(t, err, string(src))
	require.True(t, json.Valid(plain))
	return gjson.ParseBytes(plain)
}

func TestAHookIsPutInWithoutTouchingTheRest(t *testing.T) {
	for _, tc := range []struct{ name, old, want string }{
		{"an empty object", "{}\n", "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      " + group + "\n    ]\n  }\n}\n"},
		{"an empty file", "", "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      " + group + "\n    ]\n  }\n}\n"},
		{"other settings", "{\n  \"model\": \"opus\"\n}\n",
			"{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"PostToolUse\": [\n      " + group + "\n    ]\n  }\n}\n"},
		{"other hooks, a comment behind the last", "{\n  \"hooks\": {\n    \"Stop\": [] // mine\n  }\n}\n",
			"{\n  \"hooks\": {\n    \"Stop\": [], // mine\n    \"PostToolUse\": [\n      " + group + "\n    ]\n  }\n}\n"},
		{"a trailing comma", "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"matcher\":\"Edit\"},\n    ],\n  },\n}\n",
			"{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"matcher\":\"Edit\"},\n      " + group + ",\n    ],\n  },\n}\n"},
		{"an empty list", "{\n  \"hooks\": {\n    \"PostToolUse\": []\n  }\n}\n",
			"{\n  \"hooks\": {\n    \"PostToolUse\": [\n      " + group + "\n    ]\n  }\n}\n"},
		{"one line", `{"a": 1.0}`,
			`{"a": 1.0, "hooks": {"PostToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"'/opt/my tools/riffle' hook claude-code","timeout":20}]}]}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := testHooks.put([]byte(tc.old), testProgram)
			require.NoError(t, err)
			assert.Equal(t, tc.want, string(got))
		})
	}
}

func TestTabsAndWindowsLineEndsAreKept(t *testing.T) {
	got, err := testHooks.put([]byte("{\r\n\t\"a\": 1\r\n}\r\n"), testProgram)
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(got), "{\r\n\t\"a\": 1,\r\n\t\"hooks\": {\r\n\t\t\"PostToolUse\": [\r\n\t\t\t{\r\n"), string(got))
	assert.NotContains(t, strings.ReplaceAll(string(got), "\r\n", ""), "\n")
}

// documents are files that are edited and must come back.
var documents = map[string]string{
	"an empty object":           "{\n}\n",
	"settings":                  "{\n    \"model\": \"opus\",\n    \"env\": {\"A\": \"1\"}\n}",
	"comments everywhere":       "// a\n{ /* b */\n  // c\n  \"hooks\": { // d\n    \"PostToolUse\": [ // e\n      // f\n      {\"matcher\": \"Edit\"} // g\n      // h\n    ] // i\n  } // j\n  // k\n} // l\n",
	"trailing commas":           "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"matcher\": \"Edit\",},\n    ],\n  },\n}\n",
	"a comment before a comma":  "{\n  \"a\": 1 /* x */,\n  \"b\": 2 /* y */ ,\n}\n",
	"one line":                  `{"hooks":{"PostToolUse":[{"matcher":"Edit","hooks":[]}]},"z":1e400}`,
	"a name given twice":        "{\n  \"hooks\": {\"Stop\": []},\n  \"hooks\": {\"Stop\": [1]}\n}\n",
	"a list that ends a line":   "{\n  \"hooks\": {\n    \"PostToolUse\": [{\"matcher\": \"Edit\"},\n      {\"matcher\": \"Write\"}]\n  }}\n",
	"brackets in strings":       "{\n  \"a\": \"]}//\",\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"matcher\": \"[a-z]{2}\"}\n    ]\n  }\n}\n",
	"foreign riffle-like hooks": "{\n  \"hooks\": {\n    \"PostToolUse\": [\n      {\"hooks\": [{\"command\": \"rifle hook claude-code\"}]}\n    ]\n  }\n}\n",
}

func TestTakingOutWhatWasPutInRestoresTheBytes(t *testing.T) {
	for name, old := range documents {
		t.Run(name, func(t *testing.T) {
			once, err := testHooks.put([]byte(old), testProgram)
			require.NoError(t, err)
			assert.Contains(t, standard(t, once).Get("hooks.PostToolUse|@flatten").Raw, testProgram)
			again, err := testHooks.put(once, testProgram)
			require.NoError(t, err)
			assert.Equal(t, string(once), string(again), "a second time changes nothing")
			moved, err := testHooks.put(once, "/usr/bin/riffle")
			require.NoError(t, err)
			assert.Equal(t, strings.Replace(string(once), "'/opt/my tools/riffle' hook", "/usr/bin/riffle hook", 1), string(moved))
			back, err := testHooks.take(moved)
			require.NoError(t, err)
			if strings.HasPrefix(name, "an empty") {
				old = "{}\n"
			}
			assert.Equal(t, old, string(back))
			same, err := testHooks.take(back)
			require.NoError(t, err)
			assert.Equal(t, string(back), string(same))
		})
	}
}

func TestOursIsFoundWhereverTheUserPutIt(t *testing.T) {
	const old = `{"hooks":{"PostToolUse":[{"matcher":"*","hooks":[{"command":"mine"},{"type":"command","command":"\"/a b/riffle\" hook claude-code --debug"},{"command":"theirs"}]}]}}`
	same, err := testHooks.put([]byte(old), "/a b/riffle")
	require.NoError(t, err)
	assert.Equal(t, old, string(same), "what the user changed stays")
	back, err := testHooks.take([]byte(old))
	require.NoError(t, err)
	assert.Equal(t, `{"hooks":{"PostToolUse":[{"matcher":"*","hooks":[{"command":"mine"},{"command":"theirs"}]}]}}`, string(back))
}

func TestWhatIsNoConfigurationIsRefused(t *testing.T) {
	for _, tc := range []struct{ name, old, want string }{
		{"no JSON", "{\n  \"a\": \n}", "it is no JSON: hujson: line 3"},
		{"a list", "[]", "it is no object"},
		{"text behind it", "{} x", "it is no JSON"},
		{"hooks that are a list", `{"hooks":[]}`, "hooks is no object"},
		{"events that are an object", `{"hooks":{"PostToolUse":{}}}`, "hooks.PostToolUse is no list"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := testHooks.put([]byte(tc.old), testProgram)
			assert.ErrorContains(t, err, tc.want)
		})
	}
}

func TestWordsOfAShell(t *testing.T) {
	for _, path := range []string{"/usr/bin/riffle", "/a b/riffle", `/it's/riffle`, `/a"b\c$d/riffle`, "/é/riffle", "/a;b/riffle"} {
		line := hookCommand(path, "codex")
		got, ok := isHook(line, "codex")
		assert.True(t, ok, line)
		assert.Equal(t, path, got)
	}
	for _, line := range []string{"", "riffle", "riffle hook", "riffle hook claude-code", "echo riffle hook codex", "/riffle/other hook codex", "'riffle hook codex"} {
		_, ok := isHook(line, "codex")
		assert.False(t, ok, line)
	}
}

const mcpFile = `{
  // servers of mine
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "server-filesystem", "."], "env": {"A": "1"}},
    "bare": { "command": "serve it" },
    "none": {
      "args": [],
      "command": "x"
    },
    "far": {"url": "https://example.com/mcp"}
  }
}
`

func TestTheProxyGoesBeforeServersThatAreStartedByACommand(t *testing.T) {
	once, err := putProxy([]byte(mcpFile), "/opt/riffle", nil)
	require.NoError(t, err)
	servers := standard(t, once).Get("mcpServers")
	assert.JSONEq(t, `{"command":"/opt/riffle","args":["mcp","--server","files","--","npx","-y","server-filesystem","."],"env":{"A":"1"}}`, servers.Get("files").Raw)
	assert.JSONEq(t, `{"command":"/opt/riffle","args":["mcp","--server","bare","--","serve it"]}`, servers.Get("bare").Raw)
	assert.JSONEq(t, `{"command":"/opt/riffle","args":["mcp","--server","none","--","x"]}`, servers.Get("none").Raw)
	assert.JSONEq(t, `{"url":"https://example.com/mcp"}`, servers.Get("far").Raw)
	again, err := putProxy(once, "/opt/riffle", nil)
	require.NoError(t, err)
	assert.Equal(t, string(once), string(again))
	moved, err := putProxy(once, "/usr/bin/riffle", nil)
	require.NoError(t, err)
	assert.Equal(t, strings.ReplaceAll(string(once), "/opt/riffle", "/usr/bin/riffle"), string(moved))
	back, err := takeProxy(moved, nil)
	require.NoError(t, err)
	// A list of arguments that was not there is left empty, which says the same.
	assert.Equal(t, strings.Replace(mcpFile, `"serve it"`, `"serve it", "args": []`, 1), string(back))
}

func TestOneServerIsChosen(t *testing.T) {
	once, err := putProxy([]byte(mcpFile), "/opt/riffle", []string{"files"})
	require.NoError(t, err)
	assert.Equal(t, 1, strings.Count(string(once), "/opt/riffle"))
	back, err := takeProxy(once, []string{"files"})
	require.NoError(t, err)
	assert.Equal(t, mcpFile, string(back))
	_, err = putProxy([]byte(mcpFile), "/opt/riffle", []string{"far"})
	assert.ErrorContains(t, err, `no server "far" that is started by a command`)
	_, err = putProxy([]byte(`{"mcpServers":{}}`), "/opt/riffle", nil)
	assert.ErrorContains(t, err, "no server that is started by a command")
	_, err = putProxy(nil, "/opt/riffle", nil)
	assert.ErrorContains(t, err, "no such file")
}

// FuzzHooks checks that a file that is edited stays JSON, and that what was in it is
// still there and comes back.
func FuzzHooks(f *testing.F) {
	for _, seed := range documents {
		f.Add([]byte(seed))
	}
	f.Add([]byte("{\"hooks\":{/**/}}"))
	f.Add([]byte("{\"hooks\":{\"PostToolUse\":[/*a*/1/*b*/,/*c*/]}}"))
	f.Fuzz(func(t *testing.T, old []byte) {
		d, err := parse(old)
		if err != nil || len(testHooks.find(d)) > 0 {
			return
		}
		once, err := testHooks.put(old, testProgram)
		if err != nil {
			return
		}
		standard(t, once)
		edited, err := parse(once)
		require.NoError(t, err)
		require.Len(t, testHooks.find(edited), 1, string(once))
		back, err := testHooks.take(once)
		require.NoError(t, err)
		gone, err := parse(back)
		require.NoError(t, err, string(back))
		require.Empty(t, testHooks.find(gone))
		if d.find("hooks") == nil {
			was, err := parse(old)
			require.NoError(t, err)
			require.Equal(t, standard(t, was.src).Get("@ugly").Raw, standard(t, back).Get("@ugly").Raw)
		}
		if list := elements(d.find("hooks", "PostToolUse")); len(list) > 0 {
			require.Equal(t, string(old), string(back), string(once))
		}
	})
}
