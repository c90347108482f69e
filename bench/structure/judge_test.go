package structure

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/shapes"
	"github.com/riffle-dev/riffle/sdk"
)

// classes lists what a judge finds in a drawn text.
func classes(content, notice, body string, judge func(*trial, *drawn)) string {
	t := &trial{content: []byte(content), planned: &pipeline.Planned{}}
	d := &drawn{budget: 100, page: readPage("[riffle: log, "+notice+", 900->90 ngram tokens; all kept: riffle get 0123456789ab]\n"+body, nil)}
	judge(t, d)
	var out []string
	for _, f := range t.findings {
		out = append(out, f.Class)
	}
	return strings.Join(out, " ")
}

const ten = "2026 one alpha beta gamma\n2026 two 12345 things\n\n2026 four 1,250 more words\nfive\nsix\nfive\n[... 3 lines omitted: 2-4]\nnine\nten\n"

func TestTheJudgeOfRows(t *testing.T) {
	const numbered = ", N: line"
	for _, c := range []struct{ name, notice, body, want string }{
		{"rows as they stand", "7 of 10 lines omitted" + numbered, "1:2026 one alpha beta gamma\n2:2026 two 12345 things\n9:nine\n[... 1 lines omitted: 10]\n", ""},
		{"gaps that are marked", "8 of 10 lines omitted" + numbered, "1:…one … gamma\n4:2026 four …\n[... 6 lines omitted: 5-10]\n", ""},
		{"an end that is cut", "9 of 10 lines omitted" + numbered, "1:2026 one alpha\n[... 9 lines omitted: 2-10]\n", "end-cut-unmarked"},
		{"a start that is cut", "9 of 10 lines omitted" + numbered, "1:one alpha beta gamma\n[... 9 lines omitted: 2-10]\n", "start-cut-unmarked"},
		{"a word that is cut", "9 of 10 lines omitted" + numbered, "1:2026 one alp…\n[... 9 lines omitted: 2-10]\n", "cut-in-word"},
		{"a number that is cut", "9 of 10 lines omitted" + numbered, "2:2026 two 123…\n[... 8 lines omitted: 3-10]\n", "cut-in-number"},
		{"a number that is cut at its comma", "9 of 10 lines omitted" + numbered, "4:2026 four 1,…\n[... 6 lines omitted: 5-10]\n", "cut-in-number"},
		{"a number that is cut at an unmarked end", "9 of 10 lines omitted" + numbered, "2:2026 two 1\n[... 8 lines omitted: 3-10]\n", "end-cut-in-number-unmarked"},
		{"words that vanish", "9 of 10 lines omitted" + numbered, "1:2026 one gamma\n[... 9 lines omitted: 2-10]\n", "join-in-line"},
		{"lines that flow behind one that is missing", "7 of 10 lines omitted", "2026 two 12345 things 2026 four 1,250 more words\n[... 6 lines omitted: 5-10]\n", "gap-unmarked"},
		{"lines that flow, the blank one not counted", "7 of 10 lines omitted", "2026 one alpha beta gamma\n2026 two 12345 things 2026 four 1,250 more words\n[... 6 lines omitted: 5-10]\n", ""},
		{"two lines in a row", "9 of 10 lines omitted" + numbered, "1:2026 one …things\n[... 9 lines omitted: 2-10]\n", "join-of-lines"},
		{"a line end that is gone", "8 of 10 lines omitted" + numbered, "5:five six\n[... 4 lines omitted: 7-10]\n", "line-end-as-blank"},
		{"what no line says", "9 of 10 lines omitted" + numbered, "1:2026 all is well\n[... 9 lines omitted: 2-10]\n", "not-in-line"},
		{"another line's number", "9 of 10 lines omitted" + numbered, "9:ten\n[... 1 lines omitted: 10]\n", "another-line"},
		{"a number over the last", "9 of 10 lines omitted" + numbered, "11:ten\n", "number gap-unmarked"},
		{"a last gap without a mark", "9 of 10 lines omitted" + numbered, "9:nine\n", "gap-unmarked"},
		{"a wrong count", "3 of 10 lines omitted" + numbered, "1:2026 one alpha beta gamma\n[... 9 lines omitted: 2-10]\n", "omitted"},
		{"a wrong total", "8 of 9 lines omitted" + numbered, "1:2026 one alpha beta gamma\n[... 9 lines omitted: 2-10]\n", "total"},
		{"a wrong mark", "9 of 10 lines omitted" + numbered, "1:2026 one alpha beta gamma\n[... 8 lines omitted: 2-10]\n", "marker-count"},
		{"copies", "6 of 10 lines omitted" + numbered, "5:five [1 repeated: 7]\n9:nine\n10:ten\n", ""},
		{"a copy that is none beside one that is", "6 of 10 lines omitted" + numbered, "5:five [1 repeated: 7]\n9:nine [1 repeated: 10]\n", "copies-count gap-unmarked"},
		{"copies that are none", "6 of 10 lines omitted" + numbered, "5:five [2 repeated: 6-7]\n9:nine\n10:ten\n", "copies-count"},
		{"marks without numbers", "8 of 10 lines omitted", "2026 one alpha beta gamma\n[... 7 lines omitted: 2-8]\nnine\n[... 1 lines omitted: 10]\n", ""},
		{"a gap without a mark", "8 of 10 lines omitted", "2026 one alpha beta gamma\nnine\n[... 1 lines omitted: 10]\n", "gap-unmarked"},
		{"a mark over what is shown", "8 of 10 lines omitted", "2026 one alpha beta gamma\n2026 two 12345 things\n[... 9 lines omitted: 2-10]\n", "marker-over-shown"},
		{"the content's own mark", "7 of 10 lines omitted", "[... 7 lines omitted: 1-7]\n[... 3 lines omitted: 2-4]\nnine\nten\n", "marker-like-row"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, classes(ten, c.notice, c.body, func(t *trial, d *drawn) { t.judgeLines(d, true) }))
		})
	}
}

func TestAMarkOfCopiesBehindTheFirstPieceOfALine(t *testing.T) {
	const content = "one two three\nfour\none two three\none two five\n"
	judge := func(row string) string {
		return classes(content, "1 of 4 lines omitted", row, func(t *trial, d *drawn) { t.judgeLines(d, true) })
	}
	require.Empty(t, judge("one two [1 repeated: 3] three\nfour\n[... 1 lines omitted: 4]\n"))
	require.Empty(t, judge("one two… [1 repeated: 3]\nfour\n[... 1 lines omitted: 4]\n"))
	require.Equal(t, "copies-count gap-unmarked", judge("one two [2 repeated: 3-4] three\nfour\n"))
}

func TestTheRestOfARuleIsNoLoss(t *testing.T) {
	content := "== start " + strings.Repeat("=", 60) + "\ntwo\n"
	judge := func(row string) string {
		return classes(content, "1 of 2 lines omitted, N: line", "1:"+row+"\n[... 1 lines omitted: 2]\n", func(t *trial, d *drawn) { t.judgeLines(d, true) })
	}
	require.Empty(t, judge("== start ====="))
	require.Equal(t, "end-cut-unmarked", judge("== start "+strings.Repeat("=", 50)), "what is short is drawn")
	require.Equal(t, "end-cut-unmarked", judge("=="))
}

func TestTheJudgeOfCharacters(t *testing.T) {
	const content = "alpha beta 12345 gamma delta epsilon"
	for _, c := range []struct{ name, notice, body, want string }{
		{"as it stands", "20 of 36 chars omitted, N: char", "0:alpha beta 12345\n[... 20 chars omitted: 16-36]\n", ""},
		{"a wrong place", "20 of 36 chars omitted, N: char", "3:alpha beta 12345\n[... 20 chars omitted: 16-36]\n", "cut-in-word not-in-line"},
		{"a number that is cut", "22 of 36 chars omitted, N: char", "0:alpha beta 123\n[... 22 chars omitted: 14-36]\n", "cut-in-number"},
		{"a gap without a mark", "20 of 36 chars omitted, N: char", "0:alpha beta 12345\n", "gap-unmarked omitted"},
		{"a gap that is not counted", "0 of 36 chars omitted", "alpha … epsilon\n", "omitted"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, classes(content, c.notice, c.body, func(t *trial, d *drawn) { t.judgeChars(d) }))
		})
	}
}

func TestAnEscapedRowStandsAsItsLine(t *testing.T) {
	const content = "[... 56 of 99 items omitted: $.status]\nalpha beta gamma delta"
	got := classes(content, "22 of 61 chars omitted", `\[... 56 of 99 items omitted: $.status]`+"\n[... 22 chars omitted: 39-61]\n", func(t *trial, d *drawn) { t.judgeChars(d) })
	require.Empty(t, got)
}

func TestTheJudgeOfWords(t *testing.T) {
	const content = `{"items": [{"name": "caf\u00e9 alpha", "n": 12345}, {"html": "<b>bold</b>face &amp; more"}]}`
	for _, c := range []struct{ name, body, want string }{
		{"as it stands", "$.items[0] name=café n=12345\n[1] html=boldface & more\n", ""},
		{"a word that is not there", "$.items[0] name=cafe\n", "word-not-in-content"},
		{"a number that is cut", "$.items[0] n=123…\n", "cut-in-word"},
		{"a word that is cut", "$.items[0] name=café alp…\n", "cut-in-word"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, classes(content, "0 of 2 items omitted", c.body, func(t *trial, d *drawn) { t.judgeWords(d) }))
		})
	}
}

func TestHalfAPairParts(t *testing.T) {
	content := `{"a": "one \ud83dAGE", "b": "{\"c\": \"two \\ud83dEND\"}"}`
	judge := func(row string) string {
		return classes(content, "0 of 2 items omitted", row+"\n", func(t *trial, d *drawn) { t.judgeWords(d) })
	}
	require.Empty(t, judge("a=one \ufffdAGE b.c=two \ufffdEND"))
}

func TestMarkupOfNoNamePartsNoWord(t *testing.T) {
	judge := func(row string) string {
		return classes("<td>5 ± 2</ا曜td>\u0301<td>a\\tb c</td>", "0 of 2 items omitted", row+"\n", func(t *trial, d *drawn) { t.judgeWords(d) })
	}
	require.Empty(t, judge("5 ± 2\u0301"))
	require.Empty(t, judge(`a\t`), "an escape at the end is no word")
	require.Equal(t, "word-not-in-content", judge("5 ± 3\u0301"))
}

func TestWhatIsCutOffInALongRunOfHexIsNoNumber(t *testing.T) {
	content := `{"a": "` + strings.Repeat("75192554c4", 9) + `c3201 exit status 137"}`
	judge := func(row string) string {
		return classes(content, "0 of 2 items omitted", row+"\n", func(t *trial, d *drawn) { t.judgeWords(d) })
	}
	require.Empty(t, judge("…201 exit status 137"))
	require.Equal(t, "cut-in-word", judge("exit status 1…"))
	require.Equal(t, "cut-in-word", judge("…37"))
}

func TestAnEscapeWithoutItsEndPartsWords(t *testing.T) {
	judge := func(row string) string {
		return classes(`["m\u0000e\u0000w\u000`, "0 of 2 items omitted", row+"\n", func(t *trial, d *drawn) { t.judgeWords(d) })
	}
	require.Empty(t, judge(`m e w\u000`))
}

func TestTheJudgeOfItems(t *testing.T) {
	judge := func(notice, body string) string {
		return classes(`{"items": [1, 2, 3, 4]}`, notice, body, func(t *trial, d *drawn) { t.planned.Processor = "json"; t.judgeItems(d) })
	}
	require.Equal(t, "", judge("2 of 4 items omitted", "[... 2 of 4 items omitted: $.items[2:4]]\n"))
	require.Equal(t, "marker-count", judge("2 of 4 items omitted", "[... 2 of 4 items omitted: $.items[1:4]]\n"))
	require.Equal(t, "marker-total", judge("2 of 5 items omitted", "[... 2 of 5 items omitted: $.items[2:4]]\n"))
}

func TestACaseIsReadAsItIsWritten(t *testing.T) {
	for seed := range uint64(500) {
		c := CaseOf(seed)
		back, err := ParseCase(c.String())
		require.NoError(t, err)
		require.Equal(t, c.String(), back.String())
		require.Equal(t, c.Must(), back.Must())
	}
	_, err := ParseCase("shape=log4j budget=much")
	require.ErrorContains(t, err, "expected a number")
}

func TestABrokenPlanIsFound(t *testing.T) {
	tr := &trial{procs: newProcessors()}
	tr.procs.calls = []call{{name: "x", invalid: sdk.CheckPlan(sdk.Request{Content: []byte("é")}, &sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: 1}, Group: -1}}})}}
	planValid(tr)
	require.Len(t, tr.findings, 1)
	require.Equal(t, "x-unit-cuts-a-character", tr.findings[0].Class)
}

func TestShapesAreTakenForTheirKinds(t *testing.T) {
	for _, kind := range []string{"json", "html", "log", "text"} {
		right, all := 0, 0
		for _, name := range shapes.OfKind(kind) {
			for seed := range uint64(8) {
				content, _ := clean.Clean(shapes.Recipe{Shape: name, Lines: 40, Seed: seed}.Must())
				all++
				if inspect.Inspect(content, "bash", "").Kind == kind {
					right++
				}
			}
		}
		require.Greater(t, right*10, all*7, kind)
	}
}
