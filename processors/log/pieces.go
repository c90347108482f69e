package log

import (
	"bytes"
	"math"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// maxPieces bounds the pieces of one line that are looked at one by one; what is
// between the first and the last of them becomes one piece that is never shown.
const maxPieces = 512

// addPieces adds a long line as pieces. The first has the line's value; of the
// others those with signs of failure, the one after it and the last count.
func (d *draft) addPieces(i, end int, opts []sdk.UnitOption, key sdk.UnitOption, more string) int {
	l := &d.lines[i]
	text := d.content[l.Body:end]
	pieces := lines.Chunks(text, pieceBytes)
	first, bad := -1, 0
	for k, p := range pieces {
		v, o := l.Value, key
		if k > 0 {
			v, o = d.pieceValue(l, k, &bad, text[p.Start:p.End]), sdk.Key(more)
			if k == len(pieces)-1 {
				v = math.Max(v, 0.35*l.Value)
			}
		}
		at := d.b.Keep(sdk.Span{Start: l.Body + p.Start, End: l.Body + p.End}, v, append(append([]sdk.UnitOption(nil), opts...), o)...)
		if k == 0 {
			first = at
		}
	}
	return first
}

// pieceValue values the k-th piece; bad counts the pieces so far that have signs of
// failure.
func (d *draft) pieceValue(l *lines.Line, k int, bad *int, text []byte) float64 {
	v := 0.35 * l.Value / (1 + 0.3*float64(k-1))
	if l.Bad >= 1.2 && k <= 2 {
		v = 0.55 * l.Value
	}
	if !d.set.On(rulePieces) {
		return v
	}
	for _, t := range d.terms {
		if bytes.Contains(text, []byte(t)) {
			return v + 1.2
		}
	}
	if s := lines.Scan(text); s.Severity >= lines.Fault {
		w := 0.8
		if s.Form || s.Severity >= lines.Error {
			w = 1.2
		}
		v += w / (1 + 0.5*float64(*bad))
		*bad++
	}
	return v
}
