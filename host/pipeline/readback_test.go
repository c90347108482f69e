package pipeline

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// names puts the path of an original in the place of STORE, its URL in that of FILE_URL
// and the store's folder in that of ROOT.
func (r *rig) names(t *testing.T) func(words string) string {
	t.Helper()
	path := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"}).Locator.Path
	root := filepath.Dir(filepath.Dir(path))
	return strings.NewReplacer("FILE_URL", (&url.URL{Scheme: "file", Path: path}).String(), "STORE", path, "ROOT", root).Replace
}

func TestWhatReadsAnOriginalBackPasses(t *testing.T) {
	const get = "riffle get 0123456789ab"
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("RIFFLE_TEST_ROOT", home)
	r := newRig(t)
	named, huge := r.names(t), noisy(20000)
	for _, tc := range []struct{ name, command string }{
		{"plainly", get + " --lines 1-9000"},
		{"by its path", "/opt/riffle/bin/" + get},
		{"by its path at home", "~/bin/" + get},
		{"as a Windows program", "riffle.exe get 0123456789ab"},
		{"with a configuration", "riffle --config /etc/riffle.yaml get 0123456789ab"},
		{"with a configuration behind =", "riffle --config=/etc/riffle.yaml get 0123456789ab"},
		{"by a variable", `RIFFLE=/opt/riffle; "$RIFFLE" get 0123456789ab`},
		{"behind a cd", "cd /x && " + get},
		{"before a pipe", get + " | grep -n ERROR | head"},
		{"behind a pipe", "echo 0123456789ab | xargs -n1 riffle get"},
		{"with assignments", "XDG_STATE_HOME=/x LANG=C " + get},
		{"behind env", "env -u LANG XDG_STATE_HOME=/x " + get},
		{"behind sudo", "sudo -n -u me -- " + get},
		{"behind timeout", "timeout -k 5 30s " + get},
		{"behind time", "time " + get},
		{"behind nice and nohup", "nice -n 5 nohup " + get},
		{"in riffle exec", "riffle exec --tool bash -- " + get},
		{"in a substitution", `x=$(` + get + `); echo "$x"`},
		{"in backquotes and quotes", "echo \"`" + get + "`\""},
		{"in a loop", "for i in 1 2; do " + get + "; done"},
		{"in a function", "f() { " + get + "; }; f"},
		{"in bash -c", "bash -c '" + get + " --grep \"a b\"'"},
		{"in bash -lc behind env", "env A=b bash -lc \"cd /x; " + get + "\""},
		{"in a joined bash -lc", "bash -lc " + get},
		{"in eval", "eval '" + get + "'"},
		{"in a script for a shell", "bash <<'EOF'\ncd /x\n" + get + "\nEOF"},
		{"in a line for a shell", "sh <<< '" + get + "'"},
		{"quoted", `"riffle" 'get' 0123456789ab`},
		{"over two lines", "riffle \\\n  get 0123456789ab"},
		{"from Python", `python3 -c 'import subprocess; print(subprocess.run(["riffle", "get", "0123456789ab"], capture_output=True).stdout)'`},
		{"from a script for Python", "python3 - <<'EOF'\nimport os\nos.system('" + get + "')\nEOF"},
		{"from node", `node -e "require('child_process').execFileSync('riffle', ['--config', 'x', 'get'])"`},
		{"in a line that is no script", "riffle get 0123456789ab ) ) ("},
		{"sed", "sed -n '1,9000p' STORE"},
		{"sed in quotes", "sed -n '1,9000p' \"STORE\""},
		{"an assignment", "f=STORE; cat $f"},
		{"an option", "grep --file=STORE x"},
		{"a redirect", "while read l; do echo $l; done <STORE"},
		{"a URL", "curl -s FILE_URL"},
		{"a URL with a host", "curl -s file://localhostSTORE"},
		{"a folder", "cd ROOT && cat */*-bash"},
		{"Python", `python3 -c "print(open('STORE').read())"`},
		{"a raw string of Python", `python3 -c 'print(open(r"STORE").read())'`},
		{"a call without quotes", "awk BEGIN{while((getline<\"STORE\")>0)print}"},
		{"node", "node -e \"console.log(require('fs').readFileSync(`STORE`, 'utf8'))\""},
		{"a script on standard input", "python3 <<EOF\nfrom pathlib import Path\nprint(Path('STORE').read_text())\nEOF"},
		{"a list", `["cat","STORE"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			res := r.Run(background, Input{Raw: huge, Tool: "bash", Command: named(tc.command)})
			assert.Equal(t, ReasonReadBack, res.Outcome.Reason)
			assert.True(t, res.Text == nil, "not even the ceiling holds")
		})
	}
}

func TestWhoSpeaksOfRiffleIsNotSparedForIt(t *testing.T) {
	r := newRig(t)
	named := r.names(t)
	for _, command := range []string{
		"riffle --help", "riffle help get", "riffle compress get", "riffle exec -- make get", "riffle spill list",
		`grep -rn "riffle get" docs`, "grep -rn riffle get.go", "echo riffle get", "man riffle get", "cat riffle/get.go",
		`git commit -m "riffle get: prints"`, "git log --grep='riffle get'", "make riffle && ./get", "go test ./cmd/riffle -run get",
		"cat > notes.md <<'EOF'\nriffle get 0123456789ab\nEOF", "# riffle get 0123456789ab\nmake", "sudo grep riffle get.go",
		"drizzle-riffle get x", "riffle-processor-log get", "python3 tool.py riffle.txt", "bash build.sh riffle",
		"ls ROOT-other/x", "cat /tmp/x/ROOT", "echo file:///etc/passwd",
	} {
		t.Run(command, func(t *testing.T) {
			res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash", Command: named(command)})
			assert.Equal(t, ReasonOK, res.Outcome.Reason)
		})
	}
}

func TestArgumentsThatReadBackAtAnyDepth(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 3000) + `"STORE"` + strings.Repeat(`]}`, 3000)
	r := newRig(t)
	named := r.names(t)
	for _, tc := range []struct{ name, tool, arguments, reason string }{
		{"a path", "fs", `{"path":"STORE"}`, ReasonReadBack},
		{"a URL", "fs", `{"uri":"FILE_URL"}`, ReasonReadBack},
		{"a list of paths", "fs", `{"paths":["/etc/hosts","STORE"]}`, ReasonReadBack},
		{"a list of objects", "fs", `{"files":[{"path":"/etc/hosts"},{"path":"STORE","range":{"from":1}}]}`, ReasonReadBack},
		{"3000 levels", "fs", deep, ReasonReadBack},
		{"a command in a list of calls", "batch", `{"tool_calls":[{"tool":"bash","parameters":{"command":"riffle get 0123456789ab"}}]}`, ReasonReadBack},
		{"words of a command", "shell", `{"command":["bash","-lc","riffle get 0123456789ab"]}`, ReasonReadBack},
		{"words of a program", "run", `{"argv":["/usr/bin/riffle","get","0123456789ab"]}`, ReasonReadBack},
		{"code", "python", `{"code":"import subprocess\nsubprocess.run([\"riffle\", \"get\", \"0123456789ab\"])"}`, ReasonReadBack},
		{"code with a path", "python", `{"code":"print(open('STORE').read())"}`, ReasonReadBack},
		{"the tool of the proxy", "mcp__fs__riffle_get", `{"id":"0123456789ab"}`, ReasonReadBack},
		{"the tool of the proxy in another spelling", "fs_riffle_get_original", `{"id":"0123456789ab"}`, ReasonReadBack},
		{"a pattern", "grep", `{"pattern":"riffle get","path":"/src"}`, ReasonOK},
		{"a question", "search", `{"query":"what does riffle get do"}`, ReasonOK},
		{"another tool", "driffle_get", `{"id":"0123456789ab"}`, ReasonOK},
		{"cut short", "fs", `{"path":"STORE","mode":`, ReasonReadBack},
		{"no JSON", "bash", `path STORE`, ReasonOK},
	} {
		t.Run(tc.name, func(t *testing.T) {
			exec := Exec{Name: tc.tool, Arguments: json.RawMessage(named(tc.arguments))}
			_, out, err := r.Guard(background, exec, textResult(noisy(3000)), accepts)
			require.NoError(t, err)
			assert.Equal(t, tc.reason, out.Reason)
		})
	}
}

func TestTheCommandOfArguments(t *testing.T) {
	for _, tc := range []struct{ name, arguments, command string }{
		{"a line", `{"command":"make all","timeout":3}`, "make all"},
		{"words", `{"cmd":["go","test"],"cwd":"/x"}`, "go test"},
		{"one deeper is not the call's own", `{"calls":[{"command":"make"}]}`, ""},
		{"none", `{"path":"/x"}`, ""},
		{"no object", `"make"`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			assert.Equal(t, tc.command, arguments(json.RawMessage(tc.arguments)).command)
		})
	}
}

func TestADigestTellsAReadBackAsTheArgumentsDo(t *testing.T) {
	r := newRig(t)
	named := r.names(t)
	long := strings.Repeat("words ", 20_000)
	for _, text := range []string{
		`{"content":"` + long + `","files":[{"path":"STORE"}]}`, `{"content":"` + long + `","calls":[{"cmd":"riffle get 0123456789ab"}]}`,
		`{"content":"` + long + `","command":["riffle","get","0123456789ab"]}`,
	} {
		digest := Digest(json.RawMessage(named(text)), 64<<10)
		assert.Less(t, len(digest), 80<<10)
		_, out, err := r.Guard(background, Exec{Name: "x", Arguments: digest}, textResult(noisy(3000)), accepts)
		require.NoError(t, err)
		assert.Equal(t, ReasonReadBack, out.Reason)
	}
	assert.NotContains(t, string(Digest(json.RawMessage(`{"a":"`+long+`"}`), 100)), strings.Repeat("words ", 20))
}

// A home with a blank in its name, and originals that are named by a variable or a tilde.
func TestPathsWithBlanksAndHomes(t *testing.T) {
	store := &homeStore{root: "/home/john doe/state/spill"}
	t.Setenv("RIFFLE_TEST_STATE", "/home/john doe/state")
	for _, text := range []string{
		`cat "/home/john doe/state/spill/a/b-bash"`, `cat /home/john\ doe/state/spill/a/b-bash | head`,
		`/home/john doe/state/spill/a/b-bash`, `sed 1,9p '/home/john doe/state/spill/a/b'`,
		`cat "$RIFFLE_TEST_STATE/spill/a/b"`, `cat "${RIFFLE_TEST_STATE}/spill/a/b" | wc`, `file:///home/john%20doe/state/spill/a/b`,
	} {
		assert.True(t, (&finder{holds: store.Holds, seen: map[string]bool{}}).find(text), text)
	}
	for _, text := range []string{"/home/john", "cat /home/john doe/other", "file:///home/john%20doe/x"} {
		assert.False(t, (&finder{holds: store.Holds, seen: map[string]bool{}}).find(text), text)
	}
}

type homeStore struct {
	Store
	root  string
	asked int
}

func (s *homeStore) Holds(path string) bool {
	s.asked++
	path = filepath.Clean(path)
	return path == s.root || strings.HasPrefix(path, s.root+"/")
}

func TestALongScriptCostsNoMoreThanItsBound(t *testing.T) {
	store := &homeStore{root: "/none"}
	var b strings.Builder
	for i := range 100_000 {
		b.WriteString(" /usr/share/" + time.Duration(i).String())
	}
	assert.False(t, (&finder{holds: store.Holds, seen: map[string]bool{}}).find(clip(b.String())))
	assert.LessOrEqual(t, store.asked, maxNames)
}

// Scripts that are made to be looked through for long cost no more than the bounds say.
func TestScriptsWithoutEnd(t *testing.T) {
	for _, part := range []string{"$(", "(", "((", "`", "if a; then ", "<<A ", "env -a ", "riffle -a ", "riffle exec -a ", "env -a bash -c ", "bash -c ", "eval ", "sudo -u riffle "} {
		var g getter
		g.runs(clip(strings.Repeat(part, maxParsed/len(part)-2) + "riffle"))
		assert.LessOrEqual(t, g.looks, maxScripts, part)
	}
}
