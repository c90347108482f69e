// Package structure looks for what breaks the promises of Riffle in contents that
// nobody chose: real shapes, spoiled in the ways of terminals and tools
// (internal/shapes), through every bundled processor, fitted to many budgets. What
// is drawn is judged from the text and the content alone, as a reader would, so
// that the judge does not share the mistakes of what it judges.
//
// The promises stand in one table (invariants.go). The judge of plain lines is in
// rows.go, that of characters in chars.go, that of documents in words.go.
package structure

import (
	"bytes"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/riffle-dev/riffle/estimators/auto"
	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/internal/shapes"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Budgets of a fit, in tokens.
const (
	minBudget = 64
	maxBudget = 16384
)

// Finding is a promise that was broken.
type Finding struct {
	Invariant string // of the table
	Class     string // what sort of breach, the same for findings that one fault makes
	Detail    string
}

// Case is one content with the budget that it is fitted to first.
type Case struct {
	shapes.Recipe
	Budget int
	Exact  bool   // counted by the estimator "auto", not by that of sdk/tokens
	Raw    []byte // instead of what the recipe makes, where set
}

// CaseOf is a case from a seed.
func CaseOf(seed uint64) Case {
	c := Case{Recipe: shapes.Random(seed), Budget: minBudget << (seed >> 8 % 5), Exact: seed%32 == 7}
	switch seed % 4 {
	case 1:
		c.Budget += c.Budget / 3
	case 2:
		c.Budget += int(seed>>16) % c.Budget
	}
	return c
}

// String is a case as ParseCase reads it.
func (c Case) String() string {
	s := fmt.Sprintf("%s budget=%d", c.Recipe, c.Budget)
	if c.Exact {
		s += " exact=true"
	}
	return s
}

// ParseCase reads what String wrote.
func ParseCase(s string) (Case, error) {
	c := Case{Budget: 512}
	var rest []string
	var err error
	for _, f := range strings.Fields(s) {
		switch name, value, _ := strings.Cut(f, "="); name {
		case "budget":
			if c.Budget, err = strconv.Atoi(value); err != nil {
				return c, fmt.Errorf("structure: %q: expected a number of tokens", f)
			}
		case "exact":
			c.Exact = value == "true"
		default:
			rest = append(rest, f)
		}
	}
	c.Recipe, err = shapes.Parse(strings.Join(rest, " "))
	return c, err
}

// drawn is what one budget made of a content.
type drawn struct {
	budget int
	choice fit.Choice
	page   page // as a reader takes it apart
}

// trial is a case at work.
type trial struct {
	Case
	raw      []byte
	content  []byte
	kind     string
	procs    *processors
	planned  *pipeline.Planned // nil where there was no plan
	fits     []drawn           // ascending budgets
	voc      *vocabulary
	checks   int
	findings []Finding
}

func (t *trial) find(invariant, class, format string, args ...any) {
	t.findings = append(t.findings, Finding{invariant, class, fmt.Sprintf(format, args...)})
}

// Result is what a case came to.
type Result struct {
	Content   []byte // as it was planned
	Kind      string
	Processor string
	Texts     []string // what was drawn, one a budget
	Checks    int
	Findings  []Finding
}

// Run tries one case. A panic is a finding.
func Run(c Case) (res Result) {
	t := &trial{Case: c}
	defer func() {
		if v := recover(); v != nil {
			t.find("no-panic", "panic", "%v\n%s", v, debug.Stack())
		}
		res = t.result()
	}()
	t.prepare()
	for _, i := range invariants {
		t.checks++
		i.check(t)
	}
	return
}

func (t *trial) result() Result {
	r := Result{Content: t.content, Kind: t.kind, Checks: t.checks, Findings: t.findings}
	if t.planned != nil {
		r.Processor = t.planned.Processor
	}
	for _, d := range t.fits {
		r.Texts = append(r.Texts, d.choice.Text)
	}
	return r
}

// locator is what notices name: nothing is stored.
var locator = spill.Locator{ID: "0123456789ab", Path: "/var/lib/riffle/0123456789ab-bash"}

// prepare makes the content, its plan, and fits it to the budget and to twice that.
func (t *trial) prepare() {
	t.raw = t.Raw
	if t.raw == nil {
		t.raw = t.Recipe.Must()
	}
	t.content, _ = clean.Clean(t.raw)
	t.procs = newProcessors()
	if len(t.content) == 0 {
		return
	}
	t.kind = inspect.Inspect(t.content, "bash", "").Kind
	p := t.pipeline()
	in := pipeline.Input{Raw: t.raw, Tool: "bash", Overrides: config.Overrides{MinTokens: 1, TargetTokens: 2 * t.Budget, MaxTokens: 2 * t.Budget}}
	var err error
	if t.planned, err = p.Plan(context.Background(), in); err != nil {
		t.planned = nil // what the processors did wrong is recorded there
		return
	}
	for _, b := range []int{t.Budget, 2 * t.Budget} {
		if b > maxBudget || b >= t.planned.Tokens {
			break
		}
		c, err := t.planned.Fit(context.Background(), b, locator)
		if err != nil {
			continue // no room
		}
		t.fits = append(t.fits, drawn{b, c, readPage(c.Text, t.planned.Plan.Notes)})
	}
}

func (t *trial) pipeline() *pipeline.Pipeline {
	c := config.Default()
	c.Preview.ThresholdChars = 1 << 30
	return &pipeline.Pipeline{Config: c, Processors: t.procs, Estimator: counter{t.Exact}}
}

// counter is the cheap estimator of sdk/tokens, or "auto".
type counter struct{ exact bool }

var exactCounter = auto.New()

func (c counter) Name() string { return "ngram" }

func (c counter) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	if c.exact {
		return exactCounter.CountTokens(ctx, texts)
	}
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = tokens.Estimate(t)
	}
	return out, nil
}

func (counter) Fast() bool      { return true }
func (counter) Margin() float64 { return 0 }

func (c counter) one(text string) int {
	n, _ := c.CountTokens(context.Background(), [][]byte{[]byte(text)})
	return n[0]
}

// grouped reports whether the plan counts items: its units belong to groups.
func (t *trial) grouped() bool {
	return slices.ContainsFunc(t.planned.Plan.Units, func(u sdk.Unit) bool { return u.Group >= 0 })
}

// lineSpans are the lines of a content without their line ends.
func lineSpans(content []byte) []sdk.Span {
	var out []sdk.Span
	for at := 0; at < len(content) || at == 0; {
		n := bytes.IndexByte(content[at:], '\n')
		if n < 0 {
			return append(out, sdk.Span{Start: at, End: len(content)})
		}
		out = append(out, sdk.Span{Start: at, End: at + n})
		if at += n + 1; at == len(content) {
			break
		}
	}
	return out
}
