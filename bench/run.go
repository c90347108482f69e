// Package bench measures systems that shorten tool results: what they keep of the
// facts of a corpus at every budget, whether what they say is true, and what it costs.
package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/clean"
)

// Result is what one system does with one case.
type Result struct {
	Corpus, Case, Kind, System string
	Processor                  string // that served the case, where that can differ
	Tokens                     int    // of the input
	HasFacts                   bool   // false: run for its robustness only
	Skipped                    bool   // the system does not take such cases
	Points                     []Point
	AUC                        float64
	Monotony                   score.Share // facts gone at the next budget, of those found
	Headline                   float64     // 0.60 AUC + 0.15 S + 0.15 H + 0.10 R, 0 where a gate fails
	Gates                      []string    // failures that concern no single budget
	Err                        error       // the system failed: the case scores nothing
}

// Point is what one system does with one case at one budget.
type Point struct {
	Budget, Tokens int
	Text           string
	score.Recall
	score.Judgement
}

// At is the point of a budget, nil where the input is smaller than it.
func (r *Result) At(budget int) *Point {
	for i := range r.Points {
		if r.Points[i].Budget == budget {
			return &r.Points[i]
		}
	}
	return nil
}

// Options say how a run goes. The zero value is usable.
type Options struct {
	Budgets    []int // default score.Budgets
	Workers    int   // 0: one per processor
	RecallOnly bool  // facts alone: no gates but the budget, no honesty, structure or recoverability; faster
	NoChecks   bool  // leave out what is measured one case at a time: cost, and the gates that need further runs
	Texts      bool  // keep the outputs in the run file
	Ablate     []string
	Estimators []*Estimator
	Progress   func(stage string, done, all int) // called from one goroutine at a time
}

// Set is a corpus, or some of its cases.
type Set struct {
	Name  string
	Cases []corpus.Case
}

// newCounter is one counter for all runs: it remembers what it has counted.
var newCounter = sync.OnceValues(score.NewCounter)

// Measure measures every system on every case of the sets. But for its timings the
// run is the same each time.
func Measure(ctx context.Context, sets []Set, systems []System, o Options) (*runfile.Run, error) {
	began := time.Now()
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := Distinct(systems); err != nil {
		return nil, err
	}
	counter, err := newCounter()
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	cases := subjects(sets, counter, o)
	results := run(ctx, cases, systems, o)
	timings := &runfile.Timings{Jobs: o.Workers}
	if !o.NoChecks && !o.RecallOnly && ctx.Err() == nil {
		if timings.Results, err = check(ctx, cases, systems, o, results); err != nil {
			return nil, err
		}
	}
	var estimators []runfile.Estimator
	if len(o.Estimators) > 0 && ctx.Err() == nil {
		estimators, timings.Estimators, err = compareEstimators(ctx, cases, o)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("bench: interrupted: %w", ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	file := newRunFile(cases, systems, results, o)
	file.Estimators = estimators
	timings.Seconds = time.Since(began).Seconds()
	file.Timings = timings
	return file, nil
}

func (o Options) withDefaults() (Options, error) {
	if o.Budgets == nil {
		o.Budgets = score.Budgets
	}
	o.Budgets = slices.Compact(slices.Sorted(slices.Values(o.Budgets)))
	if len(o.Budgets) == 0 || o.Budgets[0] <= 0 {
		return o, fmt.Errorf("bench: budgets are %v; expected positive numbers of tokens", o.Budgets)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	o.Ablate = slices.Sorted(slices.Values(o.Ablate))
	return o, nil
}

// subject is a case of a set, made ready when it is first needed.
type subject struct {
	*corpus.Case
	set   string
	ready func() *score.Subject
}

func subjects(sets []Set, counter *score.Counter, o Options) []subject {
	var out []subject
	for _, set := range sets {
		for i := range set.Cases {
			c := &set.Cases[i]
			out = append(out, subject{c, set.Name, sync.OnceValue(func() *score.Subject { return NewSubject(c, counter) })})
		}
	}
	return out
}

// NewSubject makes a case ready for scoring, with the content that the pipeline works on.
func NewSubject(c *corpus.Case, counter *score.Counter) *score.Subject {
	content, _ := clean.Clean(c.Data)
	return score.NewSubject(c, counter, string(content))
}

// run measures recall and judgements, many cases at once. The results are ordered by
// case, then as the systems are given.
func run(ctx context.Context, cases []subject, systems []System, o Options) []Result {
	results := make([]Result, len(cases)*len(systems))
	work := make(chan int)
	var group sync.WaitGroup
	var progress sync.Mutex
	done := 0
	for range o.Workers {
		group.Go(func() {
			for i := range work {
				s := cases[i].ready()
				budgets := s.BudgetsBelow(o.Budgets)
				for k, system := range systems {
					r := runSystem(ctx, s, system, budgets, o.RecallOnly)
					r.Corpus = cases[i].set
					results[i*len(systems)+k] = r
				}
				progress.Lock()
				done++
				o.Progress("score", done, len(cases))
				progress.Unlock()
			}
		})
	}
	for i := range cases {
		if ctx.Err() == nil {
			work <- i
		}
	}
	close(work)
	group.Wait()
	return results
}

func runSystem(ctx context.Context, s *score.Subject, system System, budgets []int, recallOnly bool) (r Result) {
	r = Result{Case: s.Case.Name, Kind: s.Case.Kind, System: system.Name, Tokens: s.Tokens, HasFacts: len(s.Case.Facts) > 0}
	if system.Takes != nil && !system.Takes(s) {
		r.Skipped = true
		return r
	}
	defer func() {
		if p := recover(); p != nil {
			r = Result{Case: r.Case, Kind: r.Kind, System: r.System, Tokens: r.Tokens, HasFacts: r.HasFacts}
			r.Err = fmt.Errorf("bench: %s panicked on %s: %v\n%s", system.Name, s.Case.Name, p, debug.Stack())
		}
	}()
	points, prepared, err := curve(ctx, s, system, budgets, recallOnly)
	if err != nil {
		r.Err = err
		return r
	}
	r.Points, r.Processor = points, prepared.Processor
	var areas []score.Point
	var recalls []score.Recall
	for _, p := range points {
		areas = append(areas, score.Point{Budget: p.Budget, F: p.F})
		recalls = append(recalls, p.Recall)
	}
	r.AUC, r.Monotony = score.AUC(areas), score.Monotony(recalls)
	r.Headline = headline(&r)
	return r
}

// curve prepares a subject once and measures it at every budget.
func curve(ctx context.Context, s *score.Subject, system System, budgets []int, recallOnly bool) ([]Point, *Prepared, error) {
	prepared, err := system.New(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	var points []Point
	for _, b := range budgets {
		text, err := prepared.At(ctx, b)
		if err != nil {
			return nil, nil, err
		}
		p := Point{Budget: b, Text: text, Tokens: s.Counter().Count(text), Recall: s.Recall(text)}
		if recallOnly {
			p.Gates = budgetGate(p.Tokens, b)
		} else {
			p.Judgement = s.Judge(text, b, p.Found)
			if again, err := prepared.At(ctx, b); err != nil || again != text {
				p.Gates = append(p.Gates, runfile.GateStable.Failure("a second run gives another text"))
			}
		}
		points = append(points, p)
	}
	return points, prepared, nil
}

// budgetGate is the one gate of a run for recall alone.
func budgetGate(tokens, budget int) []string {
	if tokens <= budget {
		return nil
	}
	return []string{runfile.GateSize.Failure("%d tokens for a budget of %d", tokens, budget)}
}

// headline is one number for trends: a gate that fails at any budget zeroes it.
func headline(r *Result) float64 {
	if len(r.Gates) > 0 {
		return 0
	}
	structure, honesty, recoverable := 0.0, 0.0, 0.0
	for _, p := range r.Points {
		if len(p.Gates) > 0 {
			return 0
		}
		n := float64(len(r.Points))
		structure += p.Structure / n
		honesty += p.Honesty / n
		recoverable += p.Recoverable / n
	}
	return 0.60*r.AUC + 0.15*structure + 0.15*honesty + 0.10*recoverable
}

// compareEstimators measures the estimators on the contents of all cases.
func compareEstimators(ctx context.Context, cases []subject, o Options) ([]runfile.Estimator, []runfile.EstimatorTiming, error) {
	var ready []*score.Subject
	for i := range cases {
		ready = append(ready, cases[i].ready())
	}
	return Compare(ctx, EstimatorSet(ready), o.Estimators, !o.NoChecks && !o.RecallOnly, func(done, all int) { o.Progress("estimators", done, all) })
}

// LoadSets loads corpora, checks every case, and leaves out those that choose
// refuses; nil takes all.
func LoadSets(dirs []string, choose func(*corpus.Case) bool) ([]Set, error) {
	var sets []Set
	names := map[string]int{}
	for _, dir := range dirs {
		if info, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
			return nil, fmt.Errorf("bench: there is no folder %s; expected a corpus: name one with --corpus", dir)
		}
		all, err := corpus.Load(dir)
		if err != nil {
			return nil, err
		}
		set := Set{Name: setName(dir, names)}
		var errs []error
		for _, c := range all {
			errs = append(errs, scorable(c).Check())
			if choose == nil || choose(&c) {
				set.Cases = append(set.Cases, c)
			}
		}
		if err := errors.Join(errs...); err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// scorable is a case without the places and counts that are noted with its facts: no
// score depends on them.
func scorable(c corpus.Case) *corpus.Case {
	c.Facts = slices.Clone(c.Facts)
	for i := range c.Facts {
		c.Facts[i].Pos, c.Facts[i].Count = 0, 0
	}
	return &c
}
