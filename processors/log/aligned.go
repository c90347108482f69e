package log

import "bytes"

const (
	minAligned = 4 // rows from which a first line may be their header
	headBytes  = 400
)

// needHeader lets every row of a table that is aligned with blanks bring its
// header: "NAME  READY  STATUS". It reports whether the content is such a table.
func needHeader(d *draft) bool {
	if len(d.lines) <= minAligned || !alignedHead(d) {
		return false
	}
	d.lines[0].Value += 1.5
	for i := 1; i < len(d.lines); i++ {
		d.extra[i].needs = append(d.extra[i].needs, 0)
	}
	return true
}

// column is where a word of a header stands.
type column struct{ start, end int }

// alignedHead reports whether the first line holds at least three names without
// digits and most other lines have something at most of their columns.
func alignedHead(d *draft) bool {
	head := d.raw(0)
	if len(head) > headBytes || bytes.HasSuffix(head, []byte(":")) {
		return false
	}
	columns := columnsOf(head)
	if len(columns) < 3 {
		return false
	}
	names := 0
	for _, c := range columns {
		switch first := head[c.start]; {
		case bytes.ContainsAny(head[c.start:c.end], "0123456789=/"):
			return false
		case first >= 'A' && first <= 'Z' || first == '%':
			names++
		}
	}
	if names*3 < len(columns)*2 {
		return false
	}
	rows, fitting := 0, 0
	for i := 1; i < len(d.lines); i++ {
		rows++
		if fits(d.raw(i), columns) {
			fitting++
		}
	}
	return fitting*10 >= rows*7
}

// columnsOf finds the words of a header that are parted by blanks; words one
// blank apart may be one name, which does no harm.
func columnsOf(head []byte) []column {
	var out []column
	for i := 0; i < len(head); {
		for i < len(head) && head[i] == ' ' {
			i++
		}
		from := i
		for i < len(head) && head[i] != ' ' {
			i++
		}
		if i > from {
			out = append(out, column{from, i})
		}
	}
	return out
}

// fits reports whether at most columns of the header a word of the row begins or
// ends.
func fits(row []byte, columns []column) bool {
	n := 0
	for _, c := range columns {
		if c.start >= len(row) || c.end > len(row) {
			continue
		}
		left := row[c.start] != ' ' && (c.start == 0 || row[c.start-1] == ' ')
		right := row[c.end-1] != ' ' && (c.end == len(row) || row[c.end] == ' ')
		if left || right {
			n++
		}
	}
	return n*2 > len(columns)
}
