package pipeline

import (
	"context"

	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk"
)

// inspect says what the content is.
func (r *run) inspect(context.Context) *stop {
	r.verdict = inspect.Inspect(r.content, r.in.Tool, r.in.Command)
	r.host = r.verdict.Kind
	if r.in.Kind != "" {
		r.verdict.Kind = r.in.Kind
		if sdk.HostKind(r.in.Kind) {
			r.host = r.in.Kind
		}
	}
	r.out.Outcome.Kind = r.verdict.Kind
	return nil
}
