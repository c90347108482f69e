package json

import (
	"bytes"
	"strings"
)

// keyText is the key of a node as it is shown.
func (t *tree) keyText(i int32) string { return oneLine(t.tape.rawKey(i)) }

// text is the value of a node as it is shown within a row: strings without quotes
// and escapes, numbers and literals as they stand.
func (t *tree) text(i int32) string {
	n := &t.tape.nodes[i]
	switch n.kind {
	case kindString:
		if s := oneLine(t.tape.rawString(i)); s != "" {
			return s
		}
		return `""`
	case kindArray:
		return t.list(i)
	case kindObject:
		return "{}"
	}
	return string(t.tape.content[n.start:n.end])
}

// list is a short array of scalars: [a, b, c].
func (t *tree) list(i int32) string {
	var b strings.Builder
	b.WriteByte('[')
	prev := int32(-1)
	t.tape.eachKid(i, func(k int32) {
		if prev >= 0 {
			b.WriteString(t.separator(prev, k))
		}
		b.WriteString(t.text(k))
		prev = k
	})
	if !t.tape.nodes[i].has(flagCut) {
		b.WriteByte(']')
	}
	return b.String()
}

// separator keeps numbers apart as they are in the content: "1,2" reads as one
// number, and must not be made from, or into, two.
func (t *tree) separator(a, b int32) string {
	na, nb := &t.tape.nodes[a], &t.tape.nodes[b]
	between := t.tape.content[na.end:nb.start]
	if na.kind == kindNumber && nb.kind == kindNumber && bytes.Equal(between, []byte{','}) {
		return ","
	}
	return ", "
}
