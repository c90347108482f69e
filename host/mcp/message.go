package mcp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// maxDepth bounds nesting: the check of a frame recurses, and no tool nests deeper.
const maxDepth = 1000

// Methods that the proxy looks at.
const (
	methodCall      = "tools/call"
	methodList      = "tools/list"
	methodCancelled = "notifications/cancelled"
)

// message is what matters of a frame.
type message struct {
	id             string // a key for the id; "" where there is none
	rawID          string // the id as it came
	method         string
	params, result gjson.Result
}

// kind of a message, by its members.
func (m message) isRequest() bool      { return m.method != "" && m.id != "" }
func (m message) isNotification() bool { return m.method != "" && m.id == "" }
func (m message) isResult() bool       { return m.method == "" && m.id != "" && m.result.Exists() }

// parse reads a frame that is a single message. It does not check what is inside of
// params and result.
func parse(frame []byte) (message, bool) {
	trimmed := bytes.TrimLeft(frame, " \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != '{' {
		return message{}, false
	}
	m, ok := members(gjson.ParseBytes(frame))
	if !ok || m["error"].Exists() {
		return message{}, false
	}
	return message{
		id: idKey(m["id"]), rawID: m["id"].Raw, method: m["method"].Str,
		params: m["params"].Result, result: m["result"].Result,
	}, true
}

// idKey tells ids apart: 1 and "1" differ, and so do two spellings of a number, since
// a peer that changes the spelling may mean another call.
func idKey(v member) string {
	switch v.Type {
	case gjson.String:
		return `"` + v.Str
	case gjson.Number:
		return v.Raw
	}
	return ""
}

// member is a member of an object; its positions are those in the frame.
type member struct {
	gjson.Result
	key gjson.Result
}

func (m member) end() int { return m.Index + len(m.Raw) }

// maxMembers bounds the members of an object that is looked into, which are few.
const maxMembers = 1000

// members returns the members of an object by name. It is false for what is no object,
// for one with more than maxMembers, and for one with two members of a name: which of
// them counts is the reader's choice.
func members(object gjson.Result) (map[string]member, bool) {
	if !object.IsObject() {
		return nil, false
	}
	out, ok := map[string]member{}, true
	object.ForEach(func(key, value gjson.Result) bool {
		_, twice := out[key.Str]
		ok = !twice && len(out) < maxMembers
		out[key.Str] = member{value, key}
		return ok
	})
	return out, ok
}

// given reports whether a member is there and not null.
func given(v member) bool { return v.Exists() && v.Type != gjson.Null }

// depth is the deepest nesting of brackets outside strings, in any text.
func depth(data []byte) int {
	deepest, now, inString := 0, 0, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '[' || c == '{':
			now++
			deepest = max(deepest, now)
		case c == ']' || c == '}':
			now--
		}
	}
	return deepest
}

// halfPair reports whether a JSON string has half of a surrogate pair as an escape: it
// has no form in UTF-8, so it could be neither stored nor compared.
func halfPair(raw string) bool {
	for {
		at := strings.IndexByte(raw, '\\')
		if at < 0 || at+1 >= len(raw) {
			return false
		}
		if raw = raw[at:]; raw[1] != 'u' {
			raw = raw[2:]
			continue
		}
		switch first := unit(raw); {
		case first >= 0xDC00 && first < 0xE000:
			return true
		case first >= 0xD800 && first < 0xDC00:
			if len(raw) < 12 {
				return true
			}
			if second := unit(raw[6:]); second < 0xDC00 || second >= 0xE000 {
				return true
			}
			raw = raw[12:]
		default:
			raw = raw[min(6, len(raw)):]
		}
	}
}

// unit is the code unit of the escape that s begins with, -1 where it begins with none.
func unit(s string) int {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return -1
	}
	v := 0
	for _, c := range []byte(s[2:6]) {
		d := strings.IndexByte("0123456789abcdef", c|0x20)
		if c < 0x20 || d < 0 || d < 10 && c > '9' {
			return -1
		}
		v = v<<4 | d
	}
	return v
}

// edit puts text in place of bytes of a frame.
type edit struct {
	start, end int
	text       []byte
}

// apply makes a copy of a frame with edits, which do not overlap.
func apply(frame []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	size := len(frame)
	for _, e := range edits {
		size += len(e.text) - (e.end - e.start)
	}
	out, at := make([]byte, 0, size), 0
	for _, e := range edits {
		out = append(append(out, frame[at:e.start]...), e.text...)
		at = e.end
	}
	return append(out, frame[at:]...)
}

// without is the edit that takes a member out of its object, with one comma.
func without(frame []byte, m member) edit {
	start, end := m.key.Index, m.end()
	next := end + len(frame[end:]) - len(bytes.TrimLeft(frame[end:], " \t\r\n"))
	if next < len(frame) && frame[next] == ',' {
		next++
		return edit{start: start, end: next + len(frame[next:]) - len(bytes.TrimLeft(frame[next:], " \t\r\n"))}
	}
	before := len(bytes.TrimRight(frame[:start], " \t\r\n"))
	if before > 0 && frame[before-1] == ',' {
		return edit{start: before - 1, end: end}
	}
	return edit{start: start, end: end}
}

// quote writes a JSON string without the escapes that only HTML needs.
func quote(text string) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(text) // a string has no error
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
