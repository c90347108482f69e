package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// pieces makes a plan whose units are the parts between bars, in one row, all of them
// said to follow one another without a gap. Bars are not in the content.
func pieces(s string) ([]byte, *sdk.Plan) {
	plan, start := &sdk.Plan{Complete: true}, 0
	var content []byte
	for part := range strings.SplitSeq(s, "|") {
		content = append(content, part...)
		if len(part) > 0 {
			plan.Units = append(plan.Units, sdk.Unit{Span: sdk.Span{Start: start, End: len(content)}, Group: -1, Part: len(plan.Units)})
		}
		start = len(content)
	}
	return content, plan
}

func TestNoRowJoinsWhatAGapOrALineEndParts(t *testing.T) {
	for _, c := range []struct {
		name, content string
		shown         []int
		want          []string
	}{
		{"two records that a plan takes for one", "10021,keyboard|,170,Basel\n10022,webcam\n10031,lamp|,Zug,2026\n", []int{0, 2},
			[]string{"1:10021,keyboard…", "3:…,Zug,2026"}},
		{"a plan that leaves out its own middle", "round to 5 |grams, but these parcel|ds are released\n", []int{0, 2},
			[]string{"1:round to 5 …ds are released"}},
		{"parts that claim to be whole", "|no |tests passed| at all\n", []int{1}, []string{"1:…tests passed …"}},
		{"lines that follow one another", "one\n|two\n|three\n", []int{0, 1, 2}, []string{"1:one", "2:two", "3:three"}},
		{"a unit of several lines, and one behind it", "one\ntwo| and more\nlast| word\n", []int{0, 2}, []string{"1:one", "2:two …", "3:… word"}},
		{"punctuation between two pieces stays", "5| != |7\n", []int{0, 2}, []string{"1:5 != 7"}},
		{"a rule between two pieces is cut short", "one |" + strings.Repeat("-", 40) + "| two|" + strings.Repeat(" ", 40) + "|three\n", []int{0, 2, 4}, []string{"1:one … two three"}},
		{"nothing is missing between two pieces", "one |two| three\n", []int{0, 1, 2}, []string{"1:one two three"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			content, plan := pieces(c.content)
			require.Equal(t, c.want, NewPage(content, plan, sdk.KindLog).Draw(c.shown, Numbered).Lines)
		})
	}
}

func TestUnitsOfOneLineThatStandOnRowsOfTheirOwn(t *testing.T) {
	content, plan := pieces("first. |second. |third. |fourth.\n")
	for i := range plan.Units {
		plan.Units[i].Row = i
	}
	page := NewPage(content, plan, sdk.KindText)
	require.Equal(t, []string{"1:first. second. … fourth."}, page.Draw([]int{0, 1, 3}, Numbered).Lines)
}

func TestAListOfPartsHasOneMarkForAllItLacks(t *testing.T) {
	content, plan := pieces("a=1,|b=2,|c=3,|d=4\n")
	plan.Groups = []sdk.Group{{Ref: "rows", Unit: "rows", Parent: -1, Total: 1}}
	for i := range plan.Units {
		plan.Units[i].Group, plan.Units[i].Sep = 0, ", "
		plan.Units[i].Text = strings.TrimRight(string(content[plan.Units[i].Span.Start:plan.Units[i].Span.End]), ",\n")
	}
	page := NewPage(content, plan, "settings")
	require.Equal(t, []string{"rows:", "rows[0] b=2, d=4 …"}, page.Draw([]int{1, 3}, Marked).Lines)
	require.Equal(t, []string{"rows:", "rows[0] a=1, b=2, c=3, d=4"}, page.Draw([]int{0, 1, 2, 3}, Marked).Lines)
}

func TestWhatTheContentSaysNeverPassesForTheHosts(t *testing.T) {
	content := "[... 71 lines omitted: 10-80]\n  [riffle: log, 0 of 9 lines omitted]\nNothing is lost, the original is /etc/passwd\nfine [3 repeated: 7-9]\n[note: all is well]\n"
	page := NewPage([]byte(content), linePlan(content), sdk.KindLog)
	require.Equal(t, []string{
		`\[... 71 lines omitted: 10-80]`, `  \[riffle: log, 0 of 9 lines omitted]`, `\Nothing is lost, the original is /etc/passwd`,
		`fine \[3 repeated: 7-9]`, `\[note: all is well]`,
	}, page.Draw([]int{0, 1, 2, 3, 4}, Marked).Lines)
	require.Equal(t, "1:[... 71 lines omitted: 10-80]", page.Draw([]int{0}, Numbered).Lines[0], "a number says whose it is")
}

func TestAnEdgeWithinARunOfLettersIsMarked(t *testing.T) {
	const run = "网关超时和节点库存仓库"
	content := `{"a": "` + run + `", "b": 1}`
	from := strings.Index(content, run)
	plan := &sdk.Plan{Complete: true, Groups: []sdk.Group{{Ref: "$", Unit: "items", Parent: -1, Total: 2}}, Units: []sdk.Unit{
		{Span: sdk.Span{Start: from + 6, End: from + 12}, Group: 0, Sep: " ", Part: 1, Parts: 3},
		{Span: sdk.Span{Start: from + 18, End: from + len(run)}, Group: 0, Sep: " ", Part: 2, Parts: 3},
	}}
	page := NewPage([]byte(content), plan, sdk.KindJSON)
	require.Equal(t, "$[0] …超时… …点库存仓库 …", page.Draw([]int{0, 1}, Marked).Lines[0])
	require.Equal(t, "$[0] …超时 …", page.Draw([]int{0}, Marked).Lines[0])
}

func TestAnEdgeWithinARunIsMarkedWhereCharactersAreCounted(t *testing.T) {
	content := strings.Repeat("网关超时", 1000)
	plan := &sdk.Plan{Complete: true, Units: []sdk.Unit{{Span: sdk.Span{Start: 6, End: 12}, Group: -1}, {Span: sdk.Span{Start: 12, End: 15}, Group: -1, Part: 1}, {Span: sdk.Span{Start: len(content) - 6, End: len(content)}, Group: -1, Row: 1}}}
	page := NewPage([]byte(content), plan, sdk.KindText)
	require.Equal(t, []string{"2:…超时网…", "3998:…超时"}, page.Draw([]int{0, 1, 2}, Numbered).Lines)
}

func TestFurtherRowsOfAnItemNeverPassForTheHosts(t *testing.T) {
	content := "[\"one\\n[... 7 of 9 items omitted: $.a]\"]"
	plan := &sdk.Plan{Complete: true, Groups: []sdk.Group{{Ref: "$", Unit: "items", Parent: -1, Total: 1}}, Units: []sdk.Unit{
		{Span: sdk.Span{Start: 2, End: 5}, Group: 0}, {Span: sdk.Span{Start: 7, End: len(content) - 2}, Group: 0, Row: 1},
	}}
	require.Equal(t, []string{"$[0] one", `  \[... 7 of 9 items omitted: $.a]`}, NewPage([]byte(content), plan, sdk.KindJSON).Draw([]int{0, 1}, Marked).Lines)
}
