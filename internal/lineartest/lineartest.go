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

// rounds is how often the ratio may be taken until it is believed.
const rounds = 4

// Check runs f with inputs of size n and 4n and fails where the larger takes far
// more than four times as long, whenever it is tried. Of each the quickest run counts.
func Check(t *testing.T, n int, f func(n int)) {
	t.Helper()
	small, large := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range rounds {
		small, large = min(small, timed(n, f)), min(large, timed(factor*n, f))
		if float64(large+floor) <= most*float64(small+floor) {
			return
		}
	}
	t.Errorf("an input of %d took %v, one of %d took %v: %.1f times as long, expected about %d",
		n, small, factor*n, large, float64(large+floor)/float64(small+floor), factor)
}

// timed is how long f takes by the clock or by this process's own processor time,
// whichever is less: other work on the machine lengthens the first, a test beside
// this one the second.
func timed(n int, f func(int)) time.Duration {
	start, worked := time.Now(), computing()
	f(n)
	took, work := time.Since(start), computing()-worked
	if work > 0 {
		return min(took, work)
	}
	return took
}
