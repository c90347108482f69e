package patch

import (
	"bytes"
	"math"
	"slices"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// edit is what one changed line does, with the line that it replaces, if any.
type edit struct {
	does string // what goes and what comes, numbers masked; edits of one kind are equal
	span [2]int // changed bytes of the line's body
	pair int    // the line on the other side, -1
	lone bool   // the whole line comes or goes
}

// editBytes bounds how much of an edit tells it from others.
const editBytes = 160

// pair matches the lines that go with those that come, hunk by hunk, and counts
// edits that do the same.
func (p *patch) pair() {
	p.freq = map[string]int{}
	for i := 0; i < len(p.lines); {
		gone, here, next := p.block(i)
		if next == i {
			i++
			continue
		}
		k := len(gone)
		if len(here) != k {
			k = 0
			if len(gone) > 0 && len(here) > 0 {
				p.align(gone, here)
				i = next
				continue
			}
		}
		for n := range k {
			p.match(gone[n], here[n])
		}
		for _, l := range append(gone[k:], here[k:]...) {
			p.alone(l)
		}
		i = next
	}
	for i := range p.lines {
		if e := p.lines[i].edit; e >= 0 {
			p.freq[p.edits[e].does]++
			p.changes++
		}
	}
	counts := make([]int, 0, len(p.freq))
	for _, n := range p.freq {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	sum := 0
	for _, n := range counts {
		if sum += n; sum*2 >= p.changes {
			p.usual = float64(n)
			break
		}
	}
}

// block is a run of lines that go and the run of lines that come behind it.
func (p *patch) block(i int) (gone, here []int, next int) {
	for next = i; next < len(p.lines) && p.lines[next].part == removed; next++ {
		gone = append(gone, next)
	}
	for ; next < len(p.lines) && p.lines[next].part == added; next++ {
		here = append(here, next)
	}
	if next == i && p.lines[i].part == both {
		p.alone(i)
	}
	return gone, here, next
}

// near is how far a line may have moved within its block and be found again.
const near = 8

// align matches lines of blocks of different length that begin with the same words.
func (p *patch) align(gone, here []int) {
	at := 0
	for _, g := range gone {
		found := -1
		for k := at; k < len(here) && k < at+near; k++ {
			if alike(p.body(g), p.body(here[k])) {
				found = k
				break
			}
		}
		if found < 0 {
			p.alone(g)
			continue
		}
		for ; at < found; at++ {
			p.alone(here[at])
		}
		p.match(g, here[found])
		at = found + 1
	}
	for ; at < len(here); at++ {
		p.alone(here[at])
	}
}

// alike reports whether two lines share half of their bytes at their ends.
func alike(a, b []byte) bool {
	a, b = bytes.TrimSpace(a), bytes.TrimSpace(b)
	pre, post := common(a, b)
	return len(a) > 3 && (pre+post)*2 >= max(len(a), len(b))
}

// common is how many bytes two lines share at their beginning and, behind that, at
// their end, at the edges of words.
func common(a, b []byte) (pre, post int) {
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		pre++
	}
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		post++
	}
	for pre > 0 && (pre < len(a) && word(a[pre]) || pre < len(b) && word(b[pre])) && word(a[pre-1]) {
		pre--
	}
	for post > 0 && word(a[len(a)-post]) && (post < len(a) && word(a[len(a)-post-1]) || post < len(b) && word(b[len(b)-post-1])) {
		post--
	}
	return pre, post
}

func word(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// match makes one edit of a line that goes and the line that takes its place.
func (p *patch) match(g, h int) {
	a, b := bytes.TrimSpace(p.body(g)), bytes.TrimSpace(p.body(h))
	pre, post := common(a, b)
	if (pre+post)*4 < max(len(a), len(b)) {
		p.alone(g)
		p.alone(h)
		p.edits[p.lines[g].edit].pair, p.edits[p.lines[h].edit].pair = h, g
		return
	}
	does := mask(a[pre:len(a)-post]) + "\x00" + mask(b[pre:len(b)-post])
	p.put(g, edit{does: does, span: [2]int{pre, len(a) - post}, pair: h})
	p.put(h, edit{does: does, span: [2]int{pre, len(b) - post}, pair: g})
}

// alone makes an edit of a line that only comes or only goes.
func (p *patch) alone(i int) {
	b := bytes.TrimSpace(p.body(i))
	p.put(i, edit{does: mask(b), span: [2]int{0, len(b)}, pair: -1, lone: true})
}

func (p *patch) put(i int, e edit) {
	p.lines[i].edit = len(p.edits)
	p.edits = append(p.edits, e)
}

func mask(t []byte) string { return string(lines.Mask(nil, lines.Clip(t, editBytes))) }

// rarity is how few lines are changed in the same way, 0 to 1; where all are changed
// differently, each has the middle.
func (p *patch) rarity(e *edit) float64 {
	f, n := float64(p.freq[e.does]), float64(max(3, p.changes))
	if !e.lone || e.pair >= 0 {
		f = max(1, f/2) // both sides count
	}
	usual := max(1, p.usual)
	return min(1, max(0, 0.5+0.8*math.Log(usual/f)/math.Log(n)))
}
