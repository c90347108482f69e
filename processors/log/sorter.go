package log

import "math"

// sorter sorts indices by numbers, in time linear in them: a comparison of lines by
// their values costs more than reading them.
type sorter struct {
	keys, other []uint64
	order       []int32
}

func newSorter(n int) *sorter {
	return &sorter{keys: make([]uint64, n), other: make([]uint64, n), order: make([]int32, n)}
}

const (
	digitBits = 11
	digits64  = 6 // digits of 11 bits in 64 bits
)

// falling sorts order by falling values; those of equal value stay in their order.
// The result takes the place of order, which must not be used after.
func (s *sorter) falling(order []int32, values []float64) []int32 {
	var counts [digits64][1 << digitBits]int32
	for k, i := range order {
		key := fallingKey(values[i])
		s.keys[k] = key
		for d := range counts {
			counts[d][key>>(d*digitBits)&(1<<digitBits-1)]++
		}
	}
	for d := range counts {
		c, at, whole := &counts[d], int32(0), false
		for b, n := range c {
			whole = whole || int(n) == len(order)
			c[b] = at
			at += n
		}
		if whole {
			continue // all have the same digit
		}
		for k, i := range order {
			b := s.keys[k] >> (d * digitBits) & (1<<digitBits - 1)
			s.other[c[b]], s.order[c[b]] = s.keys[k], i
			c[b]++
		}
		s.keys, s.other = s.other, s.keys
		order, s.order = s.order, order
	}
	return order
}

// fallingKey maps values to numbers that rise where the values fall.
func fallingKey(v float64) uint64 {
	if v == 0 {
		v = 0 // not the negative one
	}
	b := math.Float64bits(v)
	if b>>63 == 0 {
		return ^b &^ (1 << 63)
	}
	return b
}

// mixed is all indices, in an order that has none.
func (s *sorter) mixed() []int32 {
	const golden = 2654435761 // odd, so that no two indices meet
	order, hashes := make([]int32, len(s.keys)), make([]float64, len(s.keys))
	for i := range order {
		order[i] = int32(i)
		hashes[i] = -float64(uint32(i) * golden)
	}
	return s.falling(order, hashes)
}
