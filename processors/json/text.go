package json

import "bytes"

// keyText is the key of a node as it is shown.
func (t *tree) keyText(i int32) string { return oneLine(t.tape.rawKey(i)) }

// text is the value of a node as it is shown within a row.
func (t *tree) text(i int32) string { return string(t.appendText(nil, i)) }

// appendText appends the value of a node as it is shown within a row: strings without
// quotes and escapes, numbers and literals as they stand.
func (t *tree) appendText(dst []byte, i int32) []byte {
	n := &t.tape.nodes[i]
	switch n.kind {
	case kindString:
		size := len(dst)
		if dst = appendLine(dst, t.tape.rawString(i)); len(dst) > size {
			return dst
		}
		return append(dst, `""`...)
	case kindArray:
		return t.appendList(dst, i)
	case kindObject:
		return append(dst, "{}"...)
	}
	return append(dst, t.tape.content[n.start:n.end]...)
}

// appendList appends a short array of scalars: [a, b, c].
func (t *tree) appendList(dst []byte, i int32) []byte {
	dst = append(dst, '[')
	prev := int32(-1)
	for k := i + 1; k < t.tape.nodes[i].next; k = t.tape.nodes[k].next {
		if prev >= 0 {
			dst = append(dst, t.separator(prev, k)...)
		}
		dst = t.appendText(dst, k)
		prev = k
	}
	if !t.tape.nodes[i].has(flagCut) {
		dst = append(dst, ']')
	}
	return dst
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
