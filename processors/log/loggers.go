package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	loggerWithin = 120 // bytes of a line in which its logger is looked for
	packageBytes = 12  // shorter packages are not worth a mark
	packageTimes = 3   // lines that must name a package before it is known
)

// hidePackages lets lines with a time stamp show the class that logged them
// without its package, where several lines name that package: the class says where
// a message comes from, its package the same over and over.
func hidePackages(d *draft) {
	spans := make([]lines.Span, len(d.lines))
	times := map[string]int{}
	for i := range d.lines {
		if l := &d.lines[i]; l.Body > l.Start && !l.Frame && !l.Title {
			spans[i] = packageOf(d.content, l.Body, min(l.End, l.Body+loggerWithin))
			if spans[i].Len() > 0 {
				times[string(d.content[spans[i].Start:spans[i].End])]++
			}
		}
	}
	for i, s := range spans {
		if s.Len() == 0 || times[string(d.content[s.Start:s.End])] < packageTimes || len(d.extra[i].known().copies) > 0 {
			continue
		}
		l := &d.lines[i]
		switch {
		case s.Start == l.Body:
			l.Body = s.End // it belongs to what stands before the text
		case l.End-s.End <= wholeBytes:
			m := d.more(i)
			m.hole[0] = s
			m.holes = m.hole[:]
		}
	}
}

// packageOf finds the package of the first qualified name behind a blank:
// "org.example.shop." of "org.example.shop.Till: opened".
func packageOf(content []byte, from, to int) lines.Span {
	for at := from; at < to; {
		if at > from && content[at-1] != ' ' && content[at-1] != '[' {
			at++
			continue
		}
		end, dots := at, 0
		last := -1
		for end < to && (lowerOrDigit(content[end]) || content[end] == '.') {
			if content[end] == '.' {
				dots++
				last = end
			}
			end++
		}
		if dots >= 2 && last+1 == end && end < to && content[end] >= 'A' && content[end] <= 'Z' && end-at >= packageBytes && bytes.IndexByte(content[at:end], '.') > 0 {
			return lines.Span{Start: at, End: end}
		}
		at = max(end, at+1)
	}
	return lines.Span{}
}

func lowerOrDigit(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' }
