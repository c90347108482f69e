package render

import "sort"

// ownFirst moves the first row of an item before those of the groups inside it:
// a record's own members may stand behind its arrays.
func (p *Page) ownFirst(rows []row) []row {
	type item struct{ group, item int }
	type place struct{ start, depth int }
	places := make([]place, len(rows))
	first := map[item]int{} // where something of the item begins
	owner := map[item]int{} // the first row of its own
	for k, r := range rows {
		start := p.plan.Units[r.units[0]].Span.Start
		places[k] = place{start, len(p.chain(r.group))}
		for g, it := r.group, r.item; g >= 0; g, it = p.plan.Groups[g].Parent, p.plan.Groups[g].Item {
			if _, ok := first[item{g, it}]; !ok {
				first[item{g, it}] = start
			}
		}
		if _, ok := owner[item{r.group, r.item}]; !ok && r.group >= 0 {
			owner[item{r.group, r.item}] = k
		}
	}
	for it, k := range owner {
		places[k].start = first[it]
	}
	order := make([]int, len(rows))
	for k := range order {
		order[k] = k
	}
	sort.SliceStable(order, func(a, b int) bool {
		x, y := places[order[a]], places[order[b]]
		if x.start != y.start {
			return x.start < y.start
		}
		return x.depth < y.depth
	})
	out := make([]row, len(rows))
	for k, o := range order {
		out[k] = rows[o]
	}
	return out
}
