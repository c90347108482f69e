package score

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

// ten is a content of ten lines of which none is like another.
const ten = "alpha one\nbravo two\ncharlie three\ndelta four\necho five\nfoxtrot six\ngolf seven\nhotel eight\nindia nine\njuliet ten\n"

func subject(t *testing.T, kind, content string, facts ...corpus.Fact) *Subject {
	t.Helper()
	return NewSubject(&corpus.Case{Name: kind + "/x", Kind: kind, Data: []byte(content), Facts: facts}, newCounter(t), "")
}

// TestHonestyOfLines has outputs that leave out lines 3 to 8 of ten, and what they say
// of it.
func TestHonestyOfLines(t *testing.T) {
	const head, tail = "alpha one\nbravo two\n", "india nine\njuliet ten\n"
	tokens := newCounter(t).Count(ten)
	for name, c := range map[string]struct {
		output       string
		want         float64
		gaps, silent int
		remark       string
	}{
		"a true marker":                   {head + "[... 6 lines omitted: 3-8]\n" + tail, 1, 1, 0, ""},
		"a marker that says half":         {head + "[... 3 lines omitted: 3-8]\n" + tail, 0.5, 1, 0, "wrong: a gap from line 3 says 3, 6 are missing"},
		"a marker that says half as much": {head + "[... 9 lines omitted: 3-8]\n" + tail, 0.5, 1, 0, "wrong: a gap from line 3 says 9, 6 are missing"},
		"a marker that says twice":        {head + "[... 12 lines omitted: 3-8]\n" + tail, 0, 1, 0, "wrong: a gap from line 3 says 12"},
		"a marker beyond the end":         {head + tail + "[... 5 lines omitted: 11-15]\n", 0, 2, 1, "silent: 6 from line 3"},
		"nothing said":                    {head + tail, 0, 1, 1, `silent: 6 from line 3: "charlie`},
		"one gap said, one not":           {head + "[... 4 lines omitted: 3-6]\ngolf seven\nindia nine\njuliet ten\n", 0.5, 2, 1, "silent: 1 from line 8"},
		"a jump of the numbers":           {"[riffle: log, 6 of 10 lines omitted, N: line; all kept: riffle get x]\n1:alpha one\n2:bravo two\n9:india nine\n10:juliet ten\n", 1, 1, 0, ""},
		"a number that misleads":          {"[riffle: log, 9 of 10 lines omitted, N: line; all kept: riffle get x]\n1:alpha one\n5:bravo two\n[... 5 lines omitted: 6-10]\n", 3.0 / 4, 2, 0, "strayed: bravo two"},
		"a notice that says half":         {"[riffle: log, 3 of 10 lines omitted; all kept: x]\n" + head + "[... 6 lines omitted: 3-8]\n" + tail, 2.5 / 3, 1, 0, "notice: says 3 of 10 lines, it is 6 of 10"},
		"a notice with another total":     {"[riffle: log, 6 of 15 lines omitted; all kept: x]\n" + head + "[... 6 lines omitted: 3-8]\n" + tail, 2.5 / 3, 1, 0, "notice: says 6 of 15 lines, it is 6 of 10"},
		"the tokens before, half":         {noticed(tokens/2, "bpe") + head + "[... 6 lines omitted: 3-8]\n" + tail, (3 + 1 - float64(tokens-tokens/2)/float64(tokens)) / 4, 1, 0, ""},
		"the tokens before":               {noticed(tokens, "bpe") + head + "[... 6 lines omitted: 3-8]\n" + tail, 1, 1, 0, ""},
		"tokens of another estimator":     {noticed(9*tokens, "ngram") + head + "[... 6 lines omitted: 3-8]\n" + tail, 1, 1, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j := subject(t, "log", ten).Judge(c.output, 1000, nil)
			assert.InDelta(t, c.want, j.Honesty, 1e-9, j.Remarks)
			assert.Equal(t, c.gaps, j.Gaps, "gaps: %q", j.Remarks)
			assert.Equal(t, c.silent, j.Silent, "silent: %q", j.Remarks)
			if c.remark == "" {
				assert.Empty(t, j.Remarks)
			} else {
				assert.Contains(t, strings.Join(j.Remarks, "\n"), c.remark)
			}
		})
	}
}

func noticed(before int, estimator string) string {
	return fmt.Sprintf("[riffle: log, 6 of 10 lines omitted, %d -> 9 tokens (%s); all kept: x]\n", before, estimator)
}

// TestHonestyAndStructureOfItems has outputs of a list of ten records, or of one whose
// list nothing speaks of.
func TestHonestyAndStructureOfItems(t *testing.T) {
	list := func(n int) string {
		var items []string
		for i := range n {
			items = append(items, fmt.Sprintf(`{"id": "k%d", "at": "place%d"}`, i, i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	words := func(n int) string {
		return `{"name": "first", "list": ["` + strings.Join(strings.Fields("aa bb cc dd ee ff gg hh ii jj")[:n], `", "`) + `"]}`
	}
	for name, c := range map[string]struct {
		content, output    string
		honesty, structure float64
		silent             int
	}{
		"a true marker":          {list(10), "$[0] id=k0 at=place0\n[... 8 of 10 items omitted: $[1:9]]\n[9] id=k9 at=place9\n", 1, 1, 0},
		"a marker without range": {list(10), "$[0] id=k0 at=place0\n[... 8 of 10 items omitted: $]\n[9] id=k9 at=place9\n", 1, 1, 0},
		"half of what is gone":   {list(10), "$[0] id=k0 at=place0\n[... 4 of 10 items omitted: $]\n[9] id=k9 at=place9\n", 0.5, 1, 0},
		"another total":          {list(10), "$[0] id=k0 at=place0\n[... 8 of 15 items omitted: $]\n[9] id=k9 at=place9\n", 0.5, 2.0 / 3, 0},
		"a range that is wrong":  {list(10), "$[0] id=k0 at=place0\n[... 8 of 10 items omitted: $[1:5]]\n[9] id=k9 at=place9\n", 0, 1, 1},
		"a range beyond the end": {list(10), "$[0] id=k0 at=place0\n[... 9 of 10 items omitted: $[1:12]]\n", 0, 1, 0},
		"values of another item": {list(10), "$[0] id=k0 at=place0\n[... 8 of 10 items omitted: $[1:9]]\n[9] id=k3 at=place3\n", 1, (0.5 + 1 + 1) / 3, 0},
		"a key of another value": {list(10), "$[0] id=place0\n[... 8 of 10 items omitted: $[1:9]]\n[9] id=k9\n", 1, (1 + 0.5 + 1) / 3, 0},
		"a list in silence":      {words(8), "name=first\n", 0, 1, 1},
		"a list too short":       {words(7), "name=first\n", 1, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			j := subject(t, "json", c.content).Judge(c.output, 1000, nil)
			assert.InDelta(t, c.honesty, j.Honesty, 1e-9, j.Remarks)
			assert.InDelta(t, c.structure, j.Structure, 1e-9, j.Remarks)
			assert.Equal(t, c.silent, j.Silent, j.Remarks)
			assert.Empty(t, j.Gates)
		})
	}
}

func TestStructureOfLines(t *testing.T) {
	const (
		jobs  = "job 1 done\njob 2 done\nerror of disk\njob 3 done\n"
		patch = "diff --git a/x b/x\n@@ -1 +1 @@\n-old word\n+new word\n@@ -9 +9 @@\n-old thing\n+new thing\n"
		trace = "Exception: outer words\n    at one.go:1\n    at two.go:2\nCaused by: inner words\n    at three.go:3\n"
	)
	for name, c := range map[string]struct {
		kind, content, output string
		want                  float64
	}{
		"as in the content":            {"log", ten, "alpha one\n[... 9 lines omitted: 2-10]\n", 1},
		"out of order":                 {"log", ten, "bravo two\nalpha one\n", 2.0 / 3},
		"where they do not stand":      {"log", ten, "[riffle: log, 9 of 10 lines omitted, N: line; all kept: x]\n1:alpha one\n4:bravo two\n", (0.5 + 1 + 1) / 3},
		"lines of one form":            {"log", jobs, "job 1 done\njob 2 done\n[... 2 lines omitted: 3-4]\n", (1 + 1 + 0.5) / 3},
		"lines of every form":          {"log", jobs, "[... 1 lines omitted: 1]\njob 2 done\nerror of disk\n[... 1 lines omitted: 4]\n", 1},
		"no row of the content":        {"log", jobs, "[... 4 lines omitted: 1-4]\n", 0},
		"a text has no forms":          {"text", jobs, "job 1 done\njob 2 done\n[... 2 lines omitted: 3-4]\n", 1},
		"changes under their header":   {"diff", patch, "[... 1 lines omitted: 1]\n@@ -1 +1 @@\n-old word\n[... 4 lines omitted: 4-7]\n", 1},
		"one change without a header":  {"diff", patch, "[... 1 lines omitted: 1]\n@@ -1 +1 @@\n-old word\n[... 2 lines omitted: 4-5]\n-old thing\n[... 1 lines omitted: 7]\n", (1 + 1 + 0.5) / 3},
		"a frame without its message":  {"trace", trace, "[... 1 lines omitted: 1]\n    at one.go:1\n[... 1 lines omitted: 3]\nCaused by: inner words\n    at three.go:3\n", (1 + 1 + 0.5 + 1) / 4},
		"a cause that is not shown":    {"trace", trace, "Exception: outer words\n    at one.go:1\n[... 3 lines omitted: 3-5]\n", (1 + 1 + 1 + 0) / 4.0},
		"a trace without causes":       {"trace", "Error: words\n    at one.go:1\n    at two.go:2\n", "Error: words\n    at one.go:1\n[... 1 lines omitted: 3]\n", 1},
		"a trace with all of its sort": {"trace", trace, "Exception: outer words\n[... 2 lines omitted: 2-3]\nCaused by: inner words\n    at three.go:3\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			j := subject(t, c.kind, c.content).Judge(c.output, 1000, nil)
			assert.InDelta(t, c.want, j.Structure, 1e-9, j.Remarks)
		})
	}
}

func TestRecoverable(t *testing.T) {
	long := func(words int) string {
		return "head line\n" + strings.Repeat("noise ", words/2) + "the cause" + strings.Repeat(" noise", words/2) + "\ntail line\n"
	}
	const gap = "head line\n[... 1 lines omitted: 2]\ntail line\n"
	facts := []corpus.Fact{{ID: "a", Text: "alpha one", Weight: 1}, {ID: "d", Text: "delta four", Weight: 3}, {ID: "h", Text: "hotel eight", Weight: 2}}
	cause := []corpus.Fact{{ID: "c", Text: "the cause", Weight: 3}}
	items := `[{"id": "k0"}, {"id": "k1"}, {"id": "k2"}, {"id": "k3"}, {"id": "k4"}, {"id": "k5"}, {"id": "k6"}, {"id": "k7"}]`
	item := []corpus.Fact{{ID: "x", Text: `"k3"`, Weight: 1}, {ID: "y", Text: `"k6"`, Weight: 1}}
	for name, c := range map[string]struct {
		content, output string
		facts           []corpus.Fact
		want            float64
		hidden          []bool
	}{
		"by markers":                      {ten, "alpha one\n[... 9 lines omitted: 2-10]\n", facts, 1, []bool{false, false, false}},
		"behind a marker and in silence":  {ten, "alpha one\n[... 3 lines omitted: 2-4]\necho five\njuliet ten\n", facts, 4.0 / 6, []bool{false, false, true}},
		"in silence":                      {ten, "alpha one\njuliet ten\n", facts, 1.0 / 6, []bool{false, true, true}},
		"a marker that misleads":          {ten, "alpha one\n[... 90 lines omitted: 2-10]\n", facts, 1.0 / 6, []bool{false, true, true}},
		"two reads of a long line":        {long(7800), gap, cause, 1, []bool{false}},
		"a line that is too long":         {long(8200), gap, cause, 0, []bool{true}},
		"no facts":                        {ten, "alpha one\njuliet ten\n", nil, 1, []bool{}},
		"items that a marker names":       {items, "$[0] id=k0\n[... 7 of 8 items omitted: $[1:8]]\n", item, 1, []bool{false, false}},
		"items that no marker speaks for": {items, "$[0] id=k0\n[... 4 of 8 items omitted: $[1:5]]\n[7] id=k7\n", item, 0.5, []bool{false, true}},
	} {
		t.Run(name, func(t *testing.T) {
			s := subject(t, "log", c.content, c.facts...)
			j := s.Judge(c.output, 1<<20, s.Recall(c.output).Found)
			assert.InDelta(t, c.want, j.Recoverable, 1e-9, j.Remarks)
			assert.Equal(t, c.hidden, j.Hidden, j.Remarks)
		})
	}
}

func TestGates(t *testing.T) {
	tokens := newCounter(t).Count("alpha one\n")
	for name, c := range map[string]struct {
		output string
		budget int
		want   string // how the one gate begins that fails
	}{
		"within the budget":       {"alpha one\n", tokens, ""},
		"a token over the budget": {"alpha one\n", tokens - 1, "G1: "},
		"more than the input":     {strings.Repeat(ten, 2), 1 << 20, "G1: "},
		"not UTF-8":               {"alpha one\xff\n", 1000, "G3: "},
		"an invented row":         {"alpha one\nzulu never said\n", 1000, "G5: "},
	} {
		t.Run(name, func(t *testing.T) {
			j := subject(t, "text", ten).Judge(c.output, c.budget, nil)
			if c.want == "" {
				assert.Empty(t, j.Gates)
				return
			}
			require.NotEmpty(t, j.Gates)
			assert.True(t, strings.HasPrefix(j.Gates[0], c.want), j.Gates)
		})
	}
}

func TestTheWholeContentIsWorthAll(t *testing.T) {
	j := subject(t, "log", ten).Judge(ten, 1000, nil)
	assert.Equal(t, Judgement{Structure: 1, Honesty: 1, Recoverable: 1}, j)
}

func TestTheMiddleIsWhatLiesBetweenTheFirstAndTheLastTenth(t *testing.T) {
	const each = 100
	lines := make([]string, each)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %03d", i)
	}
	var facts []corpus.Fact
	for _, at := range []int{8, 12, 50, 88, 92} {
		facts = append(facts, corpus.Fact{ID: lines[at], Text: lines[at], Weight: 1})
	}
	s := subject(t, "log", strings.Join(lines, "\n")+"\n", facts...)
	r := s.Recall(lines[8] + "\n" + lines[50] + "\n" + lines[92] + "\n")
	assert.Equal(t, Share{Part: 1, Whole: 3}, r.Middle)
	assert.Equal(t, Share{}, r.Heavy)
	assert.InDelta(t, 0.6, r.F, 1e-9)
}
