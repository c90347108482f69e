package clean

import (
	"bytes"
	"unicode/utf8"
)

// draw shows text as a terminal would at the end. It reads every byte once, but
// for the pieces around a carriage return, which are compared.
func draw(text []byte) []byte {
	s := newScreen(text)
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= 0x20 && c < 0x7f || c == '\t':
			j := i + 1
			for j < len(text) && text[j] >= 0x20 && text[j] < 0x7f {
				j++
			}
			s.write(text[i:j])
			i = j
		case c >= utf8.RuneSelf:
			r, n := nextRune(text[i:])
			if r == utf8.RuneError {
				s.write([]byte("\uFFFD"))
			} else if r > 0x9f { // below are the C1 controls
				s.write(text[i : i+n])
			}
			i += n
		case c == '\n':
			s.endLine("\n")
			i++
			s.piece = i
		case c == '\r':
			i = s.carriageReturn(text, i)
			s.piece = i
		case c == bs:
			s.backspace()
			i++
		case c == esc:
			q := parseEscape(text[i:])
			s.control(q)
			i += q.size
		default:
			i++
		}
	}
	return s.finish()
}

// carriageReturn handles the run of CRs at text[i] and returns where to go on.
func (s *screen) carriageReturn(text []byte, i int) int {
	j := i
	for j < len(text) && text[j] == '\r' {
		j++
	}
	switch {
	case j < len(text) && text[j] == '\n':
		s.endLine("\r\n")
		return j + 1
	case s.returnsEnd:
		s.endLine("\n")
		return i + 1
	case j == len(text):
		return j
	}
	after := text[j:]
	if k := bytes.IndexAny(after, "\r\n"); k >= 0 {
		after = after[:k]
	}
	before := text[s.piece:i]
	if !s.stiff() && (s.redrawn || redraws(before, after)) {
		s.redrawn = s.redrawn || len(before) > 0
		s.column(0)
	} else {
		s.endLine("\n")
	}
	return j
}

// control obeys a control sequence. Colours, titles, modes and whatever else only
// changes how text looks do nothing.
func (s *screen) control(q sequence) {
	if s.stiff() {
		return
	}
	n := max(q.param, 1)
	if q.climbs() {
		s.climb(n, q.final == 'F')
		return
	}
	if !q.csi {
		return
	}
	switch q.final {
	case 'B', 'E':
		s.descend(n, q.final == 'E')
	case 'C':
		s.column(s.at() + n)
	case 'D':
		s.column(s.at() - n)
	case 'G', '`':
		s.column(n - 1)
	case 'H', 'f':
		s.part()
	case 'K':
		s.eraseLine(max(q.param, 0))
	case 'J':
		if q.param <= 0 {
			s.eraseBelow()
		}
	}
}
