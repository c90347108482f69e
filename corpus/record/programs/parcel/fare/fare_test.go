package fare

import (
	"fmt"
	"testing"
)

func TestPriceRisesWithWeight(t *testing.T) {
	for km := 10; km < 2000; km += 40 {
		t.Run(fmt.Sprintf("%dkm", km), func(t *testing.T) {
			last := 0
			for _, grams := range []int{1, 500, 501, 2000, 2001, 10000, 10001, 31500} {
				got, err := Price(km, grams)
				if err != nil {
					t.Fatal(err)
				}
				if got < last {
					t.Errorf("%d g costs %d cents, less than a lighter parcel at %d", grams, got, last)
				}
				last = got
			}
			t.Logf("heaviest parcel to %d km: %d cents", km, last)
		})
	}
}

func TestPriceErrorHandling(t *testing.T) {
	for name, grams := range map[string]int{"nothing": 0, "negative": -5, "too heavy": 31501} {
		t.Run(name, func(t *testing.T) {
			if _, err := Price(100, grams); err == nil {
				t.Errorf("no error for %d g", grams)
			} else {
				t.Logf("refused as it should be: %v", err)
			}
		})
	}
}

func TestZoneOf(t *testing.T) {
	for _, tc := range []struct{ km, want int }{
		{0, 0}, {1, 0}, {49, 0}, {50, 1}, {149, 1}, {150, 2}, {299, 2}, {300, 3},
		{499, 3}, {500, 4}, {799, 4}, {800, 5}, {1199, 5}, {1200, 6}, {1999, 6},
	} {
		t.Run(fmt.Sprintf("%dkm", tc.km), func(t *testing.T) {
			if got := Of(tc.km); got != tc.want {
				t.Errorf("Of(%d) = %d, want %d: a bound belongs to the zone that begins at it", tc.km, got, tc.want)
			}
		})
	}
}

func TestPriceFarthest(t *testing.T) {
	got, err := Price(2400, 300)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("2400 km: %d cents", got)
}
