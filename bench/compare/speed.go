package compare

import (
	"golang.org/x/perf/benchmath"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Speed is the median speed over the cases that both runs timed. It is told and
// never judged: the runs may come from different machines.
type Speed struct {
	Base  float64 `json:"base"` // 10^6 bytes of input per second
	Head  float64 `json:"head"`
	P     float64 `json:"p"`     // of no difference, by the Mann-Whitney U test
	Cases int     `json:"cases"` // in each run
	Delta string  `json:"delta"` // "~" where the runs cannot be told apart
}

// speed compares timings; nil where one of the runs has none.
func speed(base, head *runfile.Run, baseSystem, headSystem string) *Speed {
	b, h := timings(base, baseSystem), timings(head, headSystem)
	var before, after []float64
	for _, k := range sortedKeys(b) {
		if v, ok := h[k]; ok {
			before, after = append(before, b[k]), append(after, v)
		}
	}
	if len(before) == 0 {
		return nil
	}
	x, y := benchmath.NewSample(before, &benchmath.DefaultThresholds), benchmath.NewSample(after, &benchmath.DefaultThresholds)
	s := Speed{Cases: len(before)}
	s.Base = benchmath.AssumeNothing.Summary(x, 0.95).Center
	s.Head = benchmath.AssumeNothing.Summary(y, 0.95).Center
	c := benchmath.AssumeNothing.Compare(x, y)
	s.P, s.Delta = c.P, c.FormatDelta(s.Base, s.Head)
	return &s
}

func timings(r *runfile.Run, system string) map[string]float64 {
	out := map[string]float64{}
	if r.Timings == nil {
		return out
	}
	for _, t := range r.Timings.Results {
		if t.System == system && t.MBPerS > 0 {
			out[t.Case] = t.MBPerS
		}
	}
	return out
}
