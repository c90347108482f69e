package score

import "math"

// Recall says which facts of a case stand in a text.
type Recall struct {
	Found  []bool // per fact
	F      float64
	Heavy  Share // facts of weight 3
	Middle Share // facts that first occur in the middle 80 % of the input
}

// Share is a part of a whole; parts of several cases add up.
type Share struct{ Part, Whole float64 }

// Value is Part/Whole, 0 where there is no whole.
func (s Share) Value() float64 {
	if s.Whole == 0 {
		return 0
	}
	return s.Part / s.Whole
}

func (s *Share) add(weight float64, in bool) {
	s.Whole += weight
	if in {
		s.Part += weight
	}
}

// Recall looks for the facts in a text.
func (s *Subject) Recall(text string) Recall {
	normalised := Normalise(text)
	r := Recall{Found: make([]bool, len(s.needles))}
	var all Share
	for i, n := range s.needles {
		in, f := n.In(normalised), s.Case.Facts[i]
		r.Found[i] = in
		all.add(f.Weight, in)
		if f.Weight == 3 {
			r.Heavy.add(f.Weight, in)
		}
		if s.middle(i) {
			r.Middle.add(f.Weight, in)
		}
	}
	r.F = all.Value()
	return r
}

// Point is the value of a curve at one budget.
type Point struct {
	Budget int
	F      float64
}

// AUC is the normalised area under a curve over log2 of the budget, by trapezoids.
// One point is its own area; no point at all is none.
func AUC(curve []Point) float64 {
	switch len(curve) {
	case 0:
		return 0
	case 1:
		return curve[0].F
	}
	area := 0.0
	for i := 1; i < len(curve); i++ {
		a, b := curve[i-1], curve[i]
		area += (a.F + b.F) / 2 * (log2(b.Budget) - log2(a.Budget))
	}
	return area / (log2(curve[len(curve)-1].Budget) - log2(curve[0].Budget))
}

func log2(n int) float64 { return math.Log2(float64(n)) }

// Monotony counts the facts found at one budget that are gone at the next:
// Part of Whole.
func Monotony(recalls []Recall) Share {
	var m Share
	for i := 1; i < len(recalls); i++ {
		for k, in := range recalls[i-1].Found {
			if in {
				m.add(1, !recalls[i].Found[k])
			}
		}
	}
	return m
}

// Skill places an area between that of head+tail (0) and that of the oracle (1).
func Skill(auc, headTail, oracle float64) float64 {
	if oracle <= headTail {
		return 0
	}
	return (auc - headTail) / (oracle - headTail)
}
