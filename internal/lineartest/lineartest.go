// Package lineartest checks that work grows in proportion to its input, as a ratio
// inside one run: a time by itself says more about the machine than about the code.
package lineartest

import (
	"math"
	"testing"
	"time"
)

// factor is how much larger the second input is, and most how much longer it may
// take: work that grows with the square takes factor squared times as long.
const (
	factor = 4
	most   = 2.5 * factor
)

// floor keeps start-up costs and the timer's grain out of the ratio.
const floor = 5 * time.Millisecond

// Check runs f with inputs of size n and 4n and fails where the larger takes far
// more than four times as long. Of each the quickest of three runs counts.
func Check(t *testing.T, n int, f func(n int)) {
	t.Helper()
	small, large := quickest(n, f), quickest(factor*n, f)
	if ratio := float64(large+floor) / float64(small+floor); ratio > most {
		t.Errorf("an input of %d took %v, one of %d took %v: %.1f times as long, expected about %d", n, small, factor*n, large, ratio, factor)
	}
}

func quickest(n int, f func(int)) time.Duration {
	best := time.Duration(math.MaxInt64)
	for range 3 {
		start := time.Now()
		f(n)
		best = min(best, time.Since(start))
	}
	return best
}
