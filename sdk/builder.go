package sdk

import (
	"fmt"
	"sort"
	"strings"

	"github.com/riffle-dev/riffle/sdk/rank"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Builder collects units with their values and makes a Plan of them. Units may
// be added in any order, but their spans must not overlap. It is not safe for
// concurrent use.
type Builder struct {
	req     Request
	units   []builtUnit
	groups  []Group
	notes   []string
	summary string
	partial bool
	names   map[string]int // keys, classes and texts as numbers
	rows    int
}

type builtUnit struct {
	unit Unit
	item rank.Item
}

// NewBuilder starts a plan for one request.
func NewBuilder(req Request) *Builder {
	return &Builder{req: req, names: map[string]int{}}
}

// UnitOption sets something about a unit that is not its span, text or value.
type UnitOption func(*Builder, *builtUnit)

// Keep adds a unit that shows the bytes of the span verbatim, and returns its
// handle for Needs. A value of 0 or less means: show it only where another unit
// needs it.
func (b *Builder) Keep(span Span, value float64, opts ...UnitOption) int {
	return b.add(Unit{Span: span}, value, opts)
}

// Show adds a unit that says what its span says in another form. Every word and
// number of text must occur in the decoded bytes of the span or of From.
func (b *Builder) Show(span Span, text string, value float64, opts ...UnitOption) int {
	return b.add(Unit{Span: span, Text: text}, value, opts)
}

func (b *Builder) add(u Unit, value float64, opts []UnitOption) int {
	u.Group = -1
	x := builtUnit{unit: u, item: rank.Item{Value: value, Row: -1}}
	for _, o := range opts {
		o(b, &x)
	}
	if x.item.Row < 0 {
		x.item.Row = b.NewRow()
	}
	b.units = append(b.units, x)
	return len(b.units) - 1
}

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
func (b *Builder) SetValue(unit int, value float64) { b.units[unit].item.Value = value }

// Key names what the unit is an instance of: a line template, a column. Units of
// one key diminish steeply.
func Key(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Key = b.number("k" + name) }
}

// SoftKey is Key with mild diminishing, for identities, terms and code.
func SoftKey(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Key, x.item.Soft = b.number("k"+name), true }
}

// Class names a coarse shape; units of one class diminish a little.
func Class(name string) UnitOption {
	return func(b *Builder, x *builtUnit) { x.item.Class = b.number("c" + name) }
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

func (b *Builder) number(name string) int {
	n, ok := b.names[name]
	if !ok {
		n = len(b.names) + 1
		b.names[name] = n
	}
	return n
}

// Plan ranks the units and returns what the order reaches within twice
// req.MaxTokens, in the order of the content. Rules named by the option "ablate"
// are switched off. The builder must not be used after.
func (b *Builder) Plan() Plan {
	items := make([]rank.Item, len(b.units))
	for i := range b.units {
		x := &b.units[i]
		text := []byte(x.unit.Text)
		if len(text) == 0 {
			text = b.req.Content[x.unit.Span.Start:x.unit.Span.End]
		}
		x.item.Cost = tokens.Estimate(text) + 1
		if len(text) <= 256 {
			x.item.Same = b.number("t" + string(text))
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

// assemble keeps the ordered units, sorts them by span and renumbers.
func (b *Builder) assemble(order []int) Plan {
	kept := append([]int(nil), order...)
	sort.SliceStable(kept, func(i, j int) bool {
		return b.units[kept[i]].unit.Span.Start < b.units[kept[j]].unit.Span.Start
	})
	at := make(map[int]int, len(kept))
	for i, k := range kept {
		at[k] = i
	}
	p := Plan{
		Units:    make([]Unit, len(kept)),
		Order:    make([]int, len(order)),
		Groups:   b.groups,
		Notes:    b.notes,
		Summary:  b.summary,
		Complete: !b.partial && len(order) == len(b.units),
	}
	for i, k := range kept {
		u := b.units[k].unit
		u.Row = b.units[k].item.Row
		needs := make([]int, len(u.Needs))
		for j, n := range u.Needs {
			needs[j] = at[n]
		}
		u.Needs = needs
		p.Units[i] = u
	}
	for i, k := range order {
		p.Order[i] = at[k]
	}
	return p
}

// numberParts sets the place of each unit in its row, also of those that the order
// does not reach, so that the host can tell a gap from markup.
func (b *Builder) numberParts() {
	byStart := make([]int, len(b.units))
	for i := range byStart {
		byStart[i] = i
	}
	sort.SliceStable(byStart, func(i, j int) bool {
		return b.units[byStart[i]].unit.Span.Start < b.units[byStart[j]].unit.Span.Start
	})
	parts := map[int]int{}
	for _, k := range byStart {
		row := b.units[k].item.Row
		b.units[k].unit.Part = parts[row]
		parts[row]++
	}
	for k := range b.units {
		b.units[k].unit.Parts = parts[b.units[k].item.Row]
	}
}
