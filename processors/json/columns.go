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
	values  map[uint64]int32
	shapes  map[uint32]int32
	kinds   [kindOpaque + 1]int32
	nums    []float64 // in the order of the content
	sorted  []float64
	ordered bool  // the numbers rise or fall throughout, as counters and times do
	mode    int32 // how often the most frequent value occurs
	holders int32 // records that have the pattern, for groups: that have the group, not empty
	last    int32 // the last record counted in holders, plus one
	said    bool  // the one value of a constant column has been valued
	loud    int   // values of an alarm that say that something went wrong
	random  int   // values that look made up by a machine
	bytes   int   // of all values
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
	l.hash, l.shape = hashValue(raw)
	l.words = l.hash
	if l.kind == kindString && len(raw) <= maxWordsHashed {
		l.words = hashWords(raw, l.hash)
	}
}

// maxWordsHashed bounds the bytes of values that are compared by their words.
const maxWordsHashed = 200

// hashWords is a hash of the letters and digits of a value in lower case, so that
// read_file and "Read File" are the same; that of the value where it has no letter.
func hashWords(raw []byte, value uint64) uint64 {
	const prime = 1099511628211
	h, letters := uint64(14695981039346656037), false
	for _, c := range raw {
		switch {
		case c >= 'A' && c <= 'Z':
			c |= 0x20
			fallthrough
		case c >= 'a' && c <= 'z', c >= 0x80:
			letters = true
		case !isDigit(c):
			continue
		}
		h = (h ^ uint64(c)) * prime
	}
	if !letters {
		return value
	}
	return h
}

// hashValue returns the FNV-1a hash of raw (of both ends of a long one) and that
// of its shape: runs of letters and of digits count as one character each. The
// shape looks at the first 60 bytes.
func hashValue(raw []byte) (uint64, uint32) {
	const prime, most = 1099511628211, 4096
	h, shape, last := uint64(14695981039346656037), uint32(2166136261), byte(0)
	for i, c := range raw {
		if i == most {
			h = (h ^ uint64(len(raw))) * prime
			for _, c := range raw[max(most, len(raw)-most):] {
				h = (h ^ uint64(c)) * prime
			}
			break
		}
		h = (h ^ uint64(c)) * prime
		if i >= 60 {
			continue
		}
		switch {
		case isDigit(c):
			c = '9'
		case c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80:
			c = 'a'
		}
		if c != last {
			shape = (shape ^ uint32(c)) * 16777619
		}
		last = c
	}
	return h, shape
}

// count adds a leaf to the statistics of its column.
func (t *tree) count(l *leaf) {
	p := &t.patterns.all[l.pattern]
	p.leaf = true
	c := p.column()
	c.n++
	c.kinds[l.kind]++
	if l.kind == kindString && l.form == formMember && random(t.tape.content[t.tape.nodes[l.node].start:t.tape.nodes[l.node].end]) {
		c.random++
	}
	c.bytes += int(t.tape.nodes[l.node].end - t.tape.nodes[l.node].start)
	if _, known := c.values[l.hash]; known || len(c.values) < maxDistinct {
		c.values[l.hash]++
	}
	if _, known := c.shapes[l.shape]; known || len(c.shapes) < maxDistinct {
		c.shapes[l.shape]++
	}
	c.hold(l.record)
	if x, ok := t.number(l); ok {
		c.nums = append(c.nums, x)
	}
}

func (p *pattern) column() *column {
	if p.col == nil {
		p.col = &column{values: map[uint64]int32{}, shapes: map[uint32]int32{}}
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
	for _, f := range c.values {
		c.mode = max(c.mode, f)
	}
	if len(c.nums) < 4 {
		return
	}
	c.ordered = lines.Monotone(c.nums)
	c.sorted = slices.Clone(c.nums)
	slices.Sort(c.sorted)
}

// constant reports whether all values are the same.
func (c *column) constant() bool { return c.n > 1 && int(c.mode) == c.n }

// categorical reports whether few different values share the column.
func (c *column) categorical() bool {
	return c.n >= 4 && len(c.values) < maxDistinct && float64(len(c.values)) <= math.Max(3, 0.34*float64(c.n))
}

// information is the surprise of seeing one in odds among n things, 0 to 1.
func information(odds, n float64) float64 {
	if n <= 1 || odds <= 1 {
		return 0
	}
	return math.Min(1, math.Log(odds)/math.Log(n))
}
