package sdk

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"
)

// What a builder does about units that would cost the whole plan: an edge inside a
// character is moved, a unit that shows nothing is left out, and so is one inside
// another, whose bytes are shown already. What overlaps in part stays and is refused,
// as nobody but the author can say which of the two is right.

// round moves the edges of a unit's spans to those of characters.
func (b *Builder) round(x *builtUnit) {
	x.span = b.inner(x.span)
	if x.more != nil {
		for i, s := range x.more.from {
			x.more.from[i] = b.outer(s)
		}
		for i, s := range x.more.copies {
			x.more.copies[i] = b.inner(s)
		}
		x.more.copies = slices.DeleteFunc(x.more.copies, func(s Span) bool { return s.Len() <= 0 })
	}
	x.gone = x.span.Len() <= 0
	x.blank = !x.gone && x.text == "" && blank(b.req.Content[x.span.Start:x.span.End])
	if x.gone {
		b.gone++
	}
	if x.blank {
		b.blanks++
	}
}

// inner is a span with both edges moved to the start of the character that they stand
// in, so that spans which touch still do.
func (b *Builder) inner(s Span) Span { return Span{Start: b.edge(s.Start), End: b.edge(s.End)} }

// outer is a span with its end moved behind the character that it stands in, so that
// no word is lost.
func (b *Builder) outer(s Span) Span {
	s.Start = b.edge(s.Start)
	for s.End > 0 && s.End < len(b.req.Content) && !utf8.RuneStart(b.req.Content[s.End]) {
		s.End++
	}
	s.End = max(s.Start, b.edge(s.End))
	return s
}

// edge is where the character that holds byte i begins, within the content.
func (b *Builder) edge(i int) int {
	i = max(0, min(i, len(b.req.Content)))
	for i > 0 && i < len(b.req.Content) && !utf8.RuneStart(b.req.Content[i]) {
		i--
	}
	return i
}

func blank(text []byte) bool {
	if c := text[0]; c > ' ' && c < utf8.RuneSelf {
		return false // as nearly always
	}
	return len(bytes.TrimSpace(text)) == 0
}

// dropBlank leaves out the units of rows that are blank, where none is needed by
// others: they would be shown in place of something that says something. A blank
// between two units of a row stays, it parts their words.
func (b *Builder) dropBlank() {
	if b.blanks == 0 {
		return
	}
	says, needed := map[int]bool{}, map[int]bool{}
	for k := range b.n {
		x := b.mem.unit(k)
		if !x.gone && !x.blank {
			says[x.row] = true
		}
		for _, n := range x.needs {
			needed[b.mem.unit(n).row] = true
		}
	}
	for k := range b.n {
		if x := b.mem.unit(k); x.blank && !says[x.row] && !needed[x.row] {
			x.gone = true
			b.gone++
		}
	}
}

// passNeeds lets the units that need one which is left out need what that one needs.
func (b *Builder) passNeeds() {
	if b.gone == 0 {
		return
	}
	isGone := func(n int) bool { return b.mem.unit(n).gone }
	for k := range b.n {
		if x := b.mem.unit(k); !x.gone && slices.ContainsFunc(x.needs, isGone) {
			x.needs = b.mem.needing(nil, b.standIns(x.needs, func(n int) (int, bool) { return n, isGone(n) }))
		}
	}
}

// standIns lists the units that stand in for some: those that by gives for one which is
// left out, or, where it gives that one itself, what it needs in turn.
func (b *Builder) standIns(units []int, by func(n int) (other int, gone bool)) []int {
	var out []int
	met := map[int]bool{}
	for todo := slices.Clone(units); len(todo) > 0; {
		n := todo[0]
		todo = todo[1:]
		if met[n] {
			continue
		}
		met[n] = true
		other, gone := by(n)
		switch {
		case !gone:
			out = append(out, n)
		case other == n:
			todo = append(todo, b.mem.unit(n).needs...)
		default:
			todo = append(todo, other)
		}
	}
	return out
}

// dropInner leaves out the units that stand inside another, of some that are sorted by
// where they begin, longer ones first. It returns the rest, and which stands around each
// that is left out.
func (b *Builder) dropInner(kept []int32) (rest []int32, around map[int]int) {
	end, last := 0, int32(-1)
	rest = kept[:0]
	for _, k := range kept {
		x := b.mem.unit(int(k))
		if last >= 0 && x.span.End <= end {
			if around == nil {
				around = map[int]int{}
			}
			around[int(k)] = int(last)
			continue
		}
		if x.span.End > end {
			end, last = x.span.End, k
		}
		rest = append(rest, k)
	}
	return rest, around
}

// needsOf is what a unit needs where some are left out because they stand inside others.
// The unit around one stands in for it, unless it needs units itself: they might need
// each other then.
func (b *Builder) needsOf(k int, around map[int]int) []int {
	needs := b.mem.unit(k).needs
	if len(around) == 0 || len(needs) == 0 {
		return needs
	}
	needs = b.standIns(needs, func(n int) (int, bool) {
		other, gone := around[n]
		if gone && (other == k || len(b.mem.unit(other).needs) > 0) {
			return n, true
		}
		return other, gone
	})
	return slices.DeleteFunc(needs, func(n int) bool { return n == k })
}

// byPlace orders two units by where they begin, the longer one first, then as they are
// ranked.
func (m *memory) byPlace(i, j int32) int {
	a, b := m.unit(int(i)).span, m.unit(int(j)).span
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(m.at[i], m.at[j]))
}
