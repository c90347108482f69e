package json

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// longBytes is the length from which a string is planned by lines, as those with
// line breaks are.
const longBytes = 220

func (t *tree) long(l *leaf) bool {
	if l.kind != kindString || l.form == formKey {
		return l.kind == kindOpaque
	}
	raw := t.tape.rawString(l.node)
	if len(raw) > longBytes || bytes.IndexByte(raw, '\n') >= 0 {
		return true
	}
	i := bytes.Index(raw, []byte(`\n`))
	return i >= 0 && i+2 < len(raw)
}

// gatherProse collects the long strings of the chosen records.
func (e *emitter) gatherProse(set rank.Set, chosen []bool, limit, maxTokens int) {
	e.long, e.docs = map[int]int{}, map[int]*document{}
	for i := range e.leaves {
		l := &e.leaves[i]
		if (chosen == nil || chosen[l.record]) && e.tree.long(l) {
			l.marks |= markLines
			text := e.decodeLeaf(l)
			if d := e.findDocument(text, maxTokens, set); d != nil {
				e.docs[i] = d
				continue
			}
			e.long[i] = e.prose.add(text)
		}
	}
	e.prose.evaluate(set, len(e.prose.strings) == 1 && len(e.prose.spans) >= minTextLines)
	if e.prose.limit(limit) {
		e.b.Partial()
	}
}

func (e *emitter) decodeLeaf(l *leaf) decoded {
	n := &e.tape.nodes[l.node]
	if l.kind == kindString {
		return decode(e.tape.rawString(l.node), int(n.start)+1, true)
	}
	text := e.tape.content[n.start:n.end]
	if hasControl(text) {
		text = bytes.Clone(text)
		for i, c := range text {
			if c < 0x20 && c != '\n' || c == 0x7f || c == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0 {
				text[i] = ' '
			}
		}
	}
	return decoded{text: text, at: []int32{0}, src: []int32{n.start}}
}

// Factors of the value of lines inside strings. Strings of a whole collection have
// more to tell than the one description at the top.
const (
	proseFactor    = 0.45
	topProseFactor = 0.3
	headFactor     = 0.5 // of the leaf's own value, for the first piece, which carries the key
)

// minTextLines is the number of lines from which a string at the top is a group, so
// that its missing lines are counted. Within a record the record is what is counted.
const minTextLines = 8

// longText plans a string by lines: each is a row of its own under its record,
// long ones in pieces. The first piece carries the key.
func (e *emitter) longText(i int, s *proseString) {
	l := &e.leaves[i]
	r := &e.records[l.record]
	factor := proseFactor
	if r.group < 0 || e.tree.groups[r.group].kids < 3 {
		factor = topProseFactor
		if len(e.prose.strings) == 1 {
			factor = 1
		}
	}
	factor *= 0.6 + 0.6*r.boost
	var needs []int
	if unit := e.anchor(l.record); unit >= 0 {
		needs = []int{unit}
	}
	n, p := &e.tape.nodes[l.node], &e.patterns.all[l.pattern]
	text := -1
	if r.group < 0 && s.total >= minTextLines && l.kind == kindString {
		text = e.b.Group(sdk.Group{Ref: e.path(l.node, l.record), Unit: "lines", Parent: -1, Span: e.tape.sources(n.span()), Total: s.total})
	}
	for k := s.first; k < s.last; k++ {
		if !e.prose.kept(k) {
			continue
		}
		it := rank.Item{Row: e.newRow(), Class: e.draft.class(e.prose.lineClass(k)), Needs: needs}
		for at, c := range e.prose.pieces(k) {
			x := entry{span: s.span(c.Start, c.End), text: e.prose.text[c.Start:c.End], leaf: -1, record: l.record, group: int32(text), item: int32(e.prose.number[k])}
			it.Value, it.Key = c.value*factor, e.draft.key(draftKey{name: c.key})
			if k == s.first && at == 0 {
				it.Value += headFactor * l.value
				if n.key != n.keyEnd && l.form == formMember && text < 0 {
					x.span.Start = int(n.key)
					x.label = string(appendEqual([]byte(p.label)))
					x.from = e.outerKeys(l.node, p.outer)
				}
			}
			x.span = e.tape.sources(x.span)
			e.add(x, it)
		}
	}
}
