package pipeline

import "context"

// eligible lets a content go on that is large enough and is not to be left alone:
// the tool is not excluded, the text is not a replacement made earlier, and the
// call did not read an original back, or a recovered original would be shrunk
// again in a loop.
func (r *run) eligible(ctx context.Context) *stop {
	if s := r.spared(); s != nil {
		r.exempt = true
		return s
	}
	if s := r.count(ctx); s != nil {
		return s
	}
	if r.tokens <= r.budget.MinTokens {
		return stopped(ReasonBelowMinTokens, "%d tokens", r.tokens)
	}
	return nil
}

// spared says why a text is left alone whatever its size. Its tokens are not worth
// counting.
func (r *run) spared() *stop {
	switch {
	case r.Config.Excluded(r.in.Tool):
		return stopped(ReasonExcludedTool, "%s", r.in.Tool)
	case r.readsBack():
		return stopped(ReasonReadBack, "")
	case r.store != nil && (r.store.Made(r.in.Raw) || r.cleaned && r.store.Made(r.content)):
		return stopped(ReasonOwnOutput, "")
	}
	return nil
}
