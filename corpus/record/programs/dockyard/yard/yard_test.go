package yard

import (
	"fmt"
	"testing"
)

func depths() map[string]int {
	m := map[string]int{}
	for i := 0; i < 24; i++ {
		m[fmt.Sprintf("N%02d", i)] = 600 + 40*i
	}
	return m
}

func TestShallowestBerthFirst(t *testing.T) {
	for d := 500; d < 1400; d += 20 {
		t.Run(fmt.Sprintf("draught=%d", d), func(t *testing.T) {
			y := New(depths())
			got := y.Assign(Ship{"Alma", d}, 60)
			t.Logf("a ship of %d cm gets %s", d, got)
		})
	}
}

func TestNoBerthIsNoError(t *testing.T) {
	y := New(depths())
	if got := y.Assign(Ship{"Koloss", 2200}, 60); got != "" {
		t.Errorf("the Koloss got %s", got)
	}
}

func TestLeaveWhileOthersArrive(t *testing.T) {
	y := New(depths())
	y.Assign(Ship{"Alma", 540}, 60)
	done := make(chan bool)
	go func() {
		y.Assign(Ship{"Brise", 700}, 60)
		close(done)
	}()
	y.Leave("Nobody")
	<-done
}
