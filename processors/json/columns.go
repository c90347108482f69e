package json

import (
	"math"
	"slices"
	"strconv"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// column is what the values of one pattern have in common.
type column struct {
	n       int
	values  tally
	shapes  tally
	kinds   [kindOpaque + 1]int32
	nums    []float64 // in the order of the content
	sorted  []float64
	ordered bool  // the numbers rise or fall throughout, as counters and times do
	holders int32 // records that have the pattern, for groups: that have the group, not empty
	last    int32 // the last record counted in holders, plus one
	said    bool  // the one value of a constant column has been valued
	loud    int   // values of an alarm that say that something went wrong
	random  int   // values that look made up by a machine
	bytes   int   // of all values
	taken   int   // values that came up while choosing
}

// maxDistinct is how many different values of a column are counted. A column with
// more is not categorical, whatever the counts are.
const maxDistinct = 4096

// measure takes the hashes of a leaf's value and shape.
func (t *tree) measure(l *leaf) {
	n := &t.tape.nodes[l.node]
	raw := t.tape.content[n.start:n.end]
	l.kind = n.kind
	if l.form == formKey {
		raw, l.kind = t.tape.content[n.key:n.keyEnd], kindString
	}
	l.hash = hashValue(raw)
	l.shape = hashShape(raw)
	l.words = uint32(l.hash)
	if l.kind == kindString && len(raw) <= maxWordsHashed {
		l.words = hashWords(raw, l.words)
	}
}

// hashValue is a hash of raw, of both ends of a long one.
func hashValue(raw []byte) uint64 {
	const most = 4096
	if len(raw) <= 2*most {
		return hashBytes(raw)
	}
	return mix(hashBytes(raw[:most])^uint64(len(raw)), spread) ^ hashBytes(raw[len(raw)-most:])
}

// maxWordsHashed bounds the bytes of values that are compared by their words.
const maxWordsHashed = 200

// hashWords is a hash of the letters and digits of a value in lower case, so that
// read_file and "Read File" are the same; that of the value where it has no letter.
func hashWords(raw []byte, value uint32) uint32 {
	const prime = 1099511628211
	h, highest := uint64(14695981039346656037), byte(0)
	for _, c := range raw {
		if c = folded[c]; c != 0 {
			h = (h ^ uint64(c)) * prime
			highest = max(highest, c)
		}
	}
	if highest < 'a' { // digits alone
		return value
	}
	return uint32(h>>32) ^ uint32(h)
}

// folded are letters in lower case and digits; 0 is anything else. Bytes of characters
// beyond ASCII count as letters.
var folded = func() (f [256]byte) {
	for i := range f {
		switch c := byte(i); {
		case c >= 'A' && c <= 'Z':
			f[i] = c | 0x20
		case c >= 'a' && c <= 'z', c >= 0x80, isDigit(c):
			f[i] = c
		}
	}
	return f
}()

// hashShape is a hash of the shape of raw: runs of letters and of digits count as one
// character each. It looks at the first 60 bytes.
func hashShape(raw []byte) uint32 {
	shape, last := uint32(2166136261), byte(0)
	for _, c := range raw[:min(len(raw), 60)] {
		if c = shaped[c]; c != last {
			shape = (shape ^ uint32(c)) * 16777619
			last = c
		}
	}
	return shape
}

// shaped is what a byte counts as in a shape.
var shaped = func() (s [256]byte) {
	for i := range s {
		switch c := byte(i); {
		case isDigit(c):
			s[i] = '9'
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
			s[i] = 'a'
		default:
			s[i] = c
		}
	}
	return s
}()

// count adds a leaf to the statistics of its column.
func (t *tree) count(l *leaf) {
	p := &t.patterns.all[l.pattern]
	p.leaf = true
	c := p.column()
	c.n++
	c.kinds[l.kind]++
	n := &t.tape.nodes[l.node]
	if l.kind == kindString && l.form == formMember && random(t.tape.content[n.start:n.end]) {
		c.random++
	}
	c.bytes += int(n.end - n.start)
	c.values.add(l.hash)
	c.shapes.add(uint64(l.shape))
	c.hold(l.record)
	if x, ok := t.number(l); ok {
		c.nums = append(c.nums, x)
	}
}

func (p *pattern) column() *column {
	if p.col == nil {
		p.col = &column{}
	}
	return p.col
}

// hold counts a record that has the column. Records come in order.
func (c *column) hold(rec int32) {
	if c.last != rec+1 {
		c.holders++
		c.last = rec + 1
	}
}

// number is the value of a leaf that is a finite number. It ranks; what is shown
// is always the text.
func (t *tree) number(l *leaf) (float64, bool) {
	if l.kind != kindNumber {
		return 0, false
	}
	n := &t.tape.nodes[l.node]
	x, err := strconv.ParseFloat(string(t.tape.content[n.start:n.end]), 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// finish derives what needs all values.
func (c *column) finish() {
	if len(c.nums) < 4 {
		return
	}
	c.ordered = lines.Monotone(c.nums)
	c.sorted = slices.Clone(c.nums)
	slices.Sort(c.sorted)
}

// constant reports whether all values are the same.
func (c *column) constant() bool { return c.n > 1 && int(c.values.most) == c.n }

// categorical reports whether few different values share the column.
func (c *column) categorical() bool {
	return c.n >= 4 && c.values.n < maxDistinct && float64(c.values.n) <= max(3, 0.34*float64(c.n))
}

// information is the surprise of seeing one in odds among n things, 0 to 1.
func information(odds, n float64) float64 {
	if n <= 1 || odds <= 1 {
		return 0
	}
	return min(1, math.Log(odds)/math.Log(n))
}
