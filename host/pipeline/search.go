package pipeline

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/sdk"
)

// bounds are those of the time that processors may cost one text, whatever they do.
type bounds struct {
	search, searchPerMiB time.Duration // from the first question to the last plan
	draw, drawPerMiB     time.Duration // to fit and draw one plan
}

// standardBounds leave room for a start, a call and a drawing on a busy machine, and
// then for the same again by the next candidate. Even the slowest of real plans is
// drawn in a fraction of a second.
var standardBounds = bounds{
	search: 30 * time.Second, searchPerMiB: 2 * time.Second,
	draw: 5 * time.Second, drawPerMiB: time.Second,
}

func (r *run) bounded() bounds {
	if r.bounds == (bounds{}) {
		return standardBounds
	}
	return r.bounds
}

// forSize is a bound for so many bytes.
func forSize(base, perMiB time.Duration, bytes int) time.Duration {
	return base + time.Duration(float64(perMiB)*float64(bytes)/(1<<20))
}

// failure is the fault of a candidate, and which it was.
type failure struct {
	*stop
	name, version, transport string
}

// search tries the candidates until the plan of one is drawn. A fault of one is not
// the next one's: it goes on to that like a decline, and the first is remembered as
// the reason of whatever takes the place. Only where the caller gives up, or where
// what failed is not the processor, it ends.
func (r *run) search(ctx context.Context) *stop {
	return r.try(ctx, stage{"process", r.process}, stage{"fit", r.fit})
}

func (r *run) try(ctx context.Context, stages ...stage) *stop {
	r.findEvidence()
	var declined *stop
	for i := 0; i < len(r.candidates); i++ {
		name := r.candidates[i]
		if i > 0 && (ctx.Err() != nil || !time.Now().Before(r.until)) {
			break
		}
		r.asked = name
		s := r.attempt(ctx, i == len(r.candidates)-1, stages)
		switch {
		case s == nil || !s.next:
			return s
		case s.reason == ReasonDeclined:
			declined = s
		case r.failed == nil:
			o := r.out.Outcome
			r.failed = &failure{s, name, o.ProcessorVersion, o.Transport}
			r.standIn(i + 1)
		}
	}
	switch {
	case r.failed != nil:
		o := &r.out.Outcome
		o.Processor, o.ProcessorVersion, o.Transport = r.failed.name, r.failed.version, r.failed.transport
		return r.failed.stop
	case declined != nil:
		return declined
	}
	return stopped(ReasonNoProcessor, "none takes kind %s", r.verdict.Kind)
}

// standIns are the processors that do better than the last resort for a kind whose own
// had a fault: markup has lines with words that tell, but no paragraphs. What was
// declined is not of the kind, and goes to the last resort at once.
var standIns = map[string]string{"html": "log"}

// drawnAs is the kind as which a plan is drawn: the last resort and the stand-ins take
// markup for lines like any others, so that nothing between two of them goes unmarked.
func (r *run) drawnAs() string {
	if r.processor == lastResort || r.processor == standIns[r.host] && r.processor != "" {
		return sdk.KindText
	}
	return r.host
}

// standIn puts the kind's stand-in before the last resort, among the candidates from at
// on.
func (r *run) standIn(at int) {
	name := standIns[r.host]
	k := slices.Index(r.candidates, lastResort)
	if name != "" && k >= at && !slices.Contains(r.candidates, name) {
		r.candidates = slices.Insert(r.candidates, k, name)
	}
}

// attempt goes through the stages with one candidate, within its share of the time.
func (r *run) attempt(caller context.Context, last bool, stages []stage) *stop {
	ctx, cancel := r.share(caller, last)
	defer cancel()
	s := r.guarded(ctx, stages)
	switch {
	case s == nil:
		return nil
	case errors.Is(caller.Err(), context.Canceled):
		return stopped(ReasonCancelled, "%s: %s", r.asked, s.detail)
	case s.reason == ReasonCancelled && caller.Err() == nil:
		s = stopped(ReasonDrawTimeout, "%s: its plan came too late to be drawn", r.asked)
		s.next = true
	case s.reason == ReasonInternal && !s.next:
		s.next, s.detail = true, r.asked+": "+s.detail // its plan may be what broke a stage
	}
	return s
}

// share is the time of one candidate: half of what is left, so that the next one
// has a chance after one that hangs, and all of it for the last.
func (r *run) share(ctx context.Context, last bool) (context.Context, context.CancelFunc) {
	until := r.until
	if theirs, ok := ctx.Deadline(); ok && theirs.Before(until) {
		until = theirs
	}
	if left := time.Until(until); !last && left > 0 {
		until = until.Add(-left / 2)
	}
	return context.WithDeadline(ctx, until)
}

// findEvidence looks for the evidence once: the stages that keep it come after
// several others, and not all of them are always reached.
func (r *run) findEvidence() {
	if r.looked {
		return
	}
	r.looked = true
	r.evidence = evidence.Find(r.content, r.host)
	r.out.Outcome.Evidence.Found = len(r.evidence)
}
