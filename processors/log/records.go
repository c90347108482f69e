package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	parentReach  = 200 // lines between a line and the one that it belongs to
	parentBytes  = 120 // a longer line is no title of a record
	headingReach = 40  // lines under a heading that is no rule
	minRecords   = 3   // records from which indentation means one
)

// needParents lets a line that stands out bring the less indented line above it
// to which it belongs: the interface of a counter, the container of a state.
func needParents(d *draft) {
	if !indented(d) {
		return
	}
	var open []int // lines that later ones may belong to, by rising indent
	for i := range d.lines {
		l := &d.lines[i]
		if len(d.text(i)) == 0 || l.Frame {
			continue
		}
		for len(open) > 0 && d.lines[open[len(open)-1]].Indent >= l.Indent {
			open = open[:len(open)-1]
		}
		if len(open) > 0 && (l.Outlier >= 0.5 || l.Failing()) {
			p := open[0]
			if d.title(p, i) {
				d.need(i, p)
			}
			if q := open[len(open)-1]; q != p && d.title(q, i) && bytes.HasSuffix(d.text(q), []byte(":")) {
				d.need(i, q)
			}
		}
		open = append(open, i)
	}
}

func (d *draft) title(p, i int) bool {
	return i-p <= parentReach && d.lines[p].End-d.lines[p].Body <= parentBytes && !d.lines[p].Frame
}

// indented reports whether most lines of a content are indented under others of
// one kind, as in a listing of records.
func indented(d *draft) bool {
	n, deep, heads := 0, 0, 0
	templates := map[int]int{}
	last := -1
	for i := range d.lines {
		if len(d.text(i)) == 0 {
			continue
		}
		n++
		if d.lines[i].Frame {
			continue
		}
		if d.lines[i].Indent > 0 {
			deep++
			if last >= 0 {
				heads++
				templates[d.lines[last].Template]++
				last = -1
			}
			continue
		}
		last = i
	}
	return heads >= minRecords && deep*10 >= n*6
}

// needHeadings lets every line under a heading between rules bring that heading,
// where a content has several: a record must not read as part of another. Under
// headings that only end in a colon, lines that stand out do.
func needHeadings(d *draft) {
	ruled, plain := 0, 0
	for i := range d.lines {
		if d.lines[i].Heading {
			plain++
		}
		if lines.Ruled(d.text(i)) {
			ruled++
		}
	}
	if ruled < 2 && plain < minRecords {
		return
	}
	// headings of the first kind are over those of others
	major, head, all := -1, -1, false
	for i := range d.lines {
		l, x := &d.lines[i], &d.extra[i]
		t := d.text(i)
		switch {
		case ruled >= 2 && lines.Ruled(t):
			if major < 0 || t[0] == d.text(major)[0] {
				major = i
			} else {
				d.need(i, major)
			}
			head, all = i, true
		case l.Heading:
			if !all {
				head = i
			}
		case head >= 0 && !all && i-head > headingReach:
			head = -1
		case head >= 0 && (all || l.Outlier >= 0.5 || l.Failing()) && len(x.needs) == 0:
			d.need(i, head)
			if all && head == i-1 && head == major {
				// what a record is about
				l.Value += leadWorth
				x.key, x.soft = "lead", true
			}
		}
	}
}

// leadWorth is what the first line under a heading is worth beyond its own value.
const leadWorth = 0.5
