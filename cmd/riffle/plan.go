package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// writePlan prints the ranking of a processor's plan, best first, for whoever
// works on a processor: what each unit costs, what all up to it cost together,
// and where it stands.
func writePlan(ctx context.Context, w io.Writer, h *host.Host, in host.Input) error {
	raw, err := io.ReadAll(in.Reader)
	if err != nil {
		return fmt.Errorf("compress: reading the text: %w", err)
	}
	content, _ := inspect.Clean(raw)
	verdict := inspect.Inspect(content, in.Tool, in.Command)
	if in.Kind != "" {
		verdict.Kind = in.Kind
	}
	budget, err := h.Config().ForTool(in.Tool).With(in.Overrides)
	if err != nil {
		return usage(err)
	}
	req := sdk.Request{Content: content, Kind: verdict.Kind, Tool: in.Tool, Command: in.Command,
		MaxTokens: budget.MaxTokens, Evidence: evidence.Find(content, verdict.Kind)}
	for _, name := range candidates(h, in, verdict.Kind) {
		p, err := h.Registry().Processor(name)
		if err != nil {
			return err
		}
		req.Options = h.Config().Processors[name].Options
		plan, err := p.Process(ctx, req)
		if errors.Is(err, sdk.ErrDeclined) {
			fmt.Fprintf(w, "# %s declined: %v\n", name, err)
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "# %s (%s): kind %s, %d units, %d ranked, %d groups, %d pieces of evidence, complete %t; %s\n",
			name, p.Transport(), verdict.Kind, len(plan.Units), len(plan.Order), len(plan.Groups), len(req.Evidence), plan.Complete, plan.Summary)
		for _, note := range plan.Notes {
			fmt.Fprintf(w, "# note: %s\n", note)
		}
		return writeRanking(w, content, plan)
	}
	return errors.New("compress: no processor made a plan")
}

// candidates are the processors to ask, in the order of the pipeline.
func candidates(h *host.Host, in host.Input, kind string) []string {
	var names []string
	if name, ok := h.Config().Route(in.Tool, in.Command); ok {
		names = append(names, name)
	}
	for _, e := range h.Registry().Processors() {
		for _, k := range e.Kinds {
			if k == kind {
				names = append(names, e.Name)
			}
		}
	}
	return append(names, "text")
}

func writeRanking(w io.Writer, content []byte, plan sdk.Plan) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "rank\tunit\ttokens\ttotal\tline\tgroup\tneeds\t text")
	starts := lineStarts(content)
	total := 0
	for rank, i := range plan.Order {
		u := plan.Units[i]
		text := u.Text
		if text == "" {
			text = string(content[u.Span.Start:u.Span.End])
		}
		cost := tokens.Estimate([]byte(text))
		total += cost
		group := "-"
		if u.Group >= 0 {
			group = fmt.Sprintf("%d[%d]", u.Group, u.Item)
		}
		fmt.Fprintf(t, "%d\t%d\t%d\t%d\t%d\t%s\t%s\t %s\n", rank+1, i, cost, total, sort.SearchInts(starts, u.Span.Start+1), group,
			orDash(strings.Trim(fmt.Sprint(u.Needs), "[]")), oneLine(text, 240))
	}
	return t.Flush()
}

// lineStarts are the offsets at which lines begin.
func lineStarts(content []byte) []int {
	starts := []int{0}
	for i, c := range content {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
