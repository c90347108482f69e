package render

import (
	"bytes"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
)

// row is the shown units of one output row.
type row struct {
	units []int
	group int // of its first unit, -1 for plain
	item  int // of its first unit
	last  int // item of its last unit: short values of neighbours may share a row
}

// rows gathers the shown units by row, in the order of the content. shown
// ascends. A row that many items share is parted where an item is missing, and one
// of clipped text where a unit of another row stands between. What is of one line
// stands on one row, whatever the plan says.
func (p *Page) rows(shown []int) []row {
	var out []row
	at := map[int]int{}
	before := -1
	for n, i := range shown {
		u := &p.plan.Units[i]
		if n > 0 && p.continues(&p.plan.Units[shown[n-1]], u) {
			k := len(out) - 1
			out[k].units = append(out[k].units, i)
			at[u.Row], before = k, u.Row
			continue
		}
		k, ok := at[u.Row]
		if !ok || out[k].group != u.Group || u.Group >= 0 && u.Item != out[k].last && u.Item != out[k].last+1 ||
			u.Group < 0 && before != u.Row && (!p.markup || u.Sep == "") {
			k = len(out)
			at[u.Row] = k
			out = append(out, row{group: u.Group, item: u.Item})
		}
		out[k].units = append(out[k].units, i)
		out[k].last = u.Item
		before = u.Row
	}
	return out
}

// continues reports whether a plain unit goes on in the line in which the unit before it
// ends.
func (p *Page) continues(last, u *sdk.Unit) bool {
	return !p.markup && !p.chars && last.Group < 0 && u.Group < 0 &&
		p.line(u.Span.Start) == p.line(last.Span.End-1)
}

// sharedRows are the rows that units of several items stand on.
func sharedRows(plan *sdk.Plan) map[int]bool {
	type owner struct{ group, item int }
	owners, shared := map[int]owner{}, map[int]bool{}
	for i := range plan.Units {
		u := &plan.Units[i]
		o, ok := owners[u.Row]
		if !ok {
			owners[u.Row] = owner{u.Group, u.Item}
		} else if o != (owner{u.Group, u.Item}) {
			shared[u.Row] = true
		}
	}
	return shared
}

func (p *Page) span(r row) sdk.Span {
	s := p.plan.Units[r.units[0]].Span
	for _, i := range r.units[1:] {
		s.Start = min(s.Start, p.plan.Units[i].Span.Start)
		s.End = max(s.End, p.plan.Units[i].Span.End)
	}
	return s
}

// copies says how often and where a unit's text stands again.
func (p *Page) copies(u *sdk.Unit) string {
	if len(u.Copies) == 0 {
		return ""
	}
	word := "repeated"
	own := bytes.TrimSpace(p.content[u.Span.Start:u.Span.End])
	for _, c := range u.Copies {
		if !bytes.Equal(own, bytes.TrimSpace(p.content[c.Start:c.End])) {
			word = "similar"
			break
		}
	}
	first, last := u.Copies[0], u.Copies[len(u.Copies)-1]
	if p.chars {
		return fmt.Sprintf(" [%d %s: %d-%d]", len(u.Copies), word, p.char(first.Start), p.char(last.End))
	}
	a, b := p.line(first.Start)+1, p.line(max(last.Start, last.End-1))+1
	if a == b {
		return fmt.Sprintf(" [%d %s: %d]", len(u.Copies), word, a)
	}
	return fmt.Sprintf(" [%d %s: %d-%d]", len(u.Copies), word, a, b)
}

// isExactCopy reports whether c repeats u to the letter, so that stating the
// repeat shows it.
func (p *Page) isExactCopy(u *sdk.Unit, c sdk.Span) bool {
	return bytes.Equal(bytes.TrimSpace(p.content[u.Span.Start:u.Span.End]), bytes.TrimSpace(p.content[c.Start:c.End]))
}

// says reports whether bytes hold anything that a reader might miss.
func says(b []byte) bool {
	for _, c := range b {
		if c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 {
			return true
		}
	}
	return false
}

// SaysBesideEscapes reports whether bytes hold a letter or digit that is not that of an escape.
func SaysBesideEscapes(b []byte) bool {
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '\\':
			i++
		case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
			return true
		}
	}
	return false
}
