package log

import (
	"bytes"
	"math"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// Bounds on the pieces of one line that become units. Of longer lines the first,
// the last and those with signs of failure do; of the pieces between them only
// the two at the edges of a gap, so that the gap is seen.
const (
	oddPiece   = 0.5 // outliers from which the piece that holds one counts as much
	maxPieces  = 2048
	edgePieces = 256
)

// addPieces adds a long line as pieces. The first has the line's value; of the
// others those with signs of failure, the one after it and the last count.
func (d *draft) addPieces(i, end int, opts options, name string, soft bool) int {
	l := &d.lines[i]
	text := d.content[l.Body:end]
	pieces := lines.Chunks(text, pieceBytes)
	first, bad := -1, 0
	more := "more " + name
	keep := d.keptPieces(text, pieces)
	for k, p := range pieces {
		if keep != nil && !keep[k] {
			continue
		}
		v, own := l.Value, true
		if k > 0 {
			v, own = d.pieceValue(l, k, &bad, text[p.Start:p.End]), false
			if at := l.OddAt.Start - l.Body; l.Outlier >= oddPiece && at >= p.Start && at < p.End && d.set.On(rulePieces) {
				v, own = math.Max(v, l.Outlier), true // what makes the line stand out
			}
			if k == len(pieces)-1 {
				v = math.Max(v, 0.35*l.Value)
			}
		}
		o := opts
		switch {
		case own && soft:
			o = o.with(sdk.SoftKey(name))
		case own:
			o = o.with(sdk.Key(name))
		default:
			o = o.with(sdk.Key(more))
		}
		if k > 0 && first >= 0 && l.Failing() {
			o = o.with(sdk.Needs(first)) // a message begins with its beginning
		}
		at := d.b.Keep(sdk.Span{Start: l.Body + p.Start, End: l.Body + p.End}, v, o.all()...)
		if k == 0 {
			first = at
		}
	}
	return first
}

// keptPieces chooses the pieces of a very long line, nil means all.
func (d *draft) keptPieces(text []byte, pieces []lines.Span) []bool {
	if len(pieces) <= maxPieces {
		return nil
	}
	d.b.Partial()
	telling := make([]bool, len(pieces))
	n := 0
	for k, p := range pieces {
		edge := k < edgePieces || k >= len(pieces)-edgePieces
		telling[k] = edge || n < maxPieces/4 && d.telling(text[p.Start:p.End])
		if telling[k] && !edge {
			n++
		}
	}
	keep := make([]bool, len(pieces))
	for k := range pieces {
		keep[k] = telling[k] || telling[k-1] || telling[k+1]
	}
	return keep
}

// telling reports whether a piece has a sign of failure or what was searched for.
func (d *draft) telling(text []byte) bool {
	for _, t := range d.terms {
		if bytes.Contains(text, []byte(t)) {
			return true
		}
	}
	return lines.Scan(text).Severity >= lines.Fault
}

// pieceValue values the k-th piece; bad counts the pieces so far that have signs of
// failure.
func (d *draft) pieceValue(l *lines.Line, k int, bad *int, text []byte) float64 {
	v := 0.35 * l.Value / (1 + 0.3*float64(k-1))
	if l.Failing() && k <= 2 {
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
