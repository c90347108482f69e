package pipeline

import (
	"bytes"
	"context"

	"github.com/riffle-dev/riffle/host/render"
)

// ceiling gives the preview, its head, its tail and lines of evidence between them, to
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
	hurried := ctx.Err() != nil
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
	if !hurried {
		r.findEvidence()
	}
	src := render.NewSource(r.content)
	src.Pieces = pieces(r.content, r.evidence)
	c, err := r.previewOf(ctx, src)
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
	o.Evidence.Added, o.Evidence.Kept = 0, 0
	for _, s := range r.evidence {
		if bytes.Contains(r.out.Text, r.content[s.Start:s.End]) {
			o.Evidence.Kept++
		}
	}
	r.out.Locator = &loc
	return nil
}
