package lines

import (
	"math"
	"slices"
)

// excess maps x to a quarter of it and three quarters of what it is above the
// median of all.
func excess(x []float64) {
	if len(x) == 0 {
		return
	}
	m := nth(slices.Clone(x), len(x)/2)
	for i, v := range x {
		above := 0.0
		if v > m && m < 1 {
			above = (v - m) / (1 - m)
		}
		x[i] = 0.25*v + 0.75*above
	}
}

// nth returns the element that stood at k if x were sorted. It reorders x.
func nth(x []float64, k int) float64 {
	for len(x) > 16 {
		// the median of three, at places that no usual order makes extreme
		a, b, c := x[len(x)/5], x[len(x)/2], x[len(x)-1-len(x)/7]
		pivot := max(min(a, b), min(max(a, b), c))
		less, i, more := 0, 0, len(x)
		for i < more {
			switch v := x[i]; {
			case v < pivot:
				x[i], x[less] = x[less], v
				less++
				i++
			case v > pivot:
				more--
				x[i], x[more] = x[more], v
			default:
				i++
			}
		}
		switch {
		case k < less:
			x = x[:less]
		case k >= more:
			x, k = x[more:], k-more
		default:
			return pivot
		}
	}
	slices.Sort(x)
	return x[k]
}

// surprise is how unlikely one of n things is among total, from 0 to 1.
func surprise(n, total float64) float64 {
	if total <= 1 || n <= 0 {
		return 0
	}
	return math.Max(0, math.Log(total/n)/math.Log(total))
}
