package log

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheSorterSortsAsAStableSortDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 1000} {
		values := make([]float64, n)
		for i := range values {
			switch random.IntN(4) {
			case 0:
				values[i] = float64(random.IntN(5)) - 2
			case 1:
				values[i] = math.Copysign(0, -1)
			default:
				values[i] = random.NormFloat64() * math.Pow(10, float64(random.IntN(40)-20))
			}
		}
		by := newSorter(n)
		order := by.mixed()
		assert.Len(t, order, n)
		want := slices.Clone(order)
		slices.SortStableFunc(want, func(a, b int32) int {
			switch x, y := values[a], values[b]; {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return 0
		})
		assert.Equal(t, want, by.falling(order, values))
		slices.Sort(want)
		for i, k := range want {
			assert.Equal(t, int32(i), k, "each index once")
		}
	}
}
