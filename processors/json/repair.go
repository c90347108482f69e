package json

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// repair goes on behind a place that is no JSON, where the document has shown before
// that it is one: a syntax error, a value that lost its end, a remark of who cut it.
// What is passed over are lines that are not JSON. Each byte is passed over once.
func (s *scanner) repair() outcome {
	start := s.rewind()
	from := max(start, s.pos)
	s.pos = start
	braces, brackets := 0, 0 // open ones in what is passed over
	for p := from; p < s.limit; p++ {
		switch c := s.content[p]; {
		case (c == '"' || c == '\'') && s.memberAt(p) && s.unwind(kindObject):
			return s.resume(start, p)
		case c == '{' && (p == start || s.beginsItem(p)) && s.objectAt(p):
			if s.unwind(kindArray) {
				return s.resume(start, p)
			}
			if s.content[p-1] == '\n' { // the next one of a stream
				s.close()
				s.resume(start, p)
				return ended
			}
			braces++
		case c == '{':
			braces++
		case c == '[':
			brackets++
		case c == '}' && braces > 0:
			braces--
		case c == ']' && brackets > 0:
			brackets--
		case c == '}' && s.unwind(kindObject), c == ']' && s.unwind(kindArray):
			return s.resume(start, p)
		case c == ',' && braces+brackets == 0 && s.nodes[s.top()].kind == kindArray && s.elementAt(p+1):
			return s.resume(start, p+1)
		}
	}
	s.close()
	s.resume(start, s.limit)
	return cut
}

// close ends all open containers at s.pos.
func (s *scanner) close() {
	for len(s.stack) > 0 {
		s.nodes[s.top()].flags |= flagCut
		s.pop()
	}
}

// beginsItem reports whether p stands where an item of an array or a line begins.
func (s *scanner) beginsItem(p int) bool {
	const widest = 64 // bytes of indentation
	for k := p - 1; k >= 0 && k >= p-widest; k-- {
		switch s.content[k] {
		case ' ', '\t', '\r':
		case ',', '[', '\n':
			return true
		default:
			return false
		}
	}
	return false
}

// repairable reports whether a broken document is worth going on with: it has a member
// already, so it is no log line in brackets. What strings hold is JSON or text.
func (s *scanner) repairable() bool { return s.level == 0 && s.members > 0 && len(s.stack) > 0 }

// rewind looks whether the last string before s.pos lost its closing quote, so that it
// runs over a line end up to the opening quote of another one. If so it ends with its
// line. It returns where to go on.
func (s *scanner) rewind() int {
	if s.quoted.End > s.pos || len(bytes.Trim(s.content[s.quoted.End:s.pos], " \t\r\n,:")) > 0 {
		return s.pos
	}
	end := bytes.IndexByte(s.content[s.quoted.Start:s.quoted.End], '\n')
	if end < 0 {
		return s.pos
	}
	end += s.quoted.Start
	last := &s.nodes[len(s.nodes)-1]
	switch start := int32(s.quoted.Start); {
	case last.start > start || last.start < start && last.end > start:
		return s.pos // it holds a document
	case last.start < start:
		return s.quoted.Start // a key
	}
	last.end = int32(len(bytes.TrimRight(s.content[:end], "\r")))
	last.flags |= flagCut
	s.pos = end
	return end
}

// resume takes the bytes before to as passed over.
func (s *scanner) resume(from, to int) outcome {
	s.pass(from, to)
	s.repairs++
	s.lost += to - from
	s.pos = to
	return complete
}

// pass notes bytes that are not JSON, line by line.
func (s *scanner) pass(from, to int) {
	if s.level > 0 {
		return
	}
	if len(s.stack) > 0 {
		s.nodes[s.top()].flags |= flagPassed
	}
	for from < to {
		end := to
		if n := bytes.IndexByte(s.content[from:to], '\n'); n >= 0 {
			end = from + n
		}
		line := bytes.TrimRight(s.content[from:end], " \t\r,")
		trimmed := bytes.TrimLeft(line, " \t\r,")
		if len(trimmed) > 0 {
			s.passed = append(s.passed, sdk.Span{Start: from + len(line) - len(trimmed), End: from + len(line)})
		}
		from = end + 1
	}
}

// unwind closes the containers inside the innermost one of a kind; false where none of
// that kind is open.
func (s *scanner) unwind(k kind) bool {
	keep := len(s.stack) - 1
	for keep >= 0 && s.nodes[s.stack[keep]].kind != k {
		keep--
	}
	if keep < 0 {
		return false
	}
	for len(s.stack) > keep+1 {
		s.nodes[s.top()].flags |= flagCut
		s.pop()
	}
	return true
}

// longestKey bounds the bytes of a key that a broken document goes on with.
const longestKey = 200

// memberAt reports whether a quoted key and a colon stand at p.
func (s *scanner) memberAt(p int) bool {
	rest := s.content[p+1 : min(s.limit, p+1+longestKey)]
	end := bytes.IndexByte(rest, s.content[p])
	if end < 0 || bytes.IndexByte(rest[:end], '\n') >= 0 {
		return false
	}
	rest = bytes.TrimLeft(rest[end+1:], " \t")
	return len(rest) > 0 && rest[0] == ':'
}

// objectAt reports whether the brace at p opens an object with a quoted key.
func (s *scanner) objectAt(p int) bool {
	for p++; p < s.limit; p++ {
		switch c := s.content[p]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return (c == '"' || c == '\'') && s.memberAt(p)
		}
	}
	return false
}

// elementAt reports whether a value that is whole follows at p.
func (s *scanner) elementAt(p int) bool {
	rest := bytes.TrimLeft(s.content[p:s.limit], " \t\r\n")
	if len(rest) == 0 {
		return false
	}
	if rest[0] == '"' {
		end := bytes.IndexByte(rest[1:], '"')
		if end < 0 || bytes.IndexByte(rest[1:1+end], '\n') >= 0 {
			return false
		}
		behind := bytes.TrimLeft(rest[end+2:], " \t\r\n")
		return len(behind) > 0 && (behind[0] == ',' || behind[0] == ']')
	}
	end := 0
	for end < len(rest) && !delimiter[rest[end]] {
		end++
	}
	return wordKind(rest[:end]) != 0
}

// comment passes over a comment at s.pos, as configurations have them.
func (s *scanner) comment() bool {
	rest := s.content[s.pos:s.limit]
	if len(rest) < 2 {
		return false
	}
	end := -1
	switch string(rest[:2]) {
	case "//":
		if end = bytes.IndexByte(rest, '\n'); end < 0 {
			end = len(rest)
		}
	case "/*":
		if s.open {
			break
		}
		if end = bytes.Index(rest[2:], []byte("*/")); end >= 0 {
			end += 4
		}
		s.open = end < 0
	}
	if end < 0 {
		return false
	}
	if s.pass(s.pos, s.pos+end); len(s.stack) == 0 {
		s.lost += end // a text may begin its lines so
	}
	s.pos += end
	return true
}
