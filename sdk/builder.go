package sdk

import (
	"fmt"
	"strings"
)

// Builder collects units with their values and makes a Plan of them. Units may
// be added in any order, but their spans must not overlap. Edges of spans that stand
// inside a character or outside the content are moved to the start of the character
// and into the content; units whose span is empty then, that stand inside another, or
// whose row is blank and not needed, are left out, and their handles stay good: what
// needs one gets what that one needs, or the unit around it. It is not safe for
// concurrent use.
type Builder struct {
	req     Request
	mem     *memory
	n       int // units
	groups  []Group
	depths  []int // how many groups each of them stands in
	notes   []string
	summary string
	partial bool
	rows    int
	gone    int // units that are left out
	blanks  int // units that show blanks
}

// builtUnit is a unit that the order may not reach: most have little beside a span
// and a value.
type builtUnit struct {
	span        Span
	value       float64
	text, sep   string
	needs       []int // handles, in memory.needs
	more        *moreOfUnit
	row         int
	group, item int
	section     int   // counted from 1; 0 is none
	key         int32 // the numbers of names; 0 is none
	class       int32
	part        int32 // place in its row
	soft        bool
	gone        bool // is left out
	blank       bool // shows blanks
}

// moreOfUnit is what few units have.
type moreOfUnit struct{ from, copies []Span }

// NewBuilder starts a plan for one request.
func NewBuilder(req Request) *Builder { return &Builder{req: req, mem: borrow()} }

// UnitOption sets something about a unit that is not its span, text or value.
type UnitOption func(*Builder, *builtUnit)

// Keep adds a unit that shows the bytes of the span verbatim, and returns its
// handle for Needs. A value of 0 or less means: show it only where another unit
// needs it.
func (b *Builder) Keep(span Span, value float64, opts ...UnitOption) int {
	return b.add(span, "", value, opts)
}

// Show adds a unit that says what its span says in another form. Every word and
// number of text must occur in the decoded bytes of the span or of From.
func (b *Builder) Show(span Span, text string, value float64, opts ...UnitOption) int {
	return b.add(span, text, value, opts)
}

func (b *Builder) add(span Span, text string, value float64, opts []UnitOption) int {
	n := b.n
	b.n++
	x := b.mem.room(n)
	x.span, x.text, x.value, x.row, x.group = span, text, value, -1, -1
	for _, o := range opts {
		o(b, x)
	}
	if x.row < 0 {
		x.row = b.NewRow()
	}
	b.round(x)
	return n
}

// NewRow returns the number of a fresh row, for units that share an output line.
func (b *Builder) NewRow() int {
	b.rows++
	return b.rows - 1
}

// Group adds a group and returns its index. The parent must have been added
// before. One that would stand deeper than a plan allows stands at the top.
func (b *Builder) Group(g Group) int {
	depth := 0
	if g.Parent >= 0 && g.Parent < len(b.depths) {
		if depth = b.depths[g.Parent] + 1; depth >= maxGroupDepth {
			g.Parent, g.Item, depth = -1, 0, 0
		}
	}
	b.depths = append(b.depths, depth)
	b.groups = append(b.groups, g)
	return len(b.groups) - 1
}

// Note adds a remark about the content. Notes beyond MaxNotes are dropped, long
// ones cut.
func (b *Builder) Note(text string) {
	if len(b.notes) < MaxNotes {
		b.notes = append(b.notes, strings.ToValidUTF8(text[:min(len(text), MaxNoteBytes)], ""))
	}
}

// Summary sets the plan's summary: one short line.
func (b *Builder) Summary(format string, args ...any) { b.summary = fmt.Sprintf(format, args...) }

// Partial says that bytes outside the units were not looked at.
func (b *Builder) Partial() { b.partial = true }

// SetValue changes the value of a unit.
func (b *Builder) SetValue(unit int, value float64) { b.mem.unit(unit).value = value }

// Key names what the unit is an instance of: a line template, a column. Units of
// one key diminish steeply.
func Key(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.key = number(b.mem.keys, name) }
}

// SoftKey is Key with mild diminishing, for identities, terms and code.
func SoftKey(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.key, x.soft = number(b.mem.keys, name), true }
}

// Class names a coarse shape; units of one class diminish a little.
func Class(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.class = number(b.mem.classes, name) }
}

// Section numbers a part of the content, from 0; units of one section diminish a
// little, so that all parts are covered.
func Section(n int) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.section = n + 1 }
}

// InRow puts the unit on the output line of a row; sep joins it to the unit
// before it there.
func InRow(row int, sep string) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.row, x.sep = row, sep }
}

// Of says which item of which group the unit belongs to.
func Of(group, item int) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.group, x.item = group, item }
}

// From names further bytes whose words the text repeats.
func From(spans ...Span) UnitOption {
	return func(_ *Builder, x *builtUnit) { m := x.others(); m.from = append(m.from, spans...) }
}

// Copies names other places that say the same.
func Copies(spans ...Span) UnitOption {
	return func(_ *Builder, x *builtUnit) { m := x.others(); m.copies = append(m.copies, spans...) }
}

// others is what the unit has that few have, to be changed.
func (x *builtUnit) others() *moreOfUnit {
	if x.more == nil {
		x.more = &moreOfUnit{}
	}
	return x.more
}

// Needs names units, by their handles, that must be shown whenever this one is.
func Needs(units ...int) UnitOption {
	return func(b *Builder, x *builtUnit) { x.needs = b.mem.needing(x.needs, units) }
}

func number(names map[string]int32, name string) int32 {
	n, ok := names[name]
	if !ok {
		n = int32(len(names) + 1)
		names[name] = n
	}
	return n
}
