package document

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// tableRow adds a row of a table: one unit if it is short, else the pieces of its
// cells. Every part needs the header row of its table, so that a cell is never
// without its column's name.
func (p *planner) tableRow(x *Block) {
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
	p.opts = append(p.opts[:0], p.inPart)
	if x.Kind == Row {
		p.opts = append(p.opts, sdk.SoftKey(tableKey(x.Table)))
		if h := p.headers[x.Table]; len(h) > 0 {
			p.opts = append(p.opts, sdk.Needs(h...))
		}
	}
	if size <= LongPiece || x.Kind == Header && size <= 2*LongPiece {
		u := p.wholeRow(x, cells, value)
		if x.Kind == Header {
			p.headers[x.Table] = append(p.headers[x.Table], u)
		}
		p.rowHead = u
	} else {
		p.longRow(x, cells, value)
	}
	end := p.source(x, int(x.start), int(x.end)).End
	p.addLinks(p.linksOf(x), sdk.Span{Start: end, End: int(x.after)}, float64(x.Weight))
}

// fill puts the cells at their columns, with empty ones between. The slice is good
// until the next call.
func (d *Doc) fill(x *Block) []Cell {
	const mostEmpty = 64 // columns; a span of a thousand is a mistake
	out := d.filled[:0]
	for _, c := range d.cellsOf(x) {
		for len(out) < min(int(c.Column), mostEmpty) {
			out = append(out, Cell{Column: int32(len(out))})
		}
		out = append(out, c)
	}
	d.filled = out
	for len(out) > 0 && out[len(out)-1].Len() == 0 {
		out = out[:len(out)-1]
	}
	return out
}

func (p *planner) wholeRow(x *Block, cells []Cell, value float64) int {
	const between = " | "
	text := p.joined[:0]
	var span sdk.Span
	var from []sdk.Span
	for k, c := range cells {
		if k > 0 {
			text = append(text, between...)
		}
		if c.Len() == 0 {
			continue
		}
		text = append(text, p.text[c.start:c.end]...)
		s := p.arenaSource(int(c.start), int(c.end))
		switch {
		case c.Carried:
			from = append(from, s)
		case span.End == 0:
			span = s
		default:
			span.End = s.End
		}
	}
	p.joined = text
	if p.isEvidence(span) {
		value += 1
	}
	p.opts = append(p.opts, sdk.InRow(p.row, ""))
	return p.show(span, string(bytes.TrimSpace(text)), value, from)
}

// longRow adds the sentences of each cell. The first piece is the row's name, and
// the others need it.
func (p *planner) longRow(x *Block, cells []Cell, value float64) {
	head, carried, own := -1, "", len(p.opts)
	var from []sdk.Span
	for k, c := range cells {
		if c.Carried {
			if c.Len() > 0 {
				carried += string(p.text[c.start:c.end]) + " | "
				from = append(from, p.arenaSource(int(c.start), int(c.end)))
			}
			continue
		}
		p.cut = p.pieces(p.cut[:0], x, int(c.start), int(c.end), false)
		for n, piece := range p.cut {
			v, sep := value, piece.sep
			p.opts = p.opts[:own]
			if n == 0 && k > 0 {
				sep = " | "
			}
			if head >= 0 {
				v *= 0.45
				p.opts = append(p.opts, sdk.Needs(head))
			} else {
				sep = ""
			}
			p.opts = append(p.opts, sdk.InRow(p.row, sep))
			u := p.add(x, piece, carried, v, from)
			carried, from = "", nil
			if head < 0 {
				head = u
			}
		}
	}
	p.rowHead = head
}

// rowValue of a row as a whole.
func (d *Doc) rowValue(x *Block) float64 {
	weight := float64(x.Weight)
	if d.set.On(ruleShapes) {
		weight *= d.again(x)
	}
	if x.Kind == Header {
		return weight
	}
	if !d.set.On(ruleTables) {
		return 0.4 * weight
	}
	v := 0.15 + 0.5*d.words.Rarity(d.text[x.start:x.end])
	if x.Nth == 0 {
		v += 0.2
	}
	if s := lines.Scan(lines.Clip(d.text[x.start:x.end], LongPiece)); s.Severity >= lines.Error || s.Form || s.Frame {
		v += 0.3
	}
	return (v + float64(x.Worth)) * weight
}
