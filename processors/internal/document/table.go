package document

import (
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// tableRow adds a row of a table: one unit if it is short, else the pieces of its
// cells. Every part needs the header row of its table, so that a cell is never
// without its column's name.
func (p *planner) tableRow(i int, x *Block) {
	cells := p.fill(x)
	size, own := 0, 0
	for _, c := range cells {
		size += c.Len()
		if c.Len() > 0 && !c.Carried {
			own++
		}
	}
	if own == 0 {
		return
	}
	value := p.rowValue(x)
	opts := []sdk.UnitOption{sdk.Section(p.section)}
	if x.Kind == Row {
		opts = append(opts, sdk.SoftKey(tableKey(x.Table)))
		if h := p.headers[x.Table]; len(h) > 0 {
			opts = append(opts, sdk.Needs(h...))
		}
	}
	if size <= LongPiece || x.Kind == Header && size <= 2*LongPiece {
		u := p.wholeRow(x, cells, value, opts)
		if x.Kind == Header {
			p.headers[x.Table] = append(p.headers[x.Table], u)
		}
		p.rowHead = u
	} else {
		p.longRow(x, cells, value, opts)
	}
	end := p.source(x, x.start, x.end).End
	p.addLinks(x.Links, sdk.Span{Start: end, End: x.after}, x.Weight)
}

// fill puts the cells at their columns, with empty ones between.
func (p *planner) fill(x *Block) []Cell {
	const mostEmpty = 64 // columns; a span of a thousand is a mistake
	var out []Cell
	for _, c := range x.Cells {
		for len(out) < min(c.Column, mostEmpty) {
			out = append(out, Cell{Column: len(out)})
		}
		out = append(out, c)
	}
	for len(out) > 0 && out[len(out)-1].Len() == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func (p *planner) wholeRow(x *Block, cells []Cell, value float64, opts []sdk.UnitOption) int {
	texts := make([]string, len(cells))
	var span sdk.Span
	var from []sdk.Span
	for k, c := range cells {
		if c.Len() == 0 {
			continue
		}
		texts[k] = string(p.text[c.start:c.end])
		s := p.arenaSource(c.start, c.end)
		switch {
		case c.Carried:
			from = append(from, s)
		case span.End == 0:
			span = s
		default:
			span.End = s.End
		}
	}
	if p.isEvidence(span) {
		value += 1
	}
	return p.show(x, span, joinCells(texts), value, from, append(opts, sdk.InRow(p.row, "")))
}

func joinCells(texts []string) string {
	return strings.TrimSpace(strings.Join(texts, " | "))
}

// longRow adds the sentences of each cell. The first piece is the row's name, and
// the others need it.
func (p *planner) longRow(x *Block, cells []Cell, value float64, opts []sdk.UnitOption) {
	head, carried := -1, ""
	var from []sdk.Span
	for k, c := range cells {
		if c.Carried {
			if c.Len() > 0 {
				carried += string(p.text[c.start:c.end]) + " | "
				from = append(from, p.arenaSource(c.start, c.end))
			}
			continue
		}
		for n, piece := range p.pieces(x, c.start, c.end, false) {
			v, sep, more := value, piece.sep, append([]sdk.UnitOption(nil), opts...)
			if n == 0 && k > 0 {
				sep = " | "
			}
			if head >= 0 {
				v *= 0.45
				more = append(more, sdk.Needs(head))
			} else {
				sep = ""
			}
			u := p.add(x, piece, carried, v, from, append(more, sdk.InRow(p.row, sep)))
			carried, from = "", nil
			if head < 0 {
				head = u
			}
		}
	}
	p.rowHead = head
}

// rowValue of a row as a whole.
func (p *planner) rowValue(x *Block) float64 {
	if x.Kind == Header {
		return 1.0 * x.Weight
	}
	if !p.set.On(ruleTables) {
		return 0.4 * x.Weight
	}
	v := 0.15 + 0.5*p.words.Rarity(p.text[x.start:x.end])
	if x.Nth == 0 {
		v += 0.2
	}
	if s := lines.Scan(lines.Clip(p.text[x.start:x.end], LongPiece)); s.Severity >= lines.Error || s.Form || s.Frame {
		v += 0.3
	}
	return (v + x.Worth) * x.Weight
}
