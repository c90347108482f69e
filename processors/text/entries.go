package text

import "bytes"

// Bounds of the name of an entry, in bytes.
const (
	longOption = 60
	longName   = 28
)

// entry tells a line of a list of definitions, such as "--name  What it does" or
// "show      print one boat", from text: its name ends at start and its meaning begins
// at end, counted from the first word of the line; both are 0 for other lines. An option says
// what it is by its dashes. Any other name stands set in, before the only gap of its line,
// and the gap is wide or that of a neighbour: justified text has many gaps, and
// tables do.
func (p *parser) entry(i int) (start, end int) {
	t := p.words(i)
	start, end = wideGap(t)
	switch {
	case start == 0:
		return 0, 0
	case option(t):
		if start >= longOption {
			return 0, 0
		}
		return start, end
	case start > longName || p.lines[i].first == p.lines[i].start || bullet(t) > 0 || bytes.IndexByte(t[:start], '|') >= 0:
		return 0, 0
	}
	if more, _ := wideGap(t[end:]); more > 0 {
		return 0, 0
	}
	const widest = 3 // blanks that justified text hardly has where the rest of a line has none
	if end-start >= widest || p.sameGap(i-1, i, end) || p.sameGap(i+1, i, end) {
		return start, end
	}
	return 0, 0
}

// sameGap reports whether line k is set in as line i is and has its first gap end at
// the same column.
func (p *parser) sameGap(k, i, end int) bool {
	if p.blank(k) || indent(p.line(k)) != indent(p.line(i)) {
		return false
	}
	s, e := wideGap(p.words(k))
	return s > 0 && e == end
}
