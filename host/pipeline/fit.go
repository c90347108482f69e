package pipeline

import (
	"context"
	"errors"
	"fmt"

	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/host/spill"
)

// fit chooses the units that the target holds, evidence first. The notice is part
// of the budget, so it is drawn with the locator that the original will have.
//
// A plan is foreign: what it does to the drawing is bounded in time. A drawing that is
// late works on a copy, so that what it still writes is nobody's.
func (r *run) fit(ctx context.Context) *stop {
	if r.store == nil && r.Config.RetainOriginal {
		return stopped(ReasonNoStore, "no store is configured")
	}
	limits := r.bounded()
	bound := forSize(limits.draw, limits.drawPerMiB, len(r.content))
	within, cancel := context.WithTimeout(ctx, bound)
	defer cancel()
	x := *r
	drawn := make(chan *stop, 1)
	go func() { drawn <- caught(func() *stop { return x.draw(within) }) }()
	var s *stop
	select {
	case s = <-drawn:
		*r = x
	case <-within.Done():
		s = stopped(ReasonCancelled, "%v", within.Err())
	}
	if s != nil && s.reason == ReasonCancelled && ctx.Err() == nil {
		s = stopped(ReasonDrawTimeout, "%s: its plan was not drawn within %s", r.processor, bound)
		s.next = true
	}
	return s
}

func (r *run) draw(ctx context.Context) *stop {
	if r.store != nil && !r.stored {
		r.locator = r.store.Locate(r.meta(), r.in.Raw, r.storedContent())
	}
	units := len(r.plan.Units)
	plan, cover := fit.Cover(r.content, r.plan, r.evidence)
	r.out.Outcome.Evidence.Added = len(plan.Units) - units
	r.page = render.NewPage(r.content, &plan, r.drawnAs())
	return r.choose(ctx, cover)
}

func (r *run) choose(ctx context.Context, cover [][]int) *stop {
	var err error
	r.choice, err = r.fitTo(ctx, cover, r.budget.TargetTokens)
	switch {
	case errors.Is(err, fit.ErrNoRoom):
		return stopped(ReasonNoRoom, "target %d tokens", r.budget.TargetTokens)
	case ctx.Err() != nil:
		return stopped(ReasonCancelled, "%v", ctx.Err())
	case err != nil:
		return stopped(ReasonEstimator, "%s: %v", r.Estimator.Name(), err)
	}
	shown := map[int]bool{}
	for _, i := range r.choice.Shown {
		shown[i] = true
	}
	kept := 0
	for _, units := range cover {
		all := len(units) > 0
		for _, i := range units {
			all = all && shown[i]
		}
		if all {
			kept++
		}
	}
	r.out.Outcome.Evidence.Kept = kept
	return nil
}

func (r *run) fitTo(ctx context.Context, cover [][]int, target int) (fit.Choice, error) {
	return fit.Fit(ctx, r.job(cover), r.kept(target))
}

func (r *run) job(cover [][]int) fit.Job {
	return fit.Job{
		Page: r.page, Evidence: cover, Count: r.scaledCount, Below: len(r.in.Raw),
		Notice: func(budget int) render.Notice {
			n := r.noticeFor(r.processor)
			n.Short = budget < render.ShortBelow
			return n
		},
	}
}

func (r *run) meta() spill.Meta {
	return spill.Meta{
		Session: r.in.Session, Tool: r.in.Tool, Kind: r.verdict.Kind, CallID: r.in.CallID, Command: r.in.Command,
		ExitStatus: r.in.ExitStatus, IsError: r.in.IsError,
	}
}

// storedContent is the content that the store keeps beside the exact bytes: none
// where they are the same.
func (r *run) storedContent() []byte {
	if r.cleaned {
		return r.content
	}
	return nil
}

// noticeFor is the notice of a replacement without its counts.
func (r *run) noticeFor(processor string) render.Notice {
	n := render.Notice{
		Processor: processor, Before: r.tokens, Sampled: r.out.Outcome.Sampled, Estimated: r.estimates(), Estimator: r.counter(),
		ID: r.locator.ID, Path: r.locator.Path, Hint: render.Hint(r.Config.Spill.Hint),
	}
	if g := r.in.Given; g != nil && r.locator.ID != "" {
		n.Hint, n.Given = render.HintGiven, g.Hint
	}
	if r.locator.TextPath != "" {
		n.Path = r.locator.TextPath
	}
	switch {
	case r.in.ExitStatus != nil:
		n.Status = fmt.Sprintf("exit %d", *r.in.ExitStatus)
	case r.in.IsError:
		n.Status = "tool error"
	}
	return n
}
