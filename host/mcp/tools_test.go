package mcp

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/spill"
)

func TestListsWithoutSchemas(t *testing.T) {
	for _, tc := range []struct{ name, list, want string }{
		{"no tool", `{"tools":[]}`, `{"tools":[]}`},
		{"no schema", `{"tools":[{"name":"t","inputSchema":{"type":"object"}}],"x":1.0}`, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}],"x":1.0}`},
		{"last, first, between, alone",
			`{"tools":[ {"name":"a", "outputSchema":{"x":[1]} }, { "outputSchema": {}, "name":"b"},{"n":9007199254740993,"outputSchema":{},"name":"c"}]}`,
			`{"tools":[ {"name":"a" }, { "name":"b"},{"n":9007199254740993,"name":"c"}]}`},
		{"a tool without a name", `{"tools":[{"outputSchema":{}}]}`, `{"tools":[{"outputSchema":{}}]}`},
		{"a schema twice", `{"tools":[{"name":"a","outputSchema":{},"outputSchema":{}}]}`, `{"tools":[{"name":"a","outputSchema":{},"outputSchema":{}}]}`},
		{"no list", `{"tools":{"outputSchema":{}}}`, `{"tools":{"outputSchema":{}}}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, newFakeHost(), Options{Drop: true})
			defer s.end()
			assert.Equal(t, frame("1", tc.want), s.list("1", tc.list))
		})
	}
}

// stored is a host with one original in its store.
func stored(t testing.TB, original string) (*fakeHost, spill.Locator) {
	h := newFakeHost()
	store, err := spill.Open(spill.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	loc, err := store.Save(context.Background(), spill.Meta{Tool: "t", Kind: "text"}, []byte(original), nil)
	require.NoError(t, err)
	h.store = store
	return h, loc
}

func TestOurOwnToolIsOnTheLastPage(t *testing.T) {
	h, _ := stored(t, "x")
	for _, tc := range []struct {
		name, list string
		want       string // in place of OURS
	}{
		{"after others", `{"tools":[{"name":"t"} ],"_meta":{}}`, `{"tools":[{"name":"t"} ,OURS],"_meta":{}}`},
		{"alone", `{"tools":[]}`, `{"tools":[OURS]}`},
		{"not before the last page", `{"tools":[{"name":"t"}],"nextCursor":"2"}`, ""},
		{"no cursor", `{"tools":[],"nextCursor":null}`, `{"tools":[OURS],"nextCursor":null}`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, h, Options{GetTool: true})
			defer s.end()
			want := tc.list
			if tc.want != "" {
				want = strings.ReplaceAll(tc.want, "OURS", string(definition("riffle_get")))
			}
			assert.Equal(t, frame("1", want), s.list("1", tc.list))
		})
	}
	t.Run("not without a store", func(t *testing.T) {
		s := start(t, newFakeHost(), Options{GetTool: true})
		defer s.end()
		assert.Equal(t, frame("1", `{"tools":[]}`), s.list("1", `{"tools":[]}`))
	})
	require.True(t, gjson.ValidBytes(definition("x")))
}

// get calls our own tool and returns the text of its answer.
func (s *testSession) get(id, name, args string) (text string, failed bool) {
	s.t.Helper()
	s.client.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, name, args))
	m, ok := parse([]byte(s.client.next()))
	require.True(s.t, ok)
	require.Equal(s.t, id, m.rawID)
	require.Equal(s.t, "text", m.result.Get("content.0.type").Str)
	return m.result.Get("content.0.text").Str, m.result.Get("isError").Bool()
}

func TestReadingOriginals(t *testing.T) {
	original := "alpha\nbeta é\ngamma\n"
	h, loc := stored(t, original)
	secret := filepath.Join(t.TempDir(), "secret")
	require.NoError(t, os.WriteFile(secret, []byte("secret"), 0o600))
	s := start(t, h, Options{GetTool: true})
	defer s.end()
	s.list("0", `{"tools":[]}`)
	for _, tc := range []struct {
		name, args, want string
		failed           bool
	}{
		{"all of it", `{"id":"ID"}`, original, false},
		{"by its path", `{"id":"PATH"}`, original, false},
		{"lines", `{"id":"ID","lines":"2-3"}`, "beta é\ngamma\n", false},
		{"a line as a number", `{"id":"ID","lines":2}`, "beta é\n", false},
		{"characters", `{"id":"ID","chars":"6-12"}`, "beta é", false},
		{"grep", `{"id":"ID","grep":"^g"}`, "3:gamma\n", false},
		{"grep with lines around", `{"id":"ID","grep":"^g","context":1}`, "2-beta é\n3:gamma\n", false},
		{"no id", `{}`, "the id is missing", true},
		{"no arguments", `null`, "the id is missing", true},
		{"an unknown id", `{"id":"ffffffffffff"}`, "unknown", true},
		{"a path outside the store", `{"id":"SECRET"}`, "refused", true},
		{"a path that climbs", `{"id":"PATH/../../../x"}`, "refused", true},
		{"no regular expression", `{"id":"ID","grep":"("}`, "no regular expression", true},
		{"lines that are not there", `{"id":"ID","lines":"9"}`, "3 lines", true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			args := strings.NewReplacer("SECRET", secret, "PATH", loc.Path, "ID", loc.ID).Replace(tc.args)
			got, failed := s.get(`"g"`, "riffle_get", args)
			assert.Equal(t, tc.failed, failed, got)
			if tc.failed {
				assert.Contains(t, got, tc.want)
				assert.NotContains(t, got, "secret\n")
				return
			}
			assert.Equal(t, tc.want, got)
		})
	}
	t.Run("what is read is not shortened", func(t *testing.T) { assert.Empty(t, h.asked) })
}

func TestLongOriginalsAreReadInParts(t *testing.T) {
	original := strings.Repeat("é", maxRead)
	h, loc := stored(t, original)
	s := start(t, h, Options{GetTool: true})
	defer s.end()
	s.list("0", `{"tools":[]}`)
	got, failed := s.get("1", "riffle_get", fmt.Sprintf(`{"id":%q}`, loc.ID))
	require.False(t, failed)
	text, rest, found := strings.Cut(got, "\n[cut here")
	require.True(t, found, rest)
	assert.Equal(t, original[:maxRead], text)
	got, _ = s.get("2", "riffle_get", fmt.Sprintf(`{"id":%q,"chars":"%d-%d"}`, loc.ID, maxRead/2, maxRead))
	assert.Equal(t, original[maxRead:], got)
}

func TestNamesThatTheServerHas(t *testing.T) {
	h, loc := stored(t, "original")
	for _, tc := range []struct {
		name, list string
		ours       string // "" where none is left
	}{
		{"none of them", `{"tools":[{"name":"t"}]}`, "riffle_get"},
		{"the first", `{"tools":[{"name":"riffle_get"}]}`, "riffle_get_original"},
		{"both", `{"tools":[{"name":"riffle_get"},{"name":"riffle_get_original"}]}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t, h, Options{GetTool: true})
			defer s.end()
			s.list("0", tc.list)
			for _, name := range getNames {
				if name == tc.ours {
					got, _ := s.get("1", name, fmt.Sprintf(`{"id":%q}`, loc.ID))
					assert.Equal(t, "original", got)
					continue
				}
				s.call("2", name)
				s.pass(s.server, s.client, frame("2", text("the server's")))
			}
		})
	}
	t.Run("on an earlier page", func(t *testing.T) {
		s := start(t, h, Options{GetTool: true})
		defer s.end()
		s.list("0", `{"tools":[{"name":"riffle_get"}],"nextCursor":"2"}`)
		assert.Contains(t, s.list("1", `{"tools":[]}`), `"riffle_get_original"`)
	})
	t.Run("before any list all calls are the server's", func(t *testing.T) {
		s := start(t, h, Options{GetTool: true})
		defer s.end()
		s.call("1", "riffle_get")
		s.pass(s.server, s.client, frame("1", text("the server's")))
	})
}

// A client may end its words right after a call of our own tool: it is still answered.
func TestReadingAtTheEnd(t *testing.T) {
	h, loc := stored(t, "original")
	s := start(t, h, Options{GetTool: true})
	s.list("0", `{"tools":[]}`)
	s.client.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"riffle_get","arguments":{"id":%q}}}`, loc.ID))
	s.client.out.Close()
	s.server.ended()
	s.server.out.Close()
	s.client.hears(frame("7", text("original")))
	s.client.ended()
	require.NoError(t, <-s.done)
}

func TestSchemasOfAnyString(t *testing.T) {
	for _, tc := range []struct {
		schema string
		want   bool
	}{
		{`{}`, true},
		{`{"type":"object"}`, true},
		{`{"type":"array"}`, false},
		{`{"properties":{"c":{"type":"string"}}}`, true},
		{`{"properties":{"c":true}}`, true},
		{`{"properties":{"c":{}}}`, true},
		{`{"properties":{"c":{"type":["null","string"],"title":"x"}}}`, true},
		{`{"properties":{"c":{"type":"number"}}}`, false},
		{`{"properties":{"c":{"const":"x"}}}`, false},
		{`{"properties":{"c":{"$ref":"#/x"}}}`, false},
		{`{"properties":{"c":{"contentEncoding":"base64"}}}`, false},
		{`{"properties":{"c":{"type":"string"}},"additionalProperties":{"maxLength":3}}`, true},
		{`{"additionalProperties":{"maxLength":3}}`, false},
		{`{"additionalProperties":false}`, false},
		{`{"additionalProperties":true}`, true},
		{`{"patternProperties":{".*":{"maxLength":3}}}`, false},
		{`{"properties":{"c":{"type":"string"}},"properties":{"c":{"maxLength":3}}}`, false},
		{`{"properties":[]}`, false},
		{`true`, false},
	} {
		t.Run(tc.schema, func(t *testing.T) { assert.Equal(t, tc.want, allowsAnyString(tc.schema, "c")) })
	}
}
