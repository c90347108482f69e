package html

import (
	"bytes"
	"context"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// reader makes blocks of a page in one pass. It works on the tokenizer, not on
// the tree of html.Parse: a plan speaks of bytes of the content, the tree has
// lost them, and the bytes of the tokens add up to the content. So it keeps a
// small stack of its own, of those elements only that change what text means.
type reader struct {
	content []byte
	doc     *document.Doc
	rules   rank.Set
	pos     int // of the present token
	end     int // of the present token
	tags    int
	count   [document.Kinds]int
	broken  int // bytes in what does not end
	hidden  int // bytes in scripts, styles and the like, which do

	stack  []element
	skip   atom.Atom // inside an element whose text is no content
	skips  int       // how deep inside elements of that name
	skipAt int
	titled bool // a title was read

	block    document.Block // the block that text is collected for
	start    int            // where its text starts in the arena
	last     int            // end of the bytes that the last text came from
	linked   int            // bytes of it that are link text
	stray    int            // position of the last < that opens no tag; -1 for none
	pre      int            // depth of pre elements
	line     int            // number of the next line in the block of code
	link     *document.Link
	linkAt   int      // arena position where the open link began; -1 for none
	control  int      // arena position where the open button began; -1 for none
	label    string   // words of a button that has no text
	opened   sdk.Span // the tag of that button
	options  int      // choices of the open select
	tables   []*table
	tableNo  int32
	attrs    attrs           // of the present tag
	rowCells []document.Cell // of the last row
}

func newReader(req sdk.Request) *reader {
	return &reader{
		content: req.Content, doc: document.New(req), rules: rank.ParseSet(req.Options[rank.AblateOption]),
		block: document.Block{Weight: 1}, stray: -1, linkAt: -1, control: -1,
	}
}

func (r *reader) read(ctx context.Context) error {
	z := html.NewTokenizer(bytes.NewReader(r.content))
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		t := z.Next()
		r.pos, r.end = r.end, r.end+len(z.Raw())
		switch t {
		case html.ErrorToken:
			r.broken += len(r.content) - r.pos
			if r.skip != 0 {
				r.broken += r.pos - r.skipAt
			}
			r.pos = len(r.content)
			r.finish()
			return nil
		case html.TextToken:
			if r.skip == 0 {
				r.text(r.pos, r.end)
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			r.tags++
			name, more := z.TagName()
			r.startTag(z, atom.Lookup(name), more, t == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			r.endTag(atom.Lookup(name))
		case html.CommentToken:
			r.comment()
		}
	}
}

func (r *reader) finish() {
	r.flush(r.pos)
	for len(r.tables) > 0 {
		r.endTable(r.pos)
	}
}

// skipped are the elements whose text is no content. A browser runs scripts, so
// noscript is not shown either.
var skipped = map[atom.Atom]bool{
	atom.Script: true, atom.Style: true, atom.Svg: true, atom.Noscript: true, atom.Template: true, atom.Iframe: true,
	atom.Object: true, atom.Canvas: true, atom.Audio: true, atom.Video: true, atom.Noembed: true, atom.Noframes: true,
	atom.Math: true, atom.Datalist: true,
}

func (r *reader) startTag(z *html.Tokenizer, a atom.Atom, more, closed bool) {
	if r.skip != 0 {
		if a == r.skip && !closed {
			r.skips++
		}
		return
	}
	if skipped[a] {
		if a == atom.Math {
			r.picture(r.attributes(z, more), "alttext")
		}
		if !closed || a == atom.Script || a == atom.Style {
			r.skip, r.skips, r.skipAt = a, 1, r.pos
		}
		return
	}
	attrs := r.attributes(z, more)
	switch a {
	case atom.Meta:
		r.meta(attrs)
	case atom.Br, atom.Hr:
		r.lineBreak(a)
	case atom.Img:
		r.picture(attrs, "alt")
	case atom.A:
		r.openLink(attrs)
	case atom.Code, atom.Tt, atom.Kbd, atom.Samp, atom.Var, atom.Dfn:
		r.block.Coded = true
	case atom.Input:
		r.input(attrs)
	case atom.Button, atom.Textarea, atom.Select, atom.Option, atom.Label:
		r.openControl(a, attrs)
	default:
		if isBlock[a] {
			r.open(a, attrs)
		}
	}
}

func (r *reader) endTag(a atom.Atom) {
	if r.skip != 0 {
		if a == r.skip {
			if r.skips--; r.skips == 0 {
				r.skip = 0
				r.hidden += r.end - r.skipAt
			}
		} else if a == atom.Body || a == atom.Html {
			r.broken += r.pos - r.skipAt
			r.skip = 0
		}
		return
	}
	switch a {
	case atom.A:
		r.closeLink()
	case atom.Button, atom.Textarea, atom.Select, atom.Option, atom.Label:
		r.closeControl(a)
	default:
		if isBlock[a] {
			r.close(a)
		}
	}
}

// flush ends the present block. Its closing markup reaches to the given byte.
func (r *reader) flush(after int) {
	if r.inControl() {
		r.doc.Space(r.start)
		return
	}
	r.pauseLink()
	b := r.block
	if r.block.Kind != document.Code {
		r.doc.Trim(r.start, decorative(b.Kind))
	}
	length := r.doc.Len() - r.start
	const shortItem = 60 // bytes; a longer one says something
	if b.Kind == document.Item && b.Weight == 1 && length < shortItem && r.linked*10 > length*9 && len(r.tables) == 0 {
		b.Weight = document.Low
	}
	if r.doc.Add(b, r.start, after) {
		r.count[b.Kind]++
		r.makeRoom()
		r.block.Join, r.block.Mark = document.Apart, 0
	}
	r.start = r.doc.Len()
	r.linked, r.last = 0, 0
	r.block.Unlink()
	r.block.Coded, r.block.Form = false, false
}

// makeRoom gives up blocks of a page that has very many. Those of an open row of
// data stay; a row with more of them than that only lays out the page.
func (r *reader) makeRoom() {
	const longRow = 1000 // blocks
	if !r.doc.Full() {
		return
	}
	until := len(r.doc.Blocks)
	for _, t := range r.tables {
		if t.row == nil || t.row.layout {
			continue
		}
		if len(r.doc.Blocks)-t.row.first > longRow {
			t.row.layout = true
			continue
		}
		until = min(until, t.row.first)
	}
	gone := r.doc.Settle(until)
	for _, t := range r.tables {
		if t.row != nil && !t.row.layout {
			t.row.first -= gone
			for k := range t.row.cells {
				t.row.cells[k].first -= gone
				t.row.cells[k].last -= gone
			}
		}
	}
}

// decorative characters at the end of headings and terms are anchors to them.
func decorative(k document.Kind) func(rune) bool {
	if k == document.Heading || k == document.Term {
		return anchorSign
	}
	return func(c rune) bool { return c == ' ' }
}

func anchorSign(c rune) bool { return c == ' ' || c == '¶' || c == '§' || c == '#' || c == '🔗' }

// codeLine ends a line of a block of code.
func (r *reader) codeLine() {
	before := r.doc.Added
	r.flush(r.pos)
	if r.doc.Added > before {
		r.block.Nth++
	}
}

func (r *reader) lineBreak(a atom.Atom) {
	switch {
	case r.pre > 0:
		r.codeLine()
	case a == atom.Hr:
		r.flush(r.pos)
	default:
		r.doc.Space(r.start)
	}
}

// meta takes the description of the page.
func (r *reader) meta(attrs attrs) {
	if !bytes.EqualFold(attrs.get("name"), []byte("description")) {
		return
	}
	if text := clip(attrs.get("content")); text != "" {
		r.flush(r.pos)
		r.doc.AppendAs(text, sdk.Span{Start: r.pos, End: r.end})
		r.doc.Add(document.Block{Kind: document.Para, Weight: 1}, r.start, 0)
		r.start = r.doc.Len()
	}
}

// picture puts the words that stand for an image into the text.
func (r *reader) picture(attrs attrs, name string) {
	text := clip(attrs.get(name))
	if text == "" || r.pre > 0 {
		return
	}
	if name == "alt" {
		text = "![" + text + "]"
	}
	r.whole(text)
}

// whole puts a text into the block that stands for the present token.
func (r *reader) whole(text string) {
	r.doc.Space(r.start)
	r.doc.AppendAs(text, sdk.Span{Start: r.pos, End: r.end})
	r.doc.Space(r.start)
	r.last = 0
}
