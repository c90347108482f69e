package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Sizes of a chart, in the units of its picture.
const (
	chartWidth  = 424
	chartHeight = 250
	legendWidth = 120
	fontSize    = 10
	titleSize   = 12
)

// The colours are told apart by colour-blind readers too, and are neither too light
// for a white ground nor too dark for a black one.
var palette = []string{"#2b83d6", "#e06614", "#0ca378", "#c762a0", "#b88a00", "#8a6fd1"}

// Baselines are grey and told apart by their dashes.
var dashes = []string{"6 3", "2 2", "8 2 2 2", "1.5 3", "10 4"}

const grey = "#888888"

func (s *series) color() string {
	if s.Role == runfile.RoleSystem {
		return palette[s.ordinal%len(palette)]
	}
	return grey
}

// stroke is how a line is drawn.
type stroke struct {
	color, dashes string
	width         float64
}

func (s *series) stroke() stroke {
	l := stroke{color: s.color(), width: 1.2}
	switch s.Role {
	case runfile.RoleSystem:
		l.width = 2
		if turn := s.ordinal / len(palette); turn > 0 {
			l.dashes = dashes[(turn-1)%len(dashes)]
		}
	case runfile.RoleBaseline:
		l.dashes = dashes[s.ordinal%len(dashes)]
	}
	return l
}

// point is a place in a chart's values, or in its picture.
type point struct{ x, y float64 }

// tick is a mark of an axis; without a label it is a small one.
type tick struct {
	value float64
	label string
}

// axis is one side of a chart.
type axis struct {
	label     string
	low, high float64
	ticks     []tick
}

// line is a curve with its name.
type line struct {
	name string
	stroke
	points []point
}

// chart is a picture of lines with a legend beside, or of dots with names.
type chart struct {
	title  string
	x, y   axis
	lines  []line
	dots   []dot
	width  float64 // of the whole
	legend float64 // width that it takes, 0 without one
}

// newChart draws recall over the budget, a line for each system.
func newChart(title, kind string, all []*series) *chart {
	c := &chart{title: title, width: chartWidth, legend: legendWidth}
	c.y = axis{label: "recall of facts", high: 1, ticks: []tick{{0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}, {0.75, "0.75"}, {1, "1"}}}
	c.x.label = "tokens"
	for _, s := range all {
		sum := s.run.Summary(s.system, kind)
		if sum == nil {
			continue
		}
		l := line{name: short(s.Label), stroke: s.stroke()}
		for _, r := range sum.Recall {
			p := point{math.Log2(float64(r.Budget)), r.F}
			if !finite(p.x) || !finite(p.y) {
				continue
			}
			l.points = append(l.points, p)
			if mark := (tick{p.x, fmt.Sprint(r.Budget)}); !slices.Contains(c.x.ticks, mark) {
				c.x.ticks = append(c.x.ticks, mark)
			}
		}
		if len(l.points) > 0 {
			c.lines = append(c.lines, l)
		}
	}
	c.x.fit()
	return c
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// fit has an axis reach from its first mark to its last.
func (a *axis) fit() {
	a.low, a.high = math.Inf(1), math.Inf(-1)
	for _, t := range a.ticks {
		a.low, a.high = min(a.low, t.value), max(a.high, t.value)
	}
	switch {
	case a.low > a.high:
		a.low, a.high = 0, 1
	case a.low == a.high:
		a.low, a.high = a.low-1, a.high+1
	}
}

// share is where between the ends of the axis a value is.
func (a *axis) share(value float64) float64 { return (value - a.low) / (a.high - a.low) }

// short keeps a name within the legend, in code points.
func short(name string) string {
	const limit = 18
	if r := []rune(name); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return name
}
