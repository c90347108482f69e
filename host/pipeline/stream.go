package pipeline

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/host/spill"
)

// MaxContent is the most bytes of a text that is planned: the cap of the wire.
// Larger ones stream into the store and get the preview.
const MaxContent = 64 << 20

// edgeBytes is how much of a stream's beginning and end is kept for its preview.
const edgeBytes = 256 << 10

// StreamStore is a store that takes originals that do not fit into memory.
type StreamStore interface {
	SaveStream(ctx context.Context, meta spill.Meta, r io.Reader) (spill.Locator, error)
}

// RunStream decides on a text of more than MaxContent bytes with bounded memory: it
// streams into the store and the preview takes its place. Where that cannot be,
// the result has no Text and the whole text is read from the returned reader,
// which is nil otherwise. in.Raw is ignored.
func (p *Pipeline) RunStream(ctx context.Context, in Input, r io.Reader) (Result, io.Reader) {
	in.Raw = nil
	x := p.newRun(in)
	rest := r
	s := x.guarded(ctx, []stage{{"stream", func(ctx context.Context) *stop {
		var s *stop
		s, rest = x.stream(ctx, r)
		return s
	}}})
	if s != nil {
		x.pass(s)
	}
	x.out.Outcome.Millis["total"] = time.Since(x.start).Milliseconds()
	if x.out.Text != nil {
		return x.out, nil
	}
	return x.out, rest
}

func (r *run) stream(ctx context.Context, in io.Reader) (*stop, io.Reader) {
	store, _ := r.store.(StreamStore)
	switch {
	case !r.Config.Enabled:
		return stopped(ReasonDisabled, ""), in
	case r.Config.Excluded(r.in.Tool):
		return stopped(ReasonExcludedTool, "%s", r.in.Tool), in
	case r.readsBack():
		return stopped(ReasonReadBack, ""), in
	case store == nil:
		return stopped(ReasonNoStore, "no store is configured"), in
	}
	budget, err := r.Config.ForTool(r.in.Tool).With(r.in.Overrides)
	if err != nil {
		return stopped(ReasonInternal, "%v", err), in
	}
	r.budget = budget
	m := &meter{}
	loc, err := store.SaveStream(ctx, r.meta(), io.TeeReader(in, m))
	if err != nil {
		var cut *spill.Interrupted
		if errors.As(err, &cut) {
			in = io.MultiReader(cut.Read, in)
		}
		return stopped(ReasonNoStore, "%v", err), in
	}
	r.locator, r.stored = loc, true
	r.out.Locator = &loc
	r.out.Outcome.BytesBefore = m.bytes
	if s := r.previewStream(ctx, m); s != nil {
		f, err := openStored(loc)
		if err != nil {
			return stopped(ReasonInternal, "%v", err), bytes.NewReader(nil)
		}
		return s, f
	}
	return nil, nil
}

// previewStream draws the preview of a stream that has been stored.
func (r *run) previewStream(ctx context.Context, m *meter) *stop {
	head, _ := clean.Clean(whole(m.head))
	tail, _ := clean.Clean(m.tail())
	counts, err := r.scaledCount(ctx, [][]byte{head, tail})
	if err != nil || len(counts) != 2 {
		return stopped(ReasonEstimator, "%s: %v", r.Estimator.Name(), err)
	}
	r.tokens = int(float64(counts[0]+counts[1]) * float64(m.bytes) / float64(max(1, len(head)+len(tail))))
	r.out.Outcome.TokensBefore, r.out.Outcome.Sampled, r.out.Outcome.Estimated = r.tokens, true, r.estimates()
	c, err := r.previewOf(ctx, render.Source{Head: head, Tail: tail, Chars: m.chars, Pieces: m.evidence.found()})
	if err != nil {
		return stopped(ReasonNoRoom, "%v", err)
	}
	if err := r.store.Record(r.locator, []byte(c.Text)); err != nil {
		return stopped(ReasonNoStore, "%v", err)
	}
	o := &r.out.Outcome
	o.Action, o.Reason, o.Processor = Replaced, ReasonTooLarge, previewName
	o.TokensAfter, o.BytesAfter = c.Tokens, int64(len(c.Text))
	r.out.Text = []byte(c.Text)
	return nil
}

// meter keeps the edges and the evidence of a stream and counts it.
type meter struct {
	bytes int64
	chars int // bytes that begin a code point
	head  []byte
	ring  []byte
	at    int

	evidence streamed
}

func (m *meter) Write(b []byte) (int, error) {
	m.bytes += int64(len(b))
	m.chars += starts(b)
	_, _ = m.evidence.Write(b) // it never fails
	if n := edgeBytes - len(m.head); n > 0 {
		m.head = append(m.head, b[:min(n, len(b))]...)
	}
	for rest := b[max(0, len(b)-edgeBytes):]; len(rest) > 0; {
		if len(m.ring) < edgeBytes {
			n := min(edgeBytes-len(m.ring), len(rest))
			m.ring, rest = append(m.ring, rest[:n]...), rest[n:]
			continue
		}
		n := copy(m.ring[m.at:], rest)
		m.at, rest = (m.at+n)%edgeBytes, rest[n:]
	}
	return len(b), nil
}

// tail is the end of the stream from the first whole character on.
func (m *meter) tail() []byte {
	t := append(append([]byte(nil), m.ring[m.at:]...), m.ring[:m.at]...)
	for k := 0; k < utf8.UTFMax && len(t) > 0 && !utf8.RuneStart(t[0]); k++ {
		t = t[1:]
	}
	return t
}

// whole leaves out a character that is cut at the end.
func whole(b []byte) []byte {
	for k := 1; k < utf8.UTFMax && k <= len(b); k++ {
		if c := b[len(b)-k]; utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-k:]) {
				return b[:len(b)-k]
			}
			break
		}
	}
	return b
}
