// Package document is what the processors of marked-up and of plain documents
// share: blocks of text that remember where their bytes stand in the content, and
// the values that make headings the skeleton of a shortened document, terms its
// second layer and sentences the rest.
package document

import (
	"bytes"
	"sort"
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
	Kinds        // how many there are
)

// Weights of blocks that are not content.
const (
	Low    = 0.12 // looks like decoration: shown when all else is
	Hidden = 0    // navigation and legal notes: not shown
)

// Mark is drawn before the text of a block: a heading's level in hashes, 1 to 6, or
// the sign of an item.
type Mark uint8

// Bullet marks an item of a list.
const Bullet Mark = 7

var markTexts = [...]string{"", "# ", "## ", "### ", "#### ", "##### ", "###### ", "- "}

// Join says how a block continues the row of the block before it.
type Join uint8

// The ways to join a row.
const (
	Apart     Join = iota // a row of its own
	JoinBlank             // " "
	JoinColon             // ": "
	JoinBar               // " | "
)

var joinTexts = [...]string{"", " ", ": ", " | "}

// Block is one piece of a document. There may be one for every few bytes of the
// content, so it is kept small: places count in 32 bits, which contents never
// outgrow, and cells and links stand in lists of the document.
type Block struct {
	Kind    Kind
	Level   uint8 // of a heading, from 1
	Mark    Mark
	Join    Join
	Coded   bool    // has inline code
	Form    bool    // has a form field
	Entry   bool    // an item that begins with a name and says what it means
	Raw     bool    // start and end count in the content itself
	opens   bool    // is a heading or stands right below one
	leads   bool    // below a heading that announces what the document says in short
	Weight  float32 // 1 for content, less for what surrounds it
	Worth   float32 // of a Line; of a Row, what an odd cell adds
	Nth     int32   // number of the line in its block of code, of the row in its table
	Table   int32   // rows of one table share this number
	Like    int32   // lines with the same number are of one form, 0 for none
	start   int32   // of the text, in Doc.text or, if Raw, in the content
	end     int32
	after   int32 // end of the markup that closes the block, in the content; 0 if unknown
	copies  int32 // how many later blocks say the same
	same    int32 // index+1 of an earlier block that says the same
	section int32 // number of headings up to the block
	shape   int32 // number of what the block says but for numbers, 0 for none
	turn    int32 // how many blocks before are of that shape; of a heading, how many right above it
	cells   part  // of a row, in Doc.cells
	links   part  // in Doc.links
}

// part is n entries of a list, from the entry first on.
type part struct{ first, n int32 }

// Cell is one cell of a table row.
type Cell struct {
	start, end int32 // of the text, in Doc.text
	Column     int32
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
	Added   int // blocks so far, those that were dropped since among them
	Dropped int
	text    []byte
	runs    []run
	cells   []Cell
	links   []Link
	lastRun int    // where runAt looks first: blocks are read in order
	filled  []Cell // as fill says
	knowledge
}

// run says that n bytes of the text from text on came from m bytes of the content
// from src on; byte by byte if n == m and not whole.
type run struct {
	text, src, n, m int32
	whole           bool
}

// New starts a document over the content of a request, which is not copied.
func New(req sdk.Request) *Doc {
	const usualBlock = 256 // bytes
	d := &Doc{Content: req.Content, Blocks: make([]Block, 0, min(len(req.Content)/usualBlock+1, mostBlocks))}
	d.start(req)
	return d
}

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
		if !r.whole && int(r.src+r.m) == src && int(r.text+r.n) == len(d.text) {
			r.n, r.m = r.n+int32(n), r.m+int32(n)
			d.text = append(d.text, d.Content[src:src+n]...)
			return
		}
	}
	if d.text == nil { // a page is text for a quarter, in pieces of some forty bytes
		d.text = make([]byte, 0, len(d.Content)/4)
		d.runs = make([]run, 0, len(d.Content)/160+1)
	}
	d.runs = append(d.runs, run{text: int32(len(d.text)), src: int32(src), n: int32(n), m: int32(n)})
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
		d.runs = append(d.runs, run{text: int32(at), src: int32(s.Start), n: int32(len(d.text) - at), m: int32(s.Len()), whole: true})
	}
}

// Trailing reports whether all characters of the arena from a position on are such
// as drop says.
func (d *Doc) Trailing(from int, drop func(rune) bool) bool {
	return bytes.IndexFunc(d.text[from:], func(c rune) bool { return !drop(c) }) < 0
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
	for k := len(d.runs); k > 0 && int(d.runs[k-1].text) >= n; k-- {
		d.runs = d.runs[:k-1]
	}
	if k := len(d.runs); k > 0 {
		if r := &d.runs[k-1]; int(r.text+r.n) > n && !r.whole {
			r.n = int32(n) - r.text
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
		d.links = d.links[:len(d.links)-int(b.links.n)]
		return false
	}
	d.Space(0)
	b.start, b.end, b.after = int32(start), int32(end), int32(after)
	d.Blocks = append(d.Blocks, b)
	d.Added++
	return true
}

// AddRaw adds a block that shows bytes of the content as they stand.
func (d *Doc) AddRaw(b Block, s sdk.Span) {
	b.Raw, b.start, b.end = true, int32(s.Start), int32(s.End)
	d.Blocks = append(d.Blocks, b)
	d.Added++
}

// AddLink gives a block that is not added yet one more link. Only one block at a
// time may collect links.
func (d *Doc) AddLink(b *Block, l Link) {
	if b.links.n == 0 {
		b.links.first = int32(len(d.links))
	}
	b.links.n++
	d.links = append(d.links, l)
}

// SetCells gives a row its cells.
func (d *Doc) SetCells(b *Block, cells []Cell) {
	b.cells = part{int32(len(d.cells)), int32(len(cells))}
	d.cells = append(d.cells, cells...)
}

// Unlink starts a new block where the present one, which is added, collected links.
func (b *Block) Unlink() { b.links = part{} }

func (d *Doc) cellsOf(b *Block) []Cell { return d.cells[b.cells.first:][:b.cells.n] }
func (d *Doc) linksOf(b *Block) []Link { return d.links[b.links.first:][:b.links.n] }

// Merge makes one row of the blocks from first on; cell k holds the blocks from
// cells[k] on up to those of the next cell. Carried cells are those of the row.
func (d *Doc) Merge(first int, row Block, after int) {
	row.after = int32(after)
	blocks := d.Blocks[first:]
	if len(blocks) > 0 {
		row.start, row.end = blocks[0].start, blocks[len(blocks)-1].end
	}
	for i := range blocks {
		b := &blocks[i]
		if row.links.n == 0 {
			row.links.first = b.links.first
		}
		row.links.n += b.links.n
		row.Form = row.Form || b.Form
		row.Coded = row.Coded || b.Coded
	}
	d.Blocks = append(d.Blocks[:first], row)
	d.Added++
}

// CellOf makes a cell of the blocks from..to.
func (d *Doc) CellOf(from, to, column int) Cell {
	c := Cell{Column: int32(column)}
	if from < to {
		c.start, c.end = d.Blocks[from].start, d.Blocks[to-1].end
	}
	return c
}

// Len is the number of bytes of a cell's text.
func (c Cell) Len() int { return int(c.end - c.start) }

// TextLen is the number of bytes of a block's text.
func (b *Block) TextLen() int { return int(b.end - b.start) }

// wholeText returns a block's text.
func (d *Doc) wholeText(b *Block) []byte { return d.textOf(b, int(b.start), int(b.end)) }

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
	s := sdk.Span{Start: int(first.src), End: int(last.src + last.m)}
	if !first.whole {
		s.Start += start - int(first.text)
	}
	if !last.whole {
		s.End = int(last.src) + end - int(last.text)
	}
	return s
}

// runAt finds the run that holds a byte of the arena.
func (d *Doc) runAt(at int) *run {
	k, near := min(d.lastRun, len(d.runs)), 4
	for ; near > 0 && k < len(d.runs) && int(d.runs[k].text+d.runs[k].n) <= at; near-- {
		k++
	}
	if near == 0 || k > 0 && int(d.runs[k-1].text+d.runs[k-1].n) > at {
		k = sort.Search(len(d.runs), func(i int) bool { return int(d.runs[i].text+d.runs[i].n) > at })
	}
	if k == len(d.runs) || int(d.runs[k].text) > at {
		return nil
	}
	d.lastRun = k
	return &d.runs[k]
}

// snap moves an edge out of a run that must stay whole, to its end.
func (d *Doc) snap(b *Block, at int) int {
	if b.Raw || at >= int(b.end) {
		return at
	}
	if r := d.runAt(at); r != nil && r.whole && int(r.text) < at {
		return min(int(r.text+r.n), int(b.end))
	}
	return at
}
