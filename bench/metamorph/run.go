package metamorph

import (
	"context"
	"maps"
	"slices"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
)

// Options say how a run goes. The zero value is usable.
type Options struct {
	Seed     uint64
	Workers  int // as in bench.Options
	Progress func(stage string, done, all int)
}

// Move is what a variant of a case did to the scores of a system.
type Move struct {
	System  string   `json:"system"`
	Corpus  string   `json:"corpus"`
	Case    string   `json:"case"`
	Kind    string   `json:"kind"`
	Variant string   `json:"variant"`
	Skipped string   `json:"skipped,omitempty"` // why there is no such variant: everything below is zero
	Error   string   `json:"error,omitempty"`   // the system failed on the variant, which then scores nothing
	Recall  *Pair    `json:"recall,omitempty"`  // at runfile.MainBudget; nil where the case is smaller
	Area    Pair     `json:"auc"`               // over the budgets below the sizes of both
	Lost    []string `json:"lost,omitempty"`    // ids of facts that only the original shows, at runfile.MainBudget or the largest budget below it
	Gained  []string `json:"gained,omitempty"`  // that only the variant shows
}

// Pair is a score of the original and of the variant.
type Pair struct {
	Original float64 `json:"original"`
	Variant  float64 `json:"variant"`
}

// By is how far the variant is from the original.
func (p Pair) By() float64 { return p.Variant - p.Original }

// Run measures systems on all cases with facts and on their variants, a case at a
// time: a variant may be ten times as large. Moves are ordered by case, then variant,
// then system.
func Run(ctx context.Context, sets []bench.Set, systems []bench.System, o Options) ([]Move, error) {
	var moves []Move
	all, done := 0, 0
	for _, s := range sets {
		all += len(s.Cases)
	}
	for _, set := range sets {
		for i := range set.Cases {
			done++
			if o.Progress != nil {
				o.Progress("vary", done, all)
			}
			if len(set.Cases[i].Facts) == 0 {
				continue
			}
			of, err := runCase(ctx, set.Name, set, i, systems, o)
			if err != nil {
				return nil, err
			}
			moves = append(moves, of...)
		}
	}
	return moves, nil
}

func runCase(ctx context.Context, corpusName string, set bench.Set, i int, systems []bench.System, o Options) ([]Move, error) {
	plain := Plain(&set.Cases[i])
	variants := Variants(&plain, o.Seed)
	sets := []bench.Set{{Name: "original"}}
	sets[0].Cases = append(sets[0].Cases, plain)
	for _, v := range variants {
		if v.Skipped == "" {
			s := bench.Set{Name: v.Name}
			s.Cases = append(s.Cases, v.Case)
			sets = append(sets, s)
		}
	}
	run, err := bench.Measure(ctx, sets, systems, bench.Options{Workers: o.Workers, RecallOnly: true, NoChecks: true})
	if err != nil {
		return nil, err
	}
	var moves []Move
	original := run.Case("original", plain.Name)
	for _, v := range variants {
		for _, s := range systems {
			before := original.Result(s.Name)
			if before == nil || before.Error == "" && len(before.Points) == 0 {
				continue // not taken, or too small to be shortened
			}
			m := Move{System: s.Name, Corpus: corpusName, Case: plain.Name, Kind: plain.Kind, Variant: v.Name, Skipped: v.Skipped}
			if v.Skipped == "" {
				m.compare(v.weights(), before, run.Case(v.Name, plain.Name).Result(s.Name))
			}
			moves = append(moves, m)
		}
	}
	return moves, nil
}

// weights are those of the facts that a variant is about.
func (v *Variant) weights() map[string]float64 {
	out := map[string]float64{}
	for _, f := range v.Case.Facts {
		if slices.Contains(v.Key, f.ID) {
			out[f.ID] = f.Weight
		}
	}
	return out
}

// recallOf is the share by weight of the facts that are found.
func recallOf(found []string, weights map[string]float64) float64 {
	part, whole := 0.0, 0.0
	for _, id := range slices.Sorted(maps.Keys(weights)) { // sums do not depend on the order
		whole += weights[id]
		if slices.Contains(found, id) {
			part += weights[id]
		}
	}
	return part / whole
}

// compare fills in the scores. A result that is missing or failed scores nothing.
func (m *Move) compare(weights map[string]float64, before, after *runfile.Result) {
	if after == nil {
		m.Skipped = "the system does not take the variant"
		return
	}
	m.Error = after.Error
	var a, b []score.Point
	var shown *runfile.Point
	for k := range before.Points {
		p := &before.Points[k]
		q := after.At(p.Budget)
		if q == nil && after.Error == "" {
			continue // the variant has fewer tokens
		}
		at, of := score.Point{Budget: p.Budget}, score.Point{Budget: p.Budget, F: recallOf(p.Found, weights)}
		if q != nil {
			at.F = recallOf(q.Found, weights)
		}
		a, b = append(a, of), append(b, at)
		if p.Budget == runfile.MainBudget {
			m.Recall = &Pair{of.F, at.F}
		}
		if p.Budget <= runfile.MainBudget && q != nil {
			shown = p
		}
	}
	m.Area = Pair{score.AUC(a), score.AUC(b)}
	if shown != nil {
		q := after.At(shown.Budget)
		m.Lost, m.Gained = minus(shown.Found, q.Found, weights), minus(q.Found, shown.Found, weights)
	}
}

// minus are the ids of a that b does not have, of those with weights.
func minus(a, b []string, weights map[string]float64) (out []string) {
	for _, id := range a {
		if weights[id] > 0 && !slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	return out
}
