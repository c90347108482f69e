package table

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

const (
	labelWorth = 0.1
	restCells  = 0.03 // calm cells of a wide row
	nameBytes  = 64   // of a column's name that stand beside a cell
)

// wideRow adds a row by its cells: the one that tells it from others, those that
// stand out with the names of their columns, and the calm ones in runs.
func (d *draft) wideRow(i int, worth float64, opts []sdk.UnitOption) int {
	r := &d.t.rows[i]
	row := d.b.NewRow()
	odd := map[int]mark{}
	for _, k := range d.m.rows[i] {
		if old, ok := odd[k.column]; !ok || k.worth > old.worth {
			odd[k.column] = k
		}
	}
	label := d.m.key
	if label >= len(r.cells) || r.cells[label].Len() == 0 {
		label = 0
	}
	first := -1
	if len(r.cells) > 0 && r.cells[label].Len() > 0 {
		first = d.b.Keep(r.cells[label], labelWorth+worth*d.share(i), append(opts, sdk.InRow(row, ""))...)
	}
	needs := func() []sdk.UnitOption {
		if first < 0 {
			return nil
		}
		return []sdk.UnitOption{sdk.Needs(first)}
	}
	from := 0
	calm := func(to int) {
		if from < to {
			d.calm(r, from, to, row, needs())
		}
		from = to + 1
	}
	for j := range r.cells {
		k, ok := odd[j]
		switch {
		case j == label:
			calm(j)
		case ok:
			calm(j)
			d.oddCell(r, j, row, 2*k.worth, append(needs(), sdk.Key(k.why)))
		}
	}
	calm(len(r.cells))
	return first
}

// share is how much of a row's worth its label has: all of it where the row has no
// cell that stands out.
func (d *draft) share(i int) float64 {
	if len(d.m.rows[i]) > 0 {
		return 0.3
	}
	return 1
}

// oddCell shows a cell with the name of its column.
func (d *draft) oddCell(r *row, j, row int, worth float64, opts []sdk.UnitOption) {
	c, name := r.cells[j], d.t.name(j)
	opts = append(opts, sdk.InRow(row, " "))
	if len(name) == 0 || len(name) > nameBytes || c.Len() > pieceBytes || !single(d.t.content, c) || bytes.ContainsFunc(name, control) {
		if c.Len() > 0 {
			d.b.Keep(c, worth, opts...)
		}
		return
	}
	span, value := c, string(d.t.content[c.Start:c.End])
	if c.Len() == 0 { // an empty cell: what stands there is what parts it from the next
		if c.End >= r.End {
			return
		}
		span.End++
	}
	d.b.Show(span, string(name)+"="+value, worth, append(opts, sdk.From(d.t.head.cells[j]))...)
}

// calm adds cells in runs, each with the names above it.
func (d *draft) calm(r *row, from, to, row int, opts []sdk.UnitOption) {
	for from < to {
		end := min((from/runCells+1)*runCells, to)
		s := sdk.Span{Start: r.cells[from].Start, End: r.cells[end-1].End}
		if s.Len() > 0 {
			more := opts
			if k := from / runCells; k < len(d.head) {
				more = append(more[:len(more):len(more)], sdk.Needs(d.head[k]))
			}
			d.b.Keep(s, restCells, append(more[:len(more):len(more)], sdk.InRow(row, " "), sdk.Key("calm"))...)
		}
		from = end
	}
}

func control(r rune) bool { return r < ' ' }
