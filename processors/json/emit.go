package json

import (
	"math"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Bounds of how many leaves become units: a number for each token of the budget. The
// order stops at twice the budget, and a unit costs at least two tokens. Of more
// leaves, those of the best records are taken.
const (
	leavesPerToken = 8
	minLeaves      = 4_000
	maxLeaves      = 40_000
)

func leafLimit(maxTokens int) int {
	if maxTokens <= 0 || maxTokens > maxLeaves/leavesPerToken {
		return maxLeaves
	}
	return max(minLeaves, maxTokens*leavesPerToken)
}

// emitter hands the tree to a builder.
type emitter struct {
	*tree
	*draft
	b          *sdk.Builder
	groups     []int   // builder's index of a group, -1 where it has none yet
	rows       []int32 // row of a record plus one, 0 where it has none yet
	rowCount   int
	anchors    []int32 // entry that says which record it is, by record: -1 none yet, noAnchor none at all
	anchorLeaf []int32 // the leaf that becomes it
	unit       []int32 // entry of a leaf plus one, 0 where it has none
	refs       map[int32]string
	prose      prose
	long       map[int]int // string of the prose that a leaf is, by leaf
	docs       map[int]*document
	templates  map[draftKey]int // messages of a template that came up while choosing
}

func (t *tree) emit(b *sdk.Builder, maxTokens int, set rank.Set) sdk.Plan {
	e := &emitter{tree: t, b: b, draft: newDraft(),
		groups: filled(len(t.groups)), rows: make([]int32, len(t.records)), anchors: make([]int32, len(t.records)), unit: make([]int32, len(t.leaves)),
		refs: map[int32]string{}, templates: map[draftKey]int{},
	}
	for i := range e.anchors {
		e.anchors[i] = -1
	}
	t.patterns.nameColumns()
	for i := range t.groups {
		if t.records[t.groups[i].record].group < 0 {
			e.group(int32(i)) // outer groups are counted even where nothing of them is shown
		}
	}
	limit := leafLimit(maxTokens)
	chosen := t.choose(limit)
	e.gatherProse(set, chosen, limit, maxTokens)
	e.findAnchors()
	ranked, n := e.candidates(maxTokens)
	if ranked != nil {
		chosen = nil
	}
	e.grow(n + n/8 + len(e.prose.lines)) // some more tell which record they are of
	for i := range t.leaves {
		if d := e.docs[i]; d != nil {
			e.document(i, d)
			continue
		}
		if s, ok := e.long[i]; ok {
			e.longText(i, &e.prose.strings[s])
			continue
		}
		if ranked != nil && !ranked[i] || chosen != nil && !chosen[t.leaves[i].record] {
			b.Partial()
			continue
		}
		e.leaf(i)
	}
	if t.tape.skipped || t.tape.remarks {
		b.Partial()
	}
	e.keepLines()
	return e.settle(maxTokens, set)
}

// keepLines drafts the lines that are not JSON.
func (e *emitter) keepLines() {
	row := 0
	e.stream.otherLines(func(s sdk.Span, value float64, first bool) {
		if first {
			row = e.newRow()
		}
		e.add(entry{span: s, leaf: -1, record: -1, group: -1}, rank.Item{Value: value, Row: row, Key: e.draft.key(draftKey{name: "line"}), Soft: true})
	})
}

// keepLines adds the lines that are not JSON to a builder.
func keepLines(b *sdk.Builder, st *stream) {
	row := 0
	st.otherLines(func(s sdk.Span, value float64, first bool) {
		if first {
			row = b.NewRow()
		}
		b.Keep(s, value, sdk.InRow(row, ""), sdk.SoftKey("line"))
	})
}

// otherLines calls f with the pieces of the lines that are not JSON, each with its
// value: a command above, a warning below.
func (st *stream) otherLines(f func(s sdk.Span, value float64, first bool)) {
	for _, s := range st.lines {
		value := 0.5
		if s := lines.Scan(lines.Clip(st.tape.content[s.Start:s.End], longBytes)); s.Severity > lines.Calm || s.Exit {
			value = 1.3
		}
		for k, c := range lines.Chunks(st.tape.content[s.Start:s.End], chunkBytes) {
			f(sdk.Span{Start: s.Start + c.Start, End: s.Start + c.End}, value/float64(1+k), k == 0)
		}
	}
}

func filled(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

// choose returns the records whose leaves become units; nil means all.
func (t *tree) choose(limit int) []bool {
	if len(t.leaves) <= limit {
		return nil
	}
	best := make([]float64, len(t.records))
	count := make([]int, len(t.records))
	for i := range t.leaves {
		l := &t.leaves[i]
		best[l.record] = max(best[l.record], l.value)
		count[l.record]++
	}
	order := make([]int, len(t.records))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case best[a] > best[b]:
			return -1
		case best[a] < best[b]:
			return 1
		}
		return 0
	})
	chosen := make([]bool, len(t.records))
	for _, r := range order {
		if limit -= count[r]; limit < 0 {
			break
		}
		chosen[r] = true
	}
	return chosen
}

// leaf drafts leaf i, and before it what says whose value it is.
func (e *emitter) leaf(i int) {
	if e.unit[i] != 0 {
		return
	}
	e.unit[i] = -1 // on the way to its own anchor
	l := &e.leaves[i]
	n := &e.tape.nodes[l.node]
	it := rank.Item{Value: l.value, Row: e.row(l.record)}
	it.Key, it.Soft = e.keyed(i, l, &e.patterns.all[l.pattern])
	if unit := e.owner(i); unit >= 0 {
		it.Needs = e.needing(unit)
	}
	span := n.whole()
	if l.form == formKey {
		span = n.keySpan()
	}
	unit := e.add(entry{span: e.tape.sources(span), leaf: int32(i), record: l.record, group: -1, sep: " "}, it)
	e.unit[i] = int32(unit) + 1
	if e.anchorLeaf[l.record] == int32(i)+1 {
		e.anchors[l.record] = int32(unit) // it names its record
	}
}

// appendLeaf appends what a leaf says.
func (e *emitter) appendLeaf(dst []byte, i int32) []byte {
	l := &e.leaves[i]
	n := &e.tape.nodes[l.node]
	switch {
	case l.form == formKey:
		return appendLine(dst, e.tape.rawKey(l.node))
	case l.form == formMember && n.key != n.keyEnd:
		p := &e.patterns.all[l.pattern]
		if p.coll == l.pattern || p.label == "" { // an entry of a map, whose key is its own
			dst = appendLine(dst, e.tape.rawKey(l.node))
		} else {
			dst = append(dst, p.label...)
		}
		dst = appendEqual(dst)
	}
	at := len(dst)
	return partSign(e.tree.appendText(dst, l.node), at)
}

// signs make a comparison with a "=" beside them: n=>=5, log==== RUN.
const signs = "=<>!"

// appendEqual appends the "=" behind a key, apart from a sign at the key's end.
func appendEqual(dst []byte) []byte {
	if n := len(dst); n > 0 && strings.IndexByte(signs, dst[n-1]) >= 0 {
		dst = append(dst, ' ')
	}
	return append(dst, '=')
}

// partSign puts a blank between the "=" behind a key and a value that begins with a sign.
func partSign(dst []byte, at int) []byte {
	if at > 0 && at < len(dst) && dst[at-1] == '=' && strings.IndexByte(signs, dst[at]) >= 0 {
		return slices.Insert(dst, at, ' ')
	}
	return dst
}

// leafFrom is what the text of a leaf repeats: the keys around it in its label.
func (e *emitter) leafFrom(i int32) []sdk.Span {
	l := &e.leaves[i]
	if n := &e.tape.nodes[l.node]; l.form != formMember || n.key == n.keyEnd {
		return nil
	}
	return e.outerKeys(l.node, e.patterns.all[l.pattern].outer)
}

// lateAnchor is the factor for leaves behind the groups inside their record.
const lateAnchor = 0.2

// noAnchor marks records of which nothing says which one they are.
const noAnchor = -2

// findAnchors picks for every record the leaf that says best which one it is: the
// key of a map's entry, else what is worth most for its length, if possible before
// the groups inside the record, as rows stand in the order of the content.
func (e *emitter) findAnchors() {
	e.anchorLeaf = make([]int32, len(e.records))
	best := make([]float64, len(e.records))
	inner := make([]int32, len(e.records)) // first group inside, by its node
	for i := range e.tree.groups {
		if g := &e.tree.groups[i]; g.node >= 0 && inner[g.record] == 0 {
			inner[g.record] = g.node
		}
	}
	for i := range e.leaves {
		l := &e.leaves[i]
		if e.leaves[i].is(markLines) {
			continue
		}
		n := e.tape.nodes[l.node].whole().Len()
		score := l.value / float64(n+24)
		switch {
		case l.form == formKey:
			score = math.Inf(1)
		case inner[l.record] > 0 && l.node > inner[l.record]:
			score *= lateAnchor
		}
		if score > best[l.record] {
			best[l.record], e.anchorLeaf[l.record] = score, int32(i)+1
		}
	}
}

// anchor is the unit that says which item a record is, -1 where none does. What
// stands in a group inside the record needs it: its own row only has the number
// within that group.
func (e *emitter) anchor(rec int32) int {
	for ; rec >= 0 && e.records[rec].group >= 0; rec = e.records[rec].parent {
		if e.anchors[rec] == -1 {
			e.anchors[rec] = noAnchor
			if i := e.anchorLeaf[rec]; i > 0 {
				e.leaf(int(i) - 1)
			}
		}
		if e.anchors[rec] >= 0 {
			return int(e.anchors[rec])
		}
	}
	return -1
}

// owner is the unit without which nothing says whose value leaf i is.
func (e *emitter) owner(i int) int {
	rec := e.leaves[i].record
	if r := &e.records[rec]; r.group >= 0 {
		if e.tree.groups[r.group].named && e.leaves[i].form != formKey && e.anchorLeaf[rec] != int32(i)+1 {
			return e.anchor(rec)
		}
		return e.anchor(r.parent)
	}
	return -1
}

// row is the row of a record.
func (e *emitter) row(rec int32) int {
	if e.rows[rec] == 0 {
		e.rows[rec] = int32(e.newRow()) + 1
	}
	return int(e.rows[rec]) - 1
}

// keyed says what a unit is an instance of: equal values of a column diminish
// steeply, different ones mildly.
func (e *emitter) keyed(i int, l *leaf, p *pattern) (key int, soft bool) {
	if m := e.message(i); m.like > 1 {
		return e.draft.key(draftKey{"#", l.pattern, uint64(m.template)}), false
	}
	if l.form != formKey && p.col.categorical() {
		return e.draft.key(draftKey{"=", l.pattern, l.hash}), false
	}
	return e.draft.key(draftKey{column: l.pattern}), true
}

// outerKeys are the spans of the keys of the n objects around a node.
func (e *emitter) outerKeys(node int32, n int) []sdk.Span {
	var spans []sdk.Span
	for ; n > 0; n-- {
		node = e.tape.nodes[node].parent
		for e.tape.nodes[node].key == e.tape.nodes[node].keyEnd && e.tape.nodes[node].parent >= 0 {
			node = e.tape.nodes[node].parent // the one object of an array
		}
		spans = append(spans, e.tape.sources(e.tape.nodes[node].keySpan()))
	}
	return spans
}
