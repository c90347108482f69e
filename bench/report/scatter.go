package report

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// dot is one named point of a scatter: an estimator, or the reference beside it.
type dot struct {
	label string
	point // log10 of 10^6 bytes per second; root of the mean error in percent
	color string
}

// Sizes in the units of the picture. Names are given the room of a wide font, for which
// one they are drawn in is not known.
const (
	scatterWidth = 520
	dotRadius    = 4
	wide         = 0.65 // width of a character, of its height
)

// rect is a part of a picture; y grows downwards.
type rect struct{ left, top, right, bottom float64 }

// newScatter is a chart of dots, with room beside them for names.
func newScatter(title string, dots []dot) *chart {
	c := &chart{title: title, width: scatterWidth, dots: dots}
	xmin, xmax, ymax := math.Inf(1), math.Inf(-1), 0.5
	for _, d := range dots {
		xmin, xmax, ymax = min(xmin, d.x), max(xmax, d.x), max(ymax, d.y)
	}
	c.x.low, c.x.high = math.Floor(xmin-0.1), math.Ceil(xmax+0.1)
	c.y.low, c.y.high = -0.08*ymax, 1.1*ymax
	c.x.ticks, c.y.ticks = decades(c.x.low, c.x.high), roots(c.y.high)
	return c
}

// scatter draws the dots with their names beside, where no other name or dot is.
func (d *drawing) scatter() {
	var taken []rect
	for _, o := range d.c.dots {
		taken = append(taken, square(d.at(o.point), dotRadius))
	}
	for _, o := range d.c.dots {
		at := d.at(o.point)
		fmt.Fprintf(d, `<circle cx="%s" cy="%s" r="%d" fill="%s"/>`, round(at.x), round(at.y), dotRadius, o.color)
		place := free(d.area, taken, at, o.label)
		taken = append(taken, place)
		d.words(point{place.left, place.bottom - fontSize*0.2}, "start", "", o.label)
	}
}

// free is where a name stands: beside its dot, or as near to it as other names let it.
func free(inside rect, taken []rect, at point, label string) rect {
	width := wide * fontSize * float64(utf8.RuneCountInString(label))
	const apart, height = dotRadius + 3, float64(fontSize)
	right, left, middle := at.x+apart, at.x-apart-width, at.x-width/2
	var first rect
	for step := range 12 {
		by := float64(step) * height / 2
		for n, corner := range []point{
			{right, at.y - height/2 - by}, {left, at.y - height/2 - by}, {middle, at.y - apart - height - by},
			{right, at.y - height/2 + by}, {left, at.y - height/2 + by}, {middle, at.y + apart + by},
		} {
			r := rect{corner.x, corner.y, corner.x + width, corner.y + height}
			if step == 0 && n == 0 {
				first = r
			}
			if r.left >= inside.left && r.right <= inside.right && r.top >= inside.top && r.bottom <= inside.bottom && !overlaps(r, taken) {
				return r
			}
		}
	}
	return first
}

func overlaps(r rect, others []rect) bool {
	for _, o := range others {
		if r.left < o.right && o.left < r.right && r.top < o.bottom && o.top < r.bottom {
			return true
		}
	}
	return false
}

func square(p point, by float64) rect { return rect{p.x - by, p.y - by, p.x + by, p.y + by} }

// roots are marks of an axis that shows the roots of percents: round percents.
func roots(high float64) (out []tick) {
	for _, percent := range []float64{0, 0.5, 1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000} {
		if v := math.Sqrt(percent); v <= high {
			out = append(out, tick{v, fmt.Sprintf("%g", percent)})
		}
	}
	return out
}

// decades are marks of a logarithmic axis: powers of ten, and smaller ones between.
func decades(low, high float64) (out []tick) {
	for d := math.Floor(low); d <= high; d++ {
		for n := 1.0; n < 10; n++ {
			v := d + math.Log10(n)
			if v < low-1e-9 || v > high+1e-9 {
				continue
			}
			t := tick{value: v}
			if n == 1 {
				t.label = fmt.Sprintf("%g", math.Pow(10, d))
			}
			out = append(out, t)
		}
	}
	return out
}
