package table

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// delimiters are tried in this order: a tab seldom stands in a cell, a bar often.
var delimiters = []byte{'\t', ';', ',', '|'}

// fitting is the share of rows, in percent, that must have the usual number of cells.
const fitting = 85

// readDelimited reads the content with the delimiter that gives most rows the same
// number of cells, nil where none does.
func readDelimited(content []byte) *table {
	var best *table
	score := 0
	for _, delim := range delimiters {
		if bytes.Count(content, []byte{delim}) < minRows*(minColumns-1) {
			continue
		}
		rows := records(content, delim)
		columns, fit := usual(rows)
		if columns < minColumns || fit < minRows || fit*100 < len(rows)*fitting {
			continue
		}
		if s := fit * 1000 / len(rows) * min(columns, 8); s > score {
			score = s
			best = &table{content: content, form: delimited, delim: delim, columns: columns}
			best.sort(rows)
		}
	}
	return best
}

// usual is the number of cells that most rows have, and how many have it. Comments
// and blank lines do not count.
func usual(rows []row) (columns, fit int) {
	freq := map[int]int{}
	for i := range rows {
		n := len(rows[i].cells)
		if n == 0 {
			continue
		}
		freq[n]++
		if freq[n] > fit || freq[n] == fit && n > columns {
			columns, fit = n, freq[n]
		}
	}
	return columns, fit
}

// sort parts the records into the header, rows, and lines that are neither: what
// stands before the header, comments and totals.
func (t *table) sort(rows []row) {
	for _, r := range rows {
		switch {
		case len(r.cells) == 0 || t.content[r.Start] == '#' || 2*len(r.cells) <= t.columns:
			if r.Len() > 0 {
				t.rest = append(t.rest, r.Span)
			}
		default:
			t.rows = append(t.rows, r)
		}
	}
	t.findHead()
}

// maxRecordLines bounds the lines of a record: behind a stray quote the rest of a
// table is read line by line.
const maxRecordLines = 64

// records parts the content into rows and cells. A cell that begins with a quote
// ends at the next quote that is not doubled.
func records(content []byte, delim byte) []row {
	var out []row
	for at := 0; at < len(content); {
		if content[at] == '#' {
			end := lineEnd(content, at)
			out = append(out, comment(content, at, end, delim))
			at = end + 1
			continue
		}
		r, next := record(content, at, delim, true)
		if r.Len() > 0 && bytes.Count(content[r.Start:r.End], []byte{'\n'}) >= maxRecordLines {
			r, next = record(content, at, delim, false)
		}
		out = append(out, r)
		at = next
	}
	return out
}

// comment is a line that begins with "#": no row, but it may name the columns.
func comment(content []byte, at, end int, delim byte) row {
	r, _ := record(content[:end], at, delim, false)
	r.Span = trimmed(content, sdk.Span{Start: at, End: end})
	if len(r.cells) < minColumns {
		r.cells = nil
	}
	return r
}

// record reads one row from at and returns where the next begins.
func record(content []byte, at int, delim byte, quotes bool) (row, int) {
	r := row{Span: sdk.Span{Start: at, End: at}}
	stop := at // where a line ends outside quotes
	for {
		cell := sdk.Span{Start: at, End: at}
		if quotes && at < len(content) && content[at] == '"' {
			if end := closing(content, at+1, delim); end >= 0 {
				cell = sdk.Span{Start: at + 1, End: end}
				at = end + 1
			}
		}
		for stop = at; stop < len(content) && content[stop] != delim && content[stop] != '\n'; {
			stop++
		}
		if cell.End == cell.Start && (cell.Start == at) {
			cell.End = stop
		}
		r.cells = append(r.cells, trimmed(content, cell))
		if stop >= len(content) || content[stop] == '\n' {
			break
		}
		at = stop + 1
	}
	r.Span = trimmed(content, sdk.Span{Start: r.Start, End: stop})
	if r.Len() == 0 {
		r.cells = nil
	}
	return r, stop + 1
}

// maxQuoted bounds the bytes of a quoted cell, so that a stray quote costs no more
// than that.
const maxQuoted = 64 << 10

// closing is where the quote that ends a cell stands, -1 where none does: behind it the
// cell or the line must end. Else the quote at the start was a stray one, as of inches,
// and to look further would make one record of two.
func closing(content []byte, at int, delim byte) int {
	limit := min(len(content), at+maxQuoted)
	for lines := 0; at < limit; at++ {
		switch content[at] {
		case '\n':
			if lines++; lines >= maxRecordLines {
				return -1
			}
		case '"':
			if at+1 < len(content) && content[at+1] == '"' {
				at++
				continue
			}
			rest := bytes.TrimLeft(content[at+1:], " \r")
			if len(rest) == 0 || rest[0] == delim || rest[0] == '\n' {
				return at
			}
			return -1
		}
	}
	return -1
}

func lineEnd(content []byte, at int) int {
	if i := bytes.IndexByte(content[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(content)
}

// trimmed is a span without blanks and line ends at its ends.
func trimmed(content []byte, s sdk.Span) sdk.Span {
	for s.Start < s.End && blank(content[s.Start]) {
		s.Start++
	}
	for s.End > s.Start && blank(content[s.End-1]) {
		s.End--
	}
	return s
}

func blank(c byte) bool { return c == ' ' || c == '\r' || c == '\n' || c == '\t' }
