package jsonedit

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/lineartest"
)

func TestEditsKeepEveryOtherByte(t *testing.T) {
	for _, tc := range []struct{ name, object, set, removed string }{
		{"alone", `{"a":1}`, `{"a":7}`, `{}`},
		{"alone among blanks", "{ \"a\" : 1\n}", "{ \"a\" : 7\n}", "{}"},
		{"first", `{"a": 1 , "b":12345678901234567890}`, `{"a": 7 , "b":12345678901234567890}`, `{"b":12345678901234567890}`},
		{"last", "{\"b\":1.0,\n\t\"a\" : [1,{\"a\":2}]\n}", "{\"b\":1.0,\n\t\"a\" : 7\n}", "{\"b\":1.0\n}"},
		{"between", `{"b":1,"a":"x,}","c":2}`, `{"b":1,"a":7,"c":2}`, `{"b":1,"c":2}`},
		{"twice: the last counts", `{"a":1,"b":2,"a":3}`, `{"a":1,"b":2,"a":7}`, `{"b":2}`},
		{"an escaped name", `{"\u0061":1,"b":2}`, `{"\u0061":7,"b":2}`, `{"b":2}`},
		{"none", `{"b":2 }`, `{"b":2,"a":7}`, `{"b":2 }`},
		{"none in an empty one", "{ \n}", `{"a":7}`, "{ \n}"},
		{"only inside of another", `{"b":{"a":1}}`, `{"b":{"a":1},"a":7}`, `{"b":{"a":1}}`},
		{"blanks around", ` {"a":1} `, ` {"a":7} `, ` {} `},
	} {
		t.Run(tc.name, func(t *testing.T) {
			before := tc.object
			out, err := Set([]byte(tc.object), "a", []byte("7"))
			require.NoError(t, err)
			assert.Equal(t, tc.set, string(out))
			out, err = Remove([]byte(tc.object), "a")
			require.NoError(t, err)
			assert.Equal(t, tc.removed, string(out))
			assert.Equal(t, before, tc.object)
			out, err = Replace([]byte(tc.object), "a", []byte("7"))
			if strings.HasPrefix(tc.name, "none") || strings.HasPrefix(tc.name, "only") {
				assert.ErrorIs(t, err, ErrMoved)
			} else {
				require.NoError(t, err)
				assert.Equal(t, tc.set, string(out))
			}
		})
	}
	for _, other := range []string{``, `[]`, `"a"`, `7`, `}`, `{`} {
		_, err := Set([]byte(other), "a", []byte("7"))
		assert.ErrorIs(t, err, ErrMoved, other)
	}
}

func TestMembersWithOneName(t *testing.T) {
	twice := gjson.Parse(`{"a":1,"a":{"b":[2,3],"b":4}}`)
	assert.Equal(t, `{"b":[2,3],"b":4}`, Members(twice)["a"].Raw, "the last counts")
	assert.Equal(t, "4", At(twice, "a.b").Raw)
	assert.False(t, At(twice, "a.c.d").Exists())
	_, ok := Unique(twice)
	assert.False(t, ok, "which of them counts is the reader's choice")
	assert.Nil(t, Members(gjson.Parse(`[1]`)))
	_, ok = Unique(gjson.Parse(`{"x":1,"y":2}`))
	assert.True(t, ok)
	var many strings.Builder
	for i := range MaxMembers + 1 {
		many.WriteString(string(Quote(strings.Repeat("x", i))) + ":1,")
	}
	_, ok = Unique(gjson.Parse("{" + strings.TrimSuffix(many.String(), ",") + "}"))
	assert.False(t, ok, "more than anything looks into")
}

func TestHalvesOfPairs(t *testing.T) {
	for raw, half := range map[string]bool{
		`"\ud83d\ude00"`: false, `"\ud83d"`: true, `"\ude00"`: true, `"\ud83d\ud83d"`: true, `"\ud83dx"`: true,
		`"\\ud83d"`: false, `"\\\ud83d"`: true, `"\u00e9"`: false, `"\uD83D\uDE00\uD83D"`: true, `"\`: false, `"\u12`: false, `"\u+12d"`: false,
	} {
		assert.Equal(t, half, HalfPair(raw), raw)
	}
}

func TestDepthCountsBracketsOutsideStrings(t *testing.T) {
	for text, depth := range map[string]int{``: 0, `{}`: 1, `[[],{"a":[1]}]`: 3, `["[[[["]`: 1, `["\"[["]`: 1, `]]]][`: 0, `["\\",[1]]`: 2} {
		assert.Equal(t, depth, Depth([]byte(text)), text)
	}
}

func TestTheBoundOfDepthIsThatOfOtherReaders(t *testing.T) {
	nested := func(depth int) []byte { return []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth)) }
	assert.True(t, json.Valid(nested(MaxDepth)))
	assert.False(t, json.Valid(nested(MaxDepth+1)))
}

func TestScansTakeLinearTime(t *testing.T) {
	for _, part := range []string{"[", `\u00e9`, `\ud83d`, `\\`, `"a":1,`} {
		t.Run(part, func(t *testing.T) {
			lineartest.Check(t, 20_000, func(n int) {
				text := strings.Repeat(part, n)
				Depth([]byte(text))
				HalfPair(text)
			})
		})
	}
}

// FuzzEdits holds every edit against what encoding/json reads before and after it.
func FuzzEdits(f *testing.F) {
	for _, object := range []string{
		`{"a":1}`, `{"b":1,"a":2 , "a":"x\ud83d"}`, "{ }", `{"":{"a":[1,2]},"\u0061":null}`, `{"a":1e999,"b":"\ud83d\ude00"}`, `[1]`, `{"a":`,
	} {
		f.Add([]byte(object), "a")
	}
	f.Fuzz(func(t *testing.T, object []byte, name string) {
		if Depth(object) > MaxFrameDepth || !gjson.ValidBytes(object) {
			return
		}
		require.True(t, json.Valid(object), "what one reader takes another takes")
		HalfPair(string(object))
		var before map[string]json.RawMessage
		if json.Unmarshal(object, &before) != nil || before == nil {
			require.Nil(t, Members(gjson.ParseBytes(object)))
			return
		}
		// A name that is not valid text reads as another one.
		var key string
		require.NoError(t, json.Unmarshal(Quote(name), &key))
		if key != name || strings.Contains(string(object), `\u`) || !json.Valid(Quote(string(object))) || strings.ToValidUTF8(string(object), "") != string(object) {
			_, _ = Set(object, name, []byte("7"))
			_, _ = Remove(object, name)
			return
		}
		set, err := Set(object, name, []byte(`[7]`))
		require.NoError(t, err)
		want := map[string]json.RawMessage{}
		for k, v := range before {
			want[k] = v
		}
		want[name] = json.RawMessage(`[7]`)
		requireMembers(t, want, set)
		removed, err := Remove(object, name)
		require.NoError(t, err)
		delete(want, name)
		requireMembers(t, want, removed)
		if members, ok := Unique(gjson.ParseBytes(object)); ok {
			for k, m := range members {
				require.Equal(t, string(before[k]), m.Raw)
				require.Equal(t, m.Raw, string(object[m.Index:m.End()]))
				require.True(t, json.Valid(Apply(object, []Edit{Without(object, m)})))
			}
		}
	})
}

func requireMembers(t *testing.T, want map[string]json.RawMessage, object []byte) {
	t.Helper()
	var got map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(object, &got), string(object))
	require.Equal(t, want, got)
}
