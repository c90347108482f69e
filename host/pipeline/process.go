package pipeline

import (
	"context"
	"errors"

	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// process asks the candidates for a plan until one does not decline. A fault ends
// the search: the original passes through with the fault's reason.
func (r *run) process(ctx context.Context) *stop {
	r.evidence = evidence.Find(r.content, r.host)
	r.out.Outcome.Evidence.Found = len(r.evidence)
	var last error
	for _, name := range r.candidates {
		p, err := r.Processors.Open(name)
		if err != nil {
			r.out.Outcome.Processor = name
			return r.fault(name, err)
		}
		plan, err := p.Process(ctx, sdk.Request{
			Content:   r.content,
			Kind:      r.kindFor(name),
			Tool:      r.in.Tool,
			Command:   r.in.Command,
			MaxTokens: r.planTokens(),
			Evidence:  r.evidence,
			Options:   r.Config.Processors[name].Options,
		})
		if err == nil && len(plan.Order) == 0 {
			err = sdk.ErrDeclined
		}
		if errors.Is(err, sdk.ErrDeclined) {
			last = err
			continue
		}
		o := &r.out.Outcome
		o.Processor, o.ProcessorVersion, o.Transport = name, r.Processors.Version(name), p.Transport()
		if err != nil {
			return r.fault(name, err)
		}
		r.processor, r.plan = name, plan
		return nil
	}
	if last == nil {
		return stopped(ReasonNoProcessor, "none takes kind %s", r.verdict.Kind)
	}
	return stopped(ReasonDeclined, "%v", last)
}

// planTokens is how far a plan must reach: the ceiling, or more where the scale
// makes the estimator's tokens smaller than those of the plan.
func (r *run) planTokens() int {
	return int(float64(r.budget.MaxTokens) * max(1, 1/r.scale))
}

func (r *run) fault(name string, err error) *stop {
	var f *supervise.Fault
	if errors.As(err, &f) {
		return stopped(f.Reason, "%s: %v", name, f.Err)
	}
	return stopped(ReasonInternal, "%s: %v", name, err)
}
