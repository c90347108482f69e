package render

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// Draw draws the shown units, whose indices ascend, in the given form. Content of
// groups has one form only.
func (p *Page) Draw(shown []int, form Form) Body {
	switch {
	case p.grouped:
		return p.drawGroups(shown)
	case p.chars:
		return p.drawChars(shown, form)
	}
	return p.drawLines(shown, form)
}

// Forms lists the forms that differ for this page.
func (p *Page) Forms() []Form {
	if p.grouped {
		return []Form{Marked}
	}
	return []Form{Numbered, Marked}
}

// interval is a run of line numbers from 0, both ends included.
type interval struct{ first, last int }

// coveredLines are the lines of which something is shown, merged and ascending.
func (p *Page) coveredLines(shown []int) []interval {
	var out []interval
	for _, i := range shown {
		u := &p.plan.Units[i]
		out = append(out, interval{p.line(u.Span.Start), p.line(u.Span.End - 1)})
		for _, c := range u.Copies {
			if c.Len() > 0 && p.isExactCopy(u, c) {
				out = append(out, interval{p.line(c.Start), p.line(c.End - 1)})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].first < out[j].first })
	merged := out[:0]
	for _, v := range out {
		if n := len(merged); n > 0 && v.first <= merged[n-1].last+1 {
			merged[n-1].last = max(merged[n-1].last, v.last)
			continue
		}
		merged = append(merged, v)
	}
	return merged
}

// lineGaps is the complement of the covered lines.
func (p *Page) lineGaps(covered []interval) (gaps []Gap, omitted int) {
	next := 0
	add := func(first, last int) {
		if first > last {
			return
		}
		omitted += last - first + 1
		s := sdk.Span{Start: p.starts[first], End: p.lineEnd(last)}
		if says(p.content[s.Start:s.End]) {
			gaps = append(gaps, Gap{Span: s, Unit: "lines", Count: last - first + 1})
		}
	}
	for _, v := range covered {
		add(next, v.first-1)
		next = v.last + 1
	}
	add(next, len(p.starts)-1)
	return gaps, omitted
}

func (p *Page) lineMarker(g Gap) string {
	a := p.line(g.Span.Start) + 1
	return Marker(g.Count, 0, "lines", span(a, a+g.Count-1))
}

func span(a, b int) string {
	if a == b {
		return strconv.Itoa(a)
	}
	return fmt.Sprintf("%d-%d", a, b)
}

// Marker is the line that stands for a gap: count of total (0: not said) units,
// and where they are.
func Marker(count, total int, unit, where string) string {
	if total > 0 && total != count {
		return fmt.Sprintf("[... %d of %d %s omitted: %s]", count, total, unit, where)
	}
	return fmt.Sprintf("[... %d %s omitted: %s]", count, unit, where)
}

func (p *Page) drawLines(shown []int, form Form) Body {
	covered := p.coveredLines(shown)
	gaps, omitted := p.lineGaps(covered)
	body := Body{Gaps: gaps, Unit: "lines", Omitted: omitted, Total: len(p.starts), Form: form}
	rows := p.rows(shown)
	k := 0
	mark := func(before int) {
		for ; k < len(gaps) && gaps[k].Span.Start < before; k++ {
			if form == Marked {
				body.Lines = append(body.Lines, p.lineMarker(gaps[k]))
			}
		}
	}
	for _, r := range rows {
		at := p.plan.Units[r.units[0]].Span.Start
		mark(at)
		n := p.line(at) + 1
		for j, l := range splitLines(p.rowText(r, true)) {
			if form == Numbered {
				if l == "" {
					continue
				}
				l = strconv.Itoa(n+j) + ":" + l
			}
			body.Lines = append(body.Lines, l)
		}
	}
	if form == Numbered {
		// After the last number no jump tells what is missing.
		for ; k < len(gaps); k++ {
			if len(rows) > 0 && gaps[k].Span.Start > p.span(rows[len(rows)-1]).Start {
				body.Lines = append(body.Lines, p.lineMarker(gaps[k]))
			}
		}
		return body
	}
	mark(len(p.content) + 1)
	return body
}

func (p *Page) drawChars(shown []int, form Form) Body {
	body := Body{Unit: "chars", Total: p.char(len(p.content)), Form: form}
	end := 0
	gap := func(to int) {
		if g := p.content[end:to]; says(g) && p.missing(end, to) {
			a, b := p.char(end), p.char(to)
			body.Gaps = append(body.Gaps, Gap{Span: sdk.Span{Start: end, End: to}, Unit: "chars", Count: b - a})
			body.Omitted += b - a
			if form == Marked || to == len(p.content) {
				body.Lines = append(body.Lines, Marker(b-a, 0, "chars", fmt.Sprintf("%d-%d", a, b)))
			}
		}
	}
	for _, r := range p.rows(shown) {
		for _, piece := range p.runs(r) {
			s := p.span(piece)
			if s.Start > end {
				gap(s.Start)
			}
			text := strings.Join(splitLines(p.rowText(piece, false)), " ")
			if form == Numbered {
				text = strconv.Itoa(p.char(s.Start)) + ":" + text
			}
			body.Lines = append(body.Lines, text)
			end = max(end, s.End)
		}
	}
	gap(len(p.content))
	return body
}

// runs parts a row of clipped text where a part is missing, so that each gap gets
// its count.
func (p *Page) runs(r row) []row {
	var out []row
	next := -1
	for _, i := range r.units {
		u := &p.plan.Units[i]
		if u.Part != next && u.Sep == "" || len(out) == 0 {
			out = append(out, row{group: r.group, item: r.item})
		}
		k := len(out) - 1
		out[k].units = append(out[k].units, i)
		next = u.Part + 1
	}
	return out
}

// missing reports whether the bytes [a,b) hold a unit, or might: a plan that
// stopped early does not list them all.
func (p *Page) missing(a, b int) bool {
	if !p.plan.Complete {
		return true
	}
	units := p.plan.Units
	k := sort.Search(len(units), func(i int) bool { return units[i].Span.Start >= a })
	return k < len(units) && units[k].Span.Start < b
}
