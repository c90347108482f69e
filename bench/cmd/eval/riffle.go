package main

import (
	"context"
	"fmt"
	"sort"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// locator has usual lengths, so that a path does not change a score.
var locator = spill.Locator{ID: "3f9c81d2a7e4", Path: "/home/user/.local/state/riffle/spill/9b1d6c2e01af/3f9c81d2a7e4-bash"}

// riffle is the host's own pipeline with the processors in process. One plan is
// made for all budgets.
func riffle(ablate string) bench.System {
	return bench.System{Name: "riffle", New: func(s *score.Subject) (bench.Fitter, error) {
		ctx := context.Background()
		counter := s.Counter()
		p := &pipeline.Pipeline{Config: config.Default(), Processors: catalogue{}, Estimator: estimator{counter}}
		p.Config.Processors = map[string]config.ProcessorOf{}
		for name := range (catalogue{}).all() {
			p.Config.Processors[name] = config.ProcessorOf{Options: map[string]string{rank.AblateOption: ablate}}
		}
		planned, err := p.Plan(ctx, pipeline.Input{Raw: s.Case.Data, Tool: s.Case.Tool, Command: s.Case.Command})
		if err != nil {
			return nil, err
		}
		return func(budget int) (string, error) {
			if planned.Tokens <= budget {
				return s.Content, nil
			}
			c, err := planned.Fit(ctx, budget, locator)
			return c.Text, err
		}, nil
	}}
}

// estimator is the scorer's own exact counter.
type estimator struct{ *score.Counter }

func (estimator) Name() string { return "tiktoken" }
func (estimator) Fast() bool   { return true }

// catalogue is the bundled processors, called directly.
type catalogue struct{}

func (catalogue) all() map[string]func() sdk.Processor {
	return map[string]func() sdk.Processor{"html": html.New, "json": json.New, "log": log.New, "text": text.New}
}

func (c catalogue) ForKind(kind string) []string {
	var out []string
	for name, make := range c.all() {
		for _, k := range make().Info().Kinds {
			if k == kind {
				out = append(out, name)
			}
		}
	}
	sort.Strings(out)
	return out
}

func (catalogue) Version(string) string { return "" }

func (c catalogue) Open(name string) (pipeline.Processor, error) {
	make := c.all()[name]
	if make == nil {
		return nil, fmt.Errorf("no processor %s", name)
	}
	return direct{make()}, nil
}

type direct struct{ sdk.Processor }

func (d direct) Name() string    { return d.Info().Name }
func (direct) Transport() string { return "in-process" }

func (d direct) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	plan, err := d.Processor.Process(ctx, req)
	if err == nil {
		err = sdk.CheckPlan(req, &plan)
	}
	return plan, err
}
