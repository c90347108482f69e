// Package jsonedit changes single values in JSON and keeps every other byte: unknown
// members, the order of keys, white space, and numbers of any size. A library that
// decodes and prints anew loses them, and those that edit in place settle for the first
// of two members of a name, where JavaScript and Go take the last.
//
// All functions but Depth and HalfPair expect JSON that was checked, and a nesting that
// is bounded, since gjson's check recurses.
package jsonedit

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"github.com/tidwall/gjson"
)

// Bounds of nesting, to be held against Depth before anything else reads the bytes. What
// checks JSON recurses, and a goroutine's stack ends at 1 GB: a hostile text of a million
// brackets would end the process.
const (
	// MaxDepth is for what is read as a whole. It is also the bound of encoding/json, so
	// that what one reader takes another takes too.
	MaxDepth = 10_000
	// MaxFrameDepth is for a frame that passes between two peers: every one of them is
	// checked, no tool nests deeper, and what is left alone still passes.
	MaxFrameDepth = 1000
)

// Edit puts text in place of bytes.
type Edit struct {
	Start, End int
	Text       []byte
}

// Apply makes a copy of data with edits, which do not overlap. It sorts them.
func Apply(data []byte, edits []Edit) []byte {
	slices.SortFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	size := len(data)
	for _, e := range edits {
		size += len(e.Text) - (e.End - e.Start)
	}
	out, at := make([]byte, 0, size), 0
	for _, e := range edits {
		out = append(append(out, data[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, data[at:]...)
}

// ErrMoved reports that a member does not stand where it was read: the object was not
// JSON that was checked.
var ErrMoved = errors.New("the member to replace is not where it was read")

// Set returns a copy of an object in which the last member of a name has another value;
// where there is none it becomes the last member.
func Set(object []byte, name string, value []byte) ([]byte, error) {
	m, ok, err := last(object, name)
	switch {
	case err != nil:
		return nil, err
	case ok:
		return Apply(object, []Edit{{m.Index, m.End(), value}}), nil
	}
	closing := bytes.LastIndexByte(object, '}')
	if closing < 0 {
		return nil, ErrMoved
	}
	body := bytes.TrimRight(object[:closing], blank)
	if len(body) == 0 {
		return nil, ErrMoved
	}
	var added []byte
	if body[len(body)-1] != '{' {
		added = append(added, ',')
	}
	added = append(append(append(added, Quote(name)...), ':'), value...)
	return Apply(object, []Edit{{len(body), closing, added}}), nil
}

// Replace returns a copy of an object in which the last member of a name has another
// value. That there is one is the caller's to know: none is ErrMoved.
func Replace(object []byte, name string, value []byte) ([]byte, error) {
	m, ok, err := last(object, name)
	if err != nil || !ok {
		return nil, ErrMoved
	}
	return Apply(object, []Edit{{m.Index, m.End(), value}}), nil
}

// Remove returns an object without the members of a name.
func Remove(object []byte, name string) ([]byte, error) {
	for {
		m, ok, err := last(object, name)
		if err != nil || !ok {
			return object, err
		}
		object = Apply(object, []Edit{Without(object, m)})
	}
}

const blank = " \t\r\n"

// Without is the edit that takes a member out of its object, with the one comma that
// parted it from another; where it was the only one, with the blanks around.
func Without(data []byte, m Member) Edit {
	start, end := m.Key.Index, m.End()
	next := skip(data, end)
	if next < len(data) && data[next] == ',' {
		return Edit{Start: start, End: skip(data, next+1)}
	}
	before := len(bytes.TrimRight(data[:start], blank))
	if before > 0 && data[before-1] == ',' {
		return Edit{Start: before - 1, End: end}
	}
	return Edit{Start: before, End: next}
}

// skip is the place of what is not blank from at on.
func skip(data []byte, at int) int {
	return len(data) - len(bytes.TrimLeft(data[at:], blank))
}

// Quote writes a string as JSON, without the escapes that only HTML needs.
func Quote(s string) []byte {
	out, _ := Marshal(s) // a string always encodes
	return out
}

// Marshal is json.Marshal without the escapes that only HTML needs.
func Marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// last is the last member of a name, with its positions in the object.
func last(object []byte, name string) (m Member, ok bool, err error) {
	root := gjson.ParseBytes(object)
	if !root.IsObject() {
		return m, false, ErrMoved
	}
	root.ForEach(func(key, value gjson.Result) bool {
		if key.Str == name {
			m, ok = Member{value, key}, true
		}
		return true
	})
	if ok && (!stands(object, m.Key) || !stands(object, m.Result)) {
		return m, false, ErrMoved
	}
	return m, ok, nil
}

// stands reports whether a value is in the bytes at its place.
func stands(data []byte, v gjson.Result) bool {
	return v.Index > 0 && v.Raw != "" && v.Index+len(v.Raw) <= len(data) && string(data[v.Index:v.Index+len(v.Raw)]) == v.Raw
}
