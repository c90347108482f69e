package retrieve

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// match returns what to write of a line behind "N:", nothing where it does not match.
func (g *grep) match(l *line) ([]string, error) {
	if l.huge {
		return g.matchHuge(l)
	}
	if short(l.data) {
		if g.re.Match(l.data) {
			return []string{string(l.data)}, nil
		}
		return nil, nil
	}
	found := g.re.FindAllIndex(l.data, maxMatches+1)
	if len(found) == 0 {
		return nil, nil
	}
	return pieces(l, found), nil
}

// short reports whether a line is written whole.
func short(b []byte) bool {
	return len(b) <= maxShown || len(b) <= maxShown*utf8.UTFMax && utf8.RuneCount(b) <= maxShown
}

// pieces cuts a line down to what stands around its matches. Matches that stand
// close together share a piece.
func pieces(l *line, found [][]int) []string {
	var rows []string
	char, at := l.char, 0 // the code point at byte at, behind the last piece
	for i := 0; i < len(found); i++ {
		if found[i][1] <= at && at > 0 {
			continue // shown
		}
		if len(rows) == maxPieces {
			return append(rows, moreMatches)
		}
		start, end := window(l.data, found[i])
		start, end = max(start, at), max(end, at)
		for next := i + 1; next < len(found) && found[next][0] < end && end-start < maxShown; next++ {
			_, e := window(l.data, found[next])
			end = max(end, e)
		}
		char += countChars(l.data[at:start])
		size := countChars(l.data[start:end])
		rows = append(rows, piece(l.data[start:end], char, char+size, start > 0, end < len(l.data)))
		char, at = char+size, end
	}
	if len(found) > maxMatches {
		rows = append(rows, moreMatches)
	}
	return rows
}

const moreMatches = "[... more matches in this line: use chars]"

// piece is one row: where the piece stands, and the piece with what was clipped.
func piece(b []byte, from, to int64, left, right bool) string {
	var s strings.Builder
	fmt.Fprintf(&s, "[chars %d-%d] ", from, to)
	if left {
		s.WriteString("…")
	}
	s.Write(b)
	if right {
		s.WriteString("…")
	}
	return s.String()
}

// window is a match with what stands around it, at most maxShown code points of
// the match itself.
func window(b []byte, m []int) (start, end int) {
	start, end = m[0], m[1]
	if rest := b[start:end]; !short(rest) {
		end = start + skipRunes(rest, maxShown)
	}
	for n := 0; n < around && start > 0; n++ {
		_, size := utf8.DecodeLastRune(b[:start])
		start -= size
	}
	return start, end + skipRunes(b[end:], around)
}

// head appends to b a line that is written because it stands near a match.
func (g *grep) head(l *line, b []byte) []byte {
	data := l.data
	if l.huge {
		data = g.readAt(l.offset, maxShown*utf8.UTFMax)
	} else if short(data) {
		return append(b, data...)
	}
	return append(append(b, data[:skipRunes(data, maxShown)]...), "…"...)
}

func (g *grep) readAt(offset int64, n int) []byte {
	b := make([]byte, n)
	n, _ = g.src.ReadAt(b, offset)
	return b[:n]
}

// matchHuge finds the first match in a line that is not in memory.
func (g *grep) matchHuge(l *line) ([]string, error) {
	runes := &lineRunes{r: io.NewSectionReader(g.src, l.offset, l.size)}
	m := g.re.FindReaderIndex(runes)
	if runes.err != nil {
		return nil, fmt.Errorf("get: cannot search line %d: %w", l.no, runes.err)
	}
	if m == nil {
		return nil, nil
	}
	// What stands around the match is read again, from a character on.
	from := max(0, int64(m[0])-around*utf8.UTFMax)
	part := g.readAt(l.offset+from, around*utf8.UTFMax+min(m[1]-m[0], maxShown*utf8.UTFMax)+(around+1)*utf8.UTFMax)
	part = withoutEnd(part)
	rel := []int{m[0] - int(from), min(m[1]-int(from), len(part))}
	start, end := window(part, rel)
	char, err := g.charsBefore(l, from+int64(start))
	if err != nil {
		return nil, err
	}
	size := countChars(part[start:end])
	row := piece(part[start:end], char, char+size, from+int64(start) > 0, from+int64(end) < l.size)
	return []string{row, "[... this line is too long to look for more matches in it: use chars]"}, nil
}

// charsBefore is the code point at byte n of a line.
func (g *grep) charsBefore(l *line, n int64) (int64, error) {
	r := io.NewSectionReader(g.src, l.offset, n)
	buf := make([]byte, block)
	for char := l.char; ; {
		m, err := r.Read(buf)
		char += countChars(buf[:m])
		if err == io.EOF {
			return char, nil
		}
		if err != nil {
			return 0, fmt.Errorf("get: cannot read on in line %d: %w", l.no, err)
		}
	}
}

// lineRunes reads the code points of one line for the regular expression.
type lineRunes struct {
	r   io.Reader
	buf [64 << 10]byte
	b   []byte // not yet read part of buf
	err error  // other than io.EOF
	end bool
}

// ReadRune implements io.RuneReader.
func (l *lineRunes) ReadRune() (rune, int, error) {
	for !l.end && !utf8.FullRune(l.b) {
		n := copy(l.buf[:], l.b)
		m, err := l.r.Read(l.buf[n:])
		l.b = l.buf[:n+m]
		if l.end = err != nil; err != nil && err != io.EOF {
			l.err = err
		}
	}
	if len(l.b) == 0 || l.b[0] == '\n' {
		return 0, 0, io.EOF
	}
	if l.b[0] < utf8.RuneSelf {
		c := l.b[0]
		l.b = l.b[1:]
		return rune(c), 1, nil
	}
	r, size := utf8.DecodeRune(l.b)
	l.b = l.b[size:]
	return r, size, nil
}
