package json

import (
	"bytes"
	stdjson "encoding/json"
	"sort"

	"github.com/riffle-dev/riffle/sdk"
)

// Bounds of documents inside strings.
const (
	maxLevel     = 3        // strings around a document; each level reads its bytes once more
	minEmbedded  = 12       // bytes of a string that may hold a document worth parting
	maxUnescaped = 32 << 20 // bytes of decoded strings kept for one content
)

// decodedString is a string that holds a document: where its text stands behind the
// content, and where that came from.
type decodedString struct {
	at   int // offset of the text
	from decoded
}

// embedded reads string n, which ends at s.pos, as a document if it is one, and puts
// that in its place. Tool servers wrap the JSON of others as text, loggers too.
func (s *scanner) embedded(n node, escaped, cutOff bool) bool {
	end := s.pos
	if !cutOff {
		end--
	}
	start := int(n.start) + 1
	if s.level >= maxLevel || end-start < minEmbedded || len(s.nodes) >= s.soft ||
		len(s.content)-s.original+end-start > maxUnescaped || !mayHold(s.content[start:end]) {
		return false
	}
	text := decode(s.content[start:end], start, true)
	base, nodes := len(s.content), len(s.nodes)
	if base == s.original {
		s.content = s.content[:base:base] // the content proper is not ours to append to
	}
	s.content = append(s.content, text.text...)
	text.text = nil
	s.decoded = append(s.decoded, decodedString{at: base, from: text})
	strings := len(s.decoded)
	sub := &scanner{tape: s.tape, pos: base, limit: len(s.content), soft: s.soft, hard: s.hard,
		level: s.level + 1, depth: s.depth + len(s.stack)}
	sub.space()
	out := sub.member(n.parent, int(n.key), int(n.keyEnd), n.flags&flagKeyEscaped)
	if out == complete {
		sub.space()
	}
	if out == broken || sub.pos < sub.limit || !cutOff && !stdjson.Valid(s.content[base:sub.limit]) || out == cut && !cutOff || !s.nodes[nodes].container() || s.nodes[nodes].kids == 0 {
		s.nodes, s.content, s.decoded = s.nodes[:nodes], s.content[:base], s.decoded[:strings-1]
		return false
	}
	return true
}

// mayHold looks at both ends of a raw string for a sign of JSON: an object with a
// quoted key, or an array.
func mayHold(raw []byte) bool {
	raw = trimEscaped(raw)
	if len(raw) < 2 || raw[0] != '{' && raw[0] != '[' {
		return false
	}
	first := trimEscaped(raw[1:])
	if len(first) == 0 {
		return false
	}
	switch c := first[0]; {
	case raw[0] == '{':
		return c == '\\'
	case c == '{', c == '[', c == '\\', c == '-', c == 't', c == 'f', c == 'n':
		return true
	default:
		return isDigit(c)
	}
}

// trimEscaped drops white space at the start, also where it is escaped.
func trimEscaped(raw []byte) []byte {
	for {
		t := bytes.TrimLeft(raw, " \t\r\n")
		if len(t) > 1 && t[0] == '\\' && (t[1] == 'n' || t[1] == 't' || t[1] == 'r') {
			raw = t[2:]
			continue
		}
		return t
	}
}

// sources is the span of the content proper that a span stands for.
func (t *tape) sources(s sdk.Span) sdk.Span {
	for s.Start >= t.original {
		k := sort.Search(len(t.decoded), func(k int) bool { return t.decoded[k].at > s.Start }) - 1
		s.Start = t.decoded[k].from.source(s.Start - t.decoded[k].at)
	}
	for s.End > t.original {
		k := sort.Search(len(t.decoded), func(k int) bool { return t.decoded[k].at >= s.End }) - 1
		s.End = t.decoded[k].from.source(s.End - t.decoded[k].at)
	}
	return s
}
