package bench

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/supervise"
)

// Estimator is an estimator whose counts are compared with those of o200k_base.
type Estimator struct {
	Plugin supervise.Plugin
	Close  func() error // nil: closes Plugin
}

// Builtin is a bundled estimator.
func Builtin(name string, o PipelineOptions) (*Estimator, error) {
	reg := o.registry()
	p, err := reg.Estimator(name)
	if err != nil {
		_ = reg.Close()
		return nil, fmt.Errorf("bench: %w", err)
	}
	return &Estimator{Plugin: p, Close: reg.Close}, nil
}

// RunEstimator is how far the counts of an estimator are from those of o200k_base,
// on the whole content of each case.
type RunEstimator struct {
	Name      string        `json:"name"`
	About     string        `json:"about,omitempty"`
	Transport string        `json:"transport"`
	Encoding  string        `json:"encoding"` // that it counts or imitates
	Exact     bool          `json:"exact"`    // of its own encoding
	Error     float64       `json:"error"`    // mean over kinds
	Kinds     []RunEstimate `json:"kinds"`    // by name
	Failed    int           `json:"failed"`   // cases that it did not count
	Reason    string        `json:"reason,omitempty"`
}

// RunEstimate is how far the counts are for one kind.
type RunEstimate struct {
	Kind  string  `json:"kind"`
	Cases int     `json:"cases"`
	Error float64 `json:"error"` // mean of |count - true| / true
	Bias  float64 `json:"bias"`  // sum of counts over sum of true ones, less 1
	Worst string  `json:"worst"` // the case with the largest error
	Far   float64 `json:"far"`   // that error, with its sign
}

// Measure counts every subject, one at a time.
func (e *Estimator) Measure(ctx context.Context, subjects []*score.Subject) (RunEstimator, error) {
	about, err := e.Plugin.Describe(ctx)
	if err != nil {
		return RunEstimator{}, fmt.Errorf("bench: estimator %s: %w", e.Plugin.Name(), err)
	}
	info := about.Estimator
	r := RunEstimator{Name: info.Name, About: info.Summary, Transport: e.Plugin.Transport(), Encoding: info.Encoding, Exact: info.Exact}
	sums := map[string]*tally{}
	for _, s := range subjects {
		if s.Content == "" {
			continue
		}
		counts, err := e.Plugin.CountTokens(ctx, [][]byte{[]byte(s.Content)})
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			if r.Failed++; r.Reason == "" {
				r.Reason = s.Case.Name + ": " + err.Error()
			}
			continue
		}
		if sums[s.Case.Kind] == nil {
			sums[s.Case.Kind] = &tally{}
		}
		sums[s.Case.Kind].add(s, counts[0])
	}
	var names []string
	for k := range sums {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		t := sums[k]
		t.Kind, t.Error, t.Bias = k, t.sum/float64(t.Cases), float64(t.counted)/float64(t.truth)-1
		r.Kinds = append(r.Kinds, t.RunEstimate)
		r.Error += t.Error / float64(len(names))
	}
	return r, nil
}

// tally adds up the counts of a kind.
type tally struct {
	RunEstimate
	sum            float64
	counted, truth int
}

func (t *tally) add(s *score.Subject, count int) {
	truth := s.Counter().Count(s.Content)
	far := float64(count)/float64(truth) - 1
	t.Cases++
	t.sum += math.Abs(far)
	t.counted += count
	t.truth += truth
	if t.Worst == "" || math.Abs(far) > math.Abs(t.Far) {
		t.Worst, t.Far = s.Case.Name, far
	}
}

func (e *Estimator) close() error {
	if e.Close != nil {
		return e.Close()
	}
	return e.Plugin.Close()
}
