package table

import "bytes"

// findHead takes the first row, or a comment before it, for the header.
func (t *table) findHead() {
	if len(t.rows) == 0 {
		return
	}
	for k, s := range t.rest {
		if t.content[s.Start] != '#' || s.Start > t.rows[0].Start || t.form != delimited {
			break
		}
		// "#fields<tab>ts<tab>uid": the mark of a comment may take a cell of its own
		for _, delim := range delimiters {
			cells, _ := record(t.content[:s.End], s.Start, delim, false)
			n := len(cells.cells)
			if n != t.columns && n != t.columns+1 || n < minColumns {
				continue
			}
			cells.cells = cells.cells[n-t.columns:]
			t.head = cells
			t.rest = append(t.rest[:k:k], t.rest[k+1:]...)
			return
		}
	}
	if t.names(&t.rows[0]) {
		t.head, t.rows = t.rows[0], t.rows[1:]
	}
}

// names reports whether a row may name the columns: its cells are words that
// differ, and where the column below holds numbers, they do not.
func (t *table) names(first *row) bool {
	seen := map[string]bool{}
	full, odd := 0, 0
	sample := t.rows[1:min(len(t.rows), 64)]
	for j := range first.cells {
		c := t.cell(first, j)
		if len(c) == 0 {
			continue
		}
		full++
		if _, ok := number(c); ok || len(c) > 64 || bytes.IndexByte(c, '\n') >= 0 {
			return false
		}
		if seen[string(c)] {
			return false
		}
		seen[string(c)] = true
		again, numbers := 0, 0
		for i := range sample {
			d := t.cell(&sample[i], j)
			if bytes.Equal(c, d) {
				again++
			}
			if _, ok := number(d); ok {
				numbers++
			}
		}
		if again > 0 {
			return false
		}
		if numbers*2 > len(sample) || !bytes.ContainsAny(c, "0123456789") {
			odd++
		}
	}
	return full*2 >= t.columns && odd*2 >= full
}
