package bench

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
)

// Estimator is an estimator whose counts are compared with exact ones.
type Estimator struct {
	Plugin supervise.Plugin
	Close  func() error // nil: closes Plugin
	// Again makes an equal one that has counted nothing yet; nil: it costs a process.
	Again func() (*Estimator, error)
}

// AllEstimators stands for the names of all bundled estimators.
const AllEstimators = "all"

// EstimatorNames are the bundled estimators by name.
func EstimatorNames(o PipelineOptions) []string {
	reg := o.registry()
	defer reg.Close()
	var out []string
	for _, e := range reg.Estimators() {
		out = append(out, e.Name)
	}
	return out
}

// OpenEstimators opens bundled estimators, AllEstimators among the names for all of
// them. What it opened is returned with an error too.
func OpenEstimators(names []string, o PipelineOptions) (out []*Estimator, err error) {
	var all []string
	for _, n := range names {
		if n == AllEstimators {
			all = append(all, EstimatorNames(o)...)
		} else {
			all = append(all, n)
		}
	}
	for _, n := range all {
		e, err := Builtin(n, o)
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// Builtin is a bundled estimator.
func Builtin(name string, o PipelineOptions) (*Estimator, error) {
	reg := o.registry()
	p, err := reg.Estimator(name)
	if err != nil {
		_ = reg.Close()
		return nil, fmt.Errorf("bench: %w", err)
	}
	e := &Estimator{Plugin: p, Close: reg.Close}
	if p.Transport() != registry.Subprocess {
		e.Again = func() (*Estimator, error) { return Builtin(name, o) }
	}
	return e, nil
}

// EstimatorSet is the contents of subjects with their samples and true counts.
func EstimatorSet(subjects []*score.Subject) *estimate.Set {
	var texts []estimate.Text
	for _, s := range subjects {
		texts = append(texts, estimate.Text{Name: s.Case.Name, Kind: s.Case.Kind, Content: []byte(s.Content)})
	}
	return estimate.NewSet(texts)
}

// Measure counts every sample of a set.
func (e *Estimator) Measure(ctx context.Context, set *estimate.Set) (runfile.Estimator, error) {
	about, err := e.Plugin.Describe(ctx)
	if err != nil {
		return runfile.Estimator{}, fmt.Errorf("bench: estimator %s: %w", e.Plugin.Name(), err)
	}
	info := about.Estimator
	r := runfile.Estimator{Name: info.Name, About: info.Summary, Transport: e.Plugin.Transport(), Encoding: info.Encoding, Exact: info.Exact}
	a, err := set.Measure(ctx, e.Plugin, info.Encoding)
	if err != nil {
		return r, err
	}
	r.Against, r.Sizes, r.Failed, r.Reason = a.Against, a.Sizes, a.Failed, a.Reason
	whole := r.At(estimate.Sizes[0].Name)
	r.Error, r.Kinds = whole.All.Error, []runfile.Estimate{}
	for _, k := range whole.Kinds {
		r.Kinds = append(r.Kinds, runfile.Estimate{Kind: k.Of, Cases: k.Samples, Error: k.Error, Bias: k.Bias, Worst: k.Worst.Sample, Far: k.Worst.Error})
	}
	return r, nil
}

// Time says how fast it counts the texts of a stopwatch's set.
func (e *Estimator) Time(ctx context.Context, w *estimate.Stopwatch) (runfile.Speed, error) {
	return w.Time(ctx, func() (estimate.Opened, error) {
		if e.Again == nil {
			return estimate.Opened{Counter: e.Plugin, Elsewhere: true, Close: func() error { return nil }}, nil
		}
		again, err := e.Again()
		if err != nil {
			return estimate.Opened{}, err
		}
		return estimate.Opened{Counter: again.Plugin, Close: again.close}, nil
	})
}

// Compare measures estimators on a set, and times them where timed is true. An
// estimator that fails on a text that is timed has no timing. The second of a name
// is called "NAME#2".
func Compare(ctx context.Context, set *estimate.Set, estimators []*Estimator, timed bool, progress func(done, all int)) (out []runfile.Estimator, timings []runfile.EstimatorTiming, err error) {
	names := map[string]int{}
	for i, e := range estimators {
		progress(i, len(estimators))
		r, err := e.Measure(ctx, set)
		if err != nil {
			return nil, nil, err
		}
		names[r.Name]++
		if n := names[r.Name]; n > 1 {
			r.Name = fmt.Sprintf("%s#%d", r.Name, n)
		}
		out = append(out, r)
	}
	if n, _ := set.Texts(); !timed || n == 0 || len(estimators) == 0 {
		return out, nil, nil
	}
	watch, err := set.NewStopwatch()
	if err != nil {
		return nil, nil, err
	}
	defer watch.Close()
	for i, e := range estimators {
		progress(i, len(estimators))
		if out[i].Failed > 0 {
			continue
		}
		v, err := e.Time(ctx, watch)
		if err != nil {
			return nil, nil, fmt.Errorf("bench: timing the estimator %s: %w", out[i].Name, err)
		}
		timings = append(timings, runfile.EstimatorTiming{Name: out[i].Name, Speed: v})
	}
	return out, timings, nil
}

func (e *Estimator) close() error {
	if e.Close != nil {
		return e.Close()
	}
	return e.Plugin.Close()
}
