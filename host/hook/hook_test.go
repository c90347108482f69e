package hook

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

const short = "[riffle: <short> \"text\"\n]"

// host answers every exchange that it can read with one text, and remembers it.
type host struct {
	text  string
	asked *exchange.Exchange
}

func (h *host) ask(_ context.Context, request []byte) ([]byte, error) {
	x, err := exchange.Parse(request)
	if err != nil {
		return nil, err
	}
	h.asked = x
	d := x.Decision
	d.Content = []pipeline.Block{{Type: "text", Text: h.text}}
	return x.Answer(d, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Replaced}})
}

func text(t *testing.T, h *host) string {
	require.NotNil(t, h.asked, "the host was asked")
	var out []string
	for _, b := range h.asked.Result.Content {
		require.Equal(t, "text", b.Type)
		out = append(out, b.Text)
	}
	return strings.Join(out, "|")
}

// big is a text that is worth asking about.
var big = strings.Repeat("a line of text\n", 100)

func quoted(s string) string { return string(jsonedit.Quote(s)) }

func claudeInput(tool, response string) string {
	return fmt.Sprintf(`{"session_id":"s1","cwd":"/w","hook_event_name":"PostToolUse","tool_name":%q,`+
		`"tool_input":{"command":"make","n":12345678901234567890},"tool_response":%s,"tool_use_id":"t1","duration_ms":85}`, tool, response)
}

func run1(t *testing.T, agent, input string) (*host, string, error) {
	h := &host{text: short}
	out, why := Run(context.Background(), Agents[agent], strings.NewReader(input), h.ask)
	require.True(t, json.Valid(out))
	return h, string(out), why
}

const claudeBegin, claudeEnd = `{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":`, "}}\n"

func TestClaudeCodeChangesOneMemberOfTheToolsOwnShape(t *testing.T) {
	for _, tc := range []struct{ name, tool, response, asked, want string }{
		{"Bash, stdout", "Bash",
			`{ "stdout":` + quoted(big) + `,"stderr":"x","interrupted":false, "n":1.0 }`, big,
			`{ "stdout":` + quoted(short) + `,"stderr":"x","interrupted":false, "n":1.0 }`},
		{"Bash, stderr where it is the larger one", "Bash",
			`{"stdout":"few","stderr":` + quoted(big) + `}`, big,
			`{"stdout":"few","stderr":` + quoted(short) + `}`},
		{"Bash, what an exit code means stays", "Bash",
			`{"stdout":` + quoted(big) + `,"stderr":"","isImage":false,"returnCodeInterpretation":"No matches found"}`, big,
			`{"stdout":` + quoted(short) + `,"stderr":"","isImage":false,"returnCodeInterpretation":"No matches found"}`},
		{"Grep, counts stay", "Grep",
			`{"mode":"content","numFiles":0,"filenames":[],"content":` + quoted(big) + `,"numLines":100,"appliedLimit":250}`, big,
			`{"mode":"content","numFiles":0,"filenames":[],"content":` + quoted(short) + `,"numLines":100,"appliedLimit":250}`},
		{"WebFetch", "WebFetch",
			`{"bytes":9,"code":200,"codeText":"OK","result":` + quoted(big) + `,"durationMs":3,"url":"http://x"}`, big,
			`{"bytes":9,"code":200,"codeText":"OK","result":` + quoted(short) + `,"durationMs":3,"url":"http://x"}`},
		{"MCP, a block", "mcp__fs__read", `[{"text":` + quoted(big) + `, "type":"text"}]`, big, `[{"text":` + quoted(short) + `, "type":"text"}]`},
		{"MCP, blocks become one", "mcp__fs__read",
			`[{"type":"text","text":` + quoted(big) + `},{"type":"text","text":"end"}]`, big + "|end", `[{"type":"text","text":` + quoted(short) + `}]`},
		{"MCP, a string", "mcp__fs__read", quoted(big), big, quoted(short)},
		{"MCP, structured content as text", "mcp__x__list", quoted(`{"items":[` + quoted(big) + `,1]}`), `{"items":[` + quoted(big) + `,1]}`, quoted(short)},
		{"MCP, structured content of one string", "mcp__fs__read",
			quoted(`{ "content" :` + quoted(big) + ` }`), big, quoted(`{ "content" :` + quoted(short) + ` }`)},
		{"MCP, an object with text", "mcp__fs__read", `{"a":1e400,"content":` + quoted(big) + `}`, big, `{"a":1e400,"content":` + quoted(short) + `}`},
		{"MCP, an object with blocks", "mcp__fs__read",
			`{"content":[{"type":"text","text":` + quoted(big) + `}],"b":2}`, big, `{"content":[{"type":"text","text":` + quoted(short) + `}],"b":2}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, out, why := run1(t, "claude-code", claudeInput(tc.tool, tc.response))
			require.NoError(t, why)
			assert.Equal(t, claudeBegin+tc.want+claudeEnd, out)
			assert.Equal(t, tc.asked, text(t, h))
			assert.Equal(t, pipeline.Exec{
				CallID: "t1", Name: tc.tool, Session: "s1", Arguments: json.RawMessage(`{"command":"make","n":12345678901234567890}`),
			}, h.asked.Exec)
			assert.Nil(t, h.asked.Result.ExitStatus)
		})
	}
}

func TestWhatIsLeftAlone(t *testing.T) {
	blocks := func(s string) string { return `[{"type":"text","text":` + quoted(big) + s }
	for _, tc := range []struct{ name, agent, input string }{
		{"a small text", "claude-code", claudeInput("Bash", `{"stdout":"few","stderr":""}`)},
		{"an image", "claude-code", claudeInput("Bash", `{"stdout":`+quoted(big)+`,"isImage":true}`)},
		{"structured content of Bash", "claude-code", claudeInput("Bash", `{"stdout":`+quoted(big)+`,"structuredContent":[]}`)},
		{"Bash of another shape", "claude-code", claudeInput("Bash", quoted(big))},
		{"Bash without stdout", "claude-code", claudeInput("Bash", `{"stderr":`+quoted(big)+`}`)},
		{"Read", "claude-code", claudeInput("Read", `{"type":"text","file":{"content":`+quoted(big)+`}}`)},
		{"Edit", "claude-code", claudeInput("Edit", `{"originalFile":`+quoted(big)+`}`)},
		{"Glob", "claude-code", claudeInput("Glob", `{"filenames":[`+quoted(big)+`]}`)},
		{"an unknown tool", "claude-code", claudeInput("Later", `{"stdout":`+quoted(big)+`}`)},
		{"a list of files of Grep", "claude-code", claudeInput("Grep", `{"mode":"files_with_matches","content":`+quoted(big)+`}`)},
		{"WebFetch without a result", "claude-code", claudeInput("WebFetch", `{"result":null}`)},
		{"an image among blocks", "claude-code", claudeInput("mcp__a__b", blocks(`},{"type":"image","data":""}]`))},
		{"a block with annotations", "claude-code", claudeInput("mcp__a__b", blocks(`,"annotations":{}}]`))},
		{"a block that is no object", "claude-code", claudeInput("mcp__a__b", blocks(`},"x"]`))},
		{"no blocks", "claude-code", claudeInput("mcp__a__b", `[]`)},
		{"an object with structured content", "claude-code", claudeInput("mcp__a__b", `{"content":`+quoted(big)+`,"structuredContent":{}}`)},
		{"an object that is an error", "claude-code", claudeInput("mcp__a__b", `{"content":`+quoted(big)+`,"isError":true}`)},
		{"what reads originals back", "claude-code", claudeInput("mcp__a__riffle_get", quoted(big))},
		{"a number", "claude-code", claudeInput("mcp__a__b", `5`)},
		{"no result", "claude-code", `{"hook_event_name":"PostToolUse","tool_name":"Bash"}`},
		{"another event", "claude-code", strings.Replace(claudeInput("Bash", `{"stdout":`+quoted(big)+`}`), "PostToolUse", "PostToolUseFailure", 1)},
		{"nothing", "claude-code", ``},
		{"no JSON", "claude-code", `{"hook_event_name":`},
		{"no object", "claude-code", `[]`},
		{"a million open brackets", "claude-code", strings.Repeat("[", 1_000_000)},
		{"another event of Codex", "codex", `{"hook_event_name":"Stop"}`},
		{"a patch of Codex", "codex", `{"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_response":` + quoted(big) + `}`},
		{"an output of Codex without a record", "codex", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"c1","tool_response":` + quoted(big) + `}`},
		{"an error of a server of Codex", "codex", `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"isError":true,"content":[{"type":"text","text":` + quoted(big) + `}]}}`},
		{"structured content that says more", "codex", `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"content":[{"type":"text","text":` + quoted(big) + `}],"structuredContent":{"a":"b"}}}`},
		{"an image from a server of Codex", "codex", `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"content":[{"type":"image","data":"` + strings.Repeat("x", 9000) + `"}]}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, out, why := run1(t, tc.agent, tc.input)
			assert.Equal(t, None, out)
			assert.Error(t, why)
			assert.Nil(t, h.asked)
		})
	}
}

func TestAnswersThatChangeNothing(t *testing.T) {
	answer := func(decision, action string) string {
		return `{"decision":` + decision + `,"outcome":{"action":"` + action + `","reason":"some-reason"},"locator":null}`
	}
	block := func(text string) string {
		return `{"kind":"accept","content":[{"type":"text","text":` + quoted(text) + `}]}`
	}
	for _, tc := range []struct {
		name, answer string
		err          error
	}{
		{"no answer", "", errors.New("dial: no server answers")},
		{"it passed", answer(`{"kind":"accept"}`, "passed"), nil},
		{"it passed, with content", answer(block("short"), "passed"), nil},
		{"no decision", answer(`null`, "replaced"), nil},
		{"the same text", answer(block(big), "replaced"), nil},
		{"a longer text", answer(block(big+"x"), "replaced"), nil},
		{"an empty text", answer(block(""), "replaced"), nil},
		{"two blocks", answer(`{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`, "replaced"), nil},
		{"no text", answer(`{"content":[{"type":"image","text":"a"}]}`, "replaced"), nil},
		{"content that is a string", answer(`{"content":"a"}`, "replaced"), nil},
		{"garbage", `{"decision": nonsense`, nil},
		{"nothing", ``, nil},
		{"a list", `[]`, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, why := Run(context.Background(), ClaudeCode, strings.NewReader(claudeInput("Bash", `{"stdout":`+quoted(big)+`}`)),
				func(context.Context, []byte) ([]byte, error) { return []byte(tc.answer), tc.err })
			assert.Equal(t, None, string(out))
			assert.Error(t, why)
		})
	}
}

func TestAPanicChangesNothing(t *testing.T) {
	out, why := Run(context.Background(), ClaudeCode, strings.NewReader(claudeInput("Bash", `{"stdout":`+quoted(big)+`}`)),
		func(context.Context, []byte) ([]byte, error) { panic("no") })
	assert.Equal(t, None, string(out))
	assert.EqualError(t, why, "hook: panic: no")
}

// persisted is a result of Bash whose output is in a file.
func persisted(path string, size int) string {
	return claudeInput("Bash", fmt.Sprintf(`{"stdout":"a line","stderr":"","interrupted":false,"persistedOutputPath":%q,"persistedOutputSize":%d,"z":[1]}`, path, size))
}

func TestClaudeCodeReadsALongOutputFromItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	whole := strings.Repeat("<line> \u2028 of text\n", 5000)
	require.NoError(t, os.WriteFile(path, []byte(whole), 0o600))
	h, out, why := run1(t, "claude-code", persisted(path, len(whole)))
	require.NoError(t, why)
	assert.Equal(t, claudeBegin+`{"stdout":`+quoted(short)+`,"stderr":"","interrupted":false,"z":[1]}`+claudeEnd, out)
	assert.Equal(t, whole, text(t, h))
	assert.Nil(t, h.asked.Wishes.Given)
}

func TestAFileThatIsNoTextStaysTheOriginal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.txt")
	whole := strings.Repeat("line \xff of text\n", 5000)
	require.NoError(t, os.WriteFile(path, []byte(whole), 0o600))
	h, _, why := run1(t, "claude-code", persisted(path, len(whole)))
	require.NoError(t, why)
	assert.Equal(t, strings.ToValidUTF8(whole, "\uFFFD"), text(t, h))
	require.NotNil(t, h.asked.Wishes.Given)
	assert.Equal(t, path, h.asked.Wishes.Given.Locator)
	assert.Equal(t, fmt.Sprintf("%x", sha256.Sum256([]byte(whole))), h.asked.Wishes.Given.SHA256, "of the file that the notice names")
}

func TestRemoveTakesAMemberWithItsComma(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"the first", `{"x":1,"b":2}`, `{"b":2}`},
		{"the last", `{"a":1, "x" : "y"}`, `{"a":1}`},
		{"one between", `{"a":1, "x":{"x":2}, "b":2}`, `{"a":1, "b":2}`},
		{"the only one", `{ "x":1 }`, `{}`},
		{"twice", `{"x":1,"a":2,"x":3}`, `{"a":2}`},
		{"none", `{"a":{"x":1}}`, `{"a":{"x":1}}`},
		{"an escaped name", `{"a\"":1,"\u0078":2}`, `{"a\"":1}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := remove(tc.in, "x")
			require.NoError(t, err)
			assert.Equal(t, tc.want, got)
		})
	}
}

// FuzzHook checks that whatever an agent says, the output is JSON that it understands,
// and that what is not replaced in it is what came in.
func FuzzHook(f *testing.F) {
	for _, seed := range []string{
		claudeInput("Bash", `{"stdout":`+quoted(big)+`,"stderr":""}`),
		claudeInput("Grep", `{"mode":"content","content":`+quoted(big)+`,"content":"x"}`),
		claudeInput("mcp__a__b", `[{"type":"text","text":`+quoted(big)+`}]`),
		claudeInput("mcp__a__b", quoted(`{"content":`+quoted(big)+`}`)),
		claudeInput("mcp__a__b", quoted(`{"a.b":`+quoted(big)+`}`)),
		claudeInput("Bash", `{"stdout":"\ud800`+strings.Repeat("x", 600)+`"}`),
		persisted("/dev/null", 0),
		`{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"content":[{"type":"text","text":` + quoted(big) + `}]}}`,
		`{"tool_response":{"\u0`, "[[[[", "\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		for name, agent := range Agents {
			h := &host{text: short}
			out, why := Run(context.Background(), agent, strings.NewReader(string(input)), h.ask)
			require.True(t, json.Valid(out), "%s: %s", name, out)
			if why != nil {
				require.Equal(t, None, string(out))
				continue
			}
			if updated := gjson.GetBytes(out, "hookSpecificOutput.updatedToolOutput"); updated.Exists() {
				was := jsonedit.At(gjson.ParseBytes(input), "tool_response")
				require.Equal(t, was.Type, updated.Type)
				require.Contains(t, updated.String(), "riffle: <short>")
			} else {
				require.Equal(t, short, gjson.GetBytes(out, "reason").Str)
			}
		}
	})
}
