package document

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	longTable    = 8   // rows; in a shorter table nothing is unlike the rest
	outlierWorth = 0.8 // of what lines.Evaluate makes of an odd cell
	cellEnd      = '\t'
)

// tables finds the rows of long tables that have an odd cell: an extreme number, a
// rare value, something where the others have nothing.
func (p *planner) tables() {
	if !p.set.On(ruleTables) {
		return
	}
	rows := map[int][]int{}
	var order []int
	for i := range p.Blocks {
		if x := &p.Blocks[i]; x.Kind == Row && x.Table > 0 {
			if rows[x.Table] == nil {
				order = append(order, x.Table)
			}
			rows[x.Table] = append(rows[x.Table], i)
		}
	}
	for _, t := range order {
		if len(rows[t]) >= longTable {
			p.oddRows(rows[t])
		}
	}
}

func (p *planner) oddRows(rows []int) {
	var text []byte
	spans := make([]lines.Span, len(rows))
	columns := 0
	for _, i := range rows {
		columns = max(columns, len(p.fill(&p.Blocks[i])))
	}
	for k, i := range rows {
		start := len(text)
		cells := p.fill(&p.Blocks[i])
		for c := range columns {
			if c > 0 {
				text = append(text, cellEnd)
			}
			if c < len(cells) {
				text = append(text, bytes.ReplaceAll(p.text[cells[c].start:cells[c].end], []byte{cellEnd}, []byte{' '})...)
			}
		}
		spans[k] = lines.Span{Start: start, End: len(text)}
		text = append(text, '\n')
	}
	for k, l := range lines.Evaluate(text, spans, lines.Options{Delim: cellEnd, Rows: true, Rules: p.set}) {
		p.Blocks[rows[k]].Worth = outlierWorth * l.Outlier
	}
}
