package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// A locator of usual length, so that a path does not change a score.
const (
	locatorID   = "3f9c81d2a7e4"
	locatorPath = "/home/user/.local/state/riffle/9b1d6c2e/3f9c81d2a7e4.out"
)

// riffle is the processors with the host's own fit and drawing. One plan is made
// for all budgets.
func riffle(ablate string) bench.System {
	return bench.System{Name: "riffle", New: func(s *score.Subject) (bench.Fitter, error) {
		ctx := context.Background()
		content := []byte(s.Content)
		name, plan, err := process(ctx, s, content, ablate)
		if err != nil {
			return nil, err
		}
		counter := s.Counter()
		before := counter.Count(s.Content)
		var cover [][]int
		if !rank.ParseSet(ablate).On("evidence") {
			cover = nil
		} else {
			plan, cover = fit.Cover(content, plan, evidence.Find(content, kindOf(s.Case, content)))
		}
		job := fit.Job{
			Page:     render.NewPage(content, &plan),
			Evidence: cover,
			Count:    counter.CountTokens,
			Notice: func(budget int) render.Notice {
				return render.Notice{Processor: name, Before: before, Estimator: "tiktoken", ID: locatorID, Path: locatorPath,
					Hint: render.HintShell, Short: budget < render.ShortBelow}
			},
		}
		return func(budget int) (string, error) {
			if before <= budget {
				return s.Content, nil
			}
			c, err := fit.Fit(ctx, job, budget)
			return c.Text, err
		}, nil
	}}
}

// process asks the processor of the content's kind, and the others where it declines.
func process(ctx context.Context, s *score.Subject, content []byte, ablate string) (string, sdk.Plan, error) {
	kind := kindOf(s.Case, content)
	for _, name := range []string{kind, "text", "log", "lines"} {
		make := processors[name]
		if make == nil {
			continue
		}
		req := sdk.Request{Content: content, Kind: kind, Tool: s.Case.Tool, Command: s.Case.Command, Evidence: evidence.Find(content, kind), MaxTokens: score.Budgets[len(score.Budgets)-1],
			Options: map[string]string{rank.AblateOption: ablate}}
		plan, err := make().Process(ctx, req)
		if errors.Is(err, sdk.ErrDeclined) {
			continue
		}
		if err != nil {
			return name, plan, fmt.Errorf("%s: %w", name, err)
		}
		if err := sdk.CheckPlan(req, &plan); err != nil {
			return name, plan, fmt.Errorf("%s: %w", name, err)
		}
		return name, plan, nil
	}
	return "", sdk.Plan{}, fmt.Errorf("no processor takes %s", s.Case.Name)
}
