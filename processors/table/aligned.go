package table

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

const (
	maxWidth     = 512 // columns of the screen among which cells are parted
	strayPercent = 2   // rows, in percent, that may have something where all others are blank
	fewLines     = 9   // lines from which on strays are allowed
)

// readAligned reads a table whose columns are parted by blanks at the same places,
// as ps, df and kubectl print it; nil where the content is none. Its first line
// must name the columns.
func readAligned(content []byte) *table {
	var lines []sdk.Span
	for at := 0; at < len(content); {
		end := lineEnd(content, at)
		if s := (sdk.Span{Start: at, End: end}); trimmed(content, s).Len() > 0 {
			lines = append(lines, s)
		}
		at = end + 1
	}
	if len(lines) <= minRows {
		return nil
	}
	t := &table{content: content, form: aligned}
	body := lines[:0:0]
	for i, s := range lines {
		if i > 0 && ruler(content[s.Start:s.End]) {
			t.rest = append(t.rest, trimmed(content, s))
			continue
		}
		body = append(body, s)
	}
	starts := gutters(content, body)
	if len(starts) < minColumns {
		return nil
	}
	t.columns = len(starts)
	full := 0
	for _, s := range body {
		r := cut(content, s, starts)
		t.rows = append(t.rows, r)
		cells := 0
		for _, c := range r.cells {
			if c.Len() > 0 {
				cells++
			}
		}
		if cells*2 > t.columns {
			full++
		}
	}
	head := t.rows[0]
	if full*100 < len(body)*fitting || !t.names(&head) || !upright(t, &head) {
		return nil
	}
	t.head, t.rows = head, t.rows[1:]
	return t
}

// upright reports whether nearly all columns have a name: prose that happens to
// have blanks below each other does not.
func upright(t *table, head *row) bool {
	n := 0
	for j := range head.cells {
		if c := t.cell(head, j); len(c) > 0 && len(c) <= 32 {
			n++
		}
	}
	return n*10 >= t.columns*9
}

// gutters finds the places, in code points from the start of a line, at which
// columns begin: behind places that are blank in all lines, a few strays aside. A
// column without a name belongs to the one before it.
func gutters(content []byte, lines []sdk.Span) []int {
	var ink, named [maxWidth]int
	for i, s := range lines {
		at := 0
		for _, c := range content[s.Start:s.End] {
			if c&0xc0 == 0x80 {
				continue // inside a code point
			}
			if at >= maxWidth {
				break
			}
			if !blank(c) {
				ink[at]++
				if i == 0 {
					named[at]++
				}
			}
			at++
		}
	}
	stray := 0
	if len(lines) >= fewLines {
		stray = max(1, len(lines)*strayPercent/100)
	}
	var starts []int
	for at := 0; at < maxWidth; {
		for at < maxWidth && (ink[at] <= stray && named[at] == 0) {
			at++
		}
		from, name := at, false
		for at < maxWidth && (ink[at] > stray || named[at] > 0) {
			name = name || named[at] > 0
			at++
		}
		if at > from && (name || len(starts) == 0) {
			starts = append(starts, from)
		}
	}
	return starts
}

// cut parts a line where columns begin. A word that reaches over the edge stays
// with the column that most of it stands in.
func cut(content []byte, s sdk.Span, starts []int) row {
	r := row{Span: trimmed(content, s), cells: make([]sdk.Span, len(starts))}
	j, at, from := 0, 0, s.Start
	for i := s.Start; i < s.End && j+1 < len(starts); i++ {
		if content[i]&0xc0 == 0x80 {
			continue
		}
		if at == starts[j+1] {
			edge := i
			for edge > from && !blank(content[edge-1]) && !blank(content[edge]) {
				edge--
			}
			if edge == from && j > 0 {
				edge = i
			}
			r.cells[j] = trimmed(content, sdk.Span{Start: from, End: edge})
			from = edge
			j++
		}
		at++
	}
	r.cells[j] = trimmed(content, sdk.Span{Start: from, End: s.End})
	for j++; j < len(starts); j++ {
		r.cells[j] = sdk.Span{Start: s.End, End: s.End}
	}
	return r
}

// single reports whether a row has no line end inside.
func single(content []byte, s sdk.Span) bool {
	return bytes.IndexByte(content[s.Start:s.End], '\n') < 0
}
