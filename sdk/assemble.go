package sdk

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/riffle-dev/riffle/sdk/rank"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// sameBytes is the length of a text up to which equal ones are looked for.
const sameBytes = 256

// Plan ranks the units and returns what the order reaches within twice
// req.MaxTokens, in the order of the content. Rules named by the option "ablate"
// are switched off. The builder must not be used after.
func (b *Builder) Plan() Plan {
	b.dropBlank()
	b.passNeeds()
	order := rank.Order(b.items(), 2*b.req.MaxTokens, rank.ParseSet(b.req.Options[rank.AblateOption]))
	if len(order) > MaxUnits {
		order = order[:MaxUnits]
		b.partial = true
	}
	b.numberParts()
	p := b.assemble(order)
	b.mem.giveBack()
	b.mem = nil
	return p
}

// items is what is ranked of the units, good until the plan is made.
func (b *Builder) items() []rank.Item {
	m := b.mem
	m.items = resized(m.items, b.n)
	same := newTexts(m.slots, b.n, b.shows)
	m.slots = same.slots
	for i := range m.items {
		x := m.unit(i)
		if x.gone {
			m.items[i] = rank.Item{Row: x.row}
			continue
		}
		text := b.req.Content[x.span.Start:x.span.End]
		if x.text != "" {
			m.text = append(m.text[:0], x.text...)
			text = m.text
		}
		it := rank.Item{
			Value: x.value, Cost: tokens.Estimate(text) + 1, Row: x.row,
			Key: int(x.key), Soft: x.soft, Class: int(x.class), Section: x.section, Needs: x.needs,
		}
		if len(text) <= sameBytes {
			it.Same = same.first(i, text) + 1
		}
		if x.group >= 0 && !b.groups[x.group].Named {
			it.RowCost = 1
		}
		m.items[i] = it
	}
	return m.items
}

// shows reports whether a unit shows a text.
func (b *Builder) shows(n int, text []byte) bool {
	x := b.mem.unit(n)
	if x.text != "" {
		return string(text) == x.text
	}
	return bytes.Equal(b.req.Content[x.span.Start:x.span.End], text)
}

// assemble keeps the ordered units, sorts them by span and renumbers. It takes over
// order.
func (b *Builder) assemble(order []int) Plan {
	m := b.mem
	complete := !b.partial && len(order) == b.n-b.gone
	kept, needs := b.bySpan(order)
	kept, around := b.dropInner(kept)
	if around != nil {
		order = slices.DeleteFunc(order, func(k int) bool { _, inside := around[k]; return inside })
	}
	at := m.at
	for i, k := range kept {
		at[k] = int32(i)
	}
	p := Plan{
		Units:    make([]Unit, len(kept)),
		Order:    order,
		Groups:   b.groups,
		Notes:    b.notes,
		Summary:  b.summary,
		Complete: complete,
	}
	all := make([]int, 0, needs)
	for i, k := range kept {
		x, u := m.unit(int(k)), &p.Units[i]
		u.Span, u.Text, u.Sep = x.span, x.text, x.sep
		u.Group, u.Item = x.group, x.item
		u.Row, u.Part, u.Parts = x.row, int(x.part), int(m.rows[m.row[k]].parts)
		if x.more != nil {
			u.From, u.Copies = x.more.from, x.more.copies
		}
		from := len(all)
		for _, n := range b.needsOf(int(k), around) {
			all = append(all, int(at[n]))
		}
		u.Needs = all[from:len(all):len(all)]
	}
	for i, k := range order {
		order[i] = int(at[k])
	}
	return p
}

// bySpan lists the ordered units by where they begin and says how many needs they have.
func (b *Builder) bySpan(order []int) (kept []int32, needs int) {
	m := b.mem
	m.at = resized(m.at, b.n)
	clear(m.at)
	for i, k := range order {
		m.at[k] = int32(i) + 1
	}
	kept = m.kept[:0]
	sorted, last := true, -1
	for k, place := range m.at {
		if place == 0 {
			continue
		}
		x := m.unit(k)
		sorted = sorted && x.span.Start > last
		last = x.span.Start
		needs += len(x.needs)
		kept = append(kept, int32(k))
	}
	if m.kept = kept; !sorted {
		slices.SortFunc(kept, m.byPlace)
	}
	return kept, needs
}

// numberParts sets the place of each unit in its row, also of those that the order
// does not reach, so that the host can tell a gap from markup.
func (b *Builder) numberParts() {
	m := b.mem
	rows := b.rowNumbers()
	m.rows = resized(m.rows, rows)
	clear(m.rows)
	sorted := true
	for k, r := range m.row {
		x, row := m.unit(k), &m.rows[r]
		if x.gone {
			continue
		}
		x.part = row.parts
		row.parts++
		sorted = sorted && x.span.Start >= row.last
		row.last = x.span.Start
	}
	if !sorted {
		b.sortParts()
	}
}

// sortParts numbers the units of rows that were not added as they stand.
func (b *Builder) sortParts() {
	m := b.mem
	units := make([]int32, b.n)
	for k := range units {
		units[k] = int32(k)
	}
	slices.SortFunc(units, func(i, j int32) int {
		if c := cmp.Compare(m.row[i], m.row[j]); c != 0 {
			return c
		}
		if c := cmp.Compare(m.unit(int(i)).span.Start, m.unit(int(j)).span.Start); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	part, row := int32(0), int32(-1)
	for _, k := range units {
		if m.unit(int(k)).gone {
			continue
		}
		if m.row[k] != row {
			part, row = 0, m.row[k]
		}
		m.unit(int(k)).part = part
		part++
	}
}

// rowNumbers numbers the row of each unit and returns how many there are. Rows that
// NewRow did not give are given numbers that are as dense.
func (b *Builder) rowNumbers() (rows int) {
	m := b.mem
	m.row, rows = resized(m.row, b.n), b.rows
	var others map[int]int32
	for k := range m.row {
		r := m.unit(k).row
		if r < b.rows {
			m.row[k] = int32(r)
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
		m.row[k] = n
	}
	return rows
}
