package pipeline

import (
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

// lastResort is the processor that takes what every other one declines.
const lastResort = "text"

// route lists the processors to ask: the one of the first route in the
// configuration that matches, then those that declare the kind, by name, then those
// of the inspector's kind, then the last resort.
func (r *run) route(ctx context.Context) *stop {
	limits := r.bounded()
	r.until = time.Now().Add(forSize(limits.search, limits.searchPerMiB, len(r.content)))
	name, ok := r.Config.Route(r.in.Tool, r.in.Command, r.verdict.Kind)
	if !ok && r.in.Kind == "" {
		if own := r.sniff(ctx); own != "" {
			name, ok = r.Config.Route(r.in.Tool, r.in.Command, r.verdict.Kind)
			if !ok {
				name, ok = own, true
			}
		}
	}
	if ok {
		r.candidate(name)
	}
	for _, kind := range []string{r.verdict.Kind, r.host} {
		for _, name := range r.Processors.ForKind(kind) {
			r.candidate(name)
		}
	}
	r.candidate(lastResort)
	return nil
}

func (r *run) candidate(name string) {
	if !slices.Contains(r.candidates, name) {
		r.candidates = append(r.candidates, name)
	}
}

// sniff asks the processors with kinds of their own whether the content is of one,
// sets the kind to it and returns the processor's name. A processor that fails to
// answer has not claimed the content.
func (r *run) sniff(ctx context.Context) string {
	for _, s := range r.Processors.Sniffers() {
		if len(s.Magic) > 0 && !slices.ContainsFunc(s.Magic, func(m string) bool { return sdk.MagicFits(m, r.content) }) {
			continue
		}
		kind := s.Kinds[0]
		if s.Asks {
			kind = r.ask(ctx, s.Name)
		}
		if kind != "" && slices.Contains(s.Kinds, kind) {
			r.verdict.Kind, r.out.Outcome.Kind = kind, kind
			return s.Name
		}
	}
	return ""
}

func (r *run) ask(ctx context.Context, name string) string {
	p, err := r.Processors.Open(name)
	if err != nil {
		return ""
	}
	head := r.content[:min(len(r.content), sdk.MaxSample)]
	for len(head) < len(r.content) && len(head) > 0 && !utf8.RuneStart(r.content[len(head)]) {
		head = head[:len(head)-1]
	}
	ctx, cancel := r.share(ctx, false)
	defer cancel()
	kind, err := p.Match(ctx, sdk.Sample{
		Head: head, Bytes: len(r.content), Kind: r.host, Tool: r.in.Tool, Command: r.in.Command,
	})
	if err != nil {
		return ""
	}
	return kind
}

// drawnKind is the kind that a plan speaks of: a page that a processor for lines planned
// is shown as lines.
func (r *run) drawnKind() string {
	for _, kind := range []string{r.verdict.Kind, r.host} {
		if slices.Contains(r.Processors.ForKind(kind), r.processor) {
			return kind
		}
	}
	return sdk.KindText
}

// kindFor is the kind that a processor is told: a kind that only another one knows
// would mean nothing to it.
func (r *run) kindFor(name string) string {
	if sdk.HostKind(r.verdict.Kind) || slices.Contains(r.Processors.ForKind(r.verdict.Kind), name) {
		return r.verdict.Kind
	}
	return r.host
}
