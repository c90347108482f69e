package pipeline

import (
	"context"
	"slices"
)

// lastResort is the processor that takes what every other one declines.
const lastResort = "text"

// route lists the processors to ask: the one of the first route in the
// configuration that matches, then those that declare the kind, by name, then
// the last resort.
func (r *run) route(context.Context) *stop {
	add := func(name string) {
		if !slices.Contains(r.candidates, name) {
			r.candidates = append(r.candidates, name)
		}
	}
	if name, ok := r.Config.Route(r.in.Tool, r.in.Command); ok {
		add(name)
	}
	for _, name := range r.Processors.ForKind(r.verdict.Kind) {
		add(name)
	}
	add(lastResort)
	return nil
}
