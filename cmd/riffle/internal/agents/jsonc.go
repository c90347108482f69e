package agents

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// document is a file of JSON, perhaps with comments and trailing commas, that is edited
// by splices: what is not touched keeps its bytes.
type document struct {
	src  []byte
	root hujson.Value
	eol  string
	unit string // one level of indentation
}

// errNoObject is why a file that is JSON cannot be edited.
var errNoObject = errors.New("it is no object")

// parse reads a document. An empty file counts as an empty object.
func parse(src []byte) (*document, error) {
	d := &document{src: src, eol: "\n", unit: "  "}
	if bytes.Contains(src, []byte("\r\n")) {
		d.eol = "\r\n"
	}
	if len(bytes.TrimSpace(src)) == 0 {
		d.src = []byte("{}" + d.eol)
	}
	var err error
	// Parse takes what it is given as its own.
	if d.root, err = hujson.Parse(bytes.Clone(d.src)); err != nil {
		return nil, fmt.Errorf("it is no JSON: %w", err)
	}
	object, ok := d.root.Value.(*hujson.Object)
	if !ok {
		return nil, errNoObject
	}
	if len(object.Members) > 0 {
		if indent := d.indent(object.Members[0].Name.StartOffset); indent != "" {
			d.unit = indent
		}
	}
	return d, nil
}

// indent is the white space that the line begins with in which a byte stands.
func (d *document) indent(at int) string {
	line := d.src[bytes.LastIndexByte(d.src[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// find follows the names of members, nil where one is missing. Of members with one name
// the last counts.
func (d *document) find(names ...string) *hujson.Value {
	v := &d.root
	for _, name := range names {
		object, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil
		}
		v = nil
		for i := range object.Members {
			if literal, ok := object.Members[i].Name.Value.(hujson.Literal); ok && literal.String() == name {
				v = &object.Members[i].Value
			}
		}
		if v == nil {
			return nil
		}
	}
	return v
}

// elements are the elements of an array, none for anything else.
func elements(v *hujson.Value) []hujson.Value {
	if v == nil {
		return nil
	}
	if array, ok := v.Value.(*hujson.Array); ok {
		return array.Elements
	}
	return nil
}

// text is the value of a member that is a string, "" for anything else.
func (d *document) text(v *hujson.Value, name string) string {
	if v == nil {
		return ""
	}
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return ""
	}
	out := ""
	for _, m := range object.Members {
		if key, ok := m.Name.Value.(hujson.Literal); !ok || key.String() != name {
			continue
		}
		out = ""
		if literal, ok := m.Value.Value.(hujson.Literal); ok && literal.Kind() == '"' {
			out = literal.String()
		}
	}
	return out
}

// replaced is the document with another text for a value.
func (d *document) replaced(v *hujson.Value, text []byte) []byte {
	out := append([]byte(nil), d.src[:v.StartOffset]...)
	out = append(out, text...)
	return append(out, d.src[v.EndOffset:]...)
}

// withElement is the document with one more element at the end of the array that the
// names lead to. What is missing on the way is made; what is there and no object, or at
// the end no array, is an error.
func (d *document) withElement(element any, names ...string) ([]byte, error) {
	depth := 0
	for depth < len(names) && d.find(names[:depth+1]...) != nil {
		depth++
	}
	at := d.find(names[:depth]...)
	where := strings.Join(names[:depth], ".")
	if depth == len(names) {
		if _, ok := at.Value.(*hujson.Array); !ok {
			return nil, fmt.Errorf("%s is no list", where)
		}
		return d.insert(at, "", element)
	}
	if _, ok := at.Value.(*hujson.Object); !ok {
		return nil, fmt.Errorf("%s is no object", where)
	}
	value := any([]any{element})
	for i := len(names) - 1; i > depth; i-- {
		value = ordered{{names[i], value}}
	}
	return d.insert(at, names[depth], value)
}

// insert puts a value at the end of an object, where it has a name, or of an array.
func (d *document) insert(into *hujson.Value, name string, value any) ([]byte, error) {
	text, err := encode(value)
	if err != nil {
		return nil, err
	}
	var prefix []byte
	if name != "" {
		prefix = append(append(prefix, encodeString(name)...), ": "...)
	}
	last, trailing := lastOf(into)
	closing := into.EndOffset - 1
	end := len(bytes.TrimRight(d.src[:closing], " \t\r\n"))
	if last != nil && !bytes.ContainsRune(d.src[end:closing], '\n') {
		return d.inline(last, trailing, append(prefix, text...))
	}
	outer := d.indent(into.StartOffset)
	inner := outer + d.unit
	if last != nil {
		inner = d.indent(firstStart(into))
	}
	var pretty bytes.Buffer
	pretty.Write(prefix)
	if err := json.Indent(&pretty, text, inner, d.unit); err != nil {
		return nil, err
	}
	item := bytes.ReplaceAll(pretty.Bytes(), []byte("\n"), []byte(d.eol))
	var out []byte
	switch {
	case last == nil:
		out = append(out, d.src[:end]...)
		item = append(append(item, d.eol...), outer...)
		end = closing
	case trailing:
		out = append(out, d.src[:end]...)
		item = append(item, ',')
	default:
		out = append(out, d.src[:last.EndOffset]...)
		out = append(out, ',')
		out = append(out, d.src[last.EndOffset:end]...)
	}
	out = append(append(append(out, d.eol...), inner...), item...)
	return append(out, d.src[end:]...), nil
}

// inline puts an item behind the last value, on its line.
func (d *document) inline(last *hujson.Value, trailing bool, item []byte) ([]byte, error) {
	at, before, after := last.EndOffset, ", ", ""
	if trailing {
		at, before, after = at+len(last.AfterExtra)+1, " ", ","
	}
	out := append([]byte(nil), d.src[:at]...)
	out = append(append(append(out, before...), item...), after...)
	return append(out, d.src[at:]...), nil
}

// lastOf is the last value in an object or array, nil where it is empty, and whether a
// comma follows it; hujson tells that by white space that is there, be it empty.
func lastOf(v *hujson.Value) (last *hujson.Value, trailing bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		if n := len(c.Members); n > 0 {
			return &c.Members[n-1].Value, c.Members[n-1].Value.AfterExtra != nil
		}
	case *hujson.Array:
		if n := len(c.Elements); n > 0 {
			return &c.Elements[n-1], c.Elements[n-1].AfterExtra != nil
		}
	}
	return nil, false
}

// firstStart is where the first member or element begins.
func firstStart(v *hujson.Value) int {
	switch c := v.Value.(type) {
	case *hujson.Object:
		return c.Members[0].Name.StartOffset
	case *hujson.Array:
		return c.Elements[0].StartOffset
	}
	return v.StartOffset
}
