package score

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/corpus"
)

func TestAUC(t *testing.T) {
	for name, tc := range map[string]struct {
		curve []Point
		want  float64
	}{
		"no point":              {nil, 0},
		"one point is its own":  {[]Point{{512, 0.4}}, 0.4},
		"flat":                  {[]Point{{256, 0.5}, {512, 0.5}, {8192, 0.5}}, 0.5},
		"a straight climb":      {[]Point{{256, 0}, {1024, 1}}, 0.5},
		"by the logarithm":      {[]Point{{256, 0}, {512, 1}, {2048, 1}}, 2.5 / 3},
		"budgets of any number": {[]Point{{100, 1}, {1000, 1}}, 1},
	} {
		t.Run(name, func(t *testing.T) { assert.InDelta(t, tc.want, AUC(tc.curve), 1e-12) })
	}
}

func TestMonotonyCountsWhatIsGone(t *testing.T) {
	m := Monotony([]Recall{{Found: []bool{true, true, false}}, {Found: []bool{true, false, true}}, {Found: []bool{true, false, true}}})
	assert.Equal(t, Share{Part: 1, Whole: 4}, m)
}

func TestSkillPlacesBetweenHeadTailAndOracle(t *testing.T) {
	assert.InDelta(t, 0.5, Skill(0.6, 0.4, 0.8), 1e-12)
	assert.Zero(t, Skill(0.6, 0.8, 0.8))
}

func TestRecallWeighsFactsAndTellsTheMiddle(t *testing.T) {
	c := corpus.Case{Data: []byte("first 1\n" + pad(100) + "cause alpha\n" + pad(100) + "last 9\n"), Facts: []corpus.Fact{
		{ID: "a", Text: "first", Weight: 1}, {ID: "b", Text: "cause alpha", Weight: 3}, {ID: "c", Text: "last", Weight: 1}}}
	s := NewSubject(&c, newCounter(t), "")
	r := s.Recall("cause: **alpha**\nlast")
	assert.Equal(t, []bool{false, true, true}, r.Found)
	assert.Equal(t, 0.8, r.F)
	assert.Equal(t, Share{3, 3}, r.Heavy)
	assert.Equal(t, Share{3, 3}, r.Middle)
	assert.Equal(t, []int{100}, s.BudgetsBelow([]int{100, 100_000}))
}

func pad(n int) string {
	b := make([]byte, 0, 6*n)
	for range n {
		b = append(b, "noise\n"...)
	}
	return string(b)
}
