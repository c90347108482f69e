package clean

import (
	"bytes"
)

// Rules for lone carriage returns (those not followed by LF). The figures come
// from recorded output: progress redraws come in long runs of like pieces, while
// a file with mixed line ends has one or two lone CRs in a row.
const (
	terminalWidth = 400 // bytes; a longer piece wraps, so that a CR cannot redraw it
	mixedRun      = 2   // lone CRs per line that has any; below that line ends are mixed
	compared      = 256 // bytes of two pieces that are compared
)

// returnsEndLines says whether lone CRs end lines in all of b: where there is no
// LF, where CR, LF and CRLF are mixed, or where the pieces between CRs are too
// unlike to be redraws of each other.
func returnsEndLines(b []byte) bool {
	var lf, crlf, lone, lines, strong int
	for len(b) > 0 {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			lf++
			line, b = b[:i], b[i+1:]
			if bytes.HasSuffix(line, []byte("\r")) {
				crlf++
			}
		} else {
			b = nil
		}
		n, s := countReturns(bytes.TrimRight(line, "\r"))
		lone, strong = lone+n, strong+s
		if n > 0 {
			lines++
		}
	}
	if lone == 0 || lf == 0 {
		return lf == 0
	}
	if ends := lf + lone; lone*10 >= ends && crlf*10 >= ends && (lf-crlf)*10 >= ends && lines > 1 && lone < lines*mixedRun {
		return true
	}
	return lone >= 3 && strong*5 < lone
}

// countReturns counts the CRs in a line that part two pieces, and how many of
// them are surely redraws.
func countReturns(line []byte) (lone, strong int) {
	var before []byte
	for i := bytes.IndexByte(line, '\r'); i >= 0; i = bytes.IndexByte(line, '\r') {
		piece := line[:i]
		line = bytes.TrimLeft(line[i:], "\r")
		if len(piece) > 0 {
			if before != nil {
				lone++
				if alike(before, piece) {
					strong++
				}
			}
			before = piece
		}
	}
	if before != nil && len(line) > 0 {
		lone++
		if alike(before, line) {
			strong++
		}
	}
	return lone, strong
}

// redraws reports whether the piece of a line after a CR draws over the piece
// before it: it erases, says the same with other figures, or covers it whole.
func redraws(before, after []byte) bool {
	if len(before) == 0 || len(after) == 0 || alike(before, after) {
		return true
	}
	return len(before) <= terminalWidth && len(after) <= terminalWidth && width(after) >= width(before)
}

// alike is the strong evidence for a redraw: an erase in either piece, no letters
// in one of them (a bare spinner, a percentage), padding that wipes the longer
// one, or the same words at the start.
func alike(before, after []byte) bool {
	if hasErase(before) || hasErase(after) {
		return true
	}
	x, y := letters{rest: before[:min(len(before), compared)]}, letters{rest: after[:min(len(after), compared)]}
	same := 0
	for {
		c, d := x.next(), y.next()
		switch {
		case c == 0 && d == 0:
			return true
		case c == 0 || d == 0:
			return same == 0 || same >= 3 || padded(before, after)
		case c != d:
			return same >= 5 || padded(before, after)
		}
		same++
	}
}

// padded reports whether after ends in blanks that wipe what was longer.
func padded(before, after []byte) bool {
	return bytes.HasSuffix(after, []byte("  ")) && len(after) <= terminalWidth && width(after) >= width(before)
}

// hasErase looks for an erasing sequence.
func hasErase(piece []byte) bool {
	for {
		i := bytes.IndexByte(piece, esc)
		if i < 0 {
			return false
		}
		s := parseEscape(piece[i:])
		if s.erases() {
			return true
		}
		piece = piece[i+s.size:]
	}
}

// letters walks over the letters of a text: ASCII letters and the bytes of other
// scripts but for U+2500-259F, of which progress bars are made.
type letters struct{ rest []byte }

// next returns the next letter, 0 at the end.
func (l *letters) next() byte {
	for len(l.rest) > 0 {
		c := l.rest[0]
		switch {
		case c == esc:
			l.rest = l.rest[parseEscape(l.rest).size:]
		case c == 0xe2 && len(l.rest) >= 3 && (l.rest[1] == 0x94 || l.rest[1] == 0x95 || l.rest[1] == 0x96 || l.rest[1] == 0xa0 || l.rest[1] == 0xa1 || l.rest[1] == 0xa2 || l.rest[1] == 0xa3):
			l.rest = l.rest[3:]
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
			l.rest = l.rest[1:]
			return c
		default:
			l.rest = l.rest[1:]
		}
	}
	return 0
}

// width counts the characters of a piece, control sequences aside.
func width(piece []byte) int {
	n := 0
	for i := 0; i < len(piece); {
		switch c := piece[i]; {
		case c == esc:
			i += parseEscape(piece[i:]).size
		case c < 0x20 || c&0xc0 == 0x80:
			i++
		default:
			n++
			i++
		}
	}
	return n
}
