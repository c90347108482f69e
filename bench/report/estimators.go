package report

import (
	"fmt"
	"html/template"
	"math"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
)

// estimatorRow is one estimator of one run.
type estimatorRow struct {
	*runfile.Estimator
	Label string
	Color template.CSS
	Sizes []estimatorCell // as estimate.Sizes
	Kinds []estimatorKind
	Speed *runfile.EstimatorTiming // nil where it was not timed

	ordinal int
}

// estimatorCell is the errors at one size.
type estimatorCell struct {
	None bool
	runfile.Errors
}

type estimatorKind struct {
	Kind  string
	Cells []estimatorCell
}

// estimatorRows are the estimators of all runs. Older runs know whole texts alone.
func estimatorRows(runs []Run) []estimatorRow {
	var out []estimatorRow
	for _, r := range runs {
		for i := range r.File.Estimators {
			e := &r.File.Estimators[i]
			row := estimatorRow{Estimator: e, Label: e.Name, Speed: r.File.EstimatorTiming(e.Name), ordinal: len(out)}
			if len(runs) > 1 {
				row.Label = r.Name + ": " + e.Name
			}
			row.Color = template.CSS(palette[row.ordinal%len(palette)])
			row.take()
			out = append(out, row)
		}
	}
	return out
}

func (r *estimatorRow) take() {
	for k := range r.Estimator.Kinds {
		r.Kinds = append(r.Kinds, estimatorKind{Kind: r.Estimator.Kinds[k].Kind})
	}
	for i, z := range estimate.Sizes {
		at := r.At(z.Name)
		all := estimatorCell{None: true}
		switch {
		case at != nil:
			all = estimatorCell{Errors: at.All, None: at.All.Samples == 0}
		case i == 0 && len(r.Estimator.Kinds) > 0:
			all = estimatorCell{Errors: runfile.Errors{Error: r.Error}}
		}
		r.Sizes = append(r.Sizes, all)
		for k := range r.Kinds {
			r.Kinds[k].Cells = append(r.Kinds[k].Cells, kindCell(r.Estimator, at, k, i == 0))
		}
	}
}

func kindCell(e *runfile.Estimator, at *runfile.SizeErrors, k int, whole bool) estimatorCell {
	old := &e.Kinds[k]
	if at == nil && whole {
		return estimatorCell{Errors: runfile.Errors{Error: old.Error, Bias: old.Bias, Worst: runfile.Far{Sample: old.Worst, Error: old.Far}}}
	}
	if at != nil {
		for i := range at.Kinds {
			if at.Kinds[i].Of == old.Kind {
				return estimatorCell{Errors: at.Kinds[i], None: at.Kinds[i].Samples == 0}
			}
		}
	}
	return estimatorCell{None: true}
}

// Whole are the errors on whole texts.
func (r *estimatorRow) Whole() *estimatorCell { return &r.Sizes[0] }

// Long are the errors on the longer samples.
func (r *estimatorRow) Long() *estimatorCell { return &r.Sizes[1] }

// OnAnother is the encoding of an estimator that is compared with another one.
func (r *estimatorRow) OnAnother() string {
	if r.Against == "" || r.Against == r.Encoding {
		return ""
	}
	return r.Encoding
}

// estimatorScatter draws the errors of one size over speed. It is nil where no estimator
// was timed at that size.
func estimatorScatter(rows []estimatorRow, size int) *chart {
	var dots []dot
	for i := range rows {
		r := &rows[i]
		if r.Speed == nil || !(r.Speed.MBPerS > 0) || math.IsInf(r.Speed.MBPerS, 0) || size >= len(r.Sizes) || r.Sizes[size].None || !(math.Abs(r.Sizes[size].Error) < 1e6) {
			continue
		}
		if len(dots) == 0 && r.Speed.Times > 0 {
			if mbps := r.Speed.MBPerS / r.Speed.Times; mbps > 0 && !math.IsInf(mbps, 0) {
				dots = append(dots, dot{"(pkoukk/tiktoken-go)", point{math.Log10(mbps), 0}, grey})
			}
		}
		dots = append(dots, dot{short(r.Label), point{math.Log10(r.Speed.MBPerS), math.Sqrt(100 * max(0, r.Sizes[size].Error))}, palette[r.ordinal%len(palette)]})
	}
	if len(dots) == 0 {
		return nil
	}
	what := "whole texts"
	if size > 0 {
		what = "samples of " + estimate.Sizes[size].Name
	}
	c := newScatter(fmt.Sprintf("error over speed: %s", what), dots)
	c.x.label, c.y.label = "MB/s on one processor", "mean error, % (root scale)"
	return c
}

// scatters are those of all sizes.
func scatters(rows []estimatorRow) (out []*chart) {
	for i := range estimate.Sizes {
		if c := estimatorScatter(rows, i); c != nil {
			out = append(out, c)
		}
	}
	return out
}
