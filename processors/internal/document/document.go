// Package document is what the processors of marked-up and of plain documents
// share: blocks of text that remember where their bytes stand in the content, and
// the values that make headings the skeleton of a shortened document, terms its
// second layer and sentences the rest.
package document

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

// Kind is what a block is.
type Kind uint8

// The kinds of blocks.
const (
	Para    Kind = iota
	Item         // of a list
	Title        // of the whole document
	Heading      // Level says how deep
	Term         // what a definition defines, an option, a directive
	Code         // one line of code
	Row          // one row of a table, in Cells
	Header       // a row of column names
	Option       // one choice of a form field
	Line         // one line of a listing; Worth and Like come from its neighbours
)

// MaxBlocks bounds the blocks of one document, and with them the memory of a
// plan; none that a person reads comes near it.
const MaxBlocks = 100_000

// Weights of blocks that are not content.
const (
	Low    = 0.12 // looks like decoration: shown when all else is
	Hidden = 0    // navigation and legal notes: not shown
)

// Block is one piece of a document.
type Block struct {
	Kind   Kind
	Level  int     // of a heading, from 1
	Weight float64 // 1 for content, less for what surrounds it
	Mark   string  // drawn before the text: "## ", "- "
	Join   string  // if not empty, the block continues the row of the block before it
	Nth    int     // number of the line in its block of code, of the row in its table
	Table  int     // rows of one table share this number
	Cells  []Cell  // of a row
	Links  []Link
	Coded  bool    // has inline code
	Form   bool    // has a form field
	Unsure bool    // its bytes may read differently when tags are dropped, so its units are checked one by one
	Raw    bool    // start and end count in the content itself
	Worth  float64 // of a Line; of a Row, what an odd cell adds
	Like   int     // lines with the same number are of one form, 0 for none
	start  int     // of the text, in Doc.text or, if Raw, in the content
	end    int
	after  int // end of the markup that closes the block, in the content; 0 if unknown
	same   int // index+1 of an earlier block that says the same
}

// Cell is one cell of a table row.
type Cell struct {
	start, end int // of the text, in Doc.text
	Column     int
	Carried    bool // stands in an earlier row and spans this one
}

// Link is an address that a text points to.
type Link struct {
	Tag  sdk.Span // the bytes that hold the address
	Href string
}

// Doc collects the blocks of one content. Texts of blocks that do not stand in
// the content as they read (entities, tags inside) live in one arena, and runs
// say which bytes each part of it came from. White space needs no run.
type Doc struct {
	Content []byte
	Blocks  []Block
	text    []byte
	runs    []run
}

// run says that n bytes of the text from text on came from m bytes of the content
// from src on; byte by byte if n == m and not whole.
type run struct {
	text, src, n, m int
	whole           bool
}

// New starts a document over content, which is not copied.
func New(content []byte) *Doc { return &Doc{Content: content} }

// Len is the length of the arena: where the next text will stand.
func (d *Doc) Len() int { return len(d.text) }

// Space appends a space unless the text since from is empty or ends with one.
func (d *Doc) Space(from int) {
	if n := len(d.text); n > from && d.text[n-1] != ' ' {
		d.text = append(d.text, ' ')
	}
}

// Append adds the bytes src to src+n of the content as they stand. They must hold
// no control characters.
func (d *Doc) Append(src, n int) {
	if k := len(d.runs); k > 0 {
		r := &d.runs[k-1]
		if !r.whole && r.src+r.m == src && r.text+r.n == len(d.text) {
			r.n, r.m = r.n+n, r.m+n
			d.text = append(d.text, d.Content[src:src+n]...)
			return
		}
	}
	d.runs = append(d.runs, run{text: len(d.text), src: src, n: n, m: n})
	d.text = append(d.text, d.Content[src:src+n]...)
}

// AppendAs adds a text that stands for the bytes of a span as a whole; it is
// never cut. Control characters become spaces.
func (d *Doc) AppendAs(text string, s sdk.Span) {
	at := len(d.text)
	for _, r := range text {
		if unicode.IsControl(r) || unicode.IsSpace(r) {
			r = ' '
		}
		d.text = utf8.AppendRune(d.text, r)
	}
	if len(d.text) > at {
		d.runs = append(d.runs, run{text: at, src: s.Start, n: len(d.text) - at, m: s.Len(), whole: true})
	}
}

// Trailing reports whether all characters of the arena from a position on are such
// as drop says.
func (d *Doc) Trailing(from int, drop func(rune) bool) bool {
	return strings.IndexFunc(string(d.text[from:]), func(c rune) bool { return !drop(c) }) < 0
}

// Trim drops trailing characters of the arena, not before from, while drop says so.
func (d *Doc) Trim(from int, drop func(rune) bool) {
	n := len(d.text)
	for n > from {
		r, w := utf8.DecodeLastRune(d.text[from:n])
		if !drop(r) {
			break
		}
		n -= w
	}
	d.text = d.text[:n]
	for k := len(d.runs); k > 0 && d.runs[k-1].text >= n; k-- {
		d.runs = d.runs[:k-1]
	}
	if k := len(d.runs); k > 0 {
		if r := &d.runs[k-1]; r.text+r.n > n && !r.whole {
			r.n = n - r.text
			r.m = r.n
		}
	}
}

// Add ends a block whose text stands in the arena from start on. It reports
// whether the block has any text; one without is dropped.
func (d *Doc) Add(b Block, start, after int) bool {
	end := len(d.text)
	for start < end && d.text[start] == ' ' && b.Kind != Code {
		start++
	}
	for start < end && d.text[end-1] == ' ' {
		end--
	}
	if len(bytes.TrimSpace(d.text[start:end])) == 0 {
		return false
	}
	d.Space(0)
	b.start, b.end, b.after = start, end, after
	d.Blocks = append(d.Blocks, b)
	return true
}

// AddRaw adds a block that shows bytes of the content as they stand.
func (d *Doc) AddRaw(b Block, s sdk.Span) {
	b.Raw, b.start, b.end = true, s.Start, s.End
	d.Blocks = append(d.Blocks, b)
}

// Fold marks raw blocks that repeat an earlier one byte for byte, so that they are
// shown as its copies. Headings, code and very short texts stay where they are:
// their place says something.
func (d *Doc) Fold() {
	const shortest = 12 // bytes; of lines of listings, any
	first := map[string]int{}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if !b.Raw || b.Join != "" || b.Table > 0 || b.Kind != Line && (b.TextLen() < shortest || b.Kind != Para && b.Kind != Item) {
			continue
		}
		text := string(d.Content[b.start:b.end])
		if k, ok := first[text]; ok {
			b.same = k + 1
		} else {
			first[text] = i
		}
	}
}

// Merge makes one row of the blocks from first on; cell k holds the blocks from
// cells[k] on up to those of the next cell. Carried cells are those of the row.
func (d *Doc) Merge(first int, row Block, after int) {
	row.after = after
	blocks := d.Blocks[first:]
	if len(blocks) > 0 {
		row.start, row.end = blocks[0].start, blocks[len(blocks)-1].end
	}
	for i := range blocks {
		row.Links = append(row.Links, blocks[i].Links...)
		row.Form = row.Form || blocks[i].Form
		row.Coded = row.Coded || blocks[i].Coded
		row.Unsure = row.Unsure || blocks[i].Unsure
	}
	d.Blocks = append(d.Blocks[:first], row)
}

// CellOf makes a cell of the blocks from..to.
func (d *Doc) CellOf(from, to, column int) Cell {
	c := Cell{Column: column}
	if from < to {
		c.start, c.end = d.Blocks[from].start, d.Blocks[to-1].end
	}
	return c
}

// Len is the number of bytes of a cell's text.
func (c Cell) Len() int { return c.end - c.start }

// TextLen is the number of bytes of a block's text.
func (b *Block) TextLen() int { return b.end - b.start }

// textOf returns bytes start to end of a block's text.
func (d *Doc) textOf(b *Block, start, end int) []byte {
	if b.Raw {
		return d.Content[start:end]
	}
	return d.text[start:end]
}

// source returns the bytes of the content that start to end of a block's text
// came from. Both edges must not be white space.
func (d *Doc) source(b *Block, start, end int) sdk.Span {
	if b.Raw {
		return sdk.Span{Start: start, End: end}
	}
	return d.arenaSource(start, end)
}

func (d *Doc) arenaSource(start, end int) sdk.Span {
	first, last := d.runAt(start), d.runAt(end-1)
	if first == nil || last == nil {
		return sdk.Span{}
	}
	s := sdk.Span{Start: first.src, End: last.src + last.m}
	if !first.whole {
		s.Start += start - first.text
	}
	if !last.whole {
		s.End = last.src + end - last.text
	}
	return s
}

// runAt finds the run that holds a byte of the arena.
func (d *Doc) runAt(at int) *run {
	k := sort.Search(len(d.runs), func(i int) bool { return d.runs[i].text+d.runs[i].n > at })
	if k == len(d.runs) || d.runs[k].text > at {
		return nil
	}
	return &d.runs[k]
}

// snap moves an edge out of a run that must stay whole, to its end.
func (d *Doc) snap(b *Block, at int) int {
	if b.Raw || at >= b.end {
		return at
	}
	if r := d.runAt(at); r != nil && r.whole && r.text < at {
		return min(r.text+r.n, b.end)
	}
	return at
}
