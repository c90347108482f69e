package pipeline

import (
	"context"

	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/sdk"
)

// replace puts the shorter text in place, only where it is smaller in tokens and
// in bytes. The store learns the text first, so that it is known when it comes
// back.
func (r *run) replace(context.Context) *stop {
	return r.replaceBy(r.choice, ReasonOK, r.processor)
}

// replaceBy puts a text of a processor in place. Where another one had a fault
// before, its fault is the reason, and who served stands beside it.
func (r *run) replaceBy(c fit.Choice, reason, processor string) *stop {
	if c.Tokens >= r.tokens || len(c.Text) >= len(r.in.Raw) {
		return stopped(ReasonNotSmaller, "%d of %d tokens, %d of %d bytes", c.Tokens, r.tokens, len(c.Text), len(r.in.Raw))
	}
	if r.stored {
		if err := r.store.Record(r.locator, []byte(c.Text)); err != nil {
			return stopped(ReasonNoStore, "%v", err)
		}
	}
	o := &r.out.Outcome
	o.Action, o.Reason, o.Detail, o.Fallback = Replaced, reason, "", ""
	if r.failed != nil {
		o.Reason, o.Detail, o.Fallback = r.failed.reason, r.failed.detail, processor
	}
	o.TokensAfter, o.BytesAfter = c.Tokens, int64(len(c.Text))
	r.out.Text = []byte(c.Text)
	for _, i := range c.Shown {
		u := &r.page.Plan().Units[i]
		r.out.Shown = append(r.out.Shown, Shown{Start: u.Span.Start, End: u.Span.End, Text: u.Text})
	}
	r.out.Omitted = omissions(c)
	return nil
}

func omissions(c fit.Choice) []Omission {
	out := make([]Omission, 0, len(c.Body.Gaps))
	for _, g := range c.Body.Gaps {
		s := sdk.Span(g.Span)
		out = append(out, Omission{Start: s.Start, End: s.End, Unit: g.Unit, Count: g.Count, Ref: g.Ref})
	}
	return out
}
