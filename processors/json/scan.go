package json

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// The scanner reads JSON onto a tape. It exists beside gjson because a plan needs
// what gjson does not tell: the span of every key and value, members in their
// order and with their duplicates, values where the content is cut off, and a
// stack that does not grow with the nesting. What gjson does well, strict validity
// and the members of a known path, is left to it.
type scanner struct {
	*tape
	pos   int
	limit int // where what is read ends: content may go on with decoded strings
	soft  int // tape length from which elements of arrays are only counted
	hard  int // tape length from which every value is only counted
	level int // how many strings the document stands in
	depth int // open containers around the document
	stack []int32

	members int        // members of the document that were read whole
	quoted  sdk.Span   // the last string
	passed  []sdk.Span // what is no JSON inside documents: comments, broken places
	repairs int        // broken places
	lost    int        // bytes that speak against the content being JSON
	open    bool       // a comment has no end, so no later one has
}

// Limits of the tape: beyond softNodes the elements of arrays get no node, beyond
// a third more nothing does, so that members behind a huge array are still read. Large
// contents have a node for every bytesPerNode bytes, which is twice what usual ones
// need: the tape is then in proportion to the content.
const (
	softNodes    = 600_000
	bytesPerNode = 12
)

func nodeLimits(size int) (soft, hard int) {
	soft = max(softNodes, size/bytesPerNode)
	return soft, soft + soft/3
}

type outcome int

const (
	complete outcome = iota
	cut              // the content ends inside the document
	broken           // scanner.pos is where it stops being JSON
	ended            // another document begins inside the document, which lost its end
)

// document reads one value that starts at s.pos. Where it is broken the tape is as
// before.
func (s *scanner) document() outcome { return s.member(-1, 0, 0, 0) }

// member is document for a value with a place of its own.
func (s *scanner) member(parent int32, key, keyEnd int, flags uint8) outcome {
	base, passed, repairs, lost := len(s.nodes), len(s.passed), s.repairs, s.lost
	s.stack, s.members = s.stack[:0], 0
	out := s.value(parent, key, keyEnd, flags)
	for out == complete && len(s.stack) > 0 {
		if out = s.step(); out == broken && s.repairable() {
			out = s.repair()
		}
	}
	switch out {
	case broken:
		s.stack = s.stack[:0]
		s.nodes, s.passed, s.repairs, s.lost = s.nodes[:base], s.passed[:passed], repairs, lost
	case cut:
		s.close()
	}
	return out
}

func (s *scanner) top() int32 { return s.stack[len(s.stack)-1] }

func (s *scanner) pop() {
	i := s.top()
	s.stack = s.stack[:len(s.stack)-1]
	n := &s.nodes[i]
	n.end = int32(s.pos)
	n.next = int32(len(s.nodes))
	if n.kind == kindArray && n.kids <= inlineKids && n.next-i-1 == n.kids && n.end-n.start <= inlineBytes {
		s.leaves -= int(n.kids) - 1 // most likely one value
	}
}

// step reads the next member or element of the innermost open container, or its
// end. Commas are treated as white space: one too many or too few hides nothing.
func (s *scanner) step() outcome {
	if s.space(); s.pos >= s.limit {
		return cut
	}
	parent := s.top()
	object := s.nodes[parent].kind == kindObject
	switch c := s.content[s.pos]; {
	case c == '}' && object, c == ']' && !object:
		s.pos++
		s.pop()
		return complete
	case !object:
		return s.counted(parent, len(s.nodes) >= s.soft, 0, 0, 0)
	case c != '"' && c != '\'':
		return broken
	}
	key := s.pos
	escaped, closed := s.text()
	switch {
	case !closed && s.pos < s.limit:
		return broken
	case !closed:
		return cut
	}
	keyEnd := s.pos
	if s.blank(); s.pos >= s.limit {
		return cut
	}
	if s.content[s.pos] != ':' {
		return broken
	}
	s.pos++
	if s.blank(); s.pos >= s.limit {
		return cut
	}
	var flags uint8
	if escaped {
		flags = flagKeyEscaped
	}
	open := len(s.stack)
	out := s.counted(parent, len(s.nodes) >= s.hard, key, keyEnd, flags)
	if out == complete && len(s.stack) == open {
		s.members++
	}
	return out
}

// counted reads a value, or passes over it, as one of its container's.
func (s *scanner) counted(parent int32, skip bool, key, keyEnd int, flags uint8) outcome {
	s.nodes[parent].kids++
	out := broken
	if skip {
		out = s.skip()
	} else {
		out = s.value(parent, key, keyEnd, flags)
	}
	if out == broken {
		s.nodes[parent].kids--
	}
	return out
}

// value reads a scalar whole and the opening bracket of a container.
func (s *scanner) value(parent int32, key, keyEnd int, flags uint8) outcome {
	n := node{key: int32(key), keyEnd: int32(keyEnd), start: int32(s.pos), parent: parent, flags: flags}
	out := complete
	switch c := s.content[s.pos]; c {
	case '{', '[':
		if s.depth+len(s.stack) >= maxDepth {
			s.deep = true
			n.kind, n.kids = kindOpaque, 1
			out = s.skip()
			break
		}
		n.kind = kindObject
		if c == '[' {
			n.kind = kindArray
		}
		s.pos++
		s.stack = append(s.stack, int32(len(s.nodes)))
		s.nodes = append(s.nodes, n)
		return complete
	case '"', '\'':
		n.kind = kindString
		escaped, closed := s.text()
		if !closed && c == '\'' {
			return broken
		}
		if escaped {
			n.flags |= flagEscaped
		}
		if !closed {
			out = cut
		}
		if s.embedded(n, escaped, !closed) {
			return out
		}
	default:
		n.kind, out = s.word()
	}
	if out == broken {
		return broken
	}
	if out == cut {
		n.flags |= flagCut
	}
	n.end = int32(s.pos)
	n.next = int32(len(s.nodes)) + 1
	s.leaves++
	s.nodes = append(s.nodes, n)
	return out
}

// skip passes over one value without a node, counting brackets of both kinds alike.
func (s *scanner) skip() outcome {
	if s.content[s.pos] != '{' && s.content[s.pos] != '[' {
		s.skipped = true
		if c := s.content[s.pos]; c == '"' || c == '\'' {
			switch _, closed := s.text(); {
			case closed:
				return complete
			case s.pos < s.limit:
				return broken
			}
			return cut
		}
		_, out := s.word()
		return out
	}
	s.skipped = true
	for depth := 0; s.pos < s.limit; {
		switch s.content[s.pos] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				s.pos++
				return complete
			}
		case '"':
			if _, closed := s.text(); !closed {
				return cut
			}
			continue
		}
		s.pos++
	}
	return cut
}

// text passes over a string, its quotes included, and reports whether it holds a
// backslash and whether it ends before the content does. One in single quotes, as
// Python prints it, must end on its line; else it is not passed over. Each byte is
// looked at a bounded number of times: a backslash run is counted once for the one
// quote behind it.
func (s *scanner) text() (escaped, closed bool) {
	start, end, quote := s.pos, s.limit, s.content[s.pos]
	if quote == '\'' {
		if n := bytes.IndexByte(s.content[s.pos:s.limit], '\n'); n >= 0 {
			end = s.pos + n
		}
	}
	s.pos++
	for {
		n := bytes.IndexByte(s.content[s.pos:end], quote)
		if n < 0 && quote == '\'' {
			s.pos = start
			return false, false
		}
		if n < 0 {
			escaped = escaped || bytes.IndexByte(s.content[s.pos:s.limit], '\\') >= 0
			s.pos = s.limit
			return escaped, false
		}
		part := s.content[s.pos : s.pos+n]
		s.pos += n + 1
		if bytes.IndexByte(part, '\\') < 0 {
			s.quoted = sdk.Span{Start: start, End: s.pos}
			return escaped, true
		}
		escaped = true
		slashes := 0
		for slashes < len(part) && part[len(part)-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			s.quoted = sdk.Span{Start: start, End: s.pos}
			return true, true
		}
	}
}

// word passes over a number or literal. At the end of the content the beginning
// of one counts as cut.
func (s *scanner) word() (kind, outcome) {
	start := s.pos
	for s.pos < s.limit && !delimiter[s.content[s.pos]] {
		s.pos++
	}
	w := s.content[start:s.pos]
	k := wordKind(w)
	switch {
	case k != 0 && s.pos == s.limit && k == kindNumber && len(s.stack) > 0:
		return k, cut // more digits may have followed
	case k != 0:
		return k, complete
	case s.pos == s.limit && len(w) > 0 && wordBegins(w):
		return kindLiteral, cut
	}
	s.pos = start
	return 0, broken
}

var delimiter = func() (d [256]bool) {
	for _, c := range " \n\t\r,:{}[]\"\x1e" {
		d[c] = true
	}
	return d
}()

// wordKind tells a number from a literal; 0 means that w is neither.
func wordKind(w []byte) kind {
	if len(w) == 0 {
		return 0
	}
	switch string(w) {
	case "true", "false", "null", "True", "False", "None": // the latter of Python
		return kindLiteral
	case "NaN", "Infinity", "-Infinity", "+Infinity":
		return kindNumber
	}
	digits := false
	for i, c := range w {
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case c == '-' || c == '+':
			if i > 0 && w[i-1]|0x20 != 'e' {
				return 0
			}
		case c == '.' || digits && c|0x20 == 'e':
		default:
			return 0
		}
	}
	if !digits {
		return 0
	}
	return kindNumber
}

func wordBegins(w []byte) bool {
	for _, full := range []string{"true", "false", "null", "NaN", "-Infinity", "-"} {
		if bytes.HasPrefix([]byte(full), w) {
			return true
		}
	}
	return false
}

// space passes over white space, commas and record separators.
func (s *scanner) space() {
	for s.pos < s.limit {
		switch s.content[s.pos] {
		case ' ', '\n', '\t', '\r', ',', 0x1e:
			s.pos++
		case '/':
			if !s.comment() {
				return
			}
		default:
			return
		}
	}
}

// blank passes over white space, and over comments between a key and its value: they
// stand where the member is shown.
func (s *scanner) blank() {
	for s.pos < s.limit {
		switch s.content[s.pos] {
		case ' ', '\n', '\t', '\r':
			s.pos++
		case '/':
			passed := len(s.passed)
			if !s.comment() {
				return
			}
			s.passed = s.passed[:passed]
			s.remarks = true
		default:
			return
		}
	}
}
