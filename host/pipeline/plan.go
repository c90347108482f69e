package pipeline

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// Planned is a content with the plan of its processor, ready to be fitted to any
// budget. Nothing of it is stored, and thresholds do not apply.
type Planned struct {
	Content   []byte
	Kind      string
	Processor string
	Fault     string // of the processor that was asked first, and why this one serves; "" where it had none
	Tokens    int    // of the content
	Evidence  []sdk.Span
	Plan      sdk.Plan // with units for evidence that the processor left out

	run   *run
	cover [][]int
}

// Plan runs the stages up to the plan. MaxTokens of the input's overrides says how
// far the plan must reach.
func (p *Pipeline) Plan(ctx context.Context, in Input) (*Planned, error) {
	r := p.newRun(in)
	r.in.Overrides.MinTokens = 1
	process := func(ctx context.Context) *stop { return r.try(ctx, stage{"process", r.process}) }
	s := r.guarded(ctx, []stage{{"extract", r.extract}, {"inspect", r.inspect}, {"count", r.count}, {"route", r.route}, {"", process}})
	if s != nil {
		return nil, fmt.Errorf("pipeline: no plan: %s: %s", s.reason, s.detail)
	}
	plan, cover := fit.Cover(r.content, r.plan, r.evidence)
	r.page = render.NewPage(r.content, &plan, r.drawnAs())
	planned := &Planned{
		Content: r.content, Kind: r.verdict.Kind, Processor: r.processor, Tokens: r.tokens,
		Evidence: r.evidence, Plan: plan, run: r, cover: cover,
	}
	switch {
	case r.failed != nil:
		planned.Fault = r.failed.reason + ": " + r.failed.detail
	case r.breach != nil:
		planned.Fault = fmt.Sprintf("%s: %d units dropped: %v", supervise.ReasonInvalidReply, r.out.Outcome.Dropped, r.breach)
	}
	return planned, nil
}

// Fit draws what a budget in tokens holds, with a notice that names the locator.
func (p *Planned) Fit(ctx context.Context, budget int, loc spill.Locator) (fit.Choice, error) {
	r := *p.run
	r.locator = loc
	return r.fitTo(ctx, p.cover, budget)
}
