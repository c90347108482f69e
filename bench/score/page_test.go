package score

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
)

const tidePage = `<!doctype html><html><body><h1>Tides</h1>
<p>Times of high water at the piers of the harbour, as the warden wrote them down in the year.</p>
<table><tr><th>Pier</th><th>Time</th><th>Height</th></tr>
<tr><td rowspan="2">North</td><td>04:10</td><td><a href="/h/1">3.4</a></td></tr>
<tr><td>16:32</td><td>3.9</td></tr>
<tr><td>South</td><td>04:25</td><td>3.1</td></tr></table>
<p>The program that made the table reads the book of the warden line by line and sorts it.</p>
<pre>for pier in piers:
    if pier.open:
        print(pier.time, pier.height | 1)
</pre>
<p>All heights are in metres over the lowest water that was ever seen, so none is negative.</p>
</body></html>
`

func TestCellsStandInTheirRowAndCodeIsVerbatim(t *testing.T) {
	counter, err := NewCounter()
	require.NoError(t, err)
	s := NewSubject(&corpus.Case{Name: "html/tides.html", Kind: "html", Data: []byte(tidePage)}, counter, "")
	const good = "[riffle: html, 7 of 13 lines omitted, 300 -> 90 tokens (other), N: = line; nothing lost: riffle get 0123456789ab]\n" +
		"3:Pier | Time | Height\n4:North | 04:10 | 3.4 </h/1>\n5:16:32 | 3.9\n6:South | 04:25 | 3.1\n9:    if pier.open:\n10:        print(pier.time, pier.height | 1)\n"
	structure := func(text string) float64 { return s.Judge(text, 1000, nil).Structure }
	assert.Equal(t, 1.0, structure(good), s.Judge(good, 1000, nil).Remarks)
	assert.Equal(t, 1.0, structure(strings.Replace(good, "South | 04:25 | 3.1", "South | … | 3.1", 1)), "a gap that is marked")
	assert.Equal(t, 1.0, structure(strings.Replace(good, "9:    if pier.open:", "9:    if …", 1)), "code that is clipped")
	for name, c := range map[string]struct{ old, new string }{
		"columns swapped":         {"South | 04:25 | 3.1", "South | 3.1 | 04:25"},
		"a cell of another row":   {"South | 04:25 | 3.1", "South | 16:32 | 3.1"},
		"a cell of no row":        {"South | 04:25 | 3.1", "South | 04:25 | metres"},
		"code without its indent": {"9:    if", "9:if"},
		"code that was rewritten": {"pier.height | 1", "pier.height  |  1"},
	} {
		require.Contains(t, good, c.old)
		assert.Less(t, structure(strings.Replace(good, c.old, c.new, 1)), 1.0, name)
	}
}

func TestAPieceOfAPageIsAPage(t *testing.T) {
	for content, html := range map[string]bool{
		tidePage:                               true,
		"<table border=\"1\">\n<tr><td>1":      true,
		"\n<DIV>x</DIV>":                       true,
		"<p>one":                               true,
		"<pump>one</pump>":                     false,
		"<?xml version=\"1.0\"?><feed></feed>": false,
		"a <table> b":                          false,
		"":                                     false,
	} {
		assert.Equal(t, html, looksLikeHTML(content), content)
	}
}

func TestACellReachesIntoTheRowsBelow(t *testing.T) {
	rows := newPage(tidePage).rows
	require.Len(t, rows, 4)
	for name, c := range map[string]struct {
		row   int
		shown string
		found int
	}{
		"its own row":        {1, "North 04:10 3.4", 3},
		"the row below":      {2, "North 16:32 3.9", 3},
		"not the next":       {3, "North 04:25 3.1", 2},
		"out of order":       {3, "04:25 South 3.1", 2},
		"a cell left out":    {3, "South 3.1", 2},
		"of two other rows":  {1, "South 16:32", 0},
		"words of no column": {0, "Pier Depth", 1},
	} {
		assert.Equal(t, c.found, rows[c.row].match(strings.Fields(c.shown)), name)
	}
}

func FuzzPage(f *testing.F) {
	f.Add(tidePage)
	f.Add("<table><tr><td rowspan=9>a<table><tr><td>b</table></pre><pre>c<pre>")
	f.Fuzz(func(t *testing.T, content string) {
		p := newPage(content)
		for _, r := range p.rows {
			require.LessOrEqual(t, 0, r.span.a)
			require.LessOrEqual(t, r.span.a, r.span.b)
			require.LessOrEqual(t, r.span.b, len(content))
		}
	})
}
