package sdk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk/rank"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Builder collects units with their values and makes a Plan of them. Units may
// be added in any order, but their spans must not overlap. It is not safe for
// concurrent use.
type Builder struct {
	req     Request
	blocks  [][]builtUnit // of blockUnits each, so that units never move
	n       int           // units
	groups  []Group
	notes   []string
	summary string
	partial bool
	keys    map[string]int // as numbers
	classes map[string]int
	rows    int
}

// blockUnits is how many units are allocated at once.
const blockUnits = 32

type builtUnit struct {
	unit Unit
	item rank.Item
}

// NewBuilder starts a plan for one request.
func NewBuilder(req Request) *Builder {
	return &Builder{req: req, keys: map[string]int{}, classes: map[string]int{}}
}

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
	if b.n%blockUnits == 0 {
		b.blocks = append(b.blocks, make([]builtUnit, blockUnits))
	}
	n := b.n
	b.n++
	x := b.unit(n)
	x.unit.Span, x.unit.Text, x.unit.Group = span, text, -1
	x.item.Value, x.item.Row = value, -1
	for _, o := range opts {
		o(b, x)
	}
	if x.item.Row < 0 {
		x.item.Row = b.NewRow()
	}
	return n
}

// unit is the unit with a handle.
func (b *Builder) unit(n int) *builtUnit { return &b.blocks[n/blockUnits][n%blockUnits] }

// NewRow returns the number of a fresh row, for units that share an output line.
func (b *Builder) NewRow() int {
	b.rows++
	return b.rows - 1
}

// Group adds a group and returns its index. The parent must have been added
// before.
func (b *Builder) Group(g Group) int {
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
func (b *Builder) SetValue(unit int, value float64) { b.unit(unit).item.Value = value }

// Key names what the unit is an instance of: a line template, a column. Units of
// one key diminish steeply.
func Key(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Key = number(b.keys, name) }
}

// SoftKey is Key with mild diminishing, for identities, terms and code.
func SoftKey(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Key, x.item.Soft = number(b.keys, name), true }
}

// Class names a coarse shape; units of one class diminish a little.
func Class(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Class = number(b.classes, name) }
}

// Section numbers a part of the content, from 0; units of one section diminish a
// little, so that all parts are covered.
func Section(n int) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.item.Section = n + 1 }
}

// InRow puts the unit on the output line of a row; sep joins it to the unit
// before it there.
func InRow(row int, sep string) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.item.Row, x.unit.Sep = row, sep }
}

// Of says which item of which group the unit belongs to.
func Of(group, item int) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.unit.Group, x.unit.Item = group, item }
}

// From names further bytes whose words the text repeats.
func From(spans ...Span) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.unit.From = append(x.unit.From, spans...) }
}

// Copies names other places that say the same.
func Copies(spans ...Span) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.unit.Copies = append(x.unit.Copies, spans...) }
}

// Needs names units, by their handles, that must be shown whenever this one is.
func Needs(units ...int) UnitOption {
	return func(_ *Builder, x *builtUnit) { x.unit.Needs = append(x.unit.Needs, units...) }
}

func number(names map[string]int, name string) int {
	n, ok := names[name]
	if !ok {
		n = len(names) + 1
		names[name] = n
	}
	return n
}

// sameBytes is the length of a text up to which equal ones are looked for.
const sameBytes = 256

// Plan ranks the units and returns what the order reaches within twice
// req.MaxTokens, in the order of the content. Rules named by the option "ablate"
// are switched off. The builder must not be used after.
func (b *Builder) Plan() Plan {
	items := make([]rank.Item, b.n)
	same := newTexts(b.n, b.shows)
	var buf []byte
	for i := range items {
		x := b.unit(i)
		text := b.req.Content[x.unit.Span.Start:x.unit.Span.End]
		if x.unit.Text != "" {
			buf = append(buf[:0], x.unit.Text...)
			text = buf
		}
		x.item.Cost = tokens.Estimate(text) + 1
		if len(text) <= sameBytes {
			x.item.Same = same.first(i, text) + 1
		}
		if g := x.unit.Group; g >= 0 && !b.groups[g].Named {
			x.item.RowCost = 1
		}
		x.item.Needs = x.unit.Needs
		items[i] = x.item
	}
	order := rank.Order(items, 2*b.req.MaxTokens, rank.ParseSet(b.req.Options[rank.AblateOption]))
	if len(order) > MaxUnits {
		order = order[:MaxUnits]
		b.partial = true
	}
	b.numberParts()
	return b.assemble(order)
}

// shows reports whether a unit shows a text.
func (b *Builder) shows(n int, text []byte) bool {
	u := &b.unit(n).unit
	if u.Text != "" {
		return string(text) == u.Text
	}
	return bytes.Equal(b.req.Content[u.Span.Start:u.Span.End], text)
}

// assemble keeps the ordered units, sorts them by span and renumbers.
func (b *Builder) assemble(order []int) Plan {
	kept := slices.Clone(order)
	slices.SortStableFunc(kept, func(i, j int) int { return b.unit(i).unit.Span.Start - b.unit(j).unit.Span.Start })
	at := make([]int, b.n)
	needs := 0
	for i, k := range kept {
		at[k] = i
		needs += len(b.unit(k).unit.Needs)
	}
	p := Plan{
		Units:    make([]Unit, len(kept)),
		Order:    make([]int, len(order)),
		Groups:   b.groups,
		Notes:    b.notes,
		Summary:  b.summary,
		Complete: !b.partial && len(order) == b.n,
	}
	all := make([]int, 0, needs)
	for i, k := range kept {
		u := &p.Units[i]
		*u = b.unit(k).unit
		u.Row = b.unit(k).item.Row
		from := len(all)
		for _, n := range u.Needs {
			all = append(all, at[n])
		}
		u.Needs = all[from:len(all):len(all)]
	}
	for i, k := range order {
		p.Order[i] = at[k]
	}
	return p
}

// numberParts sets the place of each unit in its row, also of those that the order
// does not reach, so that the host can tell a gap from markup.
func (b *Builder) numberParts() {
	row, rows := b.rowNumbers()
	from := make([]int32, rows+1)
	for _, r := range row {
		from[r+1]++
	}
	for r := range rows {
		from[r+1] += from[r]
	}
	units := make([]int32, b.n)
	next := slices.Clone(from)
	for k, r := range row {
		units[next[r]] = int32(k)
		next[r]++
	}
	for r := range rows {
		in := units[from[r]:from[r+1]]
		if len(in) > 1 {
			slices.SortStableFunc(in, func(i, j int32) int { return b.unit(int(i)).unit.Span.Start - b.unit(int(j)).unit.Span.Start })
		}
		for part, k := range in {
			u := &b.unit(int(k)).unit
			u.Part, u.Parts = part, len(in)
		}
	}
}

// rowNumbers is the row of each unit and how many there are. Rows that NewRow did
// not give are given numbers that are as dense.
func (b *Builder) rowNumbers() (row []int32, rows int) {
	row, rows = make([]int32, b.n), b.rows
	var others map[int]int32
	for k := range row {
		r := b.unit(k).item.Row
		if r < b.rows {
			row[k] = int32(r)
			continue
		}
		n, ok := others[r]
		if !ok {
			if others == nil {
				others = map[int]int32{}
			}
			n = int32(rows)
			others[r] = n
			rows++
		}
		row[k] = n
	}
	return row, rows
}
