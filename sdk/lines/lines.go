// Package lines reads line-like text the way a person in a hurry does: it splits
// content into lines, tells failures from passing tests and totals, stack frames
// of one's own code from those of libraries, and rare lines from the many that
// say the same. It uses the standard library only.
//
// Scan looks at one line alone. Evaluate looks at all lines of a content: it mines
// their common prefixes and templates and gives each line a value. Both work in
// one pass with hand-written scanners, in time that is linear in the bytes.
package lines

import "bytes"

// Span is the bytes [Start,End) of a content. It converts to sdk.Span.
type Span struct {
	Start, End int
}

// Len is the number of bytes in s.
func (s Span) Len() int { return s.End - s.Start }

// Split returns the lines of content, without their LF or CRLF. Text after the
// last LF is a line, an empty rest is not.
func Split(content []byte) []Span {
	out := make([]Span, 0, bytes.Count(content, []byte{'\n'})+1)
	for at := 0; at < len(content); {
		end, next := len(content), len(content)
		if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		if end > at && content[end-1] == '\r' {
			end--
		}
		out = append(out, Span{at, end})
		at = next
	}
	return out
}

// Trim returns the span without white space at its ends.
func Trim(content []byte, s Span) Span {
	for s.Start < s.End && blank(content[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && blank(content[s.End-1]) {
		s.End--
	}
	return s
}

// Indent is the number of leading spaces of a line; a tab counts as four.
func Indent(line []byte) int {
	n := 0
	for _, c := range line {
		switch c {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// Classes of bytes.
const (
	isBlank  = 1 << iota // white space
	isDigit              // ASCII
	isLetter             // ASCII
	isWord               // belongs to a word
	inWord               // letters, the underscore, bytes beyond ASCII: words but for digits
)

// byteClasses holds the classes of each byte: the scanners ask for them all the time.
var byteClasses = func() (t [256]uint8) {
	for i := range t {
		c := byte(i)
		if c == ' ' || c == '\t' || c == '\r' || c == '\n' {
			t[i] |= isBlank
		}
		if digit(c) {
			t[i] |= isDigit | isWord
		}
		if upper(c) || lower(c) {
			t[i] |= isLetter
		}
		if upper(c) || lower(c) || c == '_' || c >= 0x80 {
			t[i] |= isWord | inWord
		}
	}
	return t
}()

func blank(c byte) bool { return byteClasses[c]&isBlank != 0 }

func digit(c byte) bool { return c-'0' <= 9 }

func upper(c byte) bool { return c-'A' <= 'Z'-'A' }

func lower(c byte) bool { return c-'a' <= 'z'-'a' }

func letter(c byte) bool { return byteClasses[c]&isLetter != 0 }

// wordByte reports whether c belongs to a word: ASCII letters and digits, the
// underscore, and every byte of a character beyond ASCII.
func wordByte(c byte) bool { return byteClasses[c]&isWord != 0 }
