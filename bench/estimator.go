package bench

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/bench/estimate"
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

// RunEstimator is how far the counts of an estimator are from exact ones. Error and
// Kinds are of the whole content of each case.
type RunEstimator struct {
	Name      string                `json:"name"` // unique in the run
	About     string                `json:"about,omitempty"`
	Transport string                `json:"transport"`
	Encoding  string                `json:"encoding"`          // that it counts or imitates
	Against   string                `json:"against,omitempty"` // the encoding that was counted exactly; "" in older files: o200k_base
	Exact     bool                  `json:"exact"`             // of its own encoding
	Error     float64               `json:"error"`             // mean over kinds
	Kinds     []RunEstimate         `json:"kinds"`             // by name
	Sizes     []estimate.SizeErrors `json:"sizes,omitempty"`   // none in older files
	Failed    int                   `json:"failed"`            // cases that it did not count
	Reason    string                `json:"reason,omitempty"`
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

// RunEstimatorTiming is how fast an estimator was.
type RunEstimatorTiming struct {
	Name string `json:"name"`
	estimate.Speed
}

// At are the errors at a size, nil where there are none.
func (r *RunEstimator) At(size string) *estimate.SizeErrors {
	a := estimate.Accuracy{Sizes: r.Sizes}
	return a.At(size)
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
func (e *Estimator) Measure(ctx context.Context, set *estimate.Set) (RunEstimator, error) {
	about, err := e.Plugin.Describe(ctx)
	if err != nil {
		return RunEstimator{}, fmt.Errorf("bench: estimator %s: %w", e.Plugin.Name(), err)
	}
	info := about.Estimator
	r := RunEstimator{Name: info.Name, About: info.Summary, Transport: e.Plugin.Transport(), Encoding: info.Encoding, Exact: info.Exact}
	a, err := set.Measure(ctx, e.Plugin, info.Encoding)
	if err != nil {
		return r, err
	}
	r.Against, r.Sizes, r.Failed, r.Reason = a.Against, a.Sizes, a.Failed, a.Reason
	whole := r.At(estimate.Sizes[0].Name)
	r.Error, r.Kinds = whole.All.Error, []RunEstimate{}
	for _, k := range whole.Kinds {
		r.Kinds = append(r.Kinds, RunEstimate{Kind: k.Of, Cases: k.Samples, Error: k.Error, Bias: k.Bias, Worst: k.Worst.Sample, Far: k.Worst.Error})
	}
	return r, nil
}

// Time says how fast it counts the texts of a stopwatch's set.
func (e *Estimator) Time(ctx context.Context, w *estimate.Stopwatch) (estimate.Speed, error) {
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
func Compare(ctx context.Context, set *estimate.Set, estimators []*Estimator, timed bool, progress func(done, all int)) (out []RunEstimator, timings []RunEstimatorTiming, err error) {
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
		timings = append(timings, RunEstimatorTiming{out[i].Name, v})
	}
	return out, timings, nil
}

func (e *Estimator) close() error {
	if e.Close != nil {
		return e.Close()
	}
	return e.Plugin.Close()
}
