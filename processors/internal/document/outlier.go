package document

import (
	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	longTable    = 8   // rows; in a shorter table nothing is unlike the rest
	outlierWorth = 0.8 // of what lines.Evaluate makes of an odd cell
	cellEnd      = '\t'
)

// tables finds the rows of long tables that have an odd cell: an extreme number, a
// rare value, something where the others have nothing.
func (d *Doc) tables(fresh []Block) {
	if !d.set.On(ruleTables) {
		return
	}
	rows := map[int32][]int{}
	var order []int32
	for i := range fresh {
		if x := &fresh[i]; x.Kind == Row && x.Table > 0 {
			if rows[x.Table] == nil {
				order = append(order, x.Table)
			}
			rows[x.Table] = append(rows[x.Table], i)
		}
	}
	for _, t := range order {
		if len(rows[t]) >= longTable {
			d.oddRows(fresh, rows[t])
		}
	}
}

func (d *Doc) oddRows(fresh []Block, rows []int) {
	var text []byte
	spans := make([]lines.Span, len(rows))
	columns := 0
	for _, i := range rows {
		columns = max(columns, len(d.fill(&fresh[i])))
	}
	for k, i := range rows {
		start := len(text)
		cells := d.fill(&fresh[i])
		for c := range columns {
			if c > 0 {
				text = append(text, cellEnd)
			}
			if c < len(cells) {
				from := len(text)
				text = append(text, d.text[cells[c].start:cells[c].end]...)
				unmark(text[from:])
			}
		}
		spans[k] = lines.Span{Start: start, End: len(text)}
		text = append(text, '\n')
	}
	for k, l := range lines.Evaluate(text, spans, lines.Options{Delim: cellEnd, Rows: true, Rules: d.set}) {
		fresh[rows[k]].Worth = float32(outlierWorth * l.Outlier)
	}
}

// unmark makes blanks of what would end a cell inside one.
func unmark(cell []byte) {
	for i, c := range cell {
		if c == cellEnd {
			cell[i] = ' '
		}
	}
}
