package render

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

// place is an item of a group.
type place struct{ group, item int }

// lacking finds the shown items of which a part is missing that neither the "…" of
// a row nor a marker speaks for: what stands before the first and behind the last
// row of a record, and what small groups inside it lack. The record's first row
// says so then.
func (p *Page) lacking(states map[int]*groupState, shown []int) map[place]bool {
	out := map[place]bool{}
	for g := range p.plan.Groups {
		group, s := &p.plan.Groups[g], states[g]
		if group.Parent < 0 || group.Total == 0 {
			continue
		}
		if s == nil || group.Total < minNestedTotal && len(s.items) < group.Total {
			out[place{group.Parent, group.Item}] = true
		}
	}
	for at, s := range p.extents(states, shown) {
		if p.plan.Groups[at.group].Unit != "values" && (!p.begins(s.Start) || !p.ends(s.End)) {
			out[at] = true
		}
	}
	return out
}

// extents are the bytes from the first to the last thing that is shown or counted
// of each item.
func (p *Page) extents(states map[int]*groupState, shown []int) map[place]sdk.Span {
	out := map[place]sdk.Span{}
	add := func(group, item int, s sdk.Span) {
		for group >= 0 {
			at := place{group, item}
			e, ok := out[at]
			if ok && e.Start <= s.Start && s.End <= e.End {
				return
			}
			if ok {
				s = sdk.Span{Start: min(e.Start, s.Start), End: max(e.End, s.End)}
			}
			out[at] = s
			group, item = p.plan.Groups[group].Parent, p.plan.Groups[group].Item
		}
	}
	for _, i := range shown {
		add(p.plan.Units[i].Group, p.plan.Units[i].Item, p.plan.Units[i].Span)
	}
	for g := range states {
		if group := &p.plan.Groups[g]; group.Parent >= 0 {
			add(group.Parent, group.Item, group.Span)
		}
	}
	return out
}

// begins and ends report whether a record begins right before byte i or ends right
// behind it: nothing but quotes and white space stands between it and a bracket.
func (p *Page) begins(i int) bool {
	for i--; i >= 0; i-- {
		switch p.content[i] {
		case ' ', '\t', '\r', '\n', '"':
			continue
		case '{', '[':
			return true
		case ':': // behind the key of a group
			if i = bytes.LastIndexByte(p.content[:i], '"'); i > 0 {
				i = bytes.LastIndexByte(p.content[:i], '"')
			}
			continue
		}
		return false
	}
	return true
}

func (p *Page) ends(i int) bool {
	for ; i < len(p.content); i++ {
		switch p.content[i] {
		case ' ', '\t', '\r', '\n', '"':
			continue
		case '}', ']':
			return true
		}
		return false
	}
	return true
}

// plainRow reports whether a row belongs to one item alone.
func (p *Page) plainRow(r row) bool {
	return r.group >= 0 && !p.shared[p.plan.Units[r.units[0]].Row]
}
