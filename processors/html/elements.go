package html

import (
	"golang.org/x/net/html/atom"

	"github.com/riffle-dev/riffle/processors/internal/document"
)

// element is an open element that matters. Blocks inside take its weight, kind
// and level.
type element struct {
	atom   atom.Atom
	weight float32
	kind   document.Kind
	level  uint8
}

// isBlock are the elements that end a paragraph. P itself is not on the stack:
// whatever starts or ends a block ends it.
var isBlock = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Section: true, atom.Article: true, atom.Main: true, atom.Blockquote: true,
	atom.Figure: true, atom.Figcaption: true, atom.Form: true, atom.Fieldset: true, atom.Legend: true,
	atom.Header: true, atom.Footer: true, atom.Nav: true, atom.Aside: true, atom.Address: true, atom.Details: true,
	atom.Summary: true, atom.Dialog: true, atom.Center: true, atom.Body: true, atom.Title: true, atom.Caption: true,
	atom.Ul: true, atom.Ol: true, atom.Menu: true, atom.Li: true, atom.Dl: true, atom.Dt: true, atom.Dd: true,
	atom.H1: true, atom.H2: true, atom.H3: true, atom.H4: true, atom.H5: true, atom.H6: true, atom.Hgroup: true,
	atom.Pre: true, atom.Listing: true, atom.Xmp: true, atom.Plaintext: true,
	atom.Table: true, atom.Thead: true, atom.Tbody: true, atom.Tfoot: true, atom.Tr: true, atom.Td: true, atom.Th: true,
}

// implied lists what an element ends that was not closed, and what bounds the search.
var implied = map[atom.Atom]struct{ ends, within []atom.Atom }{
	atom.Li: {[]atom.Atom{atom.Li}, []atom.Atom{atom.Ul, atom.Ol, atom.Menu}},
	atom.Dt: {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
	atom.Dd: {[]atom.Atom{atom.Dt, atom.Dd}, []atom.Atom{atom.Dl}},
}

// searched is how far up the stack an end tag looks for its element: pages close
// what they open, and a longer search would not be linear on those that do not.
const searched = 100

func (r *reader) top() element {
	if n := len(r.stack); n > 0 {
		return r.stack[n-1]
	}
	return element{weight: 1}
}

// open starts a block element.
func (r *reader) open(a atom.Atom, attrs attrs) {
	r.flush(r.pos)
	if a == atom.P {
		return
	}
	if x, ok := implied[a]; ok {
		r.popTo(x.ends, x.within)
	}
	if isTable(a) && !r.openTable(a, attrs) {
		return
	}
	e := r.top()
	e.atom = a
	e.weight *= r.weight(a, attrs)
	mark, join := document.Mark(0), document.Apart
	switch a {
	case atom.Title:
		if e.kind = document.Title; r.titled {
			e.kind = document.Para
		}
		r.titled = true
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		e.kind, e.level = document.Heading, a.String()[1]-'0'
		mark = document.Mark(e.level)
	case atom.Li:
		e.kind, mark = document.Item, document.Bullet
	case atom.Dt:
		e.kind = document.Term
	case atom.Dd:
		e.kind = document.Para
		if n := len(r.doc.Blocks); n > 0 && r.doc.Blocks[n-1].Kind == document.Term {
			join = document.JoinColon
		}
	case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
		e.kind = document.Code
		r.pre++
	case atom.Td, atom.Th, atom.Ul, atom.Ol, atom.Dl, atom.Table:
		e.kind = document.Para
	default:
		mark, join = r.block.Mark, r.block.Join
	}
	r.stack = append(r.stack, e)
	r.settle()
	r.block.Mark, r.block.Join = mark, join
}

// weight of an element by its name and attributes. Names of classes say nothing
// about elements that hold the whole page.
func (r *reader) weight(a atom.Atom, attrs attrs) float32 {
	switch a {
	case atom.Nav:
		return document.Hidden
	case atom.Footer:
		if r.within(atom.Article, atom.Main, atom.Blockquote) {
			return document.Low
		}
		return document.Hidden
	case atom.Aside:
		return beside
	case atom.Body, atom.Main, atom.Article, atom.Title, atom.Table, atom.Tr, atom.Tbody:
		return 1
	}
	return attrs.weight()
}

// within reports whether one of the elements is open, near enough to matter.
func (r *reader) within(atoms ...atom.Atom) bool {
	for i := len(r.stack) - 1; i >= 0 && i >= len(r.stack)-searched; i-- {
		for _, a := range atoms {
			if r.stack[i].atom == a {
				return true
			}
		}
	}
	return false
}

// settle makes the innermost open element the one that new text belongs to.
func (r *reader) settle() {
	e := r.top()
	r.block.Kind, r.block.Level, r.block.Weight = e.kind, e.level, e.weight
	r.block.Mark, r.block.Join, r.block.Nth = 0, document.Apart, 0
}

// close ends a block element, if it is open.
func (r *reader) close(a atom.Atom) {
	r.flush(r.end)
	if a == atom.P {
		return
	}
	if isTable(a) {
		r.closeTable(a)
		return
	}
	want := []atom.Atom{a}
	if r.top().kind == document.Heading {
		want = headings
	}
	r.popTo(want, []atom.Atom{atom.Td, atom.Th, atom.Table})
}

var headings = []atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}

// popTo pops the innermost of some elements and all above it, unless a bound
// stands above it or it is too far up.
func (r *reader) popTo(ends, within []atom.Atom) {
	for i := len(r.stack) - 1; i >= 0 && i >= len(r.stack)-searched; i-- {
		a := r.stack[i].atom
		for _, e := range ends {
			if a == e {
				r.pop(i)
				return
			}
		}
		for _, w := range within {
			if a == w {
				return
			}
		}
	}
}

// pop closes all elements from the i-th on.
func (r *reader) pop(i int) {
	for _, e := range r.stack[i:] {
		switch e.atom {
		case atom.Pre, atom.Listing, atom.Xmp, atom.Plaintext:
			r.pre--
		}
	}
	r.stack = r.stack[:i]
	r.settle()
}
