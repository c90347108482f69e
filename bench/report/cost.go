package report

import (
	"slices"

	"golang.org/x/perf/benchmath"
)

// costRow is what the outputs of one system cost, over all cases.
type costRow struct {
	*series
	Cells []costCell // one for each of the budgets
}

type costCell struct {
	None    bool
	In, Out int
}

// Ratio is tokens out over tokens in.
func (c costCell) Ratio() float64 { return float64(c.Out) / float64(max(1, c.In)) }

// timingRow is how long one system takes, over the cases that were timed.
type timingRow struct {
	*series
	Cases, Budget          int
	Median, Lo, Hi         float64 // 10^6 bytes of input per second
	Slowest                float64 // milliseconds
	SlowestCase            string
	AllocsPerKB, BytesPerB float64 // medians, of input
}

func (v *view) costs() {
	for _, s := range v.Series {
		sum := s.run.Summary(s.system, "")
		if sum == nil {
			continue
		}
		row := costRow{series: s}
		for _, b := range v.Budgets {
			cell := costCell{None: true}
			for _, r := range sum.Recall {
				if r.Budget == b {
					cell = costCell{In: r.TokensIn, Out: r.TokensOut}
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		v.Costs = append(v.Costs, row)
		if t, ok := timing(s); ok {
			v.Timings = append(v.Timings, t)
		}
	}
}

func timing(s *series) (row timingRow, ok bool) {
	if s.run.Timings == nil {
		return row, false
	}
	row.series = s
	var speeds, allocs, bytes []float64
	for _, t := range s.run.Timings.Results {
		c := s.run.Case(t.Corpus, t.Case)
		if t.System != s.system || t.MBPerS <= 0 || c == nil || c.Bytes == 0 {
			continue
		}
		row.Budget = t.Budget
		speeds = append(speeds, t.MBPerS)
		allocs = append(allocs, 1000*float64(t.Allocs)/float64(c.Bytes))
		bytes = append(bytes, float64(t.AllocBytes)/float64(c.Bytes))
		if t.Millis > row.Slowest {
			row.Slowest, row.SlowestCase = t.Millis, t.Case
		}
	}
	if row.Cases = len(speeds); row.Cases == 0 {
		return row, false
	}
	m := summary(speeds)
	row.Median, row.Lo, row.Hi = m.Center, max(slices.Min(speeds), m.Lo), min(slices.Max(speeds), m.Hi)
	row.AllocsPerKB, row.BytesPerB = summary(allocs).Center, summary(bytes).Center
	return row, true
}

// summary is the median with the interval that holds it at 95 %; few values leave the
// interval open.
func summary(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), 0.95)
}
