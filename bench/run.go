// Package bench measures systems that shorten tool results: what they keep of the
// facts of a corpus at every budget, and whether what they say is true.
package bench

import (
	"fmt"
	"runtime"
	"sort"
	"sync"

	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

// System is something that shortens tool results.
type System struct {
	Name string
	// New prepares one subject and returns what gives the text for a budget. The
	// subject is shared: it is read only.
	New func(*score.Subject) (Fitter, error)
}

// Fitter gives the text for a budget in tokens.
type Fitter func(budget int) (string, error)

// Baselines are the plain systems of package score.
func Baselines() []System {
	var all []System
	for _, b := range score.Baselines() {
		all = append(all, System{b.Name, func(s *score.Subject) (Fitter, error) {
			at := b.New(s)
			return func(budget int) (string, error) { return at(budget), nil }, nil
		}})
	}
	return all
}

// Result is what one system does with one case.
type Result struct {
	Case, Kind, System string
	Tokens             int  // of the input
	HasFacts           bool // false: run for its robustness only
	Points             []Point
	AUC                float64
	Monotony           score.Share // facts gone at the next budget, of those found
	Headline           float64     // 0.60 AUC + 0.15 S + 0.15 H + 0.10 R, 0 where a gate fails
	Err                error       // the system failed: the case scores nothing
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
	Budgets    []int
	Workers    int                                 // 0: one per processor
	Content    func(*corpus.Case) string           // the cleaned text that systems work on; nil: the decoded input
	RecallOnly bool                                // facts alone: no gates but the budget, no honesty, structure or recoverability; faster
	Done       func(done, all int, c *corpus.Case) // progress, called from one goroutine at a time
}

// Run measures every system on every case. The results are ordered by case, then as
// the systems are given, and are the same on every run.
func Run(cases []corpus.Case, systems []System, o Options) ([]Result, error) {
	counter, err := score.NewCounter()
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	if o.Budgets == nil {
		o.Budgets = score.Budgets
	}
	sort.Ints(o.Budgets)
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	results := make([]Result, len(cases)*len(systems))
	work := make(chan int)
	var group sync.WaitGroup
	var progress sync.Mutex
	done := 0
	for range o.Workers {
		group.Go(func() {
			for i := range work {
				runCase(&cases[i], systems, o, counter, results[i*len(systems):(i+1)*len(systems)])
				progress.Lock()
				done++
				if o.Done != nil {
					o.Done(done, len(cases), &cases[i])
				}
				progress.Unlock()
			}
		})
	}
	for i := range cases {
		work <- i
	}
	close(work)
	group.Wait()
	return results, nil
}

func runCase(c *corpus.Case, systems []System, o Options, counter *score.Counter, into []Result) {
	content := ""
	if o.Content != nil {
		content = o.Content(c)
	}
	s := score.NewSubject(c, counter, content)
	budgets := s.BudgetsBelow(o.Budgets)
	for i, system := range systems {
		into[i] = runSystem(s, system, budgets, o.RecallOnly)
	}
}

func runSystem(s *score.Subject, system System, budgets []int, recallOnly bool) (r Result) {
	r = Result{Case: s.Case.Name, Kind: s.Case.Kind, System: system.Name, Tokens: s.Tokens, HasFacts: len(s.Case.Facts) > 0}
	defer func() {
		if p := recover(); p != nil {
			r.Err = fmt.Errorf("bench: %s panicked on %s: %v", system.Name, s.Case.Name, p)
		}
	}()
	fit, err := system.New(s)
	if err != nil {
		r.Err = err
		return r
	}
	var curve []score.Point
	var recalls []score.Recall
	for _, b := range budgets {
		text, err := fit(b)
		if err != nil {
			r.Err = err
			return r
		}
		p := Point{Budget: b, Text: text, Tokens: s.Counter().Count(text), Recall: s.Recall(text)}
		if !recallOnly {
			p.Judgement = s.Judge(text, b, p.Found)
			if again, err := fit(b); err != nil || again != text {
				p.Gates = append(p.Gates, "G4: a second run gives another text")
			}
		}
		r.Points = append(r.Points, p)
		recalls = append(recalls, p.Recall)
		curve = append(curve, score.Point{Budget: b, F: p.F})
	}
	r.AUC, r.Monotony = score.AUC(curve), score.Monotony(recalls)
	r.Headline = headline(&r)
	return r
}

// headline is one number for trends: a gate that fails at any budget zeroes it.
func headline(r *Result) float64 {
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
