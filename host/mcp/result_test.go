package mcp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

const nested = `[[[[[[[[[[`

// Results, and what the client gets of them; "" where it gets the very bytes. LONG is
// a text that is shortened, SHORT what becomes of it.
var results = []struct {
	name   string
	opts   Options
	tools  string // a list of tools that the client has seen before
	result string
	want   string
}{
	{"one text", Options{}, "", `{"content":[{"type":"text","text":"LONG"}]}`, `{"content":[{"type":"text","text":"SHORT"}]}`},
	{"a short text", Options{}, "", `{"content":[{"type":"text","text":"hello"}]}`, ""},
	{"members before, between and after", Options{}, "",
		`{ "zeta":9007199254740993, "content" : [ { "text" : "LONG" , "type":"text" } ] , "_meta":{"k":1.0,"k":2}, "b":1e400,"a":[1] }`,
		`{ "zeta":9007199254740993, "content" : [ { "text" : "SHORT" , "type":"text" } ] , "_meta":{"k":1.0,"k":2}, "b":1e400,"a":[1] }`},
	{"escaped names", Options{}, "", `{"c\u006fntent":[{"\u0074ype":"te\u0078t","text":"LONG"}]}`, `{"c\u006fntent":[{"\u0074ype":"te\u0078t","text":"SHORT"}]}`},
	{"no error", Options{}, "", `{"isError":false,"content":[{"type":"text","text":"LONG"}]}`, `{"isError":false,"content":[{"type":"text","text":"SHORT"}]}`},
	{"an error", Options{}, "", `{"isError":true,"content":[{"type":"text","text":"LONG"}]}`, ""},
	{"an error, where errors are shortened", Options{Errors: true}, "", `{"isError":true,"content":[{"type":"text","text":"LONG"}]}`, `{"isError":true,"content":[{"type":"text","text":"SHORT"}]}`},
	{"an error flag that is no boolean", Options{Errors: true}, "", `{"isError":"no","content":[{"type":"text","text":"LONG"}]}`, ""},
	{"several texts", Options{}, "",
		`{"content":[{"type":"text","text":"LONG"},{"type":"text","text":"hello"},{"type":"text","text":"LONG"}]}`,
		`{"content":[{"type":"text","text":"SHORT"},{"type":"text","text":"hello"},{"type":"text","text":"SHORT"}]}`},
	{"an image beside the text", Options{}, "", `{"content":[{"type":"text","text":"LONG"},{"type":"image","data":"AA==","mimeType":"image/png"}]}`, ""},
	{"a block of an unknown type", Options{}, "", `{"content":[{"type":"video","text":"LONG"}]}`, ""},
	{"a text with annotations", Options{}, "", `{"content":[{"type":"text","text":"LONG","annotations":{"audience":["user"]}}]}`, ""},
	{"a text with _meta", Options{}, "", `{"content":[{"type":"text","text":"LONG","_meta":{}}]}`, ""},
	{"no content", Options{}, "", `{"rows":"LONG"}`, ""},
	{"empty content", Options{}, "", `{"content":[],"x":"LONG"}`, ""},
	{"content that is no list", Options{}, "", `{"content":{"type":"text","text":"LONG"}}`, ""},
	{"a text that is a number", Options{}, "", `{"content":[{"type":"text","text":12}],"x":"LONG"}`, ""},
	{"a block that is a string", Options{}, "", `{"content":["LONG"]}`, ""},
	{"half of a surrogate pair", Options{}, "", `{"content":[{"type":"text","text":"LONG\ud83d"}]}`, ""},
	{"a whole surrogate pair", Options{}, "", `{"content":[{"type":"text","text":"\ud83d\ude00LONG"}]}`, `{"content":[{"type":"text","text":"short <304> \"é\"\n"}]}`},
	{"content twice", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"content":[{"type":"text","text":"LONG"}]}`, ""},
	{"a text twice", Options{}, "", `{"content":[{"type":"text","text":"LONG","text":"LONG"}]}`, ""},
	{"a created task", Options{}, "", `{"task":{"taskId":"1"},"content":[{"type":"text","text":"LONG"}]}`, ""},
	{"a request for input", Options{}, "", `{"resultType":"input_required","inputRequests":{},"content":[{"type":"text","text":"LONG"}]}`, ""},
	{"a result of an unknown type", Options{}, "", `{"resultType":"partial","content":[{"type":"text","text":"LONG"}]}`, ""},
	{"a complete result", Options{}, "", `{"resultType":"complete","content":[{"type":"text","text":"LONG"}]}`, `{"resultType":"complete","content":[{"type":"text","text":"SHORT"}]}`},
	{"too deep", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"x":` + strings.Repeat(nested, 101) + strings.Repeat("]", 1010) + `}`, ""},
	{"broken inside of a member that is kept", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"x":[tru]}`, ""},
	{"broken UTF-8", Options{}, "", `{"content":[{"type":"text","text":"LONG` + "\xff" + `"}]}`, ""},
	{"a result that is a list", Options{}, "", `["LONG"]`, ""},

	{"structured: null", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":null}`, `{"content":[{"type":"text","text":"SHORT"}],"structuredContent":null}`},
	{"structured: the same text", Options{}, "", `{"structuredContent": {"content" : "LONG"},"content":[{"type":"text","text":"LONG"}]}`, `{"structuredContent": {"content" : "SHORT"},"content":[{"type":"text","text":"SHORT"}]}`},
	{"structured: the same text in other escapes", Options{}, "", `{"content":[{"type":"text","text":"a\/LONG"}],"structuredContent":{"c":"\u0061/LONG"}}`, `{"content":[{"type":"text","text":"short <302> \"é\"\n"}],"structuredContent":{"c":"short <302> \"é\"\n"}}`},
	{"structured: the same text, no mirror", Options{NoMirror: true}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, ""},
	{"structured: another text", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG."}}`, ""},
	{"structured: a short text", Options{}, "", `{"content":[{"type":"text","text":"hello"}],"structuredContent":{"content":"hello"}}`, ""},
	{"structured: a further member", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG","n":1}}`, ""},
	{"structured: the member twice", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG","content":"LONG"}}`, ""},
	{"structured: a number", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"id":9007199254740993}}`, ""},
	{"structured: no object", Options{}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":["LONG"]}`, ""},
	{"structured: two texts", Options{}, "", `{"content":[{"type":"text","text":"LONG"},{"type":"text","text":"b"}],"structuredContent":{"c":"LONG"}}`, ""},
	{"structured: a schema of any string", Options{}, `{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"content":{"type":"string","description":"d"}},"required":["content"],"additionalProperties":false,"$schema":"s"}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, `{"content":[{"type":"text","text":"SHORT"}],"structuredContent":{"content":"SHORT"}}`},
	{"structured: a schema with a length", Options{}, `{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"content":{"type":"string","minLength":250}}}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, ""},
	{"structured: a schema with a format", Options{}, `{"tools":[{"name":"t","outputSchema":{"type":"object","properties":{"content":{"type":"string","format":"uri"}}}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, ""},
	{"structured: a schema in parts", Options{}, `{"tools":[{"name":"t","outputSchema":{"type":"object","allOf":[{"properties":{"content":{"pattern":"^w"}}}]}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, ""},
	{"structured: a schema of another tool", Options{}, `{"tools":[{"name":"u","outputSchema":{"type":"object","properties":{"content":{"type":"string","enum":["x"]}}}},{"name":"t"}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, `{"content":[{"type":"text","text":"SHORT"}],"structuredContent":{"content":"SHORT"}}`},
	{"structured: a list that could not be read", Options{}, `{"tools":[{"name":"t","name":"t","outputSchema":{"type":"object"}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"content":"LONG"}}`, ""},

	{"drop: both", Options{Drop: true}, `{"tools":[{"name":"t","outputSchema":{"type":"object"}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"id":1}}`, `{"content":[{"type":"text","text":"SHORT"}]}`},
	{"drop: first", Options{Drop: true}, `{"tools":[{"name":"t"}]}`,
		`{ "structuredContent" : {"id":1} , "content":[{"type":"text","text":"hello"}]}`, `{ "content":[{"type":"text","text":"hello"}]}`},
	{"drop: between", Options{Drop: true}, `{"tools":[{"name":"t"}]}`,
		`{"a":1,"structuredContent":{"id":1},"content":[{"type":"text","text":"hello"}]}`, `{"a":1,"content":[{"type":"text","text":"hello"}]}`},
	{"drop: a client that has seen no list", Options{Drop: true}, "", `{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"id":1}}`, ""},
	{"drop: a list that could not be read", Options{Drop: true}, `{"tools":[{"name":"t","outputSchema":{},"outputSchema":{}}]}`,
		`{"content":[{"type":"text","text":"LONG"}],"structuredContent":{"id":1}}`, ""},
	{"drop: no text instead", Options{Drop: true}, `{"tools":[{"name":"t"}]}`, `{"content":[{"type":"text","text":""}],"structuredContent":{"id":"LONG"}}`, ""},
	{"drop: an error", Options{Drop: true}, `{"tools":[{"name":"t"}]}`, `{"isError":true,"content":[{"type":"text","text":"LONG"}],"structuredContent":{"id":1}}`, ""},
}

func TestResults(t *testing.T) {
	fill := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(s, "LONG", long), "SHORT", short)
	}
	for _, tc := range results {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, newFakeHost(), tc.opts)
			defer s.end()
			if tc.tools != "" {
				s.list("0", tc.tools)
			}
			s.call("1", "t")
			sent := frame("1", fill(tc.result))
			want := sent
			if tc.want != "" {
				want = frame("1", fill(tc.want))
			}
			s.server.say(sent)
			s.client.hears(want)
		})
	}
}

// Whatever the host answers, a longer or equal text never takes the place of another,
// and a fault of the host costs nothing.
func TestAnswersOfTheHost(t *testing.T) {
	for _, tc := range []struct {
		name   string
		reason string
		decide func(context.Context, *exchange.Exchange) (pipeline.Decision, pipeline.Result)
	}{
		{"the same text", pipeline.ReasonOK, func(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			return replaced(x, x.Result.Content[0].Text)
		}},
		{"two texts", pipeline.ReasonOK, func(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			d, r := replaced(x, "a")
			d.Content = append(d.Content, d.Content...)
			return d, r
		}},
		{"nothing", "", func(context.Context, *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			return pipeline.Decision{}, pipeline.Result{}
		}},
		{"a panic", pipeline.ReasonInternal, func(context.Context, *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			panic("boom")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newFakeHost()
			h.decide = tc.decide
			reports := make(chan Report, 1)
			s := start(t, h, Options{Report: func(r Report) { reports <- r }})
			defer s.end()
			s.call("1", "t")
			s.pass(s.server, s.client, frame("1", text(long)))
			r := <-reports
			assert.Equal(t, Report{Tool: "t", Reason: tc.reason, Before: r.Before, After: r.Before}, r)
		})
	}
}

func TestNamesAndArgumentsForTheHost(t *testing.T) {
	h := newFakeHost()
	s := start(t, h, Options{Server: "fs"})
	s.pass(s.client, s.server, `{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"read","arguments":{"path":"/a","n":12345678901234567890}}}`)
	s.server.say(frame(`"x"`, text(long)))
	s.client.next()
	s.end()
	require.Len(t, h.asked, 1)
	assert.Equal(t, "mcp__fs__read", h.asked[0].Exec.Name)
	assert.Equal(t, `{"path":"/a","n":12345678901234567890}`, string(h.asked[0].Exec.Arguments))
	assert.Equal(t, `"x"`, h.asked[0].Exec.CallID)
	assert.False(t, h.asked[0].Result.IsError)
}

// Of long arguments the words are kept that may be paths.
func TestLongArgumentsAreNotKept(t *testing.T) {
	h := newFakeHost()
	s := start(t, h, Options{})
	s.pass(s.client, s.server, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"write","arguments":{"content":%q,"path":"/a/b"}}}`, strings.Repeat("x", maxArguments)))
	s.server.say(frame("1", text(long)))
	s.client.next()
	s.end()
	require.Len(t, h.asked, 1)
	assert.Equal(t, `{"words":["/a/b"]}`, string(h.asked[0].Exec.Arguments))
}

func TestTextsShareABudget(t *testing.T) {
	h := newFakeHost()
	h.cfg.MinTokens, h.cfg.TargetTokens, h.cfg.MaxTokens = 2048, 1536, 8192
	words := func(n int) jsonedit.Member { return plainBlock(t, strings.Repeat("word and ", n)) }
	s := &session{Proxy: New(h, Options{})}
	type row struct{ min, target, most int }
	for _, tc := range []struct {
		name  string
		texts []jsonedit.Member
		want  []row // nil: all stay
	}{
		{"one has all of it", []jsonedit.Member{words(3000)}, []row{{}}},
		{"two halve it", []jsonedit.Member{words(3000), words(3000)}, []row{{1024, 768, 4096}, {1024, 768, 4096}}},
		{"small ones stay", []jsonedit.Member{words(3), words(3000)}, []row{{-1, -1, -1}, {2048, 1536, 8192}}},
		{"together they are small", []jsonedit.Member{words(400), words(400)}, []row{{-1, -1, -1}, {-1, -1, -1}}},
		{"small ones add up", []jsonedit.Member{words(600), words(600), words(600)}, []row{{682, 512, 2730}, {682, 512, 2730}, {682, 512, 2730}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []row
			for _, b := range s.share("t", tc.texts) {
				if b.skip {
					got = append(got, row{-1, -1, -1})
					continue
				}
				got = append(got, row{b.MinTokens, b.TargetTokens, b.MaxTokens})
			}
			assert.Equal(t, tc.want, got)
		})
	}
	t.Run("no more than some are shortened", func(t *testing.T) {
		var many []jsonedit.Member
		for range 3 * mostBlocks {
			many = append(many, words(600))
		}
		n := 0
		for _, b := range s.share("t", many) {
			if !b.skip {
				n++
				assert.Equal(t, leastTokens, b.TargetTokens)
				assert.GreaterOrEqual(t, b.MaxTokens, b.MinTokens)
			}
		}
		assert.Equal(t, mostBlocks, n)
	})
}

func plainBlock(t *testing.T, s string) jsonedit.Member {
	m, ok := parse([]byte(frame("1", text(s))))
	require.True(t, ok)
	result, ok := jsonedit.Unique(m.result)
	require.True(t, ok)
	blocks, reason := plain(result["content"])
	require.Empty(t, reason)
	return blocks[0]
}
