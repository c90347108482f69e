package log

import (
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// addHoled adds a line without the spans that say little. Its first part has the
// line's value and brings what stands behind the last hole, so that the beginning
// never stands alone.
func (d *draft) addHoled(i, end, row int, opts options) int {
	l, holes := &d.lines[i], d.extra[i].known().holes
	in := sdk.InRow(row, "")
	last := holes[len(holes)-1].End
	var rest []int
	if end-last > 2 { // more than a colon
		for k, p := range lines.Chunks(d.content[last:end], pieceBytes) {
			v := 0.0
			if k > 0 {
				v = l.Value / float64(1+k)
			}
			rest = append(rest, d.b.Keep(sdk.Span{Start: last + p.Start, End: last + p.End}, v, in))
		}
		opts = opts.with(sdk.Needs(rest[0]))
	}
	first, at := -1, l.Body
	for k, h := range holes {
		if k == 0 {
			first = d.b.Keep(sdk.Span{Start: at, End: h.Start}, l.Value, opts.all()...)
		} else if h.Start > at {
			d.b.Keep(sdk.Span{Start: at, End: h.Start}, 0.5*l.Value, in, sdk.Needs(first))
		}
		d.b.Keep(sdk.Span(h), 0, in, sdk.Needs(first))
		at = h.End
	}
	if len(rest) == 0 && end > last {
		d.b.Keep(sdk.Span{Start: last, End: end}, 0, in, sdk.Needs(first))
	}
	return first
}
