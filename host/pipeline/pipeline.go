// Package pipeline is the guarded pipeline: it takes one tool result and either
// replaces its text by a shorter one or leaves it alone, byte for byte. The full
// original is durable before a shorter text takes its place, and whatever goes
// wrong, the original goes through.
//
// A file holds one stage; they run in the order next, accept, extract, inspect,
// eligible, route, process, fit, retain, notice, replace, ceiling. Process and fit
// are gone through with one processor after another (search.go) until one serves.
package pipeline

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// Processor is a processor behind any transport.
type Processor interface {
	Name() string
	// Process returns a plan that passes sdk.CheckPlan, an error that wraps
	// sdk.ErrDeclined, or a fault.
	Process(ctx context.Context, req sdk.Request) (supervise.Reply, error)
	// Match returns the kind of its own that a content is of, "" for none. Only a
	// Sniffer with Asks is asked.
	Match(ctx context.Context, s sdk.Sample) (string, error)
}

// Sniffer is a processor that knows kinds of content that the inspector does not.
type Sniffer struct {
	Name  string
	Kinds []string // its own
	Magic []string // nil: any content may be of them
	Asks  bool     // it wants to be asked; else the first of Kinds is meant where Magic fits
}

// Processors finds processors.
type Processors interface {
	ForKind(kind string) []string // names that declare the kind, sorted
	Sniffers() []Sniffer          // the highest priority first, then by name
	Open(name string) (Processor, error)
	Version(name string) string
}

// Estimator counts tokens for budgets and reports.
type Estimator interface {
	Name() string
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
	Fast() bool      // counting a whole large content is cheap
	Margin() float64 // how far a true count may exceed the estimate, as a share of it
}

// Exactness is an Estimator that may estimate. The counts of one that does not have
// this method are taken as exact.
type Exactness interface {
	ExactBytes() int // up to how many bytes a text is counted exactly
}

// Overhead is an Estimator of which every text costs something beside its words, as in
// a meter of messages.
type Overhead interface {
	PerText() int // in tokens
}

// Store keeps originals.
type Store interface {
	Locate(meta spill.Meta, original, cleaned []byte) spill.Locator // a guess at what Save will return
	Save(ctx context.Context, meta spill.Meta, original, cleaned []byte) (spill.Locator, error)
	Record(loc spill.Locator, replacement []byte) error
	Made(text []byte) bool
	Holds(path string) bool
}

// Pipeline decides on tool results. It is safe for concurrent use.
type Pipeline struct {
	Config     config.Config
	Processors Processors
	Estimator  Estimator
	Store      Store // nil: nothing can be stored

	bounds bounds // zero in all but tests: the defaults
}

// Input is one text to decide on. Nothing in it is changed.
type Input struct {
	Raw        []byte // the exact bytes
	Tool       string
	Command    string   // the command line, where known
	Scripts    []string // what else the call ran, where known
	Paths      []string // path arguments of the call
	Kind       string   // overrides the inspector's verdict where set
	Session    string
	CallID     string
	IsError    bool
	ExitStatus *int
	Overrides  config.Overrides
	Preview    *config.Preview // instead of the configuration's; nil: that
	Given      *Given          // the caller stored the original itself; nil: it is stored here
}

// Result is what became of a text.
type Result struct {
	Text    []byte // the replacement; nil: the original passes through unchanged
	Outcome Outcome
	Locator *spill.Locator // where the original is, nil where it was not stored
	Shown   []Shown
	Omitted []Omission
}

// run is one text on its way through the stages. Each stage reads what earlier
// ones set.
type run struct {
	*Pipeline
	store   Store // nil: nothing can be stored, or storing this text failed
	in      Input
	start   time.Time
	budget  config.Budget
	content []byte          // extract
	cleaned bool            // content differs from in.Raw
	verdict inspect.Verdict // its kind is the inspector's until a plugin knows better
	host    string          // kind by the inspector
	tokens  int
	scale   float64
	preview config.Preview
	exempt  bool // the ceiling does not apply

	candidates []string  // route
	until      time.Time // no processor is asked after
	evidence   []sdk.Span
	looked     bool   // for evidence
	asked      string // process: the candidate that is being tried
	processor  string // the one that plan is of
	plan       sdk.Plan
	breach     error    // why units of the plan were dropped, nil where none was
	failed     *failure // the first candidate with a fault, nil where there was none

	locator spill.Locator // retain
	stored  bool          // the original is durable
	choice  fit.Choice    // fit
	page    *render.Page

	out Result
}

// newRun starts a text on its way. Until a stage says otherwise, it passes.
func (p *Pipeline) newRun(in Input) *run {
	r := &run{Pipeline: p, store: p.Store, in: in, start: time.Now(), scale: p.Config.Estimator.Scale}
	if r.scale <= 0 {
		r.scale = 1
	}
	r.preview = p.Config.Preview
	if in.Preview != nil {
		r.preview = *in.Preview
	}
	if in.Given != nil {
		r.store = givenStore{Given: *in.Given, own: p.Store}
	}
	r.out.Outcome = Outcome{
		Action: Passed, Transport: "none", Estimator: p.Estimator.Name(),
		BytesBefore: int64(len(in.Raw)), BytesAfter: int64(len(in.Raw)), Millis: map[string]int64{},
	}
	if r.scale != 1 {
		r.out.Outcome.Scale = r.scale
	}
	return r
}

// stop ends the stages with a reason; the text then passes through unless the
// ceiling says otherwise.
type stop struct {
	reason string
	detail string
	next   bool // it is the fault, or the decision, of one processor: another may serve
}

func stopped(reason, format string, args ...any) *stop {
	return &stop{reason: reason, detail: fmt.Sprintf(format, args...)}
}

// Run decides on one text. It never fails: a fault in any stage is a reason for
// the original to pass through.
func (p *Pipeline) Run(ctx context.Context, in Input) Result {
	r := p.newRun(in)
	if s := r.guarded(ctx, r.stages()); s != nil {
		r.pass(s)
		if s := r.guarded(ctx, []stage{{"ceiling", r.ceiling}}); s != nil && s.reason == ReasonInternal {
			r.pass(s)
		}
	}
	r.out.Outcome.Millis["total"] = time.Since(r.start).Milliseconds()
	return r.out
}

type stage struct {
	name string
	run  func(ctx context.Context) *stop
}

func (r *run) stages() []stage {
	return []stage{
		{"extract", r.extract},
		{"inspect", r.inspect},
		{"eligible", r.eligible},
		{"route", r.route},
		{"", r.search},
		{"retain", r.retain},
		{"notice", r.notice},
		{"replace", r.replace},
	}
}

// guarded runs stages until one stops. A panic in a stage is a stop.
func (r *run) guarded(ctx context.Context, stages []stage) *stop {
	for _, st := range stages {
		if err := ctx.Err(); err != nil && st.name != "ceiling" {
			return stopped(ReasonCancelled, "before stage %s: %v", st.name, err)
		}
		began := time.Now()
		s := caught(func() *stop { return st.run(ctx) })
		if st.name != "" {
			// A stage may run more than once: another processor's plan is fitted anew.
			r.out.Outcome.Millis[st.name] += time.Since(began).Milliseconds()
		}
		if s != nil {
			return s
		}
	}
	return nil
}

// caught runs f. A panic in it is a stop.
func caught(f func() *stop) (s *stop) {
	defer func() {
		if v := recover(); v != nil {
			s = stopped(ReasonInternal, "panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f()
}

// pass makes the result that of an unchanged original.
func (r *run) pass(s *stop) {
	o := &r.out.Outcome
	o.Action, o.Reason, o.Detail = Passed, s.reason, s.detail
	if f := r.failed; f != nil && f.reason != s.reason {
		o.Detail = fmt.Sprintf("%s; after %s: %s", s.detail, f.reason, f.detail)
	}
	o.TokensAfter, o.BytesAfter = o.TokensBefore, o.BytesBefore
	r.out.Text, r.out.Locator, r.out.Shown, r.out.Omitted = nil, nil, nil, nil
}
