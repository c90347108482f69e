package pipeline

import "context"

// notice checks that what the replacement says of itself stands at its very
// beginning and is true: fit drew it with the locator that retain confirmed.
func (r *run) notice(context.Context) *stop {
	if r.choice.Notice.ID != r.locator.ID {
		return stopped(ReasonInternal, "the notice names %q, the store %q", r.choice.Notice.ID, r.locator.ID)
	}
	if r.choice.Tokens > r.budget.MaxTokens {
		return stopped(ReasonNoRoom, "%d tokens", r.choice.Tokens)
	}
	return nil
}
