package json

import "github.com/riffle-dev/riffle/sdk/rank"

var ruleRandom = rank.NewRule("json-random", "random ids are worth less where a name stands beside them")

// Bounds of what looks random.
const (
	minHex    = 8  // digits and letters a to f
	minMixed  = 16 // digits, upper and lower case
	maxRandom = 80 // bytes; longer values are data
)

// random reports whether a raw value is one that a machine made up: a UUID, a hash,
// a token. A prefix with a mark behind it ("call_", "sha256:") may name its kind.
func random(raw []byte) bool {
	for len(raw) > 0 && raw[0] == '"' {
		raw = raw[1:]
	}
	for len(raw) > 0 && raw[len(raw)-1] == '"' {
		raw = raw[:len(raw)-1]
	}
	if len(raw) < minHex || len(raw) > maxRandom {
		return false
	}
	digits, hex, upper, lower, dashes := 0, 0, 0, 0, 0
	for i := len(raw) - 1; i >= 0; i-- {
		c := raw[i]
		if c == '_' || c == ':' || c == '/' {
			break
		}
		switch {
		case isDigit(c):
			digits++
		case c >= 'a' && c <= 'z':
			lower++
			if c <= 'f' {
				hex++
			}
		case c >= 'A' && c <= 'Z':
			upper++
			if c <= 'F' {
				hex++
			}
		case c == '-':
			dashes++
		default:
			return false
		}
	}
	switch {
	case digits == 0 || upper+lower == 0:
		return false
	case hex == upper+lower && digits+hex >= minHex:
		return dashes == 0 || dashes == 4
	}
	return dashes == 0 && len(raw) >= minMixed && upper > 0 && lower > 0
}

// dimRandom takes the weight of columns of random ids in collections that have
// another column which tells the records apart.
func (v *valuer) dimRandom() {
	if !v.set.On(ruleRandom) {
		return
	}
	named := map[int32]int{} // values that tell records apart, by collection
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		if c := p.col; c != nil && p.leaf && p.weight >= weightStatus && !c.mostlyRandom() && !c.categorical() {
			named[p.coll] += c.n
		}
	}
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		if c := p.col; c != nil && p.leaf && p.coll != rootPattern && named[p.coll]*2 >= int(v.size[p.coll]) && c.mostlyRandom() && p.weight > weightWhen {
			p.weight = weightWhen
		}
	}
}

func (c *column) mostlyRandom() bool { return c.random*10 >= c.n*8 }
