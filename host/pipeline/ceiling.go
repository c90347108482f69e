package pipeline

import (
	"context"

	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/render"
)

// previewName is the processor of a replacement that no processor made.
const previewName = "preview"

// ceiling gives the head and tail preview, with the exact span between them, to
// what still exceeds maxTokens and to long content that no processor could draw.
// The original is stored first. Exempt are read-backs, excluded tools and whatever
// cannot be stored.
func (r *run) ceiling(ctx context.Context) *stop {
	reason := r.out.Outcome.Reason
	undrawn := reason == ReasonDeclined || reason == ReasonNoProcessor || reason == ReasonNoRoom
	over := r.tokens > r.budget.MaxTokens || undrawn && r.verdict.Chars > r.preview.ThresholdChars
	if r.exempt || !over || !r.Config.Enabled {
		return nil
	}
	// What led here may be the caller's deadline; the preview has its own short way.
	ctx = context.WithoutCancel(ctx)
	detail := r.out.Outcome.Detail
	if r.store == nil {
		return nil
	}
	loc, err := r.store.Save(ctx, r.meta(), r.in.Raw, r.storedContent())
	if err != nil {
		return nil
	}
	r.locator, r.stored = loc, true
	notice := r.noticeFor(previewName)
	notice.Short = r.budget.MaxTokens < render.ShortBelow
	p := r.preview
	c, err := fit.Preview(ctx, render.NewSource(r.content), p.HeadChars, p.TailChars, r.kept(r.budget.MaxTokens), notice, r.scaledCount)
	if err != nil {
		return nil
	}
	if s := r.replaceBy(c, reason, previewName); s != nil {
		return nil
	}
	o := &r.out.Outcome
	if o.Processor, o.ProcessorVersion = previewName, ""; o.Fallback == "" {
		o.Detail = detail
	}
	r.out.Locator = &loc
	return nil
}
