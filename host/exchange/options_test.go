package exchange

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
)

func withOptions(options string) []byte {
	return []byte(`{"exec":{"name":"t"},"result":{},"options":` + options + `}`)
}

func TestOptionsAreRead(t *testing.T) {
	for _, tc := range []struct {
		name, options string
		want          pipeline.Wishes
	}{
		{"none", `null`, pipeline.Wishes{}},
		{"empty", `{}`, pipeline.Wishes{}},
		{"all", `{"targetTokens":1000,"minTokens":1,"maxTokens":2e3,"kind":"log","spill":{"locator":"/a","hint":"Use read."}}`, pipeline.Wishes{
			Overrides: config.Overrides{TargetTokens: 1000, MinTokens: 1, MaxTokens: 2000}, Kind: "log",
			Given: &pipeline.Given{Locator: "/a", Hint: "Use read."},
		}},
		{"bounds of the preview", `{"preview":{"thresholdChars":900,"headChars":400,"tailChars":0}}`, pipeline.Wishes{Preview: &config.Preview{ThresholdChars: 900, HeadChars: 400}}},
		{"nulls", `{"targetTokens":null,"kind":null,"spill":null}`, pipeline.Wishes{}},
		{"members of a later version", `{"colour":"red"}`, pipeline.Wishes{}},
		{"a spill without a hint", `{"spill":{"locator":"/a","hint":null}}`, pipeline.Wishes{Given: &pipeline.Given{Locator: "/a"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x, err := Parse(withOptions(tc.options))
			require.NoError(t, err)
			assert.Equal(t, tc.want, x.Wishes)
		})
	}
}

func TestOptionsThatMeanNothingAreRefused(t *testing.T) {
	for _, tc := range []struct{ name, options, want string }{
		{"no object", `5`, "options is no object"},
		{"no tokens", `{"targetTokens":0}`, "options.targetTokens is 0; expected a whole number of tokens, at least 1"},
		{"half a token", `{"maxTokens":0.5}`, "options.maxTokens is 0.5"},
		{"endless tokens", `{"minTokens":1e999}`, "options.minTokens is 1e999"},
		{"a budget that is a string", `{"minTokens":"7"}`, `options.minTokens is "7"`},
		{"a kind that is a number", `{"kind":1}`, "options.kind is 1"},
		{"a preview without its tail", `{"preview":{"thresholdChars":900,"headChars":400}}`, "options.preview.tailChars is ; expected"},
		{"a preview that leaves nothing out", `{"preview":{"thresholdChars":9,"headChars":5,"tailChars":4}}`, "headChars 5 + tailChars 4 is not under thresholdChars 9"},
		{"a spill that is a string", `{"spill":"/a"}`, "options.spill is no object with a locator"},
		{"a spill without a locator", `{"spill":{"hint":"x"}}`, "options.spill is no object with a locator"},
		{"a hash that is a number", `{"spill":{"locator":"/a","sha256":1}}`, "options.spill is no object with a locator"},
		{"a hash that is none", `{"spill":{"locator":"/a","sha256":"abc"}}`, `the sha256 of the given spill is "abc"`},
		{"a hint that is a number", `{"spill":{"locator":"/a","hint":1}}`, "options.spill is no object with a locator"},
		{"a locator of two lines", `{"spill":{"locator":"/a\nb"}}`, "options.spill: pipeline: the locator of the given spill is not one line"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Parse(withOptions(tc.options))
			require.ErrorIs(t, err, ErrInvalid)
			assert.ErrorContains(t, err, tc.want)
		})
	}
}

func TestAnAnswerRepeatsTheIDAndNamesTheOriginal(t *testing.T) {
	x, err := Parse([]byte(`{"id":{"n":1.0},"exec":{"name":"t"},"result":{},"decision":{"kind":"block","n":1.50}}`))
	require.NoError(t, err)
	got, err := x.Answer(x.Decision, pipeline.Result{Locator: &spill.Locator{ID: "abc", Path: "/a", SHA256: "abcd", Bytes: 3}})
	require.NoError(t, err)
	require.True(t, json.Valid(got))
	assert.True(t, strings.HasPrefix(string(got), `{"id":{"n":1.0},"decision":{"kind":"block","n":1.50},"outcome":{`), string(got))
	assert.True(t, strings.HasSuffix(string(got), `},"locator":{"id":"abc","path":"/a","sha256":"abcd","bytes":3}}`+"\n"), string(got))
	x.ID = nil
	got, err = x.Answer(x.Decision, pipeline.Result{})
	require.NoError(t, err)
	assert.True(t, strings.HasPrefix(string(got), `{"decision":`), string(got))
	assert.True(t, strings.HasSuffix(string(got), `,"locator":null}`+"\n"), string(got))
}

func TestNoChangeSaysWhy(t *testing.T) {
	got := NoChange(json.RawMessage(`7`), "queue-full", "4 run <&> 64 wait")
	require.True(t, json.Valid(got))
	assert.True(t, strings.HasPrefix(string(got), `{"id":7,"decision":null,"outcome":{"action":"passed","reason":"queue-full","detail":"4 run <&> 64 wait"`), string(got))
	assert.True(t, strings.HasSuffix(string(got), `"locator":null}`+"\n"))
}

func TestPeekID(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"first", `{"id":7,"exec":{}}`, `7`},
		{"last", `{"exec":{"id":1},"id":"x"}`, `"x"`},
		{"an object", `{"id":{"a":[1,2.0]}}`, `{"a":[1,2.0]}`},
		{"null", `{"id":null}`, `null`},
		{"none", `{"exec":{"id":1}}`, ``},
		{"cut behind it", `{"id":"x","exec":{"name":"aaaa`, `"x"`},
		{"cut within it", `{"id":"xyz`, ``},
		{"too long", `{"id":"` + strings.Repeat("x", maxID) + `"}`, ``},
		{"no JSON", "\x00\xff", ``},
		{"nothing", ``, ``},
	} {
		t.Run(tc.name, func(t *testing.T) { assert.Equal(t, tc.want, string(PeekID([]byte(tc.in)))) })
	}
}

func TestAnIDIsShort(t *testing.T) {
	_, err := Parse([]byte(`{"id":"` + strings.Repeat("x", maxID) + `","exec":{"name":"t"},"result":{}}`))
	assert.ErrorContains(t, err, "id has 258 bytes; expected at most 256")
}

// FuzzPeekID checks that what is found is a JSON value, and the exchange's own where
// it is one.
func FuzzPeekID(f *testing.F) {
	for _, seed := range []string{`{"id":7,"exec":{"name":"t"},"result":{}}`, `{"id":"x`, `[{"id":1}]`, `{"id":1,"id":2,"exec":{"name":"t"},"result":{}}`, "{\"i\\u0064\":1}"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		id := PeekID(data)
		if id == nil {
			return
		}
		assert.True(t, json.Valid(id), "%q", id)
		assert.LessOrEqual(t, len(id), maxID)
	})
}
