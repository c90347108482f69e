package pipeline

import (
	"context"

	"github.com/riffle-dev/riffle/host/clean"
)

// extract decodes the text and takes terminal control out of it. Only a
// replacement shows this content; what passes through is the exact bytes, and so
// is what is stored.
func (r *run) extract(context.Context) *stop {
	if !r.Config.Enabled {
		return stopped(ReasonDisabled, "")
	}
	var err error
	if r.budget, err = r.Config.ForTool(r.in.Tool).With(r.in.Overrides); err != nil {
		return stopped(ReasonInternal, "%v", err)
	}
	if len(r.in.Raw) == 0 {
		return stopped(ReasonEmpty, "")
	}
	// A token is at least a byte, and decoding makes of a byte three at most.
	if len(r.in.Raw)*3 <= r.budget.MinTokens {
		return stopped(ReasonBelowMinTokens, "%d bytes", len(r.in.Raw))
	}
	r.content, r.cleaned = clean.Clean(r.in.Raw)
	return nil
}
