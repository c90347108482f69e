package exchange

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/pipeline"
)

func TestParseReadsWhatThePipelineNeeds(t *testing.T) {
	x, err := Parse([]byte(`{
		"exec": {"callId": "c1", "name": "bash", "arguments": {"command": "make", "n": 1.0}, "session": "s1", "parent": {"callId": "c0"}, "x": 1},
		"result": {"isError": true, "value": {"b": 1e400, "a": 2}, "content": [{"type": "text", "text": "a\u00e9\n"}, {"type": "image", "data": "…"}], "exitStatus": 3},
		"decision": {"kind": "accept", "additionalContexts": [{"k": 10.50}], "content": [{"type": "text", "text": "b"}]}
	}`))
	require.NoError(t, err)
	three := 3
	assert.Equal(t, pipeline.Exec{CallID: "c1", Name: "bash", Arguments: json.RawMessage(`{"command": "make", "n": 1.0}`), Session: "s1", Nested: true}, x.Exec)
	assert.Equal(t, pipeline.ToolResult{
		IsError: true, Value: json.RawMessage(`{"b": 1e400, "a": 2}`), ExitStatus: &three,
		Content: []pipeline.Block{
			{Type: "text", Text: "aé\n", Raw: json.RawMessage(`{"type": "text", "text": "a\u00e9\n"}`)},
			{Type: "image", Raw: json.RawMessage(`{"type": "image", "data": "…"}`)},
		},
	}, x.Result)
	assert.Equal(t, pipeline.Accept, x.Decision.Kind)
	assert.Equal(t, `[{"k": 10.50}]`, string(x.Decision.AdditionalContexts))
	assert.Equal(t, "b", x.Decision.Content[0].Text)
}

func TestParseDefaults(t *testing.T) {
	x, err := Parse([]byte(`{"exec":{"name":"ls","parent":null},"result":{}}`))
	require.NoError(t, err)
	assert.False(t, x.Exec.Nested)
	assert.Nil(t, x.Result.Content)
	assert.Nil(t, x.Result.ExitStatus)
	assert.Equal(t, pipeline.Accept, x.Decision.Kind)
	assert.Nil(t, x.Decision.Value)
}

func TestParseTakesForTextOnlyWhatIsText(t *testing.T) {
	for _, tc := range []struct{ name, content, kind string }{
		{"a text block", `[{"type":"text","text":"x"}]`, "text"},
		{"a pair of surrogates", `[{"type":"text","text":"\ud83d\ude00"}]`, "text"},
		{"an escaped backslash before u", `[{"type":"text","text":"\\ud800"}]`, "text"},
		{"half a pair", `[{"type":"text","text":"\ud83d!"}]`, ""},
		{"the second half alone", `[{"type":"text","text":"\ude00"}]`, ""},
		{"half a pair at the end", `[{"type":"text","text":"\ud83d"}]`, ""},
		{"a text that is a number", `[{"type":"text","text":5}]`, ""},
		{"a text block without text", `[{"type":"text"}]`, ""},
		{"a block without a type", `[{"text":"x"}]`, ""},
		{"a block that is a string", `["x"]`, ""},
		{"content that is a string", `"x"`, ""},
		{"another type", `[{"type":"reasoning","text":"x"}]`, "reasoning"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x, err := Parse([]byte(`{"exec":{"name":"t"},"result":{"content":` + tc.content + `}}`))
			require.NoError(t, err)
			require.Len(t, x.Result.Content, 1)
			assert.Equal(t, tc.kind, x.Result.Content[0].Type)
		})
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"no JSON", `{"exec":`, "exchange: invalid: the input is no JSON; expected an object with exec and result: check what writes it"},
		{"two values", `{} {}`, "exchange: invalid: the input is no JSON; expected an object with exec and result: check what writes it"},
		{"nothing", ``, "exchange: invalid: the input is no JSON; expected an object with exec and result: check what writes it"},
		{"a list", `[]`, "exchange: invalid: the input is no object; expected one with exec and result: check what writes it"},
		{"no tool", `{"exec":{},"result":{}}`, "exchange: invalid: exec.name is missing; expected the tool's name: give exec as an object with callId, name and arguments"},
		{"no result", `{"exec":{"name":"t"}}`, "exchange: invalid: result is missing; expected what the tool returned: give an object with isError and content"},
		{"a decision without a kind", `{"exec":{"name":"t"},"result":{},"decision":{}}`, "exchange: invalid: decision.kind is missing; expected accept, block or another kind: leave decision out for a plain accept"},
		{"a million open brackets", strings.Repeat("[", 1_000_000), "exchange: invalid: nested deeper than 10000 levels; expected a tool result: check what writes it"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse([]byte(tc.in))
			require.ErrorIs(t, err, ErrInvalid)
			assert.EqualError(t, err, tc.want)
		})
	}
}

func replaced() pipeline.Outcome { return pipeline.Outcome{Action: pipeline.Replaced} }

// decisionOf returns the bytes of the decision in a reply.
func decisionOf(t *testing.T, reply []byte) string {
	t.Helper()
	require.True(t, json.Valid(reply), string(reply))
	rest, ok := strings.CutPrefix(string(reply), `{"decision":`)
	require.True(t, ok)
	return rest[:strings.LastIndex(rest, `,"outcome":`)]
}

func TestReplyKeepsADecisionThatWasNotReplaced(t *testing.T) {
	const decision = `{ "kind" : "block", "feedback":"no", "n":1.000, "kind2":"\u00e9", "z":{"b":1,"a":1e999} }`
	x, err := Parse([]byte(`{"exec":{"name":"t"},"result":{},"decision":` + decision + `}`))
	require.NoError(t, err)
	reply, err := x.Reply(x.Decision, pipeline.Outcome{Action: pipeline.Passed})
	require.NoError(t, err)
	assert.Equal(t, decision, decisionOf(t, reply))
}

func TestReplyPutsTheContentIn(t *testing.T) {
	for _, tc := range []struct{ name, decision, content, want string }{
		{"a decision without content", `{"kind":"accept","x":1.0}`, `[{"type":"text","text":"long"}]`,
			`{"kind":"accept","x":1.0,"content":[{"type":"text","text":"<short>"}]}`},
		{"an empty line before the brace", "{\"kind\":\"accept\"\n}", `[{"type":"text","text":"long"}]`,
			"{\"kind\":\"accept\",\"content\":[{\"type\":\"text\",\"text\":\"<short>\"}]}"},
		{"a decision with content", `{"content": [{"type":"text","text":"long"}] , "kind":"accept"}`, `[]`,
			`{"content": [{"type":"text","text":"<short>"}] , "kind":"accept"}`},
		{"unknown members of the block", `{"kind":"accept"}`, `[{"cache":{"ttl":5.0},"type":"text","text":"long","id":12345678901234567890}]`,
			`{"kind":"accept","content":[{"cache":{"ttl":5.0},"type":"text","text":"<short>","id":12345678901234567890}]}`},
		{"a name given twice", `{"kind":"accept","content":null,"content":[{"type":"text","text":"long"}]}`, `[]`,
			`{"kind":"accept","content":null,"content":[{"type":"text","text":"<short>"}]}`},
		{"an escaped name", `{"kind":"accept","\u0063ontent":[{"type":"text","text":"long"}]}`, `[]`,
			`{"kind":"accept","\u0063ontent":[{"type":"text","text":"<short>"}]}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x, err := Parse([]byte(`{"exec":{"name":"t"},"result":{"content":` + tc.content + `},"decision":` + tc.decision + `}`))
			require.NoError(t, err)
			d := x.Decision
			from := d.Content
			if from == nil {
				from = x.Result.Content
			}
			first := from[0]
			first.Text = "<short>"
			d.Content = []pipeline.Block{first}
			reply, err := x.Reply(d, replaced())
			require.NoError(t, err)
			assert.Equal(t, tc.want, decisionOf(t, reply))
		})
	}
}

// FuzzParse checks that no input makes the reader panic, and that a decision
// that was not replaced comes out with the bytes that came in.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"exec":{"name":"t"},"result":{"content":[{"type":"text","text":"a\ud83d\ude00"}]},"decision":{"kind":"accept","content":null}}`,
		`{"exec":{"name":"t"},"result":{"content":"x"},"decision":{"kind":"accept","kind":"block"}}`,
		`{"exec":{"name":"t"},"result":{},"x":"\u`, `[[[[`, `{"exec":{"name":"\ud800"}}`, " {\"exec\":{\"name\":\"\"},\"result\":{}}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x, err := Parse(data)
		if err != nil {
			return
		}
		kept := string(x.Decision.Raw)
		reply, err := x.Reply(x.Decision, pipeline.Outcome{Action: pipeline.Passed})
		require.NoError(t, err)
		assert.Equal(t, kept, decisionOf(t, reply))

		d := x.Decision
		d.Content = []pipeline.Block{{Type: "text", Text: "short"}}
		reply, err = x.Reply(d, replaced())
		require.NoError(t, err)
		again, err := Parse([]byte(`{"exec":{"name":"t"},"result":{},"decision":` + decisionOf(t, reply) + `}`))
		require.NoError(t, err)
		require.Len(t, again.Decision.Content, 1)
		assert.Equal(t, "short", again.Decision.Content[0].Text)
	})
}
