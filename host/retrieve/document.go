package retrieve

import (
	"encoding/json"
	"strings"
)

// node is a value in a text: the bytes from start to end, and its key where it is a
// member (the bytes of the key with its quotes).
type node struct {
	key        string
	start, end int
	line       bool // a line of a string, without quotes
}

// documents finds the documents of a text: containers wherever they stand,
// scalars on lines of their own; lines that are neither are passed over. Reading on
// after a broken one may read bytes again, so that is bounded.
func documents(s string) []node {
	var docs []node
	c := scanner{s: s}
	wasted := 0
	for wasted <= 2*len(s) {
		if c.space(); c.pos == len(s) {
			break
		}
		start, out := c.pos, broken
		scalar := s[start] != '{' && s[start] != '['
		if !scalar || start == 0 || s[start-1] == '\n' {
			out = c.value()
		}
		if out != broken && scalar && !aloneOnLine(s, start, c.pos) {
			out = broken
		}
		if out != broken {
			docs = append(docs, node{start: start, end: c.pos})
			continue
		}
		wasted += c.pos - start
		c.pos = start + lineLength(s[start:])
	}
	return docs
}

func aloneOnLine(s string, start, end int) bool {
	return (start == 0 || s[start-1] == '\n') && strings.TrimSpace(s[end:end+lineLength(s[end:])]) == ""
}

// lineLength is the number of bytes before the first line end.
func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// eachLine calls f with the lines of a string, which end at its escaped line ends.
// Nothing after the last one is no line.
func eachLine(s string, n node, f func(line node) bool) {
	at, end := n.start+1, n.end
	if end > at && s[end-1] == '"' {
		end--
	}
	start := at
	for at < end {
		if s[at] != '\\' {
			at++
			continue
		}
		if at+1 < end && s[at+1] == 'n' {
			if !f(node{start: start, end: at, line: true}) {
				return
			}
			start = at + 2
		}
		at += 2
	}
	if start < end {
		f(node{start: start, end: end, line: true})
	}
}

// eachKid calls f with the members or elements of a container, in their order,
// until it returns false. What is broken or cut off ends at the container's end.
func eachKid(s string, n node, f func(kid node) bool) {
	c := scanner{s: s[:n.end], pos: n.start + 1}
	object := s[n.start] == '{'
	for {
		if c.space(); c.pos >= n.end || c.s[c.pos] == '}' || c.s[c.pos] == ']' {
			return
		}
		var kid node
		if object {
			at := c.pos
			if c.key() != whole {
				return
			}
			kid.key = keyText(s[at:c.pos])
		}
		kid.start = c.pos
		out := c.value()
		if kid.end = c.pos; out == broken || !f(kid) || out == cut {
			return
		}
	}
}

// keyText cuts what follows a key's closing quote off.
func keyText(s string) string { return s[:strings.LastIndexByte(s, '"')+1] }

// keyIs reports whether a key as it is written says want.
func keyIs(raw, want string) bool {
	if inner := raw[1 : len(raw)-1]; strings.IndexByte(inner, '\\') < 0 {
		return inner == want
	}
	var key string
	return json.Unmarshal([]byte(raw), &key) == nil && key == want
}

// container reports whether a node is an object or an array.
func container(s string, n node) bool { return s[n.start] == '{' || s[n.start] == '[' }
