package json

import (
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// group adds group i, with those around it before, and returns its index in the plan.
func (e *emitter) group(i int32) int {
	if e.groups[i] >= 0 {
		return e.groups[i]
	}
	g := &e.tree.groups[i]
	out := sdk.Group{Parent: -1, Total: int(g.kids), Named: g.named, Unit: "items", Ref: e.ref(i)}
	if up := &e.records[g.record]; up.group >= 0 {
		out.Parent, out.Item = e.group(up.group), int(up.item)
	}
	switch {
	case g.named:
		out.Unit = "entries"
	case g.plain:
		out.Unit = "values"
	}
	if g.node >= 0 {
		out.Span = e.tape.sources(e.tape.nodes[g.node].span())
	} else {
		first, last := e.stream.docs[0], e.stream.docs[len(e.stream.docs)-1]
		out.Span = sdk.Span{
			Start: e.tape.sources(e.tape.nodes[first].span()).Start, // a document may stand in a string
			End:   e.tape.sources(e.tape.nodes[last].span()).End,
		}
	}
	e.groups[i] = e.b.Group(out)
	return e.groups[i]
}

// maxRef bounds a reference; the contract allows 512 bytes.
const maxRef = 480

// ref is the JSONPath of group i.
func (e *emitter) ref(i int32) string {
	if ref, ok := e.refs[i]; ok {
		return ref
	}
	g := &e.tree.groups[i]
	if g.node < 0 {
		return "$"
	}
	e.refs[i] = e.path(g.node, g.record)
	return e.refs[i]
}

// path is the JSONPath of a node inside a record.
func (e *emitter) path(node, record int32) string {
	rec := &e.records[record]
	path := ""
	for n := node; n != rec.node && n >= 0; n = e.tape.nodes[n].parent {
		step := "[0]" // the one object of an array
		if at := &e.tape.nodes[n]; at.parent < 0 || e.tape.nodes[at.parent].kind == kindObject {
			step = member(e.keyText(n))
		}
		path = step + path
	}
	base := "$"
	if rec.group >= 0 {
		base = e.ref(rec.group)
		if e.tree.groups[rec.group].named {
			base += member(e.keyText(rec.node))
		} else {
			base += "[" + strconv.Itoa(int(rec.item)) + "]"
		}
	}
	if len(base)+len(path) > maxRef {
		return cutEnd(base, maxRef-4) + "…"
	}
	return base + path
}

// member is a key as a step of a JSONPath.
func member(key string) string {
	plain := key != ""
	for i, r := range key {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80 && r != '…' // which would say that the path is cut
		if !letter && (i == 0 || r < '0' || r > '9') {
			plain = false
			break
		}
	}
	if plain {
		return "." + key
	}
	return `["` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t", `\t`).Replace(key) + `"]`
}

// cutEnd cuts s to at most n bytes at a character.
func cutEnd(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n]
}
