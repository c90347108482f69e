package table

import (
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// others takes the rows of further tables out of those of the largest one: two or more
// in a row with another number of cells, as a tool prints one table below the other.
func others(all []row, columns int) (rows []row, tables [][]row) {
	for i := 0; i < len(all); {
		n := len(all[i].cells)
		end := i + 1
		for end < len(all) && len(all[end].cells) == n {
			end++
		}
		if n != columns && end-i >= 2 {
			tables = append(tables, all[i:end])
		} else {
			rows = append(rows, all[i:end]...)
		}
		i = end
	}
	return rows, tables
}

// further adds the rows of a further table by what they say as lines.
func (d *draft) further(rows []row) {
	spans := make([]lines.Span, len(rows))
	for i := range rows {
		spans[i] = lines.Span(rows[i].Span)
	}
	plain := lines.Evaluate(d.t.content, spans, lines.Options{Rows: true, Rules: d.set})
	head := d.b.Keep(rows[0].Span, restWorth, sdk.Key("other head"))
	for i := 1; i < len(rows); i++ {
		d.b.Keep(rows[i].Span, calmWorth+wordWorth*plain[i].Value, sdk.Needs(head), sdk.Key("other row"))
	}
}
