package render

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/host/words"
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
	k, end := 0, 0
	mark := func(before int) {
		for ; k < len(gaps) && gaps[k].Span.Start < before; k++ {
			if form == Marked {
				body.Lines = append(body.Lines, p.lineMarker(gaps[k]))
			}
		}
	}
	for _, r := range p.rows(shown) {
		for _, l := range p.lines(r, shown) {
			mark(l.at)
			end = l.at
			switch {
			case form == Marked:
				body.Lines = append(body.Lines, escape(l.text))
			case l.text != "":
				body.Lines = append(body.Lines, p.number(l)+":"+l.text)
			}
		}
	}
	if form == Numbered {
		// After the last number no jump tells what is missing.
		for ; k < len(gaps); k++ {
			if len(shown) > 0 && gaps[k].Span.Start > end {
				body.Lines = append(body.Lines, p.lineMarker(gaps[k]))
			}
		}
		return body
	}
	mark(len(p.content) + 1)
	return body
}

// number says of which line a row is, or from which line to which its text flows. Of
// markup it says the first: what is left out between two pieces may be of any length.
func (p *Page) number(l line) string {
	first := p.line(l.at) + 1
	if p.markup {
		return strconv.Itoa(first)
	}
	return span(first, p.line(l.end-1)+1)
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
	var pieces []row
	for _, r := range p.rows(shown) {
		pieces = append(pieces, p.runs(r)...)
	}
	for _, piece := range pieces {
		s := p.span(piece)
		if s.Start > end {
			gap(s.Start)
		}
		text := p.cutMark(s.Start) + p.runText(piece) + p.cutMark(s.End)
		if form == Numbered {
			text = strconv.Itoa(p.char(s.Start)) + ":" + text
		} else {
			text = escape(text)
		}
		body.Lines = append(body.Lines, text)
		end = max(end, s.End)
	}
	gap(len(p.content))
	return body
}

// cutMark marks an edge that lies within a run of letters and digits, as in scripts that
// put no blanks between words: else what is left of it would pass for a word.
func (p *Page) cutMark(at int) string {
	if words.Within(p.content, at) {
		return ellipsis
	}
	return ""
}

// runs parts a row of clipped text where something is missing, so that each gap
// gets its count.
func (p *Page) runs(r row) []row {
	var out []row
	var last *sdk.Unit
	for _, i := range r.units {
		u := &p.plan.Units[i]
		if last == nil || p.apart(last, u) {
			out = append(out, row{group: r.group, item: r.item})
		}
		k := len(out) - 1
		out[k].units = append(out[k].units, i)
		last = u
	}
	return out
}

// apart reports whether something is missing between two units of a row.
func (p *Page) apart(last, u *sdk.Unit) bool {
	if p.markup {
		return u.Part != last.Part+1 && u.Sep == ""
	}
	return u.Span.Start > last.Span.End && says(p.content[last.Span.End:u.Span.Start])
}

// runText draws units between which nothing is missing as one line.
func (p *Page) runText(r row) string {
	d := rowDrawer{page: p, row: r}
	for k, i := range r.units {
		if k > 0 {
			d.join(r.units[k-1], i)
		}
		d.unit(i)
	}
	d.flush(0)
	parts := make([]string, len(d.out))
	for k, l := range d.out {
		parts[k] = l.text
	}
	return strings.Join(parts, " ")
}

// missing reports whether the bytes [a,b) hold a unit, or might: a plan that
// stopped early does not list them all.
func (p *Page) missing(a, b int) bool {
	if !p.plan.Complete || !p.markup {
		return true
	}
	units := p.plan.Units
	k := sort.Search(len(units), func(i int) bool { return units[i].Span.Start >= a })
	return k < len(units) && units[k].Span.Start < b
}
