package agents

import (
	"bytes"

	"github.com/tailscale/hujson"
)

// span is a member or an element: from its name or value to the end of its value.
type span struct {
	start, end int
	before     int // bytes of white space and comments between what precedes and the start
	after      int // bytes of them between the end and what follows
}

// spans are the members or elements of a value, and whether a comma follows the last.
func spans(v *hujson.Value) (out []span, trailing bool) {
	switch c := v.Value.(type) {
	case *hujson.Object:
		for _, m := range c.Members {
			out = append(out, span{m.Name.StartOffset, m.Value.EndOffset, len(m.Name.BeforeExtra), len(m.Value.AfterExtra)})
		}
	case *hujson.Array:
		for _, e := range c.Elements {
			out = append(out, span{e.StartOffset, e.EndOffset, len(e.BeforeExtra), len(e.AfterExtra)})
		}
	}
	_, trailing = lastOf(v)
	return out, trailing
}

// without is the document without the i-th member or element of a value: what insert put
// in, it takes out byte for byte. Comments stay.
func (d *document) without(v *hujson.Value, i int) []byte {
	all, trailing := spans(v)
	s := all[i]
	last := i == len(all)-1
	switch {
	case !last || trailing:
		comma := s.end + s.after
		return d.around(d.gap(s, comma+1), s.end, comma, comma+1)
	case i == 0: // the only one: the brackets close up
		end := s.end
		if rest := bytes.TrimLeft(d.src[end:], " \t\r\n"); rest[0] == '}' || rest[0] == ']' {
			end = len(d.src) - len(rest)
		}
		return d.around(d.gap(s, end), end, end, end)
	}
	comma := all[i-1].end + all[i-1].after
	return d.around(comma, comma+1, max(d.gap(s, s.end), comma+1), s.end)
}

// gap is where the white space before a span begins, which goes with it where what
// follows at next can take its place: not where it would become part of a comment.
func (d *document) gap(s span, next int) int {
	extra := d.src[s.start-s.before : s.start]
	line, _, _ := bytes.Cut(d.src[next:], []byte("\n"))
	if bytes.Contains(extra, []byte("//")) && len(bytes.TrimSpace(line)) > 0 {
		return s.start
	}
	return s.start - s.before + len(bytes.TrimRight(extra, " \t\r\n"))
}

// around is the document without two pieces, the first before the second or behind it.
// They don't overlap.
func (d *document) around(a, b, c, e int) []byte {
	if c < a {
		a, b, c, e = c, e, a, b
	}
	out := append([]byte(nil), d.src[:a]...)
	out = append(out, d.src[b:c]...)
	return append(out, d.src[e:]...)
}

// withoutEmpty is the document without the value that the names lead to where it is an
// empty object or list, and without those around it that are empty then.
func withoutEmpty(src []byte, names ...string) ([]byte, error) {
	for ; len(names) > 0; names = names[:len(names)-1] {
		d, err := parse(src)
		if err != nil {
			return nil, err
		}
		v := d.find(names...)
		if v == nil {
			continue
		}
		if all, _ := spans(v); len(all) > 0 || v.Value.Kind() != '{' && v.Value.Kind() != '[' || len(bytes.TrimSpace(d.src[v.StartOffset+1:v.EndOffset-1])) > 0 {
			return src, nil
		}
		parent := d.find(names[:len(names)-1]...)
		object := parent.Value.(*hujson.Object)
		for i := range object.Members {
			if &object.Members[i].Value == v {
				src = d.without(parent, i)
				break
			}
		}
	}
	return src, nil
}
