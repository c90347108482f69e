package render

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
)

// maxGapMarkers is how many gaps of one group get a marker each. More are told by
// one marker before the group, with the total; the numbers of the items shown then
// say where they are. The markers of a map's gaps would all say the same place, and
// those of a group inside an item repeat its long name, so two are already too many.
const maxGapMarkers = 3

// minNestedTotal is how many items a group inside an item needs to be counted on
// its own; what smaller ones lack is covered by the item's "…".
const minNestedTotal = 8

// groupState is what is shown of one group.
type groupState struct {
	items  []int // indices of the items of which something is shown, ascending
	gaps   []interval
	single bool // one marker before the group instead of one per gap
	shared bool // values of several items stand on one row, which names the first alone
	opened bool
	next   int // first gap not yet marked
}

func (p *Page) drawGroups(shown []int) Body {
	states := p.groupStates(shown)
	body := Body{Unit: "items"}
	for g := range p.plan.Groups {
		group := &p.plan.Groups[g]
		if group.Parent >= 0 {
			continue // what an item holds counts with the item, unless a marker counts it
		}
		shown := 0
		if s := states[g]; s != nil {
			shown = len(s.items)
		}
		if body.Total == 0 {
			body.Unit = group.Unit
		} else if body.Unit != group.Unit {
			body.Unit = "items"
		}
		body.Total += group.Total
		body.Omitted += group.Total - shown
	}
	d := groupDrawer{p: p, states: states, body: &body, last: row{group: -1}, shown: shown, lacking: p.lacking(states, shown)}
	d.draw(p.ownFirst(p.rows(shown)))
	if body.Omitted == 0 {
		p.countBytes(&body, shown)
	} else {
		p.addNested(&body, states)
	}
	return body
}

// addNested counts the groups inside items that have markers of their own, so that
// the notice says what the markers below it add up to.
func (p *Page) addNested(body *Body, states map[int]*groupState) {
	for g := range p.plan.Groups {
		group, s := &p.plan.Groups[g], states[g]
		if group.Parent < 0 || s == nil || group.Total < minNestedTotal || len(s.items) == group.Total {
			continue
		}
		if group.Unit != body.Unit {
			body.Unit = "items"
		}
		body.Total += group.Total
		body.Omitted += group.Total - len(s.items)
	}
}

// countBytes says what is missing where all items are shown in part: characters
// of the content between the shown spans.
func (p *Page) countBytes(body *Body, shown []int) {
	body.Unit, body.Total, body.Omitted = "chars", runeStarts(p.content), 0
	end := 0
	count := func(to int) {
		if to > end && says(p.content[end:to]) && p.missing(end, to) {
			body.Omitted += runeStarts(p.content[end:to])
		}
	}
	for _, i := range shown {
		count(p.plan.Units[i].Span.Start)
		end = max(end, p.plan.Units[i].Span.End)
	}
	count(len(p.content))
}

// groupStates finds, for every group of which something is shown, the items shown
// and the gaps between them. An item is shown when a unit of it or of a group
// inside it is.
func (p *Page) groupStates(shown []int) map[int]*groupState {
	states := map[int]*groupState{}
	seen := map[[2]int]bool{}
	for _, i := range shown {
		u := &p.plan.Units[i]
		for g, item := u.Group, u.Item; g >= 0 && !seen[[2]int{g, item}]; {
			seen[[2]int{g, item}] = true
			s := states[g]
			if s == nil {
				s = &groupState{}
				states[g] = s
			}
			s.items = append(s.items, item)
			s.shared = s.shared || p.shared[u.Row]
			g, item = p.plan.Groups[g].Parent, p.plan.Groups[g].Item
		}
	}
	for g, s := range states {
		sort.Ints(s.items)
		next := 0
		for _, it := range s.items {
			if it > next {
				s.gaps = append(s.gaps, interval{next, it - 1})
			}
			next = it + 1
		}
		if total := p.plan.Groups[g].Total; total > next {
			s.gaps = append(s.gaps, interval{next, total - 1})
		}
		group := &p.plan.Groups[g]
		s.single = len(s.gaps) > maxGapMarkers || len(s.gaps) > 1 && (group.Named || group.Parent >= 0 && group.Unit == "values" && !s.shared)
	}
	return states
}

type groupDrawer struct {
	p      *Page
	states map[int]*groupState
	body   *Body
	open   []int // groups that the last row stood in, outermost first
	top    int   // next top group to look at
	last   row
	end    int // byte after the last row

	shown   []int          // units
	lacking map[place]bool // items of which a part is missing that no marker counts
}

func (d *groupDrawer) draw(rows []row) {
	for _, r := range rows {
		at := d.p.plan.Units[r.units[0]].Span.Start
		chain := d.p.chain(r.group)
		d.leave(chain)
		d.skipped(at)
		for _, g := range chain {
			d.enter(g)
		}
		if r.group >= 0 {
			d.gapsBefore(r.group, r.item)
		}
		d.row(r)
	}
	d.leave(nil)
	d.skipped(len(d.p.content) + 1)
}

// chain lists a group and the groups around it, outermost first.
func (p *Page) chain(g int) []int {
	var out []int
	for ; g >= 0; g = p.plan.Groups[g].Parent {
		out = append(out, g)
	}
	slices.Reverse(out)
	return out
}

// counted reports whether what a group lacks gets markers of its own.
func (d *groupDrawer) counted(g int) bool {
	return d.p.plan.Groups[g].Parent < 0 || d.p.plan.Groups[g].Total >= minNestedTotal
}

func (d *groupDrawer) enter(g int) {
	s := d.states[g]
	if s.opened {
		return
	}
	s.opened = true
	d.open = append(d.open, g)
	group := &d.p.plan.Groups[g]
	omitted := group.Total - len(s.items)
	switch {
	case s.single && d.counted(g):
		d.line(g, Marker(omitted, group.Total, group.Unit, group.Ref))
		for _, v := range s.gaps {
			d.record(g, v)
		}
	case group.Parent < 0 && (group.Named || !strings.HasPrefix(group.Ref, "$")):
		d.line(g, escape(group.Ref)+":")
	}
}

// leave closes the groups that the next row does not stand in.
func (d *groupDrawer) leave(chain []int) {
	for len(d.open) > 0 {
		g := d.open[len(d.open)-1]
		if k := len(d.open) - 1; k < len(chain) && chain[k] == g {
			return
		}
		d.gapsBefore(g, d.p.plan.Groups[g].Total)
		d.open = d.open[:len(d.open)-1]
	}
}

// gapsBefore marks the gaps of a group that end before an item.
func (d *groupDrawer) gapsBefore(g, item int) {
	s := d.states[g]
	if s.single || !d.counted(g) {
		return
	}
	group := &d.p.plan.Groups[g]
	for ; s.next < len(s.gaps) && s.gaps[s.next].first < item; s.next++ {
		v := s.gaps[s.next]
		d.record(g, v)
		d.line(g, Marker(v.last-v.first+1, group.Total, group.Unit, refOf(group, v)))
	}
}

func (d *groupDrawer) record(g int, v interval) {
	group := &d.p.plan.Groups[g]
	d.body.Gaps = append(d.body.Gaps, Gap{Span: group.Span, Unit: group.Unit, Count: v.last - v.first + 1, Ref: refOf(group, v)})
}

// refOf names a run of items in the content's own terms. The entries of a map have
// no numbers.
func refOf(g *sdk.Group, v interval) string {
	if g.Named {
		return g.Ref
	}
	return fmt.Sprintf("%s[%d:%d]", g.Ref, v.first, v.last+1)
}

// skipped marks the top groups before byte at of which nothing is shown. Two or
// more in a row share one marker.
func (d *groupDrawer) skipped(at int) {
	var run []int
	groups := d.p.plan.Groups
	for ; d.top < len(groups) && groups[d.top].Span.Start < at; d.top++ {
		if groups[d.top].Parent < 0 && d.states[d.top] == nil && groups[d.top].Total > 0 {
			run = append(run, d.top)
		}
	}
	switch {
	case len(run) == 0:
	case len(run) <= 2:
		for _, g := range run {
			d.record(g, interval{0, groups[g].Total - 1})
			d.line(g, Marker(groups[g].Total, 0, groups[g].Unit, groups[g].Ref))
		}
	default:
		s := sdk.Span{Start: groups[run[0]].Span.Start, End: groups[run[0]].Span.End}
		total := 0
		for _, g := range run {
			s.End = max(s.End, groups[g].Span.End)
			total += groups[g].Total
			d.record(g, interval{0, groups[g].Total - 1})
		}
		d.body.Lines = append(d.body.Lines, fmt.Sprintf("[... %d items in %d arrays omitted: %s]", total, len(run), d.p.where(s)))
	}
}

// where gives a span in lines, or in characters where lines say nothing.
func (p *Page) where(s sdk.Span) string {
	a, b := p.line(s.Start)+1, p.line(max(s.Start, s.End-1))+1
	if p.chars || a == b {
		return fmt.Sprintf("chars %d-%d", p.charAt(s.Start), p.charAt(s.End))
	}
	return fmt.Sprintf("lines %d-%d", a, b)
}

// charAt is char for pages that keep no table of code points.
func (p *Page) charAt(i int) int {
	if p.chars {
		return p.char(i)
	}
	return runeStarts(p.content[:i])
}

func (d *groupDrawer) line(g int, text string) {
	d.body.Lines = append(d.body.Lines, d.indent(g)+text)
	d.last = row{group: -1}
}

func (d *groupDrawer) indent(g int) string {
	const deepest = 12 // levels that are told apart: blanks cost tokens too
	depth := 0
	for g = d.p.plan.Groups[g].Parent; g >= 0 && depth < deepest; g = d.p.plan.Groups[g].Parent {
		depth++
	}
	return strings.Repeat("  ", depth)
}

// row draws one row with the number of its item; further rows of the same item
// are set in below it.
func (d *groupDrawer) row(r row) {
	label, pad := "", ""
	same := len(d.last.units) > 0 && r.group >= 0 && d.last.group == r.group && d.last.item == r.item
	if r.group >= 0 {
		pad = d.indent(r.group)
		label = d.p.label(r, d.last.group == r.group)
	}
	if same {
		label = "  "
	}
	s := d.p.span(r)
	text := d.p.lines(r, d.shown)
	if at := (place{r.group, r.item}); d.lacking[at] && d.p.plainRow(r) {
		delete(d.lacking, at) // once an item
		if l := &text[len(text)-1]; !strings.HasSuffix(l.text, ellipsis) {
			l.text += " " + ellipsis
		}
	}
	if same && s.Start > d.end && SaysBesideEscapes(d.p.content[d.end:s.Start]) {
		k := len(d.body.Lines) - 1
		d.body.Lines[k] = strings.TrimSuffix(d.body.Lines[k], " "+ellipsis) + " " + ellipsis
	}
	for j, l := range text {
		if j > 0 {
			label = "  "
		}
		if strings.TrimSpace(label) == "" {
			l.text = escape(l.text)
		}
		d.body.Lines = append(d.body.Lines, pad+label+l.text)
	}
	d.last, d.end = r, s.End
}

// label is the number of a row's item. Below a row of the same group the number
// is enough; elsewhere the group is named.
func (p *Page) label(r row, follows bool) string {
	g := &p.plan.Groups[r.group]
	if g.Named {
		return ""
	}
	number := "[" + strconv.Itoa(r.item) + "] "
	switch {
	case follows:
		return number
	case g.Parent < 0:
		return g.Ref + number
	}
	return g.Ref[strings.LastIndexByte(g.Ref, '.')+1:] + number
}
