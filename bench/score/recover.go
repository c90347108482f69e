package score

import "strings"

// A reader recovers a fact with at most two reads of at most readTokens each.
const (
	readTokens = 4000
	maxReads   = 2
)

// maxPlaces bounds how many places of a fact are looked at.
const maxPlaces = 20

// recoverable is the weight of the facts that are found or that can be read from
// the place that reach says, in bytes of the content: the smallest piece that the
// gap's marker and the notice address. hidden are the other facts.
func (s *Subject) recoverable(found []bool, reach func(at int) (byteSpan, bool)) (share float64, hidden []bool) {
	var all Share
	hidden = make([]bool, len(found))
	for i, f := range s.Case.Facts {
		ok := found[i]
		from := 0
		for n := 0; !ok && n < maxPlaces; n++ {
			k := strings.Index(s.Content[from:], f.Text)
			if k < 0 {
				break
			}
			a, b := from+k, from+k+len(f.Text)
			from = b
			// A fact that spans lines is read from where it starts to where it ends.
			first, ok1 := reach(a)
			last, ok2 := reach(b - 1)
			ok = ok1 && ok2 && s.counter.Count(s.Content[first.a:max(last.b, first.b)]) <= maxReads*readTokens
		}
		all.add(f.Weight, ok)
		hidden[i] = !ok
	}
	if all.Whole == 0 {
		return 1, hidden
	}
	return all.Value(), hidden
}

// recoverLines reads lines, or characters, that a gap's marker or a row's number names.
func (s *Subject) recoverLines(o *Output, al *alignment, found []bool) (float64, []bool) {
	silent := make([]byteSpan, 0, 4)
	for _, g := range al.gaps {
		if g.stated < 0 || g.score == 0 {
			silent = append(silent, byteSpan{g.from, g.to})
		}
	}
	chars := s.countsChars(o)
	return s.recoverable(found, func(at int) (byteSpan, bool) {
		for _, g := range silent {
			if g.a <= at && at < g.b {
				return byteSpan{}, false
			}
		}
		if chars {
			return byteSpan{at, at + 1}, true
		}
		k := s.lineAt(at)
		return byteSpan{s.lineOffset(k), s.lineOffset(k + 1)}, true
	})
}

// recoverGroups reads the item that a marker or a label names.
func (s *Subject) recoverGroups(o *Output, al *groupAlignment, found []bool) (float64, []bool) {
	ix := s.index()
	return s.recoverable(found, func(at int) (byteSpan, bool) {
		for _, l := range al.lineGaps {
			if l.a <= at && at < l.b {
				k := s.lineAt(at)
				return byteSpan{s.lineOffset(k), s.lineOffset(k + 1)}, true
			}
		}
		best, ok := byteSpan{0, len(s.Content)}, al.partly
		for _, c := range ix.around(at) {
			g := al.refs[c.path]
			if g == nil {
				continue
			}
			item := c.itemAt(at)
			if item < 0 {
				continue
			}
			switch {
			case g.shown[item]:
				best, ok = c.items[item], g.gapped[item]
			case g.declared(item):
				return c.items[item], true
			case len(c.items) < minCounted && c.inner && ok:
				// too small to be counted on its own: the item around says that a part is missing
			default:
				return byteSpan{}, false
			}
		}
		return best, ok
	})
}
