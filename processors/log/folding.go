package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk"
)

const (
	minRepeats = 3 // equal lines from which the first stands for all
	nearNews   = 8 // lines around a failure that comes once are never folded
)

// foldRepeats lets the first of equal lines stand for all of them, where they
// speak of trouble or follow one another; the others are not shown. Lines around
// a failure that comes only once stay, or its context would be elsewhere. Lines
// that differ in digits are not folded: the digits may be what matters.
func foldRepeats(d *draft) {
	news, needed := d.nearNews(), map[int]bool{}
	for i := range d.extra {
		for _, n := range d.extra[i].needs {
			needed[n] = true
		}
	}
	first := map[string]int{}
	groups := map[int][]int{}
	for i := range d.lines {
		l := &d.lines[i]
		if l.Same < minRepeats || !l.Telling() || l.End-l.Body > wholeBytes || news[i] || l.Heading || needed[i] {
			continue
		}
		t := string(l.Text(d.content))
		if f, ok := first[t]; ok {
			groups[f] = append(groups[f], i)
		} else {
			first[t] = i
		}
	}
	for f := range d.lines {
		rest := groups[f]
		if len(rest)+1 < minRepeats || d.lines[f].Bad < 0.6 && !neighbours(f, rest) {
			continue
		}
		for _, i := range rest {
			l := &d.lines[i]
			d.extra[i].hidden = true
			m := d.more(f)
			m.copies = append(m.copies, sdk.Span{Start: l.Body, End: l.Body + len(bytes.TrimRight(l.Text(d.content), " \t\r"))})
		}
	}
}

// nearNews marks the lines around failures whose words come once.
func (d *draft) nearNews() []bool {
	near := make([]bool, len(d.lines))
	for i := range d.lines {
		if l := &d.lines[i]; l.Failing() && l.Like == 1 {
			for k := max(0, i-nearNews); k <= min(len(near)-1, i+nearNews); k++ {
				near[k] = true
			}
		}
	}
	return near
}

// neighbours reports whether most of the equal lines follow one another.
func neighbours(f int, rest []int) bool {
	n, last := 0, f
	for _, i := range rest {
		if i == last+1 {
			n++
		}
		last = i
	}
	return n*2 > len(rest)
}
