package clean

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// screen is an endless terminal, reduced to what changes the text in the end. A
// character takes one cell whatever its width.
//
// A row's text is kept as bytes, at the end of out, as long as it is only
// appended to, and as cells from the first movement on. Where the text never
// climbs to an earlier row, only the current row is kept and out is the result;
// else all rows are kept, each with the line of the text that drew it last.
type screen struct {
	returnsEnd bool // lone CRs end lines
	climbing   bool // the text moves to earlier rows: keep them
	redrawn    bool // a CR of this line was a redraw
	backspaced bool // the last thing was a backspace
	piece      int  // offset in the text of what follows the last CR or LF
	padding    int  // blanks that movements to the right may still add

	out  []byte
	rows []row
	cur  int   // index of the current row
	col  int   // column, where the current row has cells
	line int   // lines of the text that have ended
	crlf []int // lines that end in CRLF, where climbing
}

type row struct {
	start, end int    // bytes of out
	cells      []rune // instead of these bytes
	celled     bool
	drawnOver  bool
	owner      int // line of the text in which the row is shown
	touched    int // line of the text that wrote to it last
}

// Limits of what a text can make the screen do.
const (
	screenRows    = 200     // rows above the last one that a cursor can climb to
	screenColumns = 4096    // columns that a movement can reach
	longestRow    = 1 << 16 // bytes of a row in which the cursor can move; cells take four times the memory
	basePadding   = 4096    // blanks that movements may add, beside a quarter of the text
)

func newScreen(text []byte) *screen {
	s := &screen{
		padding: basePadding + len(text)/4,
		out:     make([]byte, 0, len(text)),
		rows:    []row{{}},
	}
	s.returnsEnd = returnsEndLines(text)
	for rest := text; ; {
		i := bytes.IndexByte(rest, esc)
		if i < 0 {
			break
		}
		q := parseEscape(rest[i:])
		if q.climbs() {
			s.climbing = true
			break
		}
		rest = rest[i+q.size:]
	}
	return s
}

// write puts characters at the cursor. p is valid UTF-8.
func (s *screen) write(p []byte) {
	w := &s.rows[s.cur]
	w.touched = s.line
	if !w.celled {
		s.out = append(s.out, p...)
		w.end = len(s.out)
		return
	}
	for len(p) > 0 {
		r, n := utf8.DecodeRune(p)
		p = p[n:]
		s.put(w, r)
	}
}

func (s *screen) put(w *row, r rune) {
	over := s.backspaced
	s.backspaced = false
	for s.col > len(w.cells) && s.padding > 0 {
		w.cells = append(w.cells, ' ')
		s.padding--
	}
	if s.col >= len(w.cells) {
		w.cells = append(w.cells, r)
		s.col = len(w.cells)
		return
	}
	// A letter underlined by an overstrike stays the letter.
	if !(over && r == '_' && w.cells[s.col] != ' ') {
		w.cells[s.col] = r
	}
	w.drawnOver = w.drawnOver || !over
	s.col++
}

// celled returns the current row as cells. The cursor stays where it was.
func (s *screen) celled() *row {
	w := &s.rows[s.cur]
	if !w.celled {
		w.cells = []rune(string(s.out[w.start:w.end]))
		w.celled = true
		s.col = len(w.cells)
		if !s.climbing {
			s.out = s.out[:w.start]
		}
	}
	return w
}

// stiff reports whether the current row is too long to move in.
func (s *screen) stiff() bool {
	w := &s.rows[s.cur]
	return !w.celled && w.end-w.start > longestRow
}

func (s *screen) at() int {
	s.celled()
	return s.col
}

func (s *screen) column(n int) {
	s.celled()
	s.col = min(max(n, 0), max(screenColumns, s.col))
	s.backspaced = false
}

func (s *screen) backspace() {
	if w := &s.rows[s.cur]; !w.celled && w.start == w.end || s.stiff() {
		return
	}
	s.celled()
	s.col = max(s.col-1, 0)
	s.backspaced = true
}

// part keeps words apart that an absolute movement would put elsewhere.
func (s *screen) part() {
	w := &s.rows[s.cur]
	if w.celled && s.col > 0 || !w.celled && w.end > w.start && s.out[w.end-1] != ' ' {
		s.write([]byte(" "))
	}
}

func (s *screen) eraseLine(mode int) {
	w := &s.rows[s.cur]
	if mode == 0 && !w.celled {
		return // the cursor is at the end
	}
	w = s.celled()
	w.touched = s.line
	switch {
	case mode == 0 && s.col < len(w.cells):
		w.cells = w.cells[:s.col]
	case mode == 1 && s.col <= screenColumns:
		for i := range min(s.col, len(w.cells)) {
			w.cells[i] = ' '
		}
	case mode == 2:
		w.cells = w.cells[:0]
	}
	w.drawnOver = true
}

func (s *screen) eraseBelow() {
	s.eraseLine(0)
	s.rows = s.rows[:s.cur+1]
}

func (s *screen) climb(n int, home bool) {
	s.celled()
	s.cur = max(s.cur-n, len(s.rows)-1-screenRows, 0)
	s.arrive(home)
}

func (s *screen) descend(n int, home bool) {
	s.celled()
	s.cur = min(s.cur+n, len(s.rows)-1)
	s.arrive(home)
}

// arrive makes the current row ready to be drawn over from the same column.
func (s *screen) arrive(home bool) {
	col := s.col
	s.celled()
	s.col = col
	if home {
		s.col = 0
	}
}

// endLine ends a line of the text and goes to the start of the next row.
func (s *screen) endLine(end string) {
	s.redrawn, s.backspaced = false, false
	if !s.climbing {
		s.flush()
		s.out = append(s.out, end...)
		s.rows[0] = row{start: len(s.out), end: len(s.out)}
		return
	}
	if w := &s.rows[s.cur]; w.touched == s.line {
		w.owner = s.line
	}
	if end == "\r\n" {
		s.crlf = append(s.crlf, s.line)
	}
	s.line++
	s.cur++
	if s.cur == len(s.rows) {
		s.rows = append(s.rows, row{start: len(s.out), end: len(s.out), owner: s.line, touched: s.line})
		return
	}
	s.celled()
	s.col = 0
}

// flush turns the cells of the only row into bytes of out.
func (s *screen) flush() {
	if w := &s.rows[0]; w.celled {
		s.out = w.appendTo(s.out, nil)
	}
}

// appendTo appends the text of the row to b; bytes is what start and end count in.
func (w *row) appendTo(b, bytes []byte) []byte {
	if !w.celled {
		return append(b, bytes[w.start:w.end]...)
	}
	cells := w.cells
	for w.drawnOver && len(cells) > 0 && (cells[len(cells)-1] == ' ' || cells[len(cells)-1] == '\t') {
		cells = cells[:len(cells)-1]
	}
	for _, r := range cells {
		b = utf8.AppendRune(b, r)
	}
	return b
}

// finish returns the text: where rows were kept, each in the line that drew it last.
func (s *screen) finish() []byte {
	if !s.climbing {
		s.flush()
		return s.out
	}
	slices.SortStableFunc(s.rows, func(a, b row) int { return a.owner - b.owner })
	text := make([]byte, 0, len(s.out)+2*s.line)
	rows, crlf := s.rows, s.crlf
	for line := 0; line <= s.line; line++ {
		start := len(text)
		for len(rows) > 0 && rows[0].owner == line {
			if before := len(text); before > start {
				if text = rows[0].appendTo(append(text, ' '), s.out); len(text) == before+1 {
					text = text[:before]
				}
			} else {
				text = rows[0].appendTo(text, s.out)
			}
			rows = rows[1:]
		}
		if line == s.line {
			break
		}
		if len(crlf) > 0 && crlf[0] == line {
			text = append(text, '\r')
			crlf = crlf[1:]
		}
		text = append(text, '\n')
	}
	return text
}
