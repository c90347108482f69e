package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// linePlan makes a unit of each line, in a row of its own.
func linePlan(content string) *sdk.Plan {
	p := &sdk.Plan{Complete: true}
	at := 0
	for i, l := range strings.SplitAfter(content, "\n") {
		if n := len(strings.TrimRight(l, "\n")); n > 0 {
			p.Units = append(p.Units, sdk.Unit{Span: sdk.Span{Start: at, End: at + n}, Group: -1, Row: i})
		}
		at += len(l)
	}
	return p
}

func TestPlainLines(t *testing.T) {
	content := "one\ntwo\nthree\nfour\n\nsix\nseven\neight\n"
	page := NewPage([]byte(content), linePlan(content), sdk.KindLog)
	for _, c := range []struct {
		name  string
		shown []int
		form  Form
		want  []string
	}{
		{"a marker stands in each gap", []int{1, 5}, Marked,
			[]string{"[... 1 lines omitted: 1]", "two", "[... 4 lines omitted: 3-6]", "seven", "[... 1 lines omitted: 8]"}},
		{"numbers stand for gaps, but for the last", []int{1, 5}, Numbered,
			[]string{"2:two", "7:seven", "[... 1 lines omitted: 8]"}},
		{"neighbours have no gap", []int{0, 1, 2, 3}, Marked,
			[]string{"one", "two", "three", "four", "[... 4 lines omitted: 5-8]"}},
		{"a gap of blank lines has no marker", []int{0, 1, 2, 3, 4, 5, 6}, Marked,
			[]string{"one", "two", "three", "four", "six", "seven", "eight"}},
		{"nothing shown", nil, Marked, []string{"[... 8 lines omitted: 1-8]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := page.Draw(c.shown, c.form)
			require.Equal(t, c.want, b.Lines)
			require.Equal(t, "lines", b.Unit)
			require.Equal(t, 8, b.Total)
		})
	}
	require.Equal(t, 6, page.Draw([]int{1, 5}, Marked).Omitted)
}

func TestARowMarksThePartsItLacks(t *testing.T) {
	content := "alpha beta gamma delta\n"
	plan := &sdk.Plan{Complete: true, Units: []sdk.Unit{
		{Span: sdk.Span{Start: 0, End: 6}, Group: -1, Part: 0, Parts: 4},
		{Span: sdk.Span{Start: 6, End: 11}, Group: -1, Part: 1, Parts: 4},
		{Span: sdk.Span{Start: 11, End: 17}, Group: -1, Part: 2, Parts: 4},
		{Span: sdk.Span{Start: 17, End: 22}, Group: -1, Part: 3, Parts: 4},
	}}
	page := NewPage([]byte(content), plan, sdk.KindLog)
	for want, shown := range map[string][]int{
		"alpha beta gamma delta": {0, 1, 2, 3},
		"…beta …":                {1},
		"alpha … gamma …":        {0, 2},
		"alpha … delta":          {0, 3},
	} {
		require.Equal(t, []string{want}, page.Draw(shown, Marked).Lines, "%v", shown)
	}
}

func TestCopiesSayHowManyAndWhere(t *testing.T) {
	content := "tick 1\ntick 2\ntick 3\nboom\ntock\ntock\n"
	plan := linePlan(content)
	plan.Units[0].Copies = []sdk.Span{plan.Units[1].Span, plan.Units[2].Span}
	plan.Units[4].Copies = []sdk.Span{plan.Units[5].Span}
	b := NewPage([]byte(content), plan, sdk.KindLog).Draw([]int{0, 3, 4}, Marked)
	require.Equal(t, []string{"tick 1 [2 similar: 2-3]", "[... 2 lines omitted: 2-3]", "boom", "tock [1 repeated: 6]"}, b.Lines)
	require.Equal(t, 2, b.Omitted, "copies that differ in digits are omitted, exact ones are told")
}

func TestOneLongLineIsCountedInCharacters(t *testing.T) {
	word := "wörd "
	content := strings.Repeat(word, 1000)
	plan := &sdk.Plan{Complete: true}
	for i := range 100 {
		plan.Units = append(plan.Units, sdk.Unit{Span: sdk.Span{Start: i * 60, End: i*60 + 60}, Group: -1, Part: i, Parts: 100})
	}
	page := NewPage([]byte(content), plan, sdk.KindText)
	b := page.Draw([]int{0, 1, 50}, Marked)
	require.Equal(t, "chars", b.Unit)
	require.Equal(t, 5000, b.Total)
	require.Equal(t, 5000-150, b.Omitted)
	require.Equal(t, "[... 2400 chars omitted: 100-2500]", b.Lines[1])
	require.Equal(t, "[... 2450 chars omitted: 2550-5000]", b.Lines[3])
	n := page.Draw([]int{0, 1, 50}, Numbered)
	require.True(t, strings.HasPrefix(n.Lines[0], "0:wörd"))
	require.True(t, strings.HasPrefix(n.Lines[1], "2500:wörd"))
}

// arrayPlan is {"meta":1,"items":[...]} with two leaves an item.
func arrayPlan(n int) (string, *sdk.Plan) {
	var b strings.Builder
	plan := &sdk.Plan{Complete: true}
	unit := func(text string, u sdk.Unit) {
		u.Span = sdk.Span{Start: b.Len(), End: b.Len() + len(text)}
		b.WriteString(text)
		plan.Units = append(plan.Units, u)
	}
	b.WriteString("{")
	unit(`"meta":1`, sdk.Unit{Group: -1, Row: 0, Text: "meta=1"})
	b.WriteString(`,"items":[`)
	start := b.Len()
	for i := range n {
		b.WriteString("{")
		unit(fmt.Sprintf(`"id":%d`, i), sdk.Unit{Item: i, Row: i + 1, Parts: 2, Text: fmt.Sprintf("id=%d", i)})
		b.WriteString(",")
		unit(fmt.Sprintf(`"ok":%d`, i%2), sdk.Unit{Item: i, Row: i + 1, Part: 1, Parts: 2, Sep: " ", Text: fmt.Sprintf("ok=%d", i%2)})
		b.WriteString("},")
	}
	plan.Groups = []sdk.Group{{Ref: "$.items", Unit: "items", Parent: -1, Total: n, Span: sdk.Span{Start: start, End: b.Len()}}}
	b.WriteString("]}")
	return b.String(), plan
}

func TestGroups(t *testing.T) {
	content, plan := arrayPlan(20)
	page := NewPage([]byte(content), plan, sdk.KindJSON)
	item := func(i int) []int { return []int{1 + 2*i, 2 + 2*i} }
	for _, c := range []struct {
		name  string
		shown []int
		want  []string
	}{
		{"few gaps are marked one by one", append(item(3), item(4)...), []string{
			"[... 3 of 20 items omitted: $.items[0:3]]", "$.items[3] id=3 ok=1", "[4] id=4 ok=0", "[... 15 of 20 items omitted: $.items[5:20]]"}},
		{"an item shown in part says so", []int{0, 1}, []string{
			"meta=1", "$.items[0] id=0 …", "[... 19 of 20 items omitted: $.items[1:20]]"}},
		{"many gaps share one marker", []int{1, 5, 9, 13, 17}, []string{
			"[... 15 of 20 items omitted: $.items]", "$.items[0] id=0 …", "[2] id=2 …", "[4] id=4 …", "[6] id=6 …", "[8] id=8 …"}},
		{"a group of which nothing is shown", []int{0}, []string{"meta=1", "[... 20 items omitted: $.items]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, page.Draw(c.shown, Marked).Lines)
		})
	}
	b := page.Draw([]int{1, 5}, Marked)
	require.Equal(t, 18, b.Omitted)
	require.Equal(t, 20, b.Total)
}

func TestAMapSaysOnceWhatItLacks(t *testing.T) {
	content, plan := arrayPlan(20)
	plan.Groups[0].Named, plan.Groups[0].Unit = true, "entries"
	b := NewPage([]byte(content), plan, sdk.KindJSON).Draw([]int{0, 1, 19, 20}, Marked)
	require.Equal(t, []string{"meta=1", "[... 18 of 20 entries omitted: $.items]", "id=0 …", "id=9 ok=1"}, b.Lines)
	require.Equal(t, 18, b.Omitted)
}

func TestANestedGroupIsSetInBelowItsItem(t *testing.T) {
	content := `[{"id":7,"tags":[{"t":1},{"t":2}]},{"id":8}]`
	at := func(s string) sdk.Span { i := strings.Index(content, s); return sdk.Span{Start: i, End: i + len(s)} }
	plan := &sdk.Plan{Complete: true,
		Groups: []sdk.Group{
			{Ref: "$", Unit: "items", Parent: -1, Total: 2, Span: sdk.Span{Start: 0, End: len(content)}},
			{Ref: "$[0].tags", Unit: "items", Parent: 0, Item: 0, Total: 2, Span: at(`[{"t":1},{"t":2}]`)}},
		Units: []sdk.Unit{
			{Span: at(`"id":7`), Text: "id=7", Group: 0, Item: 0, Row: 0},
			{Span: at(`"t":1`), Text: "t=1", Group: 1, Item: 0, Row: 1},
			{Span: at(`"t":2`), Text: "t=2", Group: 1, Item: 1, Row: 2},
			{Span: at(`"id":8`), Text: "id=8", Group: 0, Item: 1, Row: 3},
		}}
	page := NewPage([]byte(content), plan, sdk.KindJSON)
	require.Equal(t, []string{"$[0] id=7", "  tags[0] t=1", "  [1] t=2", "$[1] id=8"}, page.Draw([]int{0, 1, 2, 3}, Marked).Lines)
	require.Equal(t, []string{"  tags[1] t=2", "[... 1 of 2 items omitted: $[1:2]]"}, page.Draw([]int{2}, Marked).Lines)
}

func TestAnItemsOwnRowStandsBeforeTheGroupsInsideIt(t *testing.T) {
	content := `[{"tags":[{"t":1}],"id":7}]`
	at := func(s string) sdk.Span { i := strings.Index(content, s); return sdk.Span{Start: i, End: i + len(s)} }
	plan := &sdk.Plan{Complete: true,
		Groups: []sdk.Group{
			{Ref: "$", Unit: "items", Parent: -1, Total: 1, Span: sdk.Span{Start: 0, End: len(content)}},
			{Ref: "$[0].tags", Unit: "items", Parent: 0, Item: 0, Total: 1, Span: at(`[{"t":1}]`)}},
		Units: []sdk.Unit{
			{Span: at(`"t":1`), Text: "t=1", Group: 1, Item: 0, Row: 1},
			{Span: at(`"id":7`), Text: "id=7", Group: 0, Item: 0, Row: 0},
		}}
	require.Equal(t, []string{"$[0] id=7", "  tags[0] t=1"}, NewPage([]byte(content), plan, sdk.KindJSON).Draw([]int{0, 1}, Marked).Lines)
}

func TestARecordSaysThatAPartOfItIsMissing(t *testing.T) {
	content := `[{"id":7,"tags":[{"t":1},{"t":2}],"note":"x"},{"id":8,"tags":[{"t":3}]}]`
	at := func(s string) sdk.Span { i := strings.Index(content, s); return sdk.Span{Start: i, End: i + len(s)} }
	plan := &sdk.Plan{
		Groups: []sdk.Group{
			{Ref: "$", Unit: "items", Parent: -1, Total: 2, Span: sdk.Span{Start: 0, End: len(content)}},
			{Ref: "$[0].tags", Unit: "items", Parent: 0, Item: 0, Total: 2, Span: at(`[{"t":1},{"t":2}]`)},
			{Ref: "$[1].tags", Unit: "items", Parent: 0, Item: 1, Total: 1, Span: at(`[{"t":3}]`)}},
		Units: []sdk.Unit{
			{Span: at(`"id":7`), Text: "id=7", Group: 0, Item: 0, Row: 0},
			{Span: at(`"t":1`), Text: "t=1", Group: 1, Item: 0, Row: 1},
			{Span: at(`"t":2`), Text: "t=2", Group: 1, Item: 1, Row: 2},
			{Span: at(`"note":"x"`), Text: "note=x", Group: 0, Item: 0, Row: 4},
			{Span: at(`"id":8`), Text: "id=8", Group: 0, Item: 1, Row: 3},
			{Span: at(`"t":3`), Text: "t=3", Group: 2, Item: 0, Row: 5},
		}}
	page := NewPage([]byte(content), plan, sdk.KindJSON)
	for _, c := range []struct {
		name  string
		shown []int
		want  []string
	}{
		{"nothing is missing", []int{0, 1, 2, 3, 4, 5}, []string{"$[0] id=7", "  tags[0] t=1", "  [1] t=2", "$[0] note=x", "[1] id=8", "  tags[0] t=3"}},
		{"an item of a small group", []int{0, 2, 3, 4, 5}, []string{"$[0] id=7 …", "  tags[1] t=2", "$[0] note=x", "[1] id=8", "  tags[0] t=3"}},
		{"a group that is not shown", []int{0, 1, 2, 3, 4}, []string{"$[0] id=7", "  tags[0] t=1", "  [1] t=2", "$[0] note=x", "[1] id=8 …"}},
		{"a member behind the last row", []int{0, 1, 2, 4, 5}, []string{"$[0] id=7 …", "  tags[0] t=1", "  [1] t=2", "$[1] id=8", "  tags[0] t=3"}},
		{"a member before the first row", []int{3, 4, 5}, []string{"$[0] note=x …", "[1] id=8", "  tags[0] t=3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, page.Draw(c.shown, Marked).Lines)
		})
	}
}

func TestTheNoticeCountsWhatMarkersCount(t *testing.T) {
	content, plan := arrayPlan(10)
	plan.Groups = append([]sdk.Group{{Ref: "$", Unit: "items", Parent: -1, Total: 3, Span: sdk.Span{Start: 0, End: len(content)}}}, plan.Groups...)
	plan.Groups[1].Parent, plan.Groups[1].Item = 0, 0
	for i := range plan.Units {
		if plan.Units[i].Group == 0 {
			plan.Units[i].Group = 1
		}
	}
	b := NewPage([]byte(content), plan, sdk.KindJSON).Draw([]int{1, 2}, Marked)
	require.Equal(t, []string{"  items[0] id=0 ok=0", "  [... 9 of 10 items omitted: $.items[1:10]]", "[... 2 of 3 items omitted: $[1:3]]"}, b.Lines)
	require.Equal(t, 11, b.Omitted)
	require.Equal(t, 13, b.Total)
}

func TestNotices(t *testing.T) {
	n := Notice{Processor: "log", Before: 63826, After: 1498, Estimator: "classes", ID: "0123456789ab",
		Path: "/s/0123456789ab-bash", Status: "exit 3", Hint: HintShell}
	b := Body{Unit: "lines", Omitted: 2290, Total: 2331, Form: Numbered}
	require.Equal(t, "[riffle: log, 2290 of 2331 lines omitted, 63826 -> 1498 tokens (classes), exit 3, sha256 0123456789ab."+
		" N: numbers the lines; a jump is a gap.\n"+
		"Nothing is lost, the original is /s/0123456789ab-bash\n"+
		"More: riffle get 0123456789ab --lines A-B or --grep RE, or sed -n 'A,Bp' and grep on that file]", n.Text(b))
	n.Short = true
	require.Equal(t, "[riffle: log, 2290 of 2331 lines omitted, 63826->1498 classes tokens, N: line, exit 3; all kept: riffle get 0123456789ab]", n.Text(b))
	n.Hint, b.Form = HintRead, Marked
	require.Contains(t, n.Text(b), "all kept: 0123456789ab /s/0123456789ab-bash]")
	n.ID = ""
	require.Contains(t, n.Text(b), "original not kept]")
}

func TestANoticeMarksWhatIsEstimated(t *testing.T) {
	b := Body{Unit: "lines", Omitted: 2290, Total: 2331}
	for name, c := range map[string]struct {
		n           Notice
		long, short string
	}{
		"exact counts":           {Notice{Estimator: "auto"}, " 63826 -> 1498 tokens (auto)", " 63826->1498 auto tokens"},
		"a text before in parts": {Notice{Estimator: "auto", Sampled: true}, " ~63826 -> 1498 tokens (auto)", " ~63826->1498 auto tokens"},
		"estimates and a scale":  {Notice{Estimator: "ngram x1.18", Estimated: true}, " ~63826 -> ~1498 tokens (ngram x1.18)", " ~63826->~1498 ngram x1.18 tokens"},
	} {
		t.Run(name, func(t *testing.T) {
			c.n.Processor, c.n.Before, c.n.After = "log", 63826, 1498
			require.Contains(t, c.n.Text(b), c.long)
			c.n.Short = true
			require.Contains(t, c.n.Text(b), c.short)
		})
	}
}
