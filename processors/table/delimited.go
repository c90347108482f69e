package table

import (
	"bytes"
	"slices"

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
		for _, rows := range readings(content, delim) {
			columns, fit, all := usual(rows)
			if columns < minColumns || fit < minRows || fit*100 < all*fitting {
				continue
			}
			if s := fit * 1000 / all * min(columns, 8); s > score {
				score = s
				best = &table{content: content, form: delimited, delim: delim, columns: columns}
				best.sort(rows)
			}
		}
	}
	return best
}

// readings are the ways to part a content into rows: with the number of cells that most
// lines have on their own, and, where quoted cells hold line ends, with that of the
// first line.
func readings(content []byte, delim byte) [][]row {
	alone := records(content, delim, 0)
	if bytes.IndexByte(content, '"') < 0 {
		return [][]row{alone}
	}
	columns, _, _ := usual(alone)
	out := [][]row{records(content, delim, columns)}
	for _, r := range alone {
		if n := len(r.cells); n > 0 && !r.comment {
			if n != columns {
				out = append(out, records(content, delim, n))
			}
			break
		}
	}
	return out
}

// usual is the number of cells that most rows have, how many have it, and how many rows
// there are. Comments and blank lines do not count.
func usual(rows []row) (columns, fit, all int) {
	freq := map[int]int{}
	for i := range rows {
		n := len(rows[i].cells)
		if n == 0 || rows[i].comment {
			continue
		}
		all++
		freq[n]++
		if freq[n] > fit || freq[n] == fit && n > columns {
			columns, fit = n, freq[n]
		}
	}
	return columns, fit, all
}

// sort parts the records into the header, rows, and lines that are neither: what
// stands before the header, comments and totals.
func (t *table) sort(rows []row) {
	for _, r := range rows {
		switch {
		case len(r.cells) == 0 || r.comment || 2*len(r.cells) <= t.columns:
			if r.Len() > 0 {
				t.rest = append(t.rest, r.Span)
			}
		default:
			t.rows = append(t.rows, r)
		}
	}
	t.findHead()
}

// maxRecordLines bounds the lines of a record.
const maxRecordLines = 64

// records parts the content into rows and cells. A cell that begins with a quote
// ends at the next quote that is not doubled. Lines are one row only where together they
// have as many cells as a row has and none behind the first has them alone: a stray
// quote must never make one row of two. With columns 0 each line is a row.
func records(content []byte, delim byte, columns int) []row {
	var out []row
	for at := 0; at < len(content); {
		end := lineEnd(content, at)
		if content[at] == '#' {
			out = append(out, comment(content, at, end, delim))
			at = end + 1
			continue
		}
		if columns > 0 && bytes.IndexByte(content[at:end], '"') >= 0 {
			if r, next, ok := joined(content, at, end, delim, columns); ok {
				out = append(out, r)
				at = next
				continue
			}
		}
		r, _ := record(content[:end], at, delim, true)
		out = append(out, r)
		at = end + 1
	}
	return out
}

// joined reads the row at a byte as one of several lines, the first of which ends at
// end; false where it is none.
func joined(content []byte, at, end int, delim byte, columns int) (r row, next int, ok bool) {
	limit := min(len(content), at+maxQuoted)
	r, next = record(content[:limit], at, delim, true)
	if next <= end+1 || len(r.cells) != columns || next > limit && limit < len(content) {
		return r, next, false
	}
	behind := content[end+1 : min(next-1, limit)]
	return r, next, bytes.Count(behind, []byte{'\n'}) < maxRecordLines && !whole(behind, delim, columns)
}

// whole reports whether a line of the text is a row on its own.
func whole(text []byte, delim byte, columns int) bool {
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		r, _ := record(text[:end], at, delim, true)
		// a quote that nothing closes in the line shows that it is a part of a row
		if len(r.cells) == columns && !slices.ContainsFunc(r.cells, func(c sdk.Span) bool { return c.Len() > 0 && text[c.Start] == '"' }) {
			return true
		}
		at = end + 1
	}
	return false
}

// comment is a line that begins with "#": no row, but it may name the columns.
func comment(content []byte, at, end int, delim byte) row {
	r, _ := record(content[:end], at, delim, false)
	r.Span, r.comment = trimmed(content, sdk.Span{Start: at, End: end}), true
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
