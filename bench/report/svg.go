package report

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// drawing is a picture in the making. Charts are lines, circles and words, which SVG has,
// so no library stands between: those that there are bring fonts, formats and rasters,
// several megabytes that every user of the program would carry.
type drawing struct {
	strings.Builder
	area rect // where the values are drawn
	c    *chart
}

// Margins of the area, in the units of the picture.
const (
	marginLeft   = 48
	marginRight  = 16
	marginTop    = 26
	marginBottom = 38
)

// inline is the chart as an element of a page that has its own colour and type.
func (c *chart) inline() string {
	return c.svg(`<svg role="img" viewBox="0 0 %[1]s %[2]s" xmlns="http://www.w3.org/2000/svg" font-size="%[3]s">`, "")
}

// file is the chart as a picture of its own, on white.
func (c *chart) file() string {
	return `<?xml version="1.0"?>` + "\n" + c.svg(`<svg width="%[1]spt" height="%[2]spt" viewBox="0 0 %[1]s %[2]s" xmlns="http://www.w3.org/2000/svg" color="#000" font-family="sans-serif" font-size="%[3]s">`,
		`<rect width="100%" height="100%" fill="#fff"/>`) + "\n"
}

func (c *chart) svg(open, ground string) string {
	d := &drawing{c: c}
	d.area = rect{marginLeft, marginTop, c.width - max(c.legend, marginRight), chartHeight - marginBottom}
	fmt.Fprintf(d, open, num(c.width), num(chartHeight), num(fontSize))
	d.WriteString(ground)
	d.words(point{(d.area.left + d.area.right) / 2, 15}, "middle", fmt.Sprintf(` font-size="%d"`, titleSize), c.title)
	d.axes()
	for _, l := range c.lines {
		d.line(l)
	}
	d.scatter()
	d.legend()
	d.WriteString("</svg>")
	return d.String()
}

// num is a length without more digits than can be seen.
func num(v float64) string { return strconv.FormatFloat(v, 'f', -1, 32) }

func round(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(v, 'f', 2, 64), "0"), ".")
}

// at is where values stand in the picture.
func (d *drawing) at(p point) point {
	return point{d.area.left + d.c.x.share(p.x)*(d.area.right-d.area.left), d.area.bottom - d.c.y.share(p.y)*(d.area.bottom-d.area.top)}
}

func (d *drawing) words(at point, anchor, more, text string) {
	fmt.Fprintf(d, `<text x="%s" y="%s" text-anchor="%s" fill="currentColor"%s>%s</text>`, round(at.x), round(at.y), anchor, more, html.EscapeString(text))
}

func (d *drawing) stroke(from, to point, color string, width float64, more string) {
	fmt.Fprintf(d, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s"%s/>`, round(from.x), round(from.y), round(to.x), round(to.y), color, num(width), more)
}

// axes draws the grid, and what stands below and beside it.
func (d *drawing) axes() {
	const small, large = 3, 5
	a := d.area
	for _, t := range d.c.x.ticks {
		x := d.at(point{x: t.value}).x
		length := small
		if t.label != "" {
			length = large
			d.stroke(point{x, a.top}, point{x, a.bottom}, grey, 0.5, ` stroke-opacity="0.3"`)
			d.words(point{x, a.bottom + 16}, "middle", "", t.label)
		}
		d.stroke(point{x, a.bottom}, point{x, a.bottom + float64(length)}, "currentColor", 0.5, "")
	}
	for _, t := range d.c.y.ticks {
		y := d.at(point{y: t.value}).y
		d.stroke(point{a.left, y}, point{a.right, y}, grey, 0.5, ` stroke-opacity="0.3"`)
		d.stroke(point{a.left - large, y}, point{a.left, y}, "currentColor", 0.5, "")
		d.words(point{a.left - large - 2, y + fontSize*0.35}, "end", "", t.label)
	}
	d.stroke(point{a.left, a.bottom}, point{a.right, a.bottom}, "currentColor", 0.5, "")
	d.stroke(point{a.left, a.top}, point{a.left, a.bottom}, "currentColor", 0.5, "")
	d.words(point{(a.left + a.right) / 2, chartHeight - 6}, "middle", "", d.c.x.label)
	d.words(point{}, "middle", fmt.Sprintf(` transform="translate(11 %s) rotate(-90)"`, round((a.top+a.bottom)/2)), d.c.y.label)
}

// line draws a curve, with a dot at each of its points.
func (d *drawing) line(l line) {
	var path, dots strings.Builder
	for i, p := range l.points {
		at := d.at(p)
		if i > 0 {
			path.WriteByte(' ')
		}
		fmt.Fprintf(&path, "%s,%s", round(at.x), round(at.y))
		fmt.Fprintf(&dots, `<circle cx="%s" cy="%s" r="%s" fill="%s"/>`, round(at.x), round(at.y), round(1+l.width/2), l.color)
	}
	fmt.Fprintf(d, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%s"%s/>`, path.String(), l.color, num(l.width), l.dashed())
	d.WriteString(dots.String())
}

func (s stroke) dashed() string {
	if s.dashes == "" {
		return ""
	}
	return fmt.Sprintf(` stroke-dasharray="%s"`, s.dashes)
}

// legend names the lines, beside the area.
func (d *drawing) legend() {
	const sample, step = 20, fontSize + 4
	left := d.area.right + 6
	for i, l := range d.c.lines {
		y := d.area.top + step*float64(i) + 4
		d.stroke(point{left, y}, point{left + sample, y}, l.color, l.width, l.dashed())
		d.words(point{left + sample + 4, y + fontSize*0.35}, "start", "", l.name)
	}
}
