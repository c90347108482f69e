package estimate

import (
	"math"
	"slices"
)

// Errors are how far counts are from true ones over some samples. An error is
// count/true - 1: -0.1 is a tenth too low.
type Errors struct {
	Of      string  `json:"of,omitempty"` // the kind or script; "" for all
	Samples int     `json:"samples"`
	Error   float64 `json:"error"` // mean of the absolute errors; over all kinds: the mean of the kinds
	Bias    float64 `json:"bias"`  // sum of counts over sum of true ones, less 1; over all kinds: the mean of the kinds
	P95     float64 `json:"p95"`   // absolute error that 95 % of the samples do not exceed
	Worst   Far     `json:"worst"` // the largest absolute error; zero where there is none
	Under   Far     `json:"under"` // the lowest count; zero where none is too low
}

// Far is one sample that is far off.
type Far struct {
	Sample string  `json:"sample,omitempty"` // the text, and "@" and the byte at which the sample begins
	Error  float64 `json:"error"`
}

// tally collects the errors of a group.
type tally struct {
	abs            []float64
	counted, truth int
	worst, under   Far
}

func (t *tally) add(s *sample, count, truth int) {
	far := float64(count)/float64(truth) - 1
	t.abs = append(t.abs, math.Abs(far))
	t.counted, t.truth = t.counted+count, t.truth+truth
	if math.Abs(far) > math.Abs(t.worst.Error) {
		t.worst = Far{s.name(), far}
	}
	if far < t.under.Error {
		t.under = Far{s.name(), far}
	}
}

func (t *tally) errors(of string) Errors {
	e := Errors{Of: of, Samples: len(t.abs), Worst: t.worst, Under: t.under}
	if len(t.abs) == 0 {
		return e
	}
	for _, a := range t.abs {
		e.Error += a / float64(len(t.abs))
	}
	e.Bias = float64(t.counted)/float64(t.truth) - 1
	slices.Sort(t.abs)
	e.P95 = t.abs[(95*len(t.abs)+99)/100-1]
	return e
}

// groups are tallies by name.
type groups map[string]*tally

func (g groups) at(name string) *tally {
	if g[name] == nil {
		g[name] = &tally{}
	}
	return g[name]
}

// errors are those of the groups in the order of the names.
func (g groups) errors(names []string) []Errors {
	out := []Errors{}
	for _, n := range names {
		if t := g[n]; t != nil {
			out = append(out, t.errors(n))
		}
	}
	return out
}
