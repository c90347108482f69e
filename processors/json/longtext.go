package json

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// Bounds of strings that are planned by lines.
const (
	longBytes  = 220 // longer strings, and those with line breaks, are long
	chunkBytes = 170 // of one unit
)

func (e *emitter) long(l *leaf) bool {
	if l.kind == kindOpaque {
		return true
	}
	if l.kind != kindString {
		return false
	}
	raw := e.tape.rawString(l.node)
	if len(raw) > longBytes || bytes.IndexByte(raw, '\n') >= 0 {
		return true
	}
	i := bytes.Index(raw, []byte(`\n`))
	return i >= 0 && i+2 < len(raw)
}

// longText plans a string by lines: each is a row of its own under its record,
// long ones in pieces. The first piece carries the key.
func (e *emitter) longText(l *leaf) {
	n := &e.tape.nodes[l.node]
	var d decoded
	if l.kind == kindString {
		d = decode(e.tape.rawString(l.node), int(n.start)+1, true)
	} else {
		d = decoded{text: e.tape.content[n.start:n.end], at: []int32{0}, src: []int32{n.start}}
	}
	p := &e.patterns.all[l.pattern]
	first := true
	for k, s := range lines.Split(d.text) {
		s = lines.Trim(d.text, s)
		if s.Len() == 0 {
			continue
		}
		row := e.b.NewRow()
		for j, c := range lines.Chunks(d.text[s.Start:s.End], chunkBytes) {
			c = lines.Span{Start: s.Start + c.Start, End: s.Start + c.End}
			span := sdk.Span{Start: d.source(c.Start), End: d.source(c.End)}
			text := string(d.text[c.Start:c.End])
			value := l.value * 0.3
			if lines.Scan(d.text[c.Start:c.End]).Severity >= lines.Fault {
				value += 0.4
			}
			value /= 1 + 0.1*float64(j) + 0.1*float64(k)
			opts := []sdk.UnitOption{sdk.InRow(row, "")}
			if r := &e.records[l.record]; r.group >= 0 {
				opts = append(opts, sdk.Of(e.group(r.group), int(r.item)))
			}
			if label := e.labels[l.record]; label >= 0 {
				opts = append(opts, sdk.Needs(label))
			}
			if first {
				first = false
				if n.key != n.keyEnd && l.form == formMember {
					span.Start = int(n.key)
					text = p.label + "=" + text
					opts = append(opts, sdk.From(e.outerKeys(l.node, p.outer)...))
				}
				value += 0.5 * l.value
			}
			e.b.Show(span, text, value, opts...)
		}
	}
}
