package tally

import (
	"fmt"
	"sync"
	"testing"
)

func TestOneCraneCounts(t *testing.T) {
	for n := 1; n <= 40; n++ {
		t.Run(fmt.Sprintf("lifts=%03d", n), func(t *testing.T) {
			b := New()
			for i := 0; i < n; i++ {
				b.Add("B1", 2)
			}
			if got := b.Sum(); got != 2*n {
				t.Errorf("the book has %d lifts; expected %d", got, 2*n)
			}
			t.Logf("%d lifts at B1, sum %d", n, b.Sum())
		})
	}
}

func TestManyCranesCount(t *testing.T) {
	b := New()
	var wg sync.WaitGroup
	for c := 0; c < 2; c++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b.Add(fmt.Sprintf("B%d", c), 1)
		}()
	}
	wg.Wait()
	if b.Sum() != 2 {
		t.Errorf("sum is %d", b.Sum())
	}
}

func TestFailureOfOneBerthIsNotTheOthers(t *testing.T) {
	for _, berth := range []string{"B1", "B2", "B3", "B4", "B5", "B6"} {
		t.Run("ErrorAt"+berth, func(t *testing.T) {
			b := New()
			b.Add(berth, 1)
			t.Logf("panic at %s would leave %d lifts counted", berth, b.Sum())
		})
	}
}
