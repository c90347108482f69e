package host

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// maxDebugText is how many bytes of a unit a ranking shows.
const maxDebugText = 120

// Plan makes the plan of a text without fitting, storing or replacing anything.
func (h *Host) Plan(ctx context.Context, in Input) (*pipeline.Planned, error) {
	return h.pipeline.Plan(ctx, in.pipeline())
}

// DebugPlan writes the ranking of a text's plan, best first: place, tokens by
// sdk/tokens, line, item or none, what the unit needs, and the unit.
func (h *Host) DebugPlan(ctx context.Context, w io.Writer, in Input) error {
	if in.Raw == nil && in.Reader != nil {
		raw, rest, err := readCapped(in.Reader, pipeline.MaxContent)
		if err != nil {
			return err
		}
		if rest != nil {
			return fmt.Errorf("host: a text of more than %d bytes is not planned", pipeline.MaxContent)
		}
		in.Raw = raw
	}
	p, err := h.Plan(ctx, in)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "kind %s, processor %s, %d tokens, %d units, %d ranked, %d groups, complete %v, %d pieces of evidence\n",
		p.Kind, p.Processor, p.Tokens, len(p.Plan.Units), len(p.Plan.Order), len(p.Plan.Groups), p.Plan.Complete, len(p.Evidence))
	if p.Fault != "" {
		fmt.Fprintln(out, "after", p.Fault)
	}
	if p.Plan.Summary != "" {
		fmt.Fprintln(out, "summary:", p.Plan.Summary)
	}
	for _, n := range p.Plan.Notes {
		fmt.Fprintln(out, "note:", n)
	}
	for k, i := range p.Plan.Order {
		u := &p.Plan.Units[i]
		text := p.Content[u.Span.Start:u.Span.End]
		if u.Text != "" {
			text = []byte(u.Text)
		}
		where := fmt.Sprintf("line %d", 1+bytes.Count(p.Content[:u.Span.Start], []byte("\n")))
		if u.Group >= 0 {
			where = fmt.Sprintf("%s[%d]", p.Plan.Groups[u.Group].Ref, u.Item)
		}
		fmt.Fprintf(out, "%5d %4d tokens  unit %d  %s", k+1, tokens.Estimate(text)+1, i, where)
		if len(u.Needs) > 0 {
			fmt.Fprintf(out, "  needs %v", u.Needs)
		}
		if len(u.Copies) > 0 {
			fmt.Fprintf(out, "  copies %d", len(u.Copies))
		}
		fmt.Fprintf(out, "  %q\n", text[:min(len(text), maxDebugText)])
	}
	return out.Flush()
}
