package score

import (
	"fmt"
	"regexp"
	"strings"
)

// groupAlignment is what an output shows of a JSON content, and where.
type groupAlignment struct {
	rows, placed int
	strayed      []int
	alien        []string
	gaps         []gap
	pairs        Share // keys that stand beside their value in the record that the row names
	lengths      Share // stated totals that are true
	refs         map[string]*groupRefs
	lineGaps     []byteSpan // bytes that a marker of lines or characters speaks for
	partly       bool       // a row of no item says that a part is missing
	stated       int        // items that markers count as missing
	unknown      int        // markers whose group cannot be found
}

// groupRefs is what an output says of one group.
type groupRefs struct {
	c      *container
	shown  map[int]bool
	gapped map[int]bool // shown items of which a part is missing, and it says so
	gaps   []byteSpan   // items that markers name, as [a,b)
	counts *Marker      // markers without a range, added up: they speak for all gaps
}

func (g *groupRefs) declared(item int) bool {
	if g.counts != nil {
		return !g.shown[item]
	}
	for _, s := range g.gaps {
		if s.a <= item && item < s.b {
			return true
		}
	}
	return false
}

// minCounted is how many items an array inside an item needs to be counted on its own.
const minCounted = 8

type groupAligner struct {
	s    *Subject
	ix   *jsonIndex
	al   groupAlignment
	refs []string // by indent: the group that rows there belong to
	last []int    // by indent: the item of the last row there
}

// alignGroups finds every row of an output in the item that its label names.
func (s *Subject) alignGroups(o *Output) *groupAlignment {
	a := &groupAligner{s: s, ix: s.index()}
	a.al.refs = map[string]*groupRefs{}
	for i := range o.Rows {
		r := &o.Rows[i]
		switch {
		case r.Note:
		case r.Marker != nil:
			a.marker(r)
		default:
			a.row(i, r)
		}
	}
	a.finish(o)
	return &a.al
}

func (a *groupAligner) group(ref string) *groupRefs {
	g := a.al.refs[ref]
	if g == nil {
		g = &groupRefs{c: a.ix.byPath[ref], shown: map[int]bool{}, gapped: map[int]bool{}}
		a.al.refs[ref] = g
	}
	return g
}

func (a *groupAligner) enter(depth int, ref string, item int) {
	for len(a.refs) <= depth {
		a.refs, a.last = append(a.refs, ""), append(a.last, -1)
	}
	a.refs, a.last = a.refs[:depth+1], a.last[:depth+1]
	a.refs[depth], a.last[depth] = ref, item
}

func (a *groupAligner) marker(r *Row) {
	m := r.Marker
	if m.ByLine || m.ByChar {
		from, to := a.s.lineOffset(m.From-1), a.s.lineOffset(m.To)
		if m.ByChar {
			from, to = a.s.charOffset(m.From), a.s.charOffset(m.To)
		}
		a.al.lineGaps = append(a.al.lineGaps, byteSpan{from, to})
		a.al.stated += m.Count
		g := gap{from: from, to: to, real: m.Count, stated: m.Count}
		if from < to {
			g.score = 1
		}
		a.al.gaps = append(a.al.gaps, g)
		return
	}
	a.al.stated += m.Count
	ref := canonical(m.Ref)
	g := a.group(ref)
	a.enter(r.Indent, ref, -1)
	if g.c == nil {
		a.al.unknown++
		return
	}
	total := len(g.c.items)
	if m.Of > 0 {
		a.al.lengths.add(1, m.Of == total)
	}
	switch {
	case m.Ranged:
		from, to := min(max(m.From, 0), total), min(m.To, total)
		g.gaps = append(g.gaps, byteSpan{from, to})
		a.al.gaps = append(a.al.gaps, countedGap(m, max(0, to-from), total))
	case m.Of == 0:
		g.gaps = append(g.gaps, byteSpan{0, total})
		a.al.gaps = append(a.al.gaps, countedGap(m, total, total))
	default:
		sum := *m
		if g.counts != nil {
			sum.Count += g.counts.Count
		}
		g.counts = &sum
	}
}

func countedGap(m *Marker, real, total int) gap {
	err := min(1, relative(m.Count, real))
	if m.Of > 0 {
		err = max(err, min(1, relative(m.Of, total)))
	}
	if m.Ranged && m.To-m.From != real {
		err = 1
	}
	return gap{real: real, stated: m.Count, score: 1 - err}
}

// row places a row in the item that it names, or in the one above that it is set in under.
func (a *groupAligner) row(i int, r *Row) {
	if ref, ok := strings.CutSuffix(strings.TrimSpace(r.Text), ":"); ok && r.Item < 0 && a.ix.byPath[canonical(ref)] != nil {
		a.enter(r.Indent, canonical(ref), -1)
		a.group(canonical(ref))
		return
	}
	if len(r.Pieces) == 0 && !r.Gapped {
		return
	}
	a.al.rows++
	ref, item := a.address(r)
	if ref == "" {
		a.al.partly = a.al.partly || r.Gapped && r.Item < 0
		a.place(i, r, byteSpan{0, len(a.s.Content)}, false)
		return
	}
	g := a.group(ref)
	if g.c == nil || item >= len(g.c.items) {
		if g.c != nil {
			a.al.strayed = append(a.al.strayed, i)
			return
		}
		a.place(i, r, byteSpan{0, len(a.s.Content)}, false)
		return
	}
	g.shown[item] = true
	g.gapped[item] = g.gapped[item] || r.Gapped
	a.place(i, r, g.c.items[item], r.Item >= 0)
}

// address says which item of which group a row belongs to: the one of its label,
// the member whose key begins it, or the item under which it is set in.
func (a *groupAligner) address(r *Row) (ref string, item int) {
	if r.Item >= 0 {
		if ref = a.resolve(r); ref != "" {
			a.enter(r.Indent, ref, r.Item)
		}
		return ref, r.Item
	}
	if r.Indent < len(a.refs) {
		ref = a.refs[r.Indent]
		if g := a.al.refs[ref]; g != nil && g.c != nil && !g.c.array {
			if item = g.c.member(strings.TrimLeft(r.Text, " "), " ="); item >= 0 {
				a.enter(r.Indent, ref, item)
				return ref, item
			}
		}
	}
	for d := min(r.Indent, len(a.refs)) - 1; d >= 0; d-- {
		if a.last[d] < 0 {
			continue
		}
		text := strings.TrimLeft(r.Text, " ")
		for _, c := range a.ix.maps(a.path(a.refs[d], a.last[d]), text) {
			if k := c.member(text, " "); a.holds(r, c.items[k]) {
				a.enter(r.Indent, c.path, k)
				return c.path, k
			}
		}
		return a.refs[d], a.last[d]
	}
	return "", -1
}

// resolve finds the group that a label names: one inside the item above may be
// named by its last key alone, and then it is the first that holds the row's words.
func (a *groupAligner) resolve(r *Row) string {
	switch {
	case r.Ref == "" && r.Indent < len(a.refs):
		return a.refs[r.Indent]
	case strings.HasPrefix(r.Ref, "$"):
		return canonical(r.Ref)
	case r.Indent < len(a.refs) && a.last[r.Indent] < 0 && strings.HasSuffix(a.refs[r.Indent], "."+r.Ref):
		return a.refs[r.Indent] // the marker right before names it in full
	}
	for d := min(r.Indent, len(a.refs)) - 1; d >= 0; d-- {
		if a.last[d] < 0 {
			continue
		}
		all := a.ix.within(a.path(a.refs[d], a.last[d]), r.Ref)
		for _, c := range all {
			if r.Item < len(c.items) && a.holds(r, c.items[r.Item]) {
				return c.path
			}
		}
		if len(all) > 0 {
			return all[0].path
		}
	}
	return ""
}

// path is that of an item.
func (a *groupAligner) path(ref string, item int) string {
	if c := a.ix.byPath[ref]; c != nil && !c.array && item < len(c.keys) {
		return ref + "." + c.keys[item]
	}
	return fmt.Sprintf("%s[%d]", ref, item)
}

func (a *groupAligner) holds(r *Row, s byteSpan) bool {
	v := a.s.views()[0]
	x, y := v.span(s.a, s.b)
	for _, p := range r.Pieces {
		if _, missing := v.find(p, x, y, x, y); missing != "" {
			return false
		}
	}
	return true
}

func (a *groupAligner) place(i int, r *Row, span byteSpan, named bool) {
	v := a.s.views()[0]
	x, y := v.span(span.a, span.b)
	for _, p := range r.Pieces {
		if _, missing := v.find(p, x, y, x, y); missing != "" {
			if _, missing = v.find(p, 0, len(v.all), 0, len(v.all)); missing != "" {
				a.al.alien = append(a.al.alien, missing)
			} else if named {
				a.al.strayed = append(a.al.strayed, i)
			} else {
				a.al.placed++
			}
			return
		}
	}
	a.al.placed++
	a.pairsOf(r, v, x, y)
}

var pairForm = regexp.MustCompile(`(?:^| )([^\s=]+)=("?[^\s="]+)`)

// pairsOf checks that each key stands directly before its value.
func (a *groupAligner) pairsOf(r *Row, v *view, x, y int) {
	for _, m := range pairForm.FindAllStringSubmatch(r.Text, -1) {
		key := m[1][strings.LastIndexByte(m[1], '.')+1:]
		value := contentWords(Normalise(m[2]))
		k := strings.TrimSpace(Normalise(key))
		if len(value) == 0 || k == "" || strings.Contains(m[2], ellipsis) {
			continue
		}
		_, n := v.run([]string{k, value[0]}, x, y)
		if n < 2 { // an earlier place of the key may have another value
			n = v.anyRun(k, value[0], x, y)
		}
		a.al.pairs.add(1, n == 2)
	}
}

// anyRun looks at every place of a first word for one that the second follows.
func (v *view) anyRun(first, second string, a, b int) int {
	for a < b {
		p, n := v.run([]string{first, second}, a, b)
		if n != 1 {
			return n
		}
		a = p.b
	}
	return 0
}
