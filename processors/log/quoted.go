package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// Rows of a table whose quoted cells may hold line ends, read as RFC 4180 has it: a
// quote opens a cell where it is the cell's first character, and closes it before a
// delimiter or the end of a line. Any other quote, as of inches, is text.

// maxRecordLines bounds the lines of a record.
const maxRecordLines = 64

// cellReader reads a row line by line.
type cellReader struct {
	delim byte
	seps  int  // delimiters outside quotes
	open  bool // the last line ended within quotes
	bad   bool // a quoted cell goes on behind its closing quote: it was none
}

// line reads the next line of the row.
func (r *cellReader) line(t []byte) {
	start := !r.open // of a cell
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case r.open && c != '"':
		case r.open && i+1 < len(t) && t[i+1] == '"':
			i++
		case r.open:
			if rest := bytes.TrimLeft(t[i+1:], " "); len(rest) > 0 && rest[0] != r.delim {
				r.bad = true
				return
			}
			r.open = false
		case c == r.delim:
			r.seps++
			start = true
		case c == '"' && start:
			r.open, start = true, false
		case c != ' ':
			start = false
		}
	}
}

// aloneSeps is how many delimiters a line, or a record, has outside quotes, -1 where its
// quotes are no cells or do not end in it.
func aloneSeps(t []byte, delim byte) int {
	if bytes.IndexByte(t, '"') < 0 {
		return bytes.Count(t, []byte{delim})
	}
	r := cellReader{delim: delim}
	if r.line(t); r.open || r.bad {
		return -1
	}
	return r.seps
}

// rowSeps is the most common number of delimiters of the lines that are rows.
func rowSeps(content []byte, spans []lines.Span, delim byte) int {
	freq, best := map[int]int{}, 0
	for _, s := range spans {
		n := aloneSeps(content[s.Start:s.End], delim)
		if n < 3 {
			continue
		}
		freq[n]++
		if freq[n] > freq[best] || freq[n] == freq[best] && n > best {
			best = n
		}
	}
	return best
}

// quotedTable is how many delimiters a row has of a table that is one only where
// quoted cells may hold line ends, 0 where the content is none.
func quotedTable(content []byte, spans []lines.Span, delim byte) int {
	seps := bytes.Count(content[spans[0].Start:spans[0].End], []byte{delim})
	if seps < 3 || bytes.Count(content, []byte{'"'}) < 4 {
		return 0
	}
	recs := records(content, spans, delim, seps)
	if len(recs) < 8 || len(recs) == len(spans) {
		return 0
	}
	n := 0
	for _, r := range recs {
		if aloneSeps(content[r.Start:r.End], delim) == seps {
			n++
		}
	}
	if n*100 < len(recs)*85 {
		return 0
	}
	return seps
}

// records joins the lines of a table that a quoted cell spans.
func records(content []byte, spans []lines.Span, delim byte, seps int) []lines.Span {
	var out []lines.Span
	for i := 0; i < len(spans); {
		n := recordLines(content, spans[i:], delim, seps)
		out = append(out, lines.Span{Start: spans[i].Start, End: spans[i+n-1].End})
		i += n
	}
	return out
}

// recordLines is how many lines the first record has. Lines are one record only where
// together they have the cells of a row and none behind the first has them alone: a
// stray quote must never make one row of two.
func recordLines(content []byte, spans []lines.Span, delim byte, seps int) int {
	r := cellReader{delim: delim}
	for k := 0; k < len(spans) && k < maxRecordLines; k++ {
		t := content[spans[k].Start:spans[k].End]
		if k == 0 && bytes.IndexByte(t, '"') < 0 || k > 0 && aloneSeps(t, delim) == seps {
			return 1
		}
		if r.line(t); r.bad || r.seps > seps {
			return 1
		}
		if !r.open {
			if r.seps == seps {
				return k + 1
			}
			return 1
		}
	}
	return 1
}
