package report

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/riffle-dev/riffle/bench"
)

// Sizes of a chart, in points.
const (
	chartWidth  = 400
	chartHeight = 250
	legendWidth = 96
)

// The colours are told apart by colour-blind readers too, and are neither too light
// for a white ground nor too dark for a black one.
var palette = []color.NRGBA{{0x2b, 0x83, 0xd6, 255}, {0xe0, 0x66, 0x14, 255}, {0x0c, 0xa3, 0x78, 255}, {0xc7, 0x62, 0xa0, 255}, {0xb8, 0x8a, 0x00, 255}, {0x8a, 0x6f, 0xd1, 255}}

// Baselines are grey and told apart by their dashes.
var (
	grey   = color.NRGBA{0x88, 0x88, 0x88, 255}
	dashes = [][]vg.Length{{6, 3}, {2, 2}, {8, 2, 2, 2}, {1.5, 3}, {10, 4}}
)

func (s *series) color() color.NRGBA {
	if s.Role == bench.RoleSystem {
		return palette[s.ordinal%len(palette)]
	}
	return grey
}

func hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func (s *series) line() draw.LineStyle {
	l := draw.LineStyle{Color: s.color(), Width: 1.2}
	switch s.Role {
	case bench.RoleSystem:
		l.Width = 2
		if turn := s.ordinal / len(palette); turn > 0 {
			l.Dashes = dashes[(turn-1)%len(dashes)]
		}
	case bench.RoleBaseline:
		l.Dashes = dashes[s.ordinal%len(dashes)]
	}
	return l
}

// chart is a plot with a legend beside, if any.
type chart struct {
	title  string
	plot   *plot.Plot
	key    plot.Legend
	legend vg.Length // width that it takes
	width  vg.Length // of the whole
}

// newChart draws recall over the budget, a line for each system.
func newChart(title, kind string, all []*series) (*chart, error) {
	c := emptyChart(title)
	p := c.plot
	p.X.Label.Text, p.Y.Label.Text = "tokens", "recall of facts"
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Tick.Marker = plot.ConstantTicks{{Value: 0, Label: "0"}, {Value: 0.25, Label: "0.25"}, {Value: 0.5, Label: "0.5"}, {Value: 0.75, Label: "0.75"}, {Value: 1, Label: "1"}}
	if err := c.lines(kind, all); err != nil {
		return nil, err
	}
	return c, nil
}

// emptyChart has a title, a grid and the fonts.
func emptyChart(title string) *chart {
	c := &chart{title: title, plot: plot.New(), key: plot.NewLegend(), legend: legendWidth, width: chartWidth}
	p := c.plot
	p.BackgroundColor = nil
	p.Title.Text, p.Title.Padding = title, 6
	for _, style := range []*font.Font{&p.Title.TextStyle.Font, &p.X.Label.TextStyle.Font, &p.Y.Label.TextStyle.Font, &p.X.Tick.Label.Font, &p.Y.Tick.Label.Font, &c.key.TextStyle.Font} {
		style.Variant = "Sans"
		style.Size = 10
	}
	p.Title.TextStyle.Font.Size = 12
	grid := plotter.NewGrid()
	for _, l := range []*draw.LineStyle{&grid.Vertical, &grid.Horizontal} {
		l.Color, l.Width = color.NRGBA{0x88, 0x88, 0x88, 0x50}, 0.5
	}
	p.Add(grid)
	return c
}

func (c *chart) lines(kind string, all []*series) error {
	ticks := map[int]bool{}
	var marks plot.ConstantTicks
	for _, s := range all {
		sum := s.run.Summary(s.system, kind)
		if sum == nil || len(sum.Recall) == 0 {
			continue
		}
		var points plotter.XYs
		for _, r := range sum.Recall {
			x := math.Log2(float64(r.Budget))
			points = append(points, plotter.XY{X: x, Y: r.F})
			if !ticks[r.Budget] {
				ticks[r.Budget] = true
				marks = append(marks, plot.Tick{Value: x, Label: fmt.Sprint(r.Budget)})
			}
		}
		line, dots, err := plotter.NewLinePoints(points)
		if err != nil {
			return fmt.Errorf("report: the curve of %s cannot be drawn: %w", s.Label, err)
		}
		line.LineStyle = s.line()
		dots.GlyphStyle = draw.GlyphStyle{Color: s.color(), Radius: 1 + line.Width/2, Shape: draw.CircleGlyph{}}
		c.plot.Add(line, dots)
		c.key.Add(short(s.Label), line)
	}
	c.plot.X.Tick.Marker = marks
	return nil
}

// short keeps a name within the legend, in code points.
func short(name string) string {
	const limit = 18
	if r := []rune(name); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return name
}

// draw puts the chart on a canvas.
func (c *chart) draw(canvas vg.CanvasSizer) {
	all := draw.New(canvas)
	if c.legend == 0 {
		c.plot.Draw(draw.Crop(all, 4, -16, 2, -4))
		return
	}
	c.plot.Draw(draw.Crop(all, 4, -c.legend, 2, -4))
	c.key.Top, c.key.Left = true, true
	c.key.ThumbnailWidth, c.key.Padding, c.key.XOffs = 24, 4, 8
	c.key.Draw(draw.Crop(all, chartWidth-legendWidth, 0, 0, -30))
}

func (c *chart) svg() (string, error) {
	canvas := vgsvg.New(c.width, chartHeight)
	c.draw(canvas)
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("report: the chart %s cannot be drawn: %w", c.title, err)
	}
	return b.String(), nil
}

// inline is the chart as an element of a page that has its own colour and type.
func (c *chart) inline() (string, error) {
	s, err := c.svg()
	if err != nil {
		return "", err
	}
	s = s[strings.Index(s, "<svg"):]
	s = sizes.ReplaceAllString(s, `<svg role="img" viewBox`)
	s = strings.ReplaceAll(s, "#000000", "currentColor")
	s = families.ReplaceAllString(s, "")
	return foreground.ReplaceAllString(s, "<text fill=\"currentColor\" "), nil
}

var (
	sizes      = regexp.MustCompile(`<svg width="[^"]*" height="[^"]*" viewBox`)
	families   = regexp.MustCompile(`font-family:[^;"]*;`)
	foreground = regexp.MustCompile(`<text `)
)

// file writes the chart as an image on white, "svg" or "png".
func (c *chart) file(w io.Writer, format string) error {
	if format == "svg" {
		s, err := c.svg()
		if err == nil {
			_, err = io.WriteString(w, s)
		}
		return err
	}
	canvas := vgimg.NewWith(vgimg.UseWH(c.width, chartHeight), vgimg.UseDPI(192), vgimg.UseBackgroundColor(color.White))
	c.draw(canvas)
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}
