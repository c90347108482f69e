package score

import (
	"sort"
	"strings"
)

// finish judges markers that stand for several gaps, and finds items of which
// nothing is said.
func (a *groupAligner) finish(o *Output) {
	refs := make([]string, 0, len(a.al.refs))
	for r := range a.al.refs {
		refs = append(refs, r)
	}
	sort.Strings(refs)
	for _, ref := range refs {
		a.inherit(ref)
	}
	for _, ref := range refs {
		g := a.al.refs[ref]
		if g.c == nil {
			continue
		}
		total := len(g.c.items)
		if g.counts != nil {
			a.al.gaps = append(a.al.gaps, countedGap(g.counts, total-len(g.shown), total))
			continue
		}
		if !g.c.array || total < minCounted && (g.c.inner || a.inMap(ref)) {
			continue
		}
		for k := 0; k < total; k++ {
			n := k
			for n < total && !g.shown[n] && !g.declared(n) {
				n++
			}
			if n > k {
				a.silent(o, byteSpan{g.c.items[k].a, g.c.items[n-1].b}, n-k)
				k = n
			}
		}
	}
	a.unmentioned(o)
}

// inMap reports whether a group lies in an entry of an object whose entries the
// output counts.
func (a *groupAligner) inMap(ref string) bool {
	for up, g := range a.al.refs { // any will do: the order does not matter
		if g.c != nil && !g.c.array && up != ref && strings.HasPrefix(ref, up+".") {
			return true
		}
	}
	return false
}

// inherit says of the items around a group of which something is shown that they
// are shown too.
func (a *groupAligner) inherit(ref string) {
	g := a.al.refs[ref]
	if g.c == nil || len(g.shown) == 0 {
		return
	}
	for _, up := range a.al.refs { // sets only: the order does not matter
		if up.c == nil || up == g || !strings.HasPrefix(ref, up.c.path) || len(ref) == len(up.c.path) {
			continue
		}
		if k := up.c.itemAt(g.c.span.b - 1); k >= 0 {
			up.shown[k] = true
		}
	}
}

// unmentioned finds arrays that the output should speak of and does not.
func (a *groupAligner) unmentioned(o *Output) {
	for _, c := range a.ix.all {
		if c.array && !c.inner && len(c.items) >= minCounted && a.al.refs[c.path] == nil && !a.told(c) {
			a.silent(o, c.span, len(c.items))
		}
	}
	if r := a.ix.root; r.array && len(r.items) >= minCounted && a.al.refs["$"] == nil && len(a.ix.all) > 0 && r != a.ix.all[0] {
		a.silent(o, r.span, len(r.items))
	}
}

// told reports whether an array lies in an entry of an object whose entries the
// output counts, and that entry is missing or shown as one of which a part is.
func (a *groupAligner) told(c *container) bool {
	for _, g := range a.al.refs { // any will do: the order does not matter
		if g.c == nil || g.c.array || len(c.path) <= len(g.c.path) || !strings.HasPrefix(c.path, g.c.path+".") {
			continue
		}
		if k := g.c.itemAt(c.span.a); k >= 0 && (g.declared(k) || g.gapped[k]) {
			return true
		}
	}
	return false
}

// silent notes a gap that nothing marks, unless a marker of lines speaks for it or
// its words stand in the output all the same.
func (a *groupAligner) silent(o *Output, s byteSpan, n int) {
	for _, l := range a.al.lineGaps {
		if l.a <= s.a && s.b <= l.b {
			return
		}
	}
	if s.b-s.a < 4096 {
		var text strings.Builder
		for _, r := range o.Rows {
			text.WriteString(r.Text)
			text.WriteByte('\n')
		}
		if shows(Normalise(text.String()), contentWords(Normalise(a.s.Content[s.a:s.b]))) {
			return
		}
	}
	a.al.gaps = append(a.al.gaps, gap{from: s.a, to: s.b, real: n, stated: -1})
}

func shows(text string, words []string) bool {
	for _, w := range words {
		if indexWord(text, w) < 0 {
			return false
		}
	}
	return true
}
