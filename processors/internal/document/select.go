package document

import (
	"math"
	"slices"
)

// maxRanked bounds the units that are ranked: ranking looks at each of them many
// times, and a budget takes a few thousand at most.
const maxRanked = 30_000

// worth is what a unit would bring for its size if it were ranked alone.
type worth struct {
	unit  int
	score float64
}

// note remembers the worth of a unit.
func (p *planner) note(unit int, value float64, size int) {
	const bytesPerToken, rowTokens = 4, 5
	if value > 0 {
		p.worths = append(p.worths, worth{unit, value / math.Pow(float64(size)/bytesPerToken+rowTokens, 0.9)})
	}
}

// thin takes the value of those units that are too many and worth least. They stay
// in their rows, so that the gaps are seen, and can still be needed by others.
func (p *planner) thin() {
	if len(p.worths) <= maxRanked {
		return
	}
	slices.SortStableFunc(p.worths, func(a, b worth) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	for _, w := range p.worths[maxRanked:] {
		p.b.SetValue(w.unit, 0)
	}
}
