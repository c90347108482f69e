package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
	"github.com/riffle-dev/riffle/internal/lineartest"
)

// FuzzResults feeds results of servers to the proxy. What comes out is the very frame,
// or JSON that any reader takes for the same but for texts that were replaced.
func FuzzResults(f *testing.F) {
	fill := strings.NewReplacer("LONG", long, "SHORT", short)
	for _, r := range results {
		f.Add([]byte(frame("1", fill.Replace(r.result))), r.opts.Drop)
	}
	f.Add([]byte(`{"jsonrpc":"2.0","id":1}`), false)
	f.Fuzz(func(t *testing.T, data []byte, drop bool) {
		s := &session{Proxy: New(newFakeHost(), Options{Drop: drop}), tools: newTools()}
		s.tools.schemas["t"] = ""
		m, ok := parse(data)
		if !ok || !m.isResult() {
			return
		}
		out, _ := s.rewrite(context.Background(), &call{tool: "t"}, m, data)
		if string(out) == string(data) {
			return
		}
		require.True(t, json.Valid(out) && utf8.Valid(out))
		require.Less(t, len(out), len(data)+len(short)) // a text may be longer unescaped than escaped
		var before, after any
		require.NoError(t, decode(data, &before))
		require.NoError(t, decode(out, &after))
		wanted := before.(map[string]any)["result"].(map[string]any)
		if structured, ok := wanted["structuredContent"].(map[string]any); ok && drop {
			delete(wanted, "structuredContent")
		} else if ok {
			for name, v := range structured {
				structured[name] = replacement(v.(string), true)
			}
		} else if drop && wanted["structuredContent"] != nil {
			delete(wanted, "structuredContent")
		}
		blocks := wanted["content"].([]any)
		for _, b := range blocks {
			block := b.(map[string]any)
			block["text"] = replacement(block["text"].(string), len(blocks) == 1)
		}
		require.Equal(t, before, after)
		// The order of the members and the spelling of all else.
		require.Equal(t, skeleton(data, drop), skeleton(out, drop))
	})
}

// decode reads JSON with its numbers as they are spelled.
func decode(data []byte, v any) error {
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.UseNumber()
	return d.Decode(v)
}

// replacement is what the fake host makes of a text. One that stands beside others is
// not shown to it where it is small.
func replacement(text string, alone bool) string {
	if len(text) <= 100 || !alone && len(text) <= leastTokens {
		return text
	}
	h := newFakeHost()
	out, _ := h.Decide(context.Background(), exchangeOf(text))
	return out.Content[0].Text
}

// skeleton is a frame without the strings in content and structuredContent, and without
// white space and commas, which go with a member that is dropped.
func skeleton(data []byte, drop bool) string {
	m, _ := parse(data)
	result, _ := jsonedit.Unique(m.result)
	var edits []jsonedit.Edit
	blank := func(v gjson.Result) {
		edits = append(edits, jsonedit.Edit{Start: v.Index, End: v.Index + len(v.Raw), Text: nil})
	}
	for name, v := range result {
		switch {
		case name == "content":
			blocks, _ := plain(v)
			for _, b := range blocks {
				blank(b.Result)
			}
		case name == "structuredContent" && drop && jsonedit.Given(v.Result):
			edits = append(edits, jsonedit.Without(data, v))
		case name == "structuredContent":
			v.ForEach(func(_, only gjson.Result) bool {
				if only.Type == gjson.String {
					blank(only)
				}
				return true
			})
		}
	}
	return strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", ",", "").Replace(string(jsonedit.Apply(data, edits)))
}

// FuzzLists feeds lists of tools to the proxy.
func FuzzLists(f *testing.F) {
	for _, r := range results {
		if r.tools != "" {
			f.Add([]byte(frame("1", r.tools)))
		}
	}
	f.Add([]byte(frame("1", `{"tools":[{"outputSchema":{}, "name":"a"} ] , "nextCursor":null}`)))
	h, _ := stored(f, "x")
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &session{Proxy: New(h, Options{Drop: true, GetTool: true}), tools: newTools()}
		m, ok := parse(data)
		if !ok || !m.isResult() {
			return
		}
		out := s.list(&call{first: true}, m, data)
		if string(out) == string(data) {
			return
		}
		require.True(t, json.Valid(out))
		var before, after any
		require.NoError(t, decode(data, &before))
		require.NoError(t, decode(out, &after))
		result := before.(map[string]any)["result"].(map[string]any)
		list := result["tools"].([]any)
		for _, v := range list {
			delete(v.(map[string]any), "outputSchema")
		}
		if s.tools.ours != "" {
			var own any
			require.NoError(t, decode(definition(s.tools.ours), &own))
			result["tools"] = append(list, own)
		}
		require.Equal(t, before, after)
	})
}

// FuzzSession feeds bytes of both peers to a whole session: nothing panics, and but for
// results all of it comes out.
func FuzzSession(f *testing.F) {
	f.Add([]byte(`{"id":1,"method":"tools/call","params":{"name":"t"}}`+"\n"), []byte(frame("1", text(long))+"\n"))
	f.Add([]byte(`{"id":1,"method":"tools/list"}`+"\n"), []byte(frame("1", `{"tools":[]}`)+"\nx"))
	f.Add([]byte("[\n\n\x00"), []byte("{\"id\":1,\"result\":\n"))
	f.Fuzz(func(t *testing.T, fromClient, fromServer []byte) {
		var toClient, toServer strings.Builder
		read := make(chan struct{})
		h := newFakeHost()
		err := New(h, Options{Drop: true}).Run(context.Background(),
			Ends{strings.NewReader(string(fromClient)), &toClient},
			Ends{&after{read, strings.NewReader(string(fromServer))}, &closing{&toServer, read}})
		require.NoError(t, err)
		require.Equal(t, string(fromClient), toServer.String())
		if len(h.asked) == 0 && !strings.Contains(string(fromServer), "Schema") && !strings.Contains(string(fromServer), "structured") && !strings.Contains(string(fromServer), `\u`) {
			require.ElementsMatch(t, strings.SplitAfter(string(fromServer), "\n"), strings.SplitAfter(toClient.String(), "\n"))
		}
	})
}

func TestFramesTakeLinearTime(t *testing.T) {
	for _, tc := range []struct{ name, part string }{
		{"one letter", "x"},
		{"brackets", "["},
		{"escapes", `\u00e9`},
		{"half pairs", `\ud83d`},
		{"backslashes", `\\`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := &session{Proxy: New(newFakeHost(), Options{}), tools: newTools()}
			lineartest.Check(t, 20_000, func(n int) {
				data := []byte(`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + strings.Repeat(tc.part, n) + `"}]}}`)
				m, _ := parse(data)
				s.rewrite(context.Background(), &call{tool: "t"}, m, data)
			})
		})
	}
}
