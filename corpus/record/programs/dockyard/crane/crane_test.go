package crane

import (
	"fmt"
	"testing"
)

func TestLiftWithinTheCurve(t *testing.T) {
	for metres := 5; metres <= 50; metres += 5 {
		for tonnes := 5; tonnes <= 20; tonnes += 5 {
			t.Run(fmt.Sprintf("%dt_at_%dm", tonnes, metres), func(t *testing.T) {
				c := Crane{ID: "K7", ReachM: 60, LimitT: 55}
				if err := c.Lift(tonnes, metres); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestErrorBeyondReach(t *testing.T) {
	c := Crane{ID: "K2", ReachM: 38, LimitT: 40}
	err := c.Lift(1, 39)
	if err == nil {
		t.Fatal("no error")
	}
	t.Logf("as it should: %v", err)
}

func TestLimitAt47Metres(t *testing.T) {
	c := Crane{ID: "K7", ReachM: 60, LimitT: 55}
	if err := c.Lift(25, 47); err == nil {
		t.Errorf("25 t at 47 m were lifted; the chart of K7 says at most 24 t there")
	}
}
