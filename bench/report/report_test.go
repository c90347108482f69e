package report

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
)

const nasty = `<script>alert("x")</script> & 'y'`

// run is a run of two systems on two cases, one of which loses a fact.
func run() *runfile.Run {
	skill := 0.5
	r := &runfile.Run{Format: runfile.Format, Budgets: []int{256, 2048}, Corpora: []runfile.Corpus{{Name: "corpus", Cases: 2, SHA256: "0123456789abcdef"}},
		Systems: []runfile.System{{Name: "riffle", Role: runfile.RoleSystem}, {Name: nasty, Role: runfile.RoleSystem}, {Name: "headtail", Role: runfile.RoleBaseline}, {Name: "oracle", Role: runfile.RoleOracle}}}
	for _, s := range r.Systems {
		for _, kind := range []string{"", "json", "log"} {
			r.Summaries = append(r.Summaries, runfile.Summary{System: s.Name, Kind: kind, Cases: 1, AUC: 0.625, Skill: &skill,
				Recall: []runfile.Recall{{Budget: 256, F: 0.5, TokensIn: 9000, TokensOut: 250}, {Budget: 2048, F: 0.75, TokensIn: 9000, TokensOut: 1800}}})
		}
	}
	for _, name := range []string{"json/a.json", "log/b.log"} {
		kind, _, _ := strings.Cut(name, "/")
		c := runfile.Case{Corpus: "corpus", Name: name, Kind: kind, Bytes: len(input), Tokens: 9000,
			Facts: []runfile.Fact{{ID: "f1", Text: "disk <full>", Weight: 3, Why: "the cause"}, {ID: "f2", Text: "kept", Weight: 1}}}
		for _, s := range r.Systems {
			p := runfile.Point{Budget: 256, Tokens: 250, F: 0.25, Found: []string{"f2"}, Lost: []string{"f1"}, Hidden: []string{"f1"}, Remarks: []string{"silent: 3 from line 1"}}
			q := p
			q.Budget = 2048
			c.Results = append(c.Results, runfile.Result{System: s.Name, AUC: 0.625, Points: []runfile.Point{p, q}})
		}
		r.Cases = append(r.Cases, c)
	}
	r.Cases[1].Results[0].AUC = 0.1
	return r
}

const input = "one\ntwo\nthree\nwrite failed: disk <full> on /dev/x\nfive\nsix\nseven\nkept\n"

func written(t *testing.T, runs []Run, o Options) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Page(&b, runs, o))
	return b.String()
}

func TestAPageNeedsNothingFromOutside(t *testing.T) {
	html := written(t, []Run{{"run", run()}}, Options{Corpora: []corpus.Case{{Name: "log/b.log", Data: []byte(input)}}})
	assert.NotRegexp(t, regexp.MustCompile(`(?i)\b(src|href|action|data)\s*=|@import|url\(|<script|<link|<iframe`), html)
	for _, m := range regexp.MustCompile(`https?://[^"' ]+`).FindAllString(html, -1) {
		assert.Contains(t, []string{"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}, m, "a name, not an address")
	}
	assert.Contains(t, html, "&lt;script&gt;alert", "foreign words are words")
	assert.Contains(t, html, "prefers-color-scheme: dark")
	assert.NotContains(t, html, "#000000", "curves have the colour of the text")
	assert.NotContains(t, html, "ZgotmplZ", "the template refused no value")
}

func TestAPageIsWellFormedAndTheSameEachTime(t *testing.T) {
	runs := []Run{{"before", run()}, {"after", run()}}
	html := written(t, runs, Options{})
	assert.Equal(t, html, written(t, runs, Options{}))
	assert.Equal(t, 3, strings.Count(html, "<figure>"), "all kinds, json, log")
	for _, svg := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(html, -1) {
		wellFormed(t, svg)
	}
	assert.Contains(t, html, "before: riffle")
	assert.Contains(t, html, "after: riffle")
	assert.NotContains(t, html, "after: headtail", "a baseline stands once")
}

func TestTheWorstCasesComeFirstWithWhatTheyLose(t *testing.T) {
	html := written(t, []Run{{"run", run()}}, Options{Worst: 1, Corpora: []corpus.Case{{Name: "log/b.log", Data: []byte(input)}}})
	assert.Contains(t, html, "<b>log/b.log</b>")
	assert.Contains(t, html, "two\nthree\nwrite failed: <mark>disk &lt;full&gt;</mark> on /dev/x\nfive\nsix")
	assert.NotContains(t, html, "seven")
	assert.Contains(t, html, "line 4: the cause")
	assert.Contains(t, html, "no marker leads to it")
	assert.Contains(t, html, "silent: 3 from line 1")

	without := written(t, []Run{{"run", run()}}, Options{})
	assert.Contains(t, without, "<pre><mark>disk &lt;full&gt;</mark></pre>")
	assert.Contains(t, without, "With --corpus")
	other := written(t, []Run{{"run", run()}}, Options{Corpora: []corpus.Case{{Name: "log/b.log", Data: []byte(input + "longer")}}})
	assert.NotContains(t, other, "write failed", "another corpus is not quoted")
}

func TestARunOfNothingIsAPageToo(t *testing.T) {
	empty := &runfile.Run{Format: runfile.Format, Budgets: []int{256}, Systems: []runfile.System{{Name: "riffle", Role: runfile.RoleSystem}},
		Summaries: []runfile.Summary{{System: "riffle"}}}
	assert.Contains(t, written(t, []Run{{"run", empty}}, Options{}), "</html>")
	failed := run()
	failed.Cases[1].Results[0] = runfile.Result{System: "riffle", Error: "it crashed"}
	assert.Contains(t, written(t, []Run{{"run", failed}}, Options{}), `<p class="bad">it crashed</p>`)
}

func TestPlotsAreImages(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "plots")
	require.NoError(t, Plots(dir, []Run{{"run", run()}}))
	for _, kind := range []string{"all", "json", "log"} {
		svg, err := os.ReadFile(filepath.Join(dir, "recall-"+kind+".svg"))
		require.NoError(t, err)
		assert.Contains(t, string(svg), ">riffle</text>")
		assert.NotContains(t, string(svg), "NaN")
		wellFormed(t, string(svg))
	}
}

func wellFormed(t *testing.T, svg string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else {
			require.NoError(t, err)
		}
	}
}

// A curve goes from the lower left to the upper right of the area, whatever its values.
func TestWhereAChartPutsItsPoints(t *testing.T) {
	c := &chart{title: "<title>", width: chartWidth, legend: legendWidth, y: axis{high: 1}, x: axis{ticks: []tick{{8, "256"}, {13, "8192"}}}}
	c.x.fit()
	c.lines = []line{{name: "a & b", stroke: stroke{color: grey, dashes: "6 3", width: 1.2}, points: []point{{8, 0}, {13, 1}}}}
	svg := c.file()
	wellFormed(t, svg)
	assert.Contains(t, svg, `<polyline points="48,212 304,26" fill="none" stroke="#888888" stroke-width="1.2" stroke-dasharray="6 3"/>`)
	assert.Contains(t, svg, ">a &amp; b</text>")
	assert.Contains(t, svg, ">&lt;title&gt;</text>")
	for _, a := range []axis{{}, {ticks: []tick{{5, "32"}}}} {
		a.fit()
		assert.Less(t, a.low, a.high, "values have a place")
	}
}

func TestExcerptsAreClippedBetweenCharacters(t *testing.T) {
	line := strings.Repeat("ä", 1000)
	e := around(line+"fact"+line, "fact")
	assert.Equal(t, "…"+strings.Repeat("ä", 300), e.Before)
	assert.Equal(t, strings.Repeat("ä", 300)+"…", e.After)
	assert.Equal(t, &excerpt{Before: "", Fact: "fact", After: "", Line: 1}, around("fact", "fact"))
	assert.Nil(t, around("text", "fact"))
}

func TestDigitsAreGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1\u202f000", 1234567: "1\u202f234\u202f567", -1000: "-1\u202f000"} {
		assert.Equal(t, want, thousands(n))
	}
}
