package json

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// prose is the text of all strings that are planned by lines. They are judged
// together, so that a line that many records repeat counts as one of many.
type prose struct {
	text    []byte
	lines   []lines.Line
	spans   []lines.Span
	number  []int // of each line in its string, from 0
	strings []proseString
	dropped []bool // lines that become no units
}

// proseString is one string in the text.
type proseString struct {
	at          int // where it begins in the text
	first, last int // its lines: [first,last)
	total       int // how many lines it has, blank ones too
	from        decoded
}

// add appends a decoded string and returns its number. Its lines are trimmed, empty
// ones left out.
func (p *prose) add(d decoded) int {
	s := proseString{at: len(p.text), first: len(p.spans)}
	p.text = append(append(p.text, d.text...), '\n')
	d.text = nil
	s.from = d
	for k, l := range lines.Split(p.text[s.at : len(p.text)-1]) {
		s.total = k + 1
		line := lines.Span{Start: s.at + l.Start, End: s.at + l.End}
		if said := lines.Trim(p.text, line); said.Len() > 0 {
			p.spans = append(p.spans, lines.Span{Start: line.Start, End: said.End})
			p.number = append(p.number, k)
		}
	}
	s.last = len(p.spans)
	p.strings = append(p.strings, s)
	return len(p.strings) - 1
}

// evaluate values the lines. whole says that they are one text with a beginning
// and an end.
func (p *prose) evaluate(set rank.Set, whole bool) {
	p.lines = lines.Evaluate(p.text, p.spans, lines.Options{Stamps: whole, Position: whole, Rules: set})
}

// maxSame is how many lines of one text become units. More of them only make the
// ranking slow: the second one is worth a twentieth of the first.
const maxSame = 20

// limit leaves out lines that say what many others say, and those of least value,
// later ones first, where there are more than n. It reports whether it left out any.
func (p *prose) limit(n int) bool {
	p.dropped = make([]bool, len(p.lines))
	some := false
	same := map[string]int{}
	var values []float64
	for i := range p.lines {
		l := &p.lines[i]
		if l.Same > maxSame {
			text := lines.Clip(l.Text(p.text), maxSameBytes)
			if same[string(text)]++; same[string(text)] > maxSame {
				p.dropped[i], some = true, true
				continue
			}
		}
		values = append(values, l.Value)
	}
	if len(values) <= n {
		return some
	}
	slices.Sort(values)
	least := values[len(values)-n]
	better := len(values) - sort.SearchFloat64s(values, math.Nextafter(least, math.Inf(1)))
	for i := range p.lines {
		switch v := p.lines[i].Value; {
		case v < least:
			p.dropped[i] = true
		case v == least && !p.dropped[i]:
			p.dropped[i] = better >= n
			better++
		}
	}
	return true
}

// maxSameBytes is how much of two long lines is compared.
const maxSameBytes = 600

// kept reports whether line i may become units.
func (p *prose) kept(i int) bool { return !p.dropped[i] }

// span is where the bytes [a,b) of the text of string s come from.
func (s *proseString) span(a, b int) sdk.Span {
	return sdk.Span{Start: s.from.source(a - s.at), End: s.from.source(b - s.at)}
}

// piece is a part of a line that is a unit of its own.
type piece struct {
	lines.Span
	value float64
	key   string
}

// chunkBytes is how long a piece of a long line is.
const chunkBytes = 170

// pieces parts line i: a common prefix (a time stamp) is worth next to nothing, a
// long line is parted into chunks of which the first is worth most.
func (p *prose) pieces(i int) []piece {
	l := &p.lines[i]
	var out []piece
	if l.Body > l.Start {
		out = append(out, piece{Span: lines.Span{Start: l.Start, End: l.Body}, value: 0.02, key: "stamp"})
	}
	key := "line" + strconv.Itoa(l.Template)
	switch {
	case l.Trace > 0:
		key = "trace" + strconv.Itoa(l.Trace)
	case l.Odd != "":
		key += l.Odd
	}
	chunks := lines.Chunks(p.text[l.Body:l.End], chunkBytes)
	for k, c := range chunks {
		c.Start, c.End = c.Start+l.Body, c.End+l.Body
		x := piece{Span: c, value: max(l.Value, 0.01), key: key}
		if k > 0 {
			x.value *= 0.35 / (1 + 0.3*float64(k-1))
			x.key = "chunk" + strconv.Itoa(l.Template)
			if lines.Scan(p.text[c.Start:c.End]).Severity >= lines.Fault {
				x.value += 0.7 / (1 + 0.1*float64(k))
			}
			if k == len(chunks)-1 {
				x.value = max(x.value, 0.35*l.Value)
			}
		}
		out = append(out, x)
	}
	return out
}

// lineClass is the coarse shape of a line: its indent, what it begins with, and
// whether it fails.
func (p *prose) lineClass(i int) string {
	l := &p.lines[i]
	text := p.text[l.Body:l.End]
	at := lines.Trim(text, lines.Span{End: len(text)}).Start
	first := byte('a')
	if at < len(text) {
		switch c := text[at]; {
		case isDigit(c):
			first = '9'
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
		default:
			first = c
		}
	}
	class := "line" + strconv.Itoa(min(l.Indent, 12)) + string(rune(first))
	if l.Failing() {
		class += "!"
	}
	return class
}
