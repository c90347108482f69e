package pipeline

import (
	"context"
	"errors"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// process asks one candidate for a plan. An order without a unit is a decline.
func (r *run) process(ctx context.Context) *stop {
	name, o := r.asked, &r.out.Outcome
	p, err := r.Processors.Open(name)
	if err != nil {
		o.Processor, o.ProcessorVersion, o.Transport = name, "", "none"
		return fault(name, err)
	}
	reply, err := p.Process(ctx, sdk.Request{
		Content:   r.content,
		Kind:      r.kindFor(name),
		Tool:      r.in.Tool,
		Command:   r.in.Command,
		MaxTokens: r.planTokens(),
		Evidence:  r.evidence,
		Options:   r.Config.Processors[name].Options,
	})
	if err == nil && len(reply.Plan.Order) == 0 {
		err = sdk.ErrDeclined
	}
	if errors.Is(err, sdk.ErrDeclined) {
		s := stopped(ReasonDeclined, "%v", err)
		s.next = true
		return s
	}
	o.Processor, o.ProcessorVersion, o.Transport = name, r.Processors.Version(name), reply.Transport
	if err != nil {
		return fault(name, err)
	}
	r.processor, r.plan = name, reply.Plan
	o.Dropped, r.breach = reply.Dropped, reply.Breach
	return nil
}

// planTokens is how far a plan must reach: the ceiling, or more where the scale
// makes the estimator's tokens smaller than those of the plan.
func (r *run) planTokens() int {
	return int(float64(r.budget.MaxTokens) * max(1, 1/r.scale))
}

// fault is what a processor's error comes to: another one is asked.
func fault(name string, err error) *stop {
	s := stopped(ReasonInternal, "%s: %v", name, err)
	var f *supervise.Fault
	if errors.As(err, &f) {
		s = stopped(f.Reason, "%s: %v", name, f.Err)
	}
	s.next = true
	return s
}
