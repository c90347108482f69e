package pipeline

import (
	"context"

	"github.com/riffle-dev/riffle/host/spill"
)

// retain makes the original durable: written, flushed, read back and compared.
// With retainOriginal, which is the default, no store means pass through.
func (r *run) retain(ctx context.Context) *stop {
	if r.stored {
		return nil
	}
	if r.store == nil {
		if r.Config.RetainOriginal {
			return stopped(ReasonNoStore, "no store is configured")
		}
		return nil
	}
	guess := r.locator
	loc, err := r.store.Save(ctx, r.meta(), r.in.Raw, r.storedContent())
	switch {
	case err == nil:
		r.stored, r.locator, r.out.Locator = true, loc, &loc
	case r.Config.RetainOriginal:
		return stopped(ReasonNoStore, "%v", err)
	default:
		r.store, r.locator = nil, spill.Locator{}
	}
	if r.locator.ID != guess.ID || r.locator.Path != guess.Path {
		return r.fit(ctx) // the notice must name the file that is there
	}
	return nil
}
