package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// dot is one named point of a scatter: an estimator, or the reference beside it.
type dot struct {
	label string
	x, y  float64 // log10 of 10^6 bytes per second; root of the mean error in percent
	color color.NRGBA
}

// scatter draws dots with their names beside, where no other name or dot is.
type scatter struct {
	dots  []dot
	style text.Style
}

var (
	_ plot.Plotter    = (*scatter)(nil)
	_ plot.DataRanger = (*scatter)(nil)
)

// Sizes in points. Names are given more room than their own font takes, for the page
// that they stand in may have a wider one.
const (
	scatterWidth = 520
	dotRadius    = 4
	widerFont    = 1.2
)

// DataRange leaves room beside the dots for names, below those of no error too.
func (s *scatter) DataRange() (xmin, xmax, ymin, ymax float64) {
	xmin, xmax = math.Inf(1), math.Inf(-1)
	for _, d := range s.dots {
		xmin, xmax, ymax = min(xmin, d.x), max(xmax, d.x), max(ymax, d.y)
	}
	ymax = max(ymax, 0.5)
	return math.Floor(xmin - 0.1), math.Ceil(xmax + 0.1), -0.08 * ymax, 1.1 * ymax
}

// Plot draws the dots.
func (s *scatter) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	var taken []vg.Rectangle
	at := make([]vg.Point, len(s.dots))
	for i, d := range s.dots {
		at[i] = vg.Point{X: x(d.x), Y: y(d.y)}
		taken = append(taken, square(at[i], dotRadius))
	}
	for i, d := range s.dots {
		c.DrawGlyph(draw.GlyphStyle{Color: d.color, Radius: dotRadius, Shape: draw.CircleGlyph{}}, at[i])
		place := s.free(c.Rectangle, taken, at[i], d.label)
		taken = append(taken, place)
		c.FillText(s.style, place.Min, d.label)
	}
}

// free is where a name stands: beside its dot, or as near to it as other names let it.
func (s *scatter) free(inside vg.Rectangle, taken []vg.Rectangle, at vg.Point, label string) vg.Rectangle {
	width, height := widerFont*s.style.Width(label), s.style.Font.Size
	const apart = dotRadius + 3
	right, left, middle := at.X+apart, at.X-apart-width, at.X-width/2
	var first vg.Rectangle
	for step := range 12 {
		rise := vg.Length(step) * height / 2
		for n, corner := range []vg.Point{
			{X: right, Y: at.Y - height/2 + rise}, {X: left, Y: at.Y - height/2 + rise}, {X: middle, Y: at.Y + apart + rise},
			{X: right, Y: at.Y - height/2 - rise}, {X: left, Y: at.Y - height/2 - rise}, {X: middle, Y: at.Y - apart - height - rise},
		} {
			r := vg.Rectangle{Min: corner, Max: corner.Add(vg.Point{X: width, Y: height})}
			if step == 0 && n == 0 {
				first = r
			}
			if r.Min.X >= inside.Min.X && r.Max.X <= inside.Max.X && r.Min.Y >= inside.Min.Y && r.Max.Y <= inside.Max.Y && !overlaps(r, taken) {
				return r
			}
		}
	}
	return first
}

func overlaps(r vg.Rectangle, others []vg.Rectangle) bool {
	for _, o := range others {
		if r.Min.X < o.Max.X && o.Min.X < r.Max.X && r.Min.Y < o.Max.Y && o.Min.Y < r.Max.Y {
			return true
		}
	}
	return false
}

func square(p vg.Point, by vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: p.X - by, Y: p.Y - by}, Max: vg.Point{X: p.X + by, Y: p.Y + by}}
}

// roots are ticks of an axis that shows the roots of percents.
type roots struct{}

// Ticks names round percents.
func (roots) Ticks(_, high float64) (out []plot.Tick) {
	for _, percent := range []float64{0, 0.5, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000} {
		if v := math.Sqrt(percent); v <= high {
			out = append(out, plot.Tick{Value: v, Label: fmt.Sprintf("%g", percent)})
		}
	}
	return out
}

// decades are ticks of a logarithmic axis, with marks between.
type decades struct{}

// Ticks names powers of ten.
func (decades) Ticks(low, high float64) (out []plot.Tick) {
	for d := math.Floor(low); d <= high; d++ {
		for n := 1.0; n < 10; n++ {
			v := d + math.Log10(n)
			if v < low-1e-9 || v > high+1e-9 {
				continue
			}
			tick := plot.Tick{Value: v}
			if n == 1 {
				tick.Label = fmt.Sprintf("%g", math.Pow(10, d))
			}
			out = append(out, tick)
		}
	}
	return out
}
