package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// fillTable values the rows of a table by column. Every row brings the header.
func fillTable(d *draft) {
	delim, seps := tableDelim(d.content, d.spans)
	if delim == ',' || delim == ';' {
		d.spans = records(d.content, d.spans, delim, seps)
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
// cells or more, 0 where there is none, and how many a row has outside quotes.
func tableDelim(content []byte, spans []lines.Span) (delim byte, seps int) {
	if len(spans) < 8 {
		return 0, 0
	}
	rows := 0
	for _, s := range spans {
		if t := content[s.Start:s.End]; len(t) > 0 && t[0] != '#' {
			rows++
		}
	}
	for _, delim := range []byte{'\t', ',', ';', '|'} {
		if sameCount(content, spans, delim, rows) {
			return delim, rowSeps(content, spans, delim)
		}
		if delim == ',' || delim == ';' {
			if seps := quotedTable(content, spans, delim); seps > 0 {
				return delim, seps
			}
		}
	}
	return 0, 0
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
