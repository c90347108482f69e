package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	headWithin = 24 // lines among which the header is looked for
	minAligned = 4  // rows from which a first line may be their header
	headBytes  = 400
)

// needHeader lets every row of a table that is aligned with blanks bring its
// header: "NAME  READY  STATUS". It reports whether the content is such a table.
func needHeader(d *draft, head int) bool {
	if head < 0 {
		return false
	}
	d.lines[head].Value += 1.5
	for i := head + 1; i < len(d.lines); i++ {
		d.need(i, head)
	}
	return true
}

// alignedHead finds the line that heads a table: at least three names without
// digits, most of them at columns where most later lines have something. It is the
// first line, or stands behind a few lines that sum up. -1: there is none.
func alignedHead(content []byte, spans []lines.Span) int {
	for h := 0; h < min(headWithin, len(spans)-minAligned); h++ {
		columns := headNames(content[spans[h].Start:spans[h].End])
		if len(columns) < 3 || h > 0 && (len(columns) < 4 || len(spans)-h <= 2*minAligned) {
			continue
		}
		rows, fitting := len(spans)-h-1, 0
		for k, s := range spans[h+1:] {
			if fits(content[s.Start:s.End], columns) {
				fitting++
			} else if (k+1-fitting)*10 > rows*3 {
				break // whatever follows
			}
		}
		if fitting*10 >= rows*7 {
			return h
		}
	}
	return -1
}

// headNames are the columns of a line that may head a table.
func headNames(head []byte) []column {
	if len(head) > headBytes || bytes.HasSuffix(head, []byte(":")) {
		return nil
	}
	columns := columnsOf(head)
	names := 0
	for _, c := range columns {
		switch first := head[c.start]; {
		case bytes.ContainsAny(head[c.start:c.end], "0123456789=/:|"):
			return nil
		case first >= 'A' && first <= 'Z', bytes.IndexByte(head[c.start:c.end], '%') >= 0:
			names++
		}
	}
	if names*5 < len(columns)*3 {
		return nil
	}
	return columns
}

// column is where a word of a header stands.
type column struct{ start, end int }

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
