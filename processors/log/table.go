package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// fillTable values the rows of a table by column. Every row brings the header.
func fillTable(d *draft) {
	delim := tableDelim(d.content, d.spans)
	if delim == ',' || delim == ';' {
		d.spans = records(d.content, d.spans)
	}
	opt := lines.Options{Delim: delim, Position: true, Rows: true, Rules: d.set}
	d.lines = lines.Evaluate(d.content, d.spans, opt)
	d.extra = make([]extra, len(d.lines))
	head := -1
	comments, wide := []int{}, cells(d, delim)
	for i := range d.lines {
		t := d.text(i)
		l := &d.lines[i]
		if lettersOf(t) == 0 {
			l.Value = min(l.Value, closerWorth) // a rule between rows
			continue
		}
		switch {
		case t[0] == '#' && head < 0:
			l.Value += 0.3
			comments = append(comments, i)
			continue
		case head < 0 && 2*(bytes.Count(d.raw(i), []byte{delim})+1) <= wide:
			continue // a summary ahead of the table
		case head < 0 && len(comments) == 0 && numeric(d.raw(i), delim):
			return // rows without a header
		case head < 0:
			head = i
			// the last comment may be the header: "#fields\ta\tb"
			for k := len(comments) - 1; k >= 0; k-- {
				if c := comments[k]; bytes.Count(d.raw(c), []byte{delim})+1 >= wide {
					head = c
					break
				}
			}
			d.lines[head].Value += 1.5
			if head == i {
				continue
			}
		}
		d.need(i, head)
	}
}

// numeric reports whether half the cells of a row or more begin with a digit.
func numeric(row []byte, delim byte) bool {
	n, numbers := 0, 0
	for _, c := range bytes.Split(row, []byte{delim}) {
		if c = bytes.Trim(c, " \"'"); len(c) == 0 {
			continue
		}
		n++
		if c[0] >= '0' && c[0] <= '9' {
			numbers++
		}
	}
	return numbers*2 >= n
}

// cells is the most common number of cells in a row.
func cells(d *draft, delim byte) int {
	freq := map[int]int{}
	best := 0
	for i := range d.lines {
		n := bytes.Count(d.raw(i), []byte{delim}) + 1
		freq[n]++
		if freq[n] > freq[best] || freq[n] == freq[best] && n > best {
			best = n
		}
	}
	return best
}

// tableDelim is the byte that parts nearly all lines into the same number of four
// cells or more, 0 where there is none.
func tableDelim(content []byte, spans []lines.Span) byte {
	if len(spans) < 8 {
		return 0
	}
	rows := 0
	for _, s := range spans {
		if t := content[s.Start:s.End]; len(t) > 0 && t[0] != '#' {
			rows++
		}
	}
	for _, delim := range []byte{'\t', ',', ';', '|'} {
		if sameCount(content, spans, delim, rows) {
			return delim
		}
		if (delim == ',' || delim == ';') && quotedTable(content, spans, delim) {
			return delim
		}
	}
	return 0
}

// sameCount reports whether nearly all rows have the same number of delim, three or
// more. It stops reading where too many have fewer.
func sameCount(content []byte, spans []lines.Span, delim byte, rows int) bool {
	freq := map[int]int{}
	few := 0
	for _, s := range spans {
		t := content[s.Start:s.End]
		if len(t) == 0 || t[0] == '#' {
			continue
		}
		n := bytes.Count(t, []byte{delim})
		if n >= 3 {
			freq[n]++
		} else if few++; few*100 > rows*15 {
			return false
		}
	}
	for _, f := range freq {
		if f*100 >= rows*85 {
			return true
		}
	}
	return false
}

// quotedTable reports whether the records of a table with quoted line ends have
// the same number of cells.
func quotedTable(content []byte, spans []lines.Span, delim byte) bool {
	head := bytes.Count(content[spans[0].Start:spans[0].End], []byte{delim})
	if head < 3 || bytes.Count(content, []byte{'"'}) < 4 {
		return false
	}
	recs := records(content, spans)
	if len(recs) < 8 || len(recs) == len(spans) {
		return false
	}
	n := 0
	for _, r := range recs {
		if outsideQuotes(content[r.Start:r.End], delim) == head {
			n++
		}
	}
	return n*100 >= len(recs)*85
}

func outsideQuotes(t []byte, delim byte) int {
	n, quoted := 0, false
	for _, c := range t {
		switch {
		case c == '"':
			quoted = !quoted
		case c == delim && !quoted:
			n++
		}
	}
	return n
}

// maxRecordLines bounds the lines of a record: behind a stray quote the rest of a
// table is read by line.
const maxRecordLines = 64

// records joins the lines of a table that a quoted cell spans.
func records(content []byte, spans []lines.Span) []lines.Span {
	var out []lines.Span
	for i := 0; i < len(spans); {
		quotes, k := 0, i
		for ; k < len(spans) && k-i < maxRecordLines; k++ {
			quotes += bytes.Count(content[spans[k].Start:spans[k].End], []byte{'"'})
			if quotes%2 == 0 {
				break
			}
		}
		if k == len(spans) || k-i == maxRecordLines {
			k = i
		}
		out = append(out, lines.Span{Start: spans[i].Start, End: spans[k].End})
		i = k + 1
	}
	return out
}
