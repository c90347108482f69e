package json

import (
	"bytes"
	"strconv"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Bounds of what counts as a stream of text events.
const (
	minEvents     = 10 // fewer are records
	maxEventKids  = 12 // members of an event
	maxEventLines = 4  // line ends in its text: one with more is a document of its own
)

// eventItems returns the objects of a stream of small events, of which one field is
// the text of a log, piece by piece: the output of a test runner, a container's
// log. It returns nil for anything else.
func eventItems(st *stream) (items []int32, field []byte) {
	items = st.docs
	nodes := st.tape.nodes
	if len(items) == 1 && nodes[items[0]].kind == kindArray {
		list := items[0]
		items = nil
		st.tape.eachKid(list, func(k int32) { items = append(items, k) })
	}
	if len(items) < minEvents {
		return nil, nil
	}
	ends := map[string]int{}
	for _, i := range items {
		if nodes[i].kind != kindObject || nodes[i].kids > maxEventKids {
			return nil, nil
		}
		st.tape.eachKid(i, func(k int32) {
			if raw := st.tape.rawString(k); nodes[k].kind == kindString && endsLine(raw) && bytes.Count(raw, []byte(`\n`)) <= maxEventLines {
				ends[string(st.tape.rawKey(k))]++
			}
		})
	}
	best := 0
	for k, n := range ends {
		if n > best || n == best && bytes.Compare([]byte(k), field) < 0 {
			best, field = n, []byte(k)
		}
	}
	if best*2 < len(items) {
		return nil, nil
	}
	return items, field
}

// endsLine reports whether a raw string ends in an escaped line feed.
func endsLine(raw []byte) bool {
	if !bytes.HasSuffix(raw, []byte(`\n`)) {
		return false
	}
	slashes := 0
	for i := len(raw) - 2; i >= 0 && raw[i] == '\\'; i-- {
		slashes++
	}
	return slashes%2 == 1
}

// emitEvents joins the text of events and plans it by lines. Events without text
// are lines too, made of their members.
func emitEvents(b *sdk.Builder, st *stream, items []int32, field []byte, maxTokens int, set rank.Set) {
	t := &tree{stream: st}
	var p prose
	spans := map[int]sdk.Span{} // of lines made of members, by string
	owner := make([]int, 0, len(items))
	for k, i := range items {
		text := int32(-1)
		st.tape.eachKid(i, func(m int32) {
			if bytes.Equal(st.tape.rawKey(m), field) && st.tape.nodes[m].kind == kindString {
				text = m
			}
		})
		if text >= 0 {
			p.add(decode(st.tape.rawString(text), int(st.tape.nodes[text].start)+1, true))
		} else if line, span := t.eventLine(i); line != "" {
			spans[p.add(decoded{text: []byte(line), at: []int32{0}, src: []int32{0}})] = span
		} else {
			continue
		}
		owner = append(owner, k)
	}
	p.evaluate(set, true)
	p.limit(leafLimit(maxTokens))
	group := -1
	if len(st.docs) == 1 {
		n := &st.tape.nodes[st.docs[0]]
		group = b.Group(sdk.Group{Ref: "$", Unit: "items", Parent: -1, Span: n.span(), Total: int(n.kids)})
	}
	for k := range p.strings {
		s := &p.strings[k]
		place := func(row int, c piece, class string, line int) []sdk.UnitOption {
			opts := []sdk.UnitOption{sdk.InRow(row, ""), sdk.Key(c.key), sdk.Class(class), sdk.Section(line * eventSections / len(p.lines))}
			if group >= 0 {
				opts = append(opts, sdk.Of(group, owner[k]))
			}
			return opts
		}
		for i := s.first; i < s.last; i++ {
			if !p.kept(i) {
				continue
			}
			row, class := b.NewRow(), p.lineClass(i)
			if span, ok := spans[k]; ok {
				l := &p.lines[i]
				whole := piece{Span: l.Span, key: "event" + strconv.Itoa(l.Template)}
				b.Show(span, string(p.text[l.Start:l.End]), l.Value, place(row, whole, class, i)...)
				continue
			}
			for _, c := range p.pieces(i) {
				b.Show(t.tape.sources(s.span(c.Start, c.End)), string(p.text[c.Start:c.End]), c.value, place(row, c, class, i)...)
			}
		}
	}
	keepLines(b, st)
	b.Partial() // times and names of the events stay unsaid
}

// eventSections parts the lines of a stream, so that all parts are covered.
const eventSections = 24

// eventLine is an event without text as one line, without its time. What it leaves out
// between two members has a mark.
func (t *tree) eventLine(i int32) (string, sdk.Span) {
	var line []byte
	var span sdk.Span
	gap := false // a member between two that are said is left out
	for k := i; k < t.tape.nodes[i].next; k++ {
		if t.tape.nodes[k].has(flagPassed) {
			return "", span // a line that is no JSON stands in it
		}
	}
	t.tape.eachKid(i, func(m int32) {
		n := &t.tape.nodes[m]
		if n.container() || n.kind == kindOpaque || n.kind == kindString && looksLikeTimeOrLink(t.tape.rawString(m)) {
			gap = len(line) > 0
			return
		}
		switch {
		case gap:
			line, gap = append(line, " … "...), false
		case len(line) > 0:
			line = append(line, ' ')
		default:
			span = n.whole()
		}
		span.End = int(n.end)
		line = appendEqual(append(line, t.keyText(m)...))
		at := len(line)
		line = partSign(append(line, t.text(m)...), at)
	})
	if clipped := lines.Clip(line, maxEventLine); len(clipped) < len(line) {
		return string(clipped) + "…", t.tape.sources(span)
	}
	return string(line), t.tape.sources(span)
}

// maxEventLine bounds the bytes of a line made of an event's members.
const maxEventLine = 400
