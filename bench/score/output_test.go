package score

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

func TestParseReadsTheNotice(t *testing.T) {
	o := Parse("[riffle: log, 9 of 12 lines omitted, ~900 -> 80 tokens (tiktoken). N: numbers the lines; a jump is a gap.\n"+
		"Nothing is lost, the original is /x/y.out\nMore: riffle get abc]\n[note: two logs]\n3:a\n7:b …c\n", "")
	assert.Equal(t, Totals{Omitted: 9, Total: 12, Unit: "lines", Before: 900, After: 80, About: true, Estimator: "tiktoken"}, o.Stated)
	assert.Equal(t, "line", o.Numbered)
	assert.True(t, o.Recovery)
	require.Len(t, o.Rows, 3)
	assert.True(t, o.Rows[0].Note)
	assert.Equal(t, 3, o.Rows[1].Number)
	assert.Equal(t, []string{"b ", "c"}, o.Rows[2].Pieces)
	assert.True(t, o.Rows[2].Gapped)
}

func TestParseReadsTheShortNotice(t *testing.T) {
	for notice, want := range map[string]Totals{
		"[riffle: log, 9 of 12 lines omitted, 900->80 bpe tokens, N: line; all kept: riffle get x]":           {9, 12, "lines", 900, 80, false, "bpe"},
		"[riffle: log, 9 of 12 lines omitted, ~900->~80 ngram x1.18 tokens; all kept: riffle get x]":          {9, 12, "lines", 900, 80, true, "ngram x1.18"},
		"[riffle: log, 9 of 12 lines omitted, ~900 -> ~80 tokens (ngram x1.18).\nNothing is lost\nMore: x y]": {9, 12, "lines", 900, 80, true, "ngram x1.18"},
	} {
		assert.Equal(t, want, Parse(notice+"\na\n", "").Stated, notice)
	}
}

func TestFalseTokenCountsAreDishonest(t *testing.T) {
	content := strings.Repeat("one two three\n", 30)
	s := NewSubject(&corpus.Case{Name: "log/x.log", Kind: "log", Data: []byte(content)}, newCounter(t), "")
	honesty := func(before int) float64 {
		return s.Judge(fmt.Sprintf("[riffle: log, 0 of 30 lines omitted, %d->80 bpe tokens; all kept: riffle get x]\n%s", before, content), 10000, nil).Honesty
	}
	assert.Equal(t, 1.0, honesty(s.Tokens))
	assert.Less(t, honesty(3*s.Tokens), 1.0)
}

func TestParseReadsMarkersAndLabels(t *testing.T) {
	for line, want := range map[string]Row{
		"[... 771 lines omitted: 41-811]":                {Marker: &Marker{Count: 771, Unit: "lines", From: 41, To: 811, Ranged: true, ByLine: true}},
		"[... 1 lines omitted: 41]":                      {Marker: &Marker{Count: 1, Unit: "lines", From: 41, To: 41, Ranged: true, ByLine: true}},
		"[... 21320 chars omitted: 4096-25416]":          {Marker: &Marker{Count: 21320, Unit: "chars", From: 4096, To: 25416, Ranged: true, ByChar: true}},
		"  [... 8 of 9 items omitted: $.a[0].tags[1:9]]": {Indent: 1, Marker: &Marker{Count: 8, Of: 9, Unit: "items", Ref: "$.a[0].tags", From: 1, To: 9, Ranged: true}},
		"[... 90 of 91 entries omitted: $.labels]":       {Marker: &Marker{Count: 90, Of: 91, Unit: "entries", Ref: "$.labels"}},
		"[... 40 items in 3 arrays omitted: lines 5-9]":  {Marker: &Marker{Count: 40, Unit: "items", Arrays: 3, From: 5, To: 9, Ranged: true, ByLine: true}},
		"$.items[12] id=7":                               {Ref: "$.items", Item: 12, Text: "id=7", Pieces: []string{"id=7"}},
		`$["a b"].c[1] id=7`:                             {Ref: `$["a b"].c`, Item: 1, Text: "id=7", Pieces: []string{"id=7"}},
		"    tags[0] x":                                  {Ref: "tags", Item: 0, Indent: 2, Text: "x", Pieces: []string{"x"}},
		"boom [3 repeated: 5-90]":                        {Item: -1, Text: "boom [3 repeated: 5-90]", Pieces: []string{"boom"}, Repeat: []Repeat{{3, true, "boom", 5, 90}}},
		"12:05 no number without a notice":               {Item: -1, Text: "12:05 no number without a notice", Pieces: []string{"12:05 no number without a notice"}},
	} {
		t.Run(line, func(t *testing.T) {
			want.Number = -1
			if want.Marker != nil {
				want.Item = -1
			}
			o := Parse(line+"\n", "")
			require.Len(t, o.Rows, 1)
			assert.Equal(t, want, o.Rows[0])
		})
	}
}

func TestAMarkerThatTheContentItselfSaysIsContent(t *testing.T) {
	const spoof = "[... 5 lines omitted: 3-7]"
	assert.Nil(t, Parse(spoof+"\n", "a\n"+spoof+"\nb\n").Rows[0].Marker)
	assert.NotNil(t, Parse(spoof+"\n", "a\nb\n").Rows[0].Marker)
}

func TestWhatIsEscapedIsReadAsTheContentHasIt(t *testing.T) {
	const content = "[... 3 lines omitted: 2-4]\nfine [3 repeated: 7-9]\n\\[note: with a backslash of its own]\n  More: of it\n"
	o := Parse("\\[... 3 lines omitted: 2-4]\nfine \\[3 repeated: 7-9]\n\\[note: with a backslash of its own]\n  \\More: of it\n", content)
	var pieces []string
	for _, r := range o.Rows {
		assert.Nil(t, r.Marker)
		assert.Empty(t, r.Repeat)
		pieces = append(pieces, r.Pieces...)
	}
	assert.Equal(t, strings.Split(strings.TrimSuffix(content, "\n"), "\n"), pieces)
}

func TestJSONIndexFindsContainers(t *testing.T) {
	for name, tc := range map[string]struct {
		content, path string
		items         int
	}{
		"an array in an object":       {`{"a":{"b":[1,2,3]}}`, "$.a.b", 3},
		"the root":                    {`[1,[2],{"c":3}]`, "$", 3},
		"an array in an item":         {`[{"t":[1]},{"t":[1,2]}]`, "$[1].t", 2},
		"a stream of documents":       {"{\"a\":1}\n{\"a\":[1,2]}\n", "$", 2},
		"an array in a document":      {"{\"a\":1}\n{\"a\":[1,2]}\n", "$[1].a", 2},
		"what is cut off":             {`{"a":[{"b":1},{"b":2`, "$.a", 2},
		"the members of an object":    {`{"m":{"x":1,"y":{"z":1}}}`, "$.m", 2},
		"the first of a repeated key": {`{"a":[1],"a":[1,2]}`, "$.a", 1},
	} {
		t.Run(name, func(t *testing.T) {
			c := newJSONIndex(tc.content).byPath[tc.path]
			require.NotNil(t, c)
			assert.Len(t, c.items, tc.items)
		})
	}
}

// hostile contents must neither panic nor take more than linear time and memory.
func TestJudgeEndsOnHostileContent(t *testing.T) {
	counter := newCounter(t)
	for name, content := range map[string]string{
		"open brackets":  strings.Repeat("[", 100_000),
		"open objects":   strings.Repeat(`{"a":`, 50_000),
		"one letter":     strings.Repeat("a", 1<<20),
		"back-slashes":   strings.Repeat(`\`, 1<<18),
		"open tags":      "<html>" + strings.Repeat("<b", 1<<18),
		"spoofed notice": strings.Repeat("[riffle: log, 9999999999999999999 of 1 lines omitted]\n[... 99999999999999999999 lines omitted: 5-1]\n", 2000),
		"markers":        strings.Repeat("[... 9 lines omitted: 3-11]\n", 20_000),
		"nothing":        "",
	} {
		c := corpus.Case{Name: name, Kind: "edge", Data: []byte(content), Role: corpus.RobustnessOnly}
		s := NewSubject(&c, counter, "")
		for _, text := range []string{content[:min(len(content), 3000)], "x\n[... 99999999999999999999 lines omitted: 0-99999999999999999999]\n[... 1 of 2 items omitted: $[-1:0]]\n", ""} {
			s.Judge(text, 4096, nil)
		}
	}
}

func FuzzJudge(f *testing.F) {
	f.Add("a\nb\nc\n", "a\n[... 2 lines omitted: 2-3]\n")
	f.Add(`{"a":[1,2,{"b":[3]}]}`, "[... 2 of 3 items omitted: $.a]\n$.a[2] b=[3] …\n")
	f.Add("<html><p>x</p>", "[riffle: html, 1 of 2 lines omitted, 9 -> 2 tokens (tiktoken), N: = char; nothing lost]\n0:x\n")
	counter := newCounter(f)
	f.Fuzz(func(t *testing.T, content, text string) {
		c := corpus.Case{Name: "x", Kind: "log", Data: []byte(content), Facts: []corpus.Fact{{ID: "f", Text: "a", Weight: 1}}}
		s := NewSubject(&c, counter, "")
		j := s.Judge(text, 100, []bool{false})
		for _, v := range []float64{j.Honesty, j.Structure, j.Recoverable} {
			assert.True(t, v >= 0 && v <= 1, "%v", v)
		}
	})
}
