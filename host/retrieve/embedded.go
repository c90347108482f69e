package retrieve

import (
	"encoding/json"
	"strings"
)

// minEmbedded is how many bytes a string has at least that a path may enter as a
// document of its own; the processor of JSON has the same bound.
const minEmbedded = 12

// embedded returns what a string says if that is one JSON document, as where a tool
// server wraps the JSON of another as text, and the place of the document in it. In
// a string that is cut off the document may be, too.
func embedded(s string, n node) (string, node, bool) {
	raw := s[n.start:n.end]
	cutOff := len(raw) < 2 || raw[len(raw)-1] != '"'
	if len(raw) < minEmbedded+2 || !strings.ContainsAny(raw[1:2], "{[ \\\t\r\n") {
		return "", node{}, false
	}
	text, ok := unescape(raw, cutOff)
	if !ok {
		return "", node{}, false
	}
	c := scanner{s: text}
	if c.space(); c.pos == len(text) || text[c.pos] != '{' && text[c.pos] != '[' {
		return "", node{}, false
	}
	doc := node{start: c.pos}
	out := c.value()
	doc.end = c.pos
	if out == whole {
		c.space()
	}
	if out == broken || out == cut && !cutOff || c.pos < len(text) || !cutOff && !json.Valid([]byte(text)) {
		return "", node{}, false
	}
	some := false
	eachKid(text, doc, func(node) bool { some = true; return false })
	return text, doc, some
}

// unescape undoes the escapes of a string. One that is cut off may end inside an
// escape, which is dropped.
func unescape(raw string, cutOff bool) (text string, ok bool) {
	if !cutOff {
		return text, json.Unmarshal([]byte(raw), &text) == nil
	}
	const longest = 12 // bytes of an escape: a surrogate pair
	for n := len(raw); n > 1 && n >= len(raw)-longest; n-- {
		if json.Unmarshal([]byte(raw[:n]+`"`), &text) == nil {
			return text, true
		}
	}
	return "", false
}
