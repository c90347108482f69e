package score

import (
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// page is what the structure of an HTML content asks for: the rows of its tables and
// the lines of its code.
type page struct {
	rows []tableRow // by where they begin
	code []byteSpan // the pre elements, by where they begin
	line map[string]bool
}

// tableRow is a row of a table with the words of each cell, those that come from the
// rows above by rowspan too.
type tableRow struct {
	span  byteSpan
	table int
	cells []cell
}

type cell struct {
	words map[string]bool
	rows  int // rows further down that it reaches into
}

func (c *cell) add(s string) {
	for _, w := range contentWords(Normalise(s)) {
		c.words[w] = true
		for _, in := range innerWords(w) {
			c.words[in] = true
		}
	}
}

// has reports whether all words of a text are in the cell.
func (c *cell) has(text string) bool {
	some := false
	for _, w := range contentWords(text) {
		some = true
		if c.words[w] {
			continue
		}
		for _, in := range innerWords(w) {
			if !c.words[in] {
				return false
			}
		}
	}
	return some
}

// maxSpan bounds how far a cell reaches and maxTables how deep tables nest.
const (
	maxSpan   = 200
	maxTables = 8
)

// pageReader walks through a page once.
type pageReader struct {
	page   page
	tables []openTable // those that are open, the innermost last
	count  int
	pre    int // depth
	from   int // where the outermost pre began
	text   strings.Builder
}

type openTable struct {
	number int
	carry  map[int]cell // by column: cells that reach into the next row
	row    *tableRow
	open   bool // the last cell takes text
}

func newPage(content string) *page {
	r := &pageReader{page: page{line: map[string]bool{}}}
	z := html.NewTokenizer(strings.NewReader(content))
	at := 0
	for {
		t := z.Next()
		raw := len(z.Raw())
		if t == html.ErrorToken {
			break
		}
		token := z.Token()
		switch t {
		case html.TextToken:
			r.words(token.Data)
			if r.pre > 0 {
				r.text.WriteString(token.Data)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			r.start(&token, at)
		case html.EndTagToken:
			r.end(token.DataAtom, at+raw)
		}
		at += raw
	}
	for len(r.tables) > 0 {
		r.end(atom.Table, at)
	}
	sort.SliceStable(r.page.rows, func(i, j int) bool { return r.page.rows[i].span.a < r.page.rows[j].span.a })
	return &r.page
}

// words go to the open cells of all tables: a table may stand in a cell.
func (r *pageReader) words(s string) {
	for i := range r.tables {
		if t := &r.tables[i]; t.row != nil && t.open {
			t.row.cells[len(t.row.cells)-1].add(s)
		}
	}
}

func (r *pageReader) start(t *html.Token, at int) {
	var top *openTable
	if n := len(r.tables); n > 0 {
		top = &r.tables[n-1]
	}
	switch {
	case t.DataAtom == atom.Pre:
		if r.pre == 0 {
			r.from = at
		}
		r.pre++
	case t.DataAtom == atom.Br && r.pre > 0:
		r.text.WriteByte('\n')
	case t.DataAtom == atom.Table && len(r.tables) < maxTables:
		r.count++
		r.tables = append(r.tables, openTable{number: r.count, carry: map[int]cell{}})
	case t.DataAtom == atom.Tr && top != nil:
		r.closeRow(top, at)
		top.row = &tableRow{span: byteSpan{at, at}, table: top.number}
	case (t.DataAtom == atom.Td || t.DataAtom == atom.Th) && top != nil && top.row != nil:
		top.carried()
		c := cell{words: map[string]bool{}}
		for _, a := range t.Attr {
			if n, err := strconv.Atoi(a.Val); err == nil && a.Key == "rowspan" && n > 1 {
				c.rows = min(n, maxSpan) - 1
			}
		}
		top.row.cells, top.open = append(top.row.cells, c), true
	}
	for _, a := range t.Attr {
		switch a.Key {
		case "href", "src", "alt", "title", "value", "placeholder", "aria-label", "datetime":
			r.words(a.Val)
		}
	}
}

// carried adds the cells that reach down from the rows above.
func (t *openTable) carried() {
	for {
		c, ok := t.carry[len(t.row.cells)]
		if !ok {
			return
		}
		delete(t.carry, len(t.row.cells))
		c.rows--
		t.row.cells = append(t.row.cells, c)
	}
}

func (r *pageReader) closeRow(t *openTable, at int) {
	if t.row == nil {
		return
	}
	t.carried()
	t.row.span.b = at
	for i, c := range t.row.cells {
		if c.rows > 0 {
			t.carry[i] = c
		}
	}
	r.page.rows = append(r.page.rows, *t.row)
	t.row, t.open = nil, false
}

func (r *pageReader) end(tag atom.Atom, at int) {
	switch n := len(r.tables); {
	case tag == atom.Pre && r.pre > 0:
		if r.pre--; r.pre == 0 {
			r.page.code = append(r.page.code, byteSpan{r.from, at})
			for _, l := range strings.Split(r.text.String(), "\n") {
				r.page.line[trimEnd(l)] = true
			}
			r.text.Reset()
		}
	case n == 0:
	case tag == atom.Td || tag == atom.Th:
		r.tables[n-1].open = false
	case tag == atom.Tr:
		r.closeRow(&r.tables[n-1], at)
	case tag == atom.Table:
		r.closeRow(&r.tables[n-1], at)
		r.tables = r.tables[:n-1]
	}
}

func trimEnd(s string) string { return strings.TrimRightFunc(s, unicode.IsSpace) }

// linkTarget is where a link leads, set after the text.
var linkTarget = regexp.MustCompile(` ?<[^<>\s]+>`)

// cellMark stands between the cells of a shown row.
const cellMark = " | "

// pageTrue judges the rows of an output that show code or rows of tables: the share
// of code lines that are verbatim, and the share of cells that stand in the row and in
// the order of the columns that the page has.
func (s *Subject) pageTrue(j *Judgement, o *Output, al *alignment) (cells, code Share) {
	p := s.htmlPage()
	for _, at := range al.placed {
		r := &o.Rows[at.row]
		switch {
		case len(r.Pieces) == 0:
		case within(p.code, at.span.a):
			same := p.verbatim(r)
			code.add(1, same)
			if !same {
				j.remark("code that is not verbatim: %s", r.Text)
			}
		case strings.Contains(r.Text, cellMark):
			part, whole := p.bound(r, at.span)
			if part < whole {
				j.remark("cells of no one row: %s", r.Text)
			}
			cells.Part += part
			cells.Whole += whole
		}
	}
	return cells, code
}

// within reports whether a byte is in one of the spans, which are sorted and apart.
func within(spans []byteSpan, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].b > at })
	return i < len(spans) && spans[i].a <= at
}

// longLine is from how many bytes on a line of code may be shown in parts without a
// mark in the row: the gaps around are marked.
const longLine = 200

// verbatim reports whether a shown row of code is a line of it, or pieces of one.
func (p *page) verbatim(r *Row) bool {
	if !r.Gapped && p.line[trimEnd(r.Pieces[0])] {
		return true
	}
	for l := range p.line {
		all := r.Gapped || len(l) >= longLine
		for _, piece := range r.Pieces {
			all = all && strings.Contains(l, strings.TrimSpace(piece))
		}
		if all {
			return true
		}
	}
	return false
}

// bound counts the cells of a shown row, and those that stand in one row of a table
// at the row's place, in its order. Nothing counts where there is no table.
func (p *page) bound(r *Row, at byteSpan) (part, whole float64) {
	shown := strings.Split(strings.Trim(linkTarget.ReplaceAllLiteralString(r.Text, ""), "| "), cellMark)
	for i, c := range shown {
		var pieces []string
		for _, piece := range strings.Split(c, ellipsis) {
			pieces = append(pieces, Normalise(piece))
		}
		shown[i] = strings.TrimSpace(strings.Join(pieces, " "))
	}
	best, said := -1, 0
	for _, c := range shown {
		if len(contentWords(c)) > 0 {
			said++
		}
	}
	for i := range p.rows {
		row := &p.rows[i]
		if row.span.a >= max(at.b, at.a+1) {
			break
		}
		if row.span.b > at.a {
			best = max(best, row.match(shown))
		}
	}
	if best < 0 || said < 2 {
		return 0, 0
	}
	return float64(best), float64(said)
}

// match counts the cells that the row has in this order.
func (t *tableRow) match(shown []string) int {
	found, next := 0, 0
	for _, c := range shown {
		for k := next; k < len(t.cells); k++ {
			if t.cells[k].has(c) {
				found++
				next = k + 1
				break
			}
		}
	}
	return found
}
