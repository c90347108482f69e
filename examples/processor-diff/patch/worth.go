package patch

import (
	"bytes"
	"math"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	headerWorth     = 0.9
	renameWorth     = 0.5
	modeWorth       = 1.4
	binaryWorth     = 0.9
	freshWorth      = 0.5
	pathWorth       = 0.03
	hunkWorth       = 0.1
	totalWorth      = 3.0
	statWorth       = 0.25
	subjectWorth    = 1.6
	contextWorth    = 0.03
	conflictWorth   = 0.5
	editWorth       = 2.2
	oftenWorth      = 0.6 // of the first edit of many that do the same
	oftenLines      = 8
	oftenShare      = 0.05
	wordWorth       = 0.9 // of rare words
	firstWorth      = 0.4 // of the first line of a block
	mechanical      = 0.4 // rarity below which an edit is one of many
	definitionWorth = 0.6
	removedShare    = 0.8 // of what a line that goes is worth beside the one that comes
)

// worth is what a line is worth on its own.
func (d *draft) worth(i int) float64 {
	l := &d.p.lines[i]
	t := d.p.text(i)
	switch l.part {
	case message:
		return d.messageWorth(t)
	case stat:
		return statWorth
	case total:
		return totalWorth
	case header:
		return headerWorth * math.Sqrt(d.p.files[l.file].weight) * d.sizeShare(l.file)
	case meta:
		return d.metaWorth(t) * math.Sqrt(d.weight(i))
	case path:
		return pathWorth
	case hunk:
		return hunkWorth * d.weight(i)
	case conflict:
		if bytes.Contains(t, []byte("=====")) {
			return contextWorth
		}
		return conflictWorth
	case added, removed, both:
		return d.editWorth(i)
	}
	return contextWorth
}

// sizeShare makes a little more of files in which much changes.
func (d *draft) sizeShare(f int) float64 {
	return 1 + 0.1*math.Log1p(float64(d.p.files[f].added+d.p.files[f].removed))
}

func (d *draft) messageWorth(t []byte) float64 {
	if letters(t) < 3 {
		return 0.01
	}
	if starts(t, "Author:", "AuthorDate:", "Commit:", "CommitDate:", "Date:", "From:", "From ", "Signed-off-by", "Co-authored-by") {
		return 0.15
	}
	if starts(t, "commit ", "Merge:") {
		return 0.4
	}
	d.said++
	return 0.5 + subjectWorth/(1+0.3*float64(d.said-1))
}

func (d *draft) metaWorth(t []byte) float64 {
	v := freshWorth
	switch {
	case starts(t, "rename to", "copy to"):
		v = renameWorth
	case starts(t, "rename ", "copy "):
		v = renameWorth / 2
	case starts(t, "new mode"):
		v = modeWorth
	case starts(t, "old mode"):
		v = modeWorth / 2
	case starts(t, "Binary "):
		v = binaryWorth
	case starts(t, "GIT binary"):
		v = pathWorth
	}
	return v / math.Sqrt(float64(max(1, d.alike[mask(t)]))/2+0.5)
}

// editWorth values a line that comes or goes.
func (d *draft) editWorth(i int) float64 {
	l := &d.p.lines[i]
	e := &d.p.edits[l.edit]
	body := bytes.TrimSpace(d.p.body(i))
	if letters(body) < 2 {
		return 0.02
	}
	f := &d.p.files[l.file]
	// a short line is cheap, but says little
	width := 0.25 + 0.75*min(1, float64(len(body))/40)
	v := 0.1 + wordWorth*d.words[i] + firstWorth*width/(1+float64(d.place(i)))
	if d.set.On(ruleRare) {
		r := d.p.rarity(e)
		n := d.seen[e.does]
		d.seen[e.does]++
		v += editWorth * r * r * width / (1 + 0.15*float64(n))
		switch share := float64(d.p.freq[e.does]) / float64(max(1, d.p.changes)); {
		case n < 2 && d.p.freq[e.does] >= oftenLines && share >= oftenShare:
			v += oftenWorth // what the diff does for the most part
		case r < mechanical:
			v *= r / mechanical
		}
	}
	switch {
	case definition(body), assigned(body):
		v += definitionWorth
		if exported(body) {
			v += 0.3
		}
	case condition(body):
		v += 0.15
	case remark(body) && f.weight <= 1:
		v *= 0.5
	}
	if version(body) && f.weight >= manifestWeight {
		v += 0.7
	}
	if d.set.On(ruleTouchy) && touchy(body) {
		v += 0.6
	}
	if lines.Scan(lines.Clip(body, 300)).Severity > lines.Calm {
		v += 0.15
	}
	if l.part == both {
		v += 1 // what neither side had
	}
	if l.part == removed {
		if e.pair >= 0 && d.set.On(rulePairs) {
			v *= removedShare
		} else if !definition(body) && !assigned(body) {
			v *= 0.7
		} else if d.moved[string(body)] == 1 {
			v += 0.3 // who calls it breaks
		}
	}
	switch d.moved[string(body)] {
	case 3:
		v *= 0.25 // it only moved
	}
	switch {
	case f.gone:
		v *= 0.35
	case f.fresh:
		v *= 0.8
	}
	return v * f.weight
}

// place is how many lines of its block come before a changed line.
func (d *draft) place(i int) int {
	if i > 0 && d.p.lines[i-1].part == d.p.lines[i].part && d.p.lines[i].part >= added {
		d.run++
	} else {
		d.run = 0
	}
	return d.run
}
