package document

import (
	"math"
	"slices"
)

// maxRanked bounds the units that are ranked: ranking looks at each of them many
// times, and a budget takes a few thousand at most.
const maxRanked = 30_000

// worth is the value of a unit and the bytes that it shows.
type worth struct {
	unit, size int
	value      float64
}

// note remembers the worth of a unit.
func (p *planner) note(unit int, value float64, size int) {
	if value > 0 {
		p.worths = append(p.worths, worth{unit, size, value})
	}
}

// costs holds what pieces of so many bytes cost on a row of their own, to the power
// that the ranking has.
var costs = func() (t [LongPiece + 1]float64) {
	for size := range t {
		t[size] = cost(size)
	}
	return t
}()

func cost(size int) float64 {
	const bytesPerToken, rowTokens = 4, 5
	return math.Pow(float64(size)/bytesPerToken+rowTokens, 0.9)
}

func costOf(size int) float64 {
	if size < len(costs) {
		return costs[size]
	}
	return cost(size)
}

// thin takes the value of those units that are too many and worth least. They stay
// in their rows, so that the gaps are seen, and can still be needed by others.
func (p *planner) thin() {
	if len(p.worths) <= maxRanked {
		return
	}
	slices.SortStableFunc(p.worths, func(a, b worth) int {
		switch x, y := a.value/costOf(a.size), b.value/costOf(b.size); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for _, w := range p.worths[maxRanked:] {
		p.b.SetValue(w.unit, 0)
	}
}
