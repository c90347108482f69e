package estimate

import (
	"math"
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// tally collects the errors of a group.
type tally struct {
	abs            []float64
	counted, truth int
	worst, under   runfile.Far
}

func (t *tally) add(s *sample, count, truth int) {
	far := float64(count)/float64(truth) - 1
	t.abs = append(t.abs, math.Abs(far))
	t.counted, t.truth = t.counted+count, t.truth+truth
	if math.Abs(far) > math.Abs(t.worst.Error) {
		t.worst = runfile.Far{Sample: s.name(), Error: far}
	}
	if far < t.under.Error {
		t.under = runfile.Far{Sample: s.name(), Error: far}
	}
}

func (t *tally) errors(of string) runfile.Errors {
	e := runfile.Errors{Of: of, Samples: len(t.abs), Worst: t.worst, Under: t.under}
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
func (g groups) errors(names []string) []runfile.Errors {
	out := []runfile.Errors{}
	for _, n := range names {
		if t := g[n]; t != nil {
			out = append(out, t.errors(n))
		}
	}
	return out
}
