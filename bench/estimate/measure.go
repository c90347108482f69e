package estimate

import (
	"context"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Accuracy is how far the counts of one estimator are from exact ones.
type Accuracy struct {
	Against string               `json:"against"` // the encoding that was counted exactly
	Sizes   []runfile.SizeErrors `json:"sizes"`   // as Sizes
	Failed  int                  `json:"failed"`  // texts that it did not count at some size
	Reason  string               `json:"reason,omitempty"`
}

// At are the errors at a size, nil where there are none.
func (a *Accuracy) At(size string) *runfile.SizeErrors {
	for i := range a.Sizes {
		if a.Sizes[i].Size == size {
			return &a.Sizes[i]
		}
	}
	return nil
}

// Measure counts every sample. What an estimator fails on is told, not an error.
func (s *Set) Measure(ctx context.Context, c Counter, encoding string) (Accuracy, error) {
	a := Accuracy{Against: Against(encoding)}
	truths, err := s.truths(ctx, a.Against)
	if err != nil {
		return a, err
	}
	failed := map[*Text]bool{}
	for z, size := range Sizes {
		all, kinds, scripts := &tally{}, groups{}, groups{}
		truth := truths[z]
		for _, batch := range batches(s.samples[z]) {
			counts, err := c.CountTokens(ctx, bytesOf(batch))
			if ctx.Err() != nil {
				return a, ctx.Err()
			}
			if err != nil {
				failed[batch[0].text] = true
				if a.Reason == "" {
					a.Reason = batch[0].text.Name + ": " + err.Error()
				}
			}
			for i := range counts {
				sample := &batch[i]
				for _, t := range []*tally{all, kinds.at(sample.text.Kind), scripts.at(sample.script)} {
					t.add(sample, counts[i], truth[i])
				}
			}
			truth = truth[len(batch):]
		}
		e := runfile.SizeErrors{Size: size.Name, All: all.errors(""), Kinds: kinds.errors(s.kinds), Scripts: scripts.errors(Scripts)}
		e.All.Error, e.All.Bias = 0, 0
		for _, k := range e.Kinds {
			e.All.Error += k.Error / float64(len(e.Kinds))
			e.All.Bias += k.Bias / float64(len(e.Kinds))
		}
		a.Sizes = append(a.Sizes, e)
	}
	a.Failed = len(failed)
	return a, nil
}
