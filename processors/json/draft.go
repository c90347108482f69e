package json

import (
	"cmp"
	"slices"
	"sync"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// draft ranks what may become units before any of it does: an entry has no text of
// its own, so that only what the order reaches costs an allocation.
type draft struct {
	entries []entry
	items   []rank.Item
	order   []int // entries that become units, best first
	keys    map[draftKey]int
	classes map[string]int
	texts   numbers
	needs   []int // of all entries, cut up
	scratch []byte
	at      []int32 // by entry: its unit
	parts   []int32 // by row: how many pieces of lines it has
}

// entry is what becomes a unit where the order reaches it.
type entry struct {
	span   sdk.Span
	text   []byte // of a line or a piece of one, behind the label
	label  string // "key=", before the text
	from   []sdk.Span
	leaf   int32 // whose value it shows; -1 for lines
	record int32 // -1 for lines that are not JSON
	group  int32 // a group of lines, by the index in the plan; -1 where the place is that of the record
	item   int32 // in that group
	sep    string
	part   int32 // place in its row, of parts
	before int32 // how many parts of the row that are no entries stand right before it
	behind int32 // and behind it
	parts  int32
}

// draftKey is the key or class of an entry: a column, a value of it, a template.
type draftKey struct {
	name   string
	column int32
	value  uint64
}

// drafts keeps the memory of drafts for the next ones.
var drafts = sync.Pool{New: func() any { return &draft{keys: map[draftKey]int{}, classes: map[string]int{}} }}

// Memory is kept up to these sizes, which usual contents stay below.
const (
	keptEntries = 1 << 14
	keptNames   = 1 << 13
	keptText    = 1 << 20 // bytes
)

// newDraft is an empty draft; release it.
func newDraft() *draft { return drafts.Get().(*draft) }

// release leaves the memory to the next draft, without what the entries refer to.
func (d *draft) release() {
	if cap(d.entries) > keptEntries || cap(d.needs) > keptEntries || cap(d.scratch) > keptText || len(d.keys) > keptNames || len(d.classes) > keptNames {
		return
	}
	clear(d.entries)
	clear(d.items)
	clear(d.keys)
	clear(d.classes)
	d.order = nil
	drafts.Put(d)
}

// grow makes room for n entries.
func (d *draft) grow(n int) {
	d.entries, d.items, d.needs = slices.Grow(d.entries[:0], n), slices.Grow(d.items[:0], n), slices.Grow(d.needs[:0], n)
	d.texts.reset(n)
}

// needing is the list of one entry that others need.
func (d *draft) needing(entry int) []int {
	d.needs = append(d.needs, entry)
	n := len(d.needs)
	return d.needs[n-1 : n : n]
}

func (d *draft) key(k draftKey) int {
	n, ok := d.keys[k]
	if !ok {
		n = len(d.keys) + 1
		d.keys[k] = n
	}
	return n
}

func (d *draft) class(name string) int {
	n, ok := d.classes[name]
	if !ok {
		n = len(d.classes) + 1
		d.classes[name] = n
	}
	return n
}

// longestSame bounds the bytes of texts that count as the same.
const longestSame = 256

// add drafts an entry and returns its number.
func (e *emitter) add(x entry, it rank.Item) int {
	d := e.draft
	d.scratch = e.appendText(d.scratch[:0], &x)
	it.Cost = tokens.Estimate(d.scratch) + 1
	if len(d.scratch) <= longestSame {
		it.Same = d.texts.of(hashBytes(d.scratch))
	}
	if x.group >= 0 || x.record >= 0 && e.records[x.record].group >= 0 && !e.tree.groups[e.records[x.record].group].named {
		it.RowCost = 1
	}
	d.entries, d.items = append(d.entries, x), append(d.items, it)
	return len(d.entries) - 1
}

// appendText appends what an entry says.
func (e *emitter) appendText(dst []byte, x *entry) []byte {
	from := len(dst)
	dst = append(dst, x.label...)
	switch {
	case x.leaf < 0 && len(x.text)+len(x.label) == 0:
		return append(dst, e.tape.content[x.span.Start:x.span.End]...)
	case x.leaf < 0:
		at := len(dst)
		if dst = append(dst, x.text...); x.label != "" {
			dst = partSign(dst, at)
		}
		return dst
	}
	if dst = e.appendLeaf(dst, x.leaf); len(dst) == from { // the empty key
		return append(dst, e.tape.content[x.span.Start:x.span.End]...)
	}
	return dst
}

func (e *emitter) newRow() int {
	e.rowCount++
	return e.rowCount - 1
}

// settle ranks the entries and returns the plan: what the order reaches, with the
// groups that count what is missing of the records in it.
func (e *emitter) settle(maxTokens int, set rank.Set) sdk.Plan {
	d := e.draft
	d.order = rank.Order(d.items, 2*maxTokens, set)
	if len(d.order) < len(d.entries) || len(d.order) > sdk.MaxUnits {
		e.b.Partial()
	}
	d.order = d.order[:min(len(d.order), sdk.MaxUnits)]
	e.addGroups()
	byStart := slices.Clone(d.order)
	slices.Sort(byStart)
	e.number(byStart)
	slices.SortStableFunc(byStart, func(a, b int) int {
		x, y := d.entries[a].span, d.entries[b].span
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End))
	})
	byStart = d.place(byStart)
	needs := 0
	for _, k := range byStart {
		needs += len(d.items[k].Needs)
	}
	p := e.b.Plan() // without a unit: it holds the groups and the notes
	p.Units, p.Order = make([]sdk.Unit, len(byStart)), d.order
	e.fillTexts(p.Units, byStart)
	all := make([]int, 0, needs)
	for i, k := range byStart {
		all = e.fill(&p.Units[i], k, all)
	}
	for i, k := range d.order {
		p.Order[i] = int(d.at[k])
	}
	d.release()
	e.draft = nil
	return p
}

// place gives the entries that become units, which are sorted by where they begin,
// longer ones first, their numbers. An entry whose span is empty or inside another gets none and leaves the order:
// one such unit would cost the plan. What needs it does without.
func (d *draft) place(byStart []int) []int {
	d.at = slices.Grow(d.at[:0], len(d.entries))[:len(d.entries)]
	end, units := 0, byStart[:0]
	for _, k := range byStart {
		s := d.entries[k].span
		if s.End <= max(end, s.Start) {
			d.at[k] = -1
			continue
		}
		end = s.End
		d.at[k] = int32(len(units))
		units = append(units, k)
	}
	if len(units) < len(byStart) {
		d.order = slices.DeleteFunc(d.order, func(k int) bool { return d.at[k] < 0 })
	}
	return units
}

// fillTexts gives the units of entries their texts, which share one string.
func (e *emitter) fillTexts(units []sdk.Unit, entries []int) {
	d := e.draft
	d.scratch = d.scratch[:0]
	says := func(x *entry) bool { return x.leaf >= 0 || len(x.text)+len(x.label) > 0 }
	for i, k := range entries {
		if x := &d.entries[k]; says(x) {
			d.scratch = e.appendText(d.scratch, x)
		}
		units[i].Part = len(d.scratch) // for now: where its text ends
	}
	all, from := string(d.scratch), 0
	for i := range units {
		to := units[i].Part
		units[i].Text, from = all[from:to], to
	}
}

// fill makes a unit of entry k, beside its text, and appends what it needs to all.
func (e *emitter) fill(u *sdk.Unit, k int, all []int) []int {
	x, it := &e.draft.entries[k], &e.draft.items[k]
	u.Span, u.Row, u.Sep, u.Group, u.From = x.span, it.Row, x.sep, -1, x.from
	u.Part, u.Parts = int(x.part), int(x.parts)
	switch {
	case x.group >= 0:
		u.Group, u.Item = int(x.group), int(x.item)
	case x.record >= 0 && e.records[x.record].group >= 0:
		u.Group, u.Item = e.groups[e.records[x.record].group], int(e.records[x.record].item)
	}
	if x.leaf >= 0 {
		u.From = e.leafFrom(x.leaf)
	}
	if len(it.Needs) > 0 {
		from := len(all)
		for _, n := range it.Needs {
			if at := int(e.draft.at[n]); at >= 0 {
				all = append(all, at)
			}
		}
		u.Needs = all[from:len(all):len(all)]
	}
	return all
}

// addGroups adds the groups at the top and those inside the records that are shown,
// as far as they have none of their items shown too: their items are missing there.
func (e *emitter) addGroups() {
	shown := make([]bool, len(e.records))
	for _, k := range e.draft.order {
		for rec := e.draft.entries[k].record; rec >= 0 && !shown[rec]; rec = e.records[rec].parent {
			shown[rec] = true
		}
	}
	for i := range e.tree.groups {
		if shown[e.tree.groups[i].record] {
			e.group(int32(i))
		}
	}
}

// number finds the place of every taken entry in its row, also among values that are
// no entries, so that the host can tell a gap from markup.
func (e *emitter) number(taken []int) {
	d := e.draft
	d.parts = slices.Grow(d.parts[:0], e.rowCount)[:e.rowCount]
	parts := d.parts // by row, -1 where no line is taken
	for row := range parts {
		parts[row] = -1
	}
	for _, k := range taken {
		if d.entries[k].leaf < 0 {
			parts[d.items[k].Row] = 0
		}
	}
	for k := range d.entries {
		row := d.items[k].Row
		if n := parts[row]; n >= 0 {
			x := &d.entries[k]
			x.part = n + x.before
			parts[row] = x.part + 1 + x.behind
		}
	}
	leaves := make([]int32, len(e.records))
	for i := range e.leaves {
		if e.leaves[i].is(markLines) {
			continue
		}
		rec := e.leaves[i].record
		if k := e.unit[i]; k > 0 {
			d.entries[k-1].part = leaves[rec]
		}
		leaves[rec]++
	}
	for _, k := range taken {
		if x := &d.entries[k]; x.leaf >= 0 {
			x.parts = leaves[x.record]
		} else {
			x.parts = parts[d.items[k].Row]
		}
	}
}
