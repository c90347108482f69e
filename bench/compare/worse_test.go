package compare

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/sdk"
)

// cases are a log with many errors of which some say why, and records of which a few
// are in trouble.
func cases() []corpus.Case {
	var text strings.Builder
	var facts []corpus.Fact
	for i := 1; i <= 900; i++ {
		if i%25 == 0 {
			cause := fmt.Sprintf("shelf %d is out of reach of crane %d", i*7, i/25)
			fmt.Fprintf(&text, "12:%02d:%02d ERROR store: %s\n", i/60, i%60, cause)
			if i%50 == 0 {
				facts = append(facts, corpus.Fact{ID: fmt.Sprintf("f%d", i), Text: cause, Weight: float64(1 + i/50%3)})
			}
			continue
		}
		fmt.Fprintf(&text, "12:%02d:%02d INFO served cart %d in %d ms\n", i/60, i%60, i*7, i%90)
	}
	var items []string
	var records []corpus.Fact
	for i := range 200 {
		state, load := "ready", 40+i%7
		if i%40 == 20 {
			state, load = fmt.Sprintf("stuck at gate %d", i*3), 99
			records = append(records, corpus.Fact{ID: fmt.Sprintf("r%d", i), Text: state, Weight: 2})
		}
		items = append(items, fmt.Sprintf(`{"name": "crane-%d", "state": %q, "load": %d, "yard": "north"}`, i, state, load))
	}
	return []corpus.Case{
		{Name: "log/store.log", Kind: "log", Tool: "bash", Data: []byte(text.String()), Facts: facts},
		{Name: "json/cranes.json", Kind: "json", Tool: "bash", Data: []byte(`{"items": [` + strings.Join(items, ",\n") + `], "kind": "List"}`), Facts: records},
	}
}

// worse changes the plans of a processor.
type worse struct {
	sdk.Processor
	change func(sdk.Request, *sdk.Plan)
}

func (w worse) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	plan, err := w.Processor.Process(ctx, req)
	if err == nil {
		w.change(req, &plan)
	}
	return plan, err
}

// pipelineWith is the host's pipeline with its processors made worse.
func pipelineWith(change func(sdk.Request, *sdk.Plan)) bench.System {
	return bench.Builtins(bench.PipelineOptions{Bundled: registry.Bundled{Processors: map[string]func() sdk.Processor{
		"log":  func() sdk.Processor { return worse{log.New(), change} },
		"json": func() sdk.Processor { return worse{json.New(), change} },
	}}})
}

// after changes the texts of a system.
func after(s bench.System, change func(text string) string) bench.System {
	prepare := s.New
	s.New = func(ctx context.Context, sub *score.Subject) (*bench.Prepared, error) {
		p, err := prepare(ctx, sub)
		if err != nil {
			return nil, err
		}
		return &bench.Prepared{Processor: p.Processor, At: func(ctx context.Context, budget int) (string, error) {
			text, err := p.At(ctx, budget)
			return change(text), err
		}}, nil
	}
	return s
}

func measured(t *testing.T, s bench.System) *runfile.Run {
	t.Helper()
	if s.Close != nil {
		defer func() { require.NoError(t, s.Close()) }()
	}
	run, err := bench.Measure(t.Context(), []bench.Set{{Name: "small", Cases: cases()}}, []bench.System{s}, bench.Options{Workers: 2, NoChecks: true})
	require.NoError(t, err)
	return run
}

func unchanged(sdk.Request, *sdk.Plan) {}

var (
	honestOnce sync.Once
	honestRun  *runfile.Run
)

// honest is the run of the pipeline as it is.
func honest(t *testing.T) *runfile.Run {
	honestOnce.Do(func() { honestRun = measured(t, pipelineWith(unchanged)) })
	return honestRun
}

// drop takes units out of a plan.
func drop(plan *sdk.Plan, gone func(unit int) bool) {
	at := make([]int, len(plan.Units)) // new index, -1: gone
	var units []sdk.Unit
	for i, u := range plan.Units {
		at[i] = -1
		if !gone(i) {
			at[i] = len(units)
			units = append(units, u)
		}
	}
	moved := func(list []int) []int {
		var out []int
		for _, i := range list {
			if at[i] >= 0 {
				out = append(out, at[i])
			}
		}
		return out
	}
	for i := range units {
		units[i].Needs = moved(units[i].Needs)
	}
	plan.Units, plan.Order = units, moved(plan.Order)
}

func TestTheHonestPipelineIsNoRegressionOfItself(t *testing.T) {
	c := compared(t, honest(t), measured(t, pipelineWith(unchanged)), DefaultLimits())
	assert.True(t, c.OK(), c.text())
	assert.Empty(t, c.Systems[0].Lost)
}

// Every third line of the evidence is missing from what is shown, without a word.
func TestDroppedEvidenceIsNamed(t *testing.T) {
	evidence := regexp.MustCompile(`ERROR|stuck`)
	c := compared(t, honest(t), measured(t, after(pipelineWith(unchanged), func(text string) string {
		n := 0 // texts are changed side by side
		lines := slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool {
			if !evidence.MatchString(l) {
				return false
			}
			n++
			return n%3 == 0
		})
		return strings.Join(lines, "")
	})), DefaultLimits())
	require.Contains(t, checks(c), "auc log", c.text())
	assert.Contains(t, checks(c), "unmarked")
	assert.Contains(t, checks(c), "recoverable log")
	r := c.Regressions[slices.Index(checks(c), "auc log")]
	require.NotEmpty(t, r.Facts)
	for _, f := range r.Facts {
		assert.Contains(t, f.Text, "is out of reach of crane")
		assert.Equal(t, "log/store.log", f.Case)
	}
}

// A processor that never ranks every third line of the evidence: the host puts back
// what its own guard looks for, and the rest is named.
func TestEvidenceThatAProcessorDropsIsNamed(t *testing.T) {
	c := compared(t, honest(t), measured(t, pipelineWith(func(req sdk.Request, plan *sdk.Plan) {
		n := 0
		drop(plan, func(i int) bool {
			u := plan.Units[i]
			if !strings.Contains(string(req.Content[u.Span.Start:u.Span.End]), "out of reach") {
				return false
			}
			n++
			return n%3 == 0
		})
	})), DefaultLimits())
	require.Contains(t, checks(c), "auc log", c.text())
	for _, f := range c.Systems[0].Lost {
		assert.Contains(t, f.Text, "is out of reach of crane")
	}
}

func TestInflationIsARegression(t *testing.T) {
	c := compared(t, honest(t), measured(t, pipelineWith(func(req sdk.Request, plan *sdk.Plan) {
		for i := range plan.Units {
			u := &plan.Units[i]
			text := u.Text
			if text == "" {
				text = string(req.Content[u.Span.Start:u.Span.End])
			}
			if text = strings.TrimSuffix(text, "\n"); text != "" && !strings.Contains(text, "\n") {
				u.Text = text + " " + text
			}
		}
	})), DefaultLimits())
	require.Contains(t, checks(c), "auc log", c.text())
	assert.NotEmpty(t, c.Regressions[slices.Index(checks(c), "auc log")].Facts)
}

func TestMiscountsAreARegression(t *testing.T) {
	count := regexp.MustCompile(`\d+( of \d+)? (lines|items) omitted`)
	c := compared(t, honest(t), measured(t, after(pipelineWith(unchanged), func(text string) string {
		return count.ReplaceAllStringFunc(text, func(m string) string {
			number, rest, _ := strings.Cut(m, " ")
			n, err := strconv.Atoi(number)
			require.NoError(t, err)
			return fmt.Sprintf("%d %s", n/4, rest)
		})
	})), DefaultLimits())
	require.Contains(t, checks(c), "honesty log", c.text())
	assert.Contains(t, checks(c), "honesty json")
	r := c.Regressions[slices.Index(checks(c), "honesty log")]
	assert.NotEmpty(t, r.Facts, "facts that a reader must look for behind wrong counts")
	assert.Contains(t, strings.Join(r.lines(), "\n"), "lines, it is")
}

// A processor that says that there are more items than there are.
func TestAWrongTotalIsARegression(t *testing.T) {
	c := compared(t, honest(t), measured(t, pipelineWith(func(_ sdk.Request, plan *sdk.Plan) {
		for i := range plan.Groups {
			plan.Groups[i].Total *= 3
		}
	})), DefaultLimits())
	require.Contains(t, checks(c), "honesty json", c.text())
	assert.Contains(t, strings.Join(c.Regressions[0].lines(), "\n"), "are missing")
}
