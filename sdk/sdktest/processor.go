package sdktest

import (
	"errors"
	"slices"

	"github.com/riffle-dev/riffle/sdk"
)

// processorCases are what every processor promises. A case looks at its own promise
// only: what another case would say, it passes over.
var processorCases = []*testCase{
	{"info-valid", "a Processor must describe itself by a name, a semantic version, one line and the kinds that it takes", everywhere, infoValid},
	{"info-constant", "a Processor must describe itself in the same words each time", everywhere, infoConstant},
	{"plan-valid", "a Processor must return a valid plan, or decline, for contents of its kinds", direct, planValid},
	{"spans-inside", "a Processor must name bytes of the content, in order, without overlap and without cutting a character", everywhere, spansInside},
	{"no-invented-words", "a Processor must show no word and no number that the bytes it names do not hold", everywhere, noInventedWords},
	{"groups-true", "a Processor must count the items of a group as the content does", everywhere, groupsTrue},
	{"complete-is-true", "a Processor must call a plan complete only where its units hold all that the content says", everywhere, completeIsTrue},
	{"budget-honoured", "a Processor must order units for at least the tokens that it is asked for, or all that it has", everywhere, budgetHonoured},
	{"best-first", "a Processor must order first what its author says a reader can't do without", everywhere, bestFirst},
	{"deterministic", "a Processor must return the same plan for the same request", everywhere, deterministic},
	{"concurrent", "a Processor must serve many calls at once as it serves one", everywhere, concurrent},
	{"input-not-mutated", "a Processor must not change what it is given", inside, inputNotMutated},
	{"input-not-retained", "a Processor must not keep the content after the call, nor let a plan point into it", inside, inputNotRetained},
	{"travels", "a Processor must return plans that arrive over the wire as they were sent", wired, travels},
	{"empty", "a Processor must take an empty content", everywhere, empty},
	{"one-byte", "a Processor must take a content of one character", everywhere, contents(oneByte)},
	{"crlf", "a Processor must take lines that end in CR LF", everywhere, variants(crlf)},
	{"no-final-newline", "a Processor must take a content that does not end in a line end", everywhere, variants(noFinalNewline)},
	{"huge-line", "a Processor must take a line of a megabyte", everywhere, contents(hugeLine)},
	{"deep-nesting", "a Processor must take a hundred thousand open brackets", everywhere, contents(deepNesting)},
	{"control-bytes", "a Processor must take control characters and NUL bytes", everywhere, contents(controlBytes)},
	{"all-scripts", "a Processor must take all scripts without cutting a character", everywhere, contents(allScripts)},
	{"spoiled", "a Processor must keep the promises of its plan for contents that loggers, terminals and other tools have spoiled", everywhere, spoiled},
	{"unknown-kind", "a Processor must plan or decline a content of a kind that it does not know", everywhere, unknownKind},
	{"declines-cleanly", "a Processor must decline by an error that wraps sdk.ErrDeclined what it can't make use of", everywhere, declinesCleanly},
	{"evidence-taken", "a Processor must take any list of evidence", everywhere, evidenceTaken},
	{"options-unknown-ignored", "a Processor must ignore options that it does not know", everywhere, optionsIgnored},
	{"ablation-unknown-ignored", "a Processor must ignore names of rules in the option \"ablate\" that it does not know", everywhere, ablationIgnored},
	{"match-valid", "a Matcher must answer at once with a kind of its own or none, whatever the sample", everywhere, matchValid},
	{"match-own", "a Processor with kinds of its own must know its own samples by Magic or Match", everywhere, matchOwn},
	{"large", "a Processor must take time in proportion to the content, 8 MiB too", everywhere, large},
	{"cancel", "a Processor must return soon after its context ends", inside, cancel},
}

// ask is an ordinary request.
func ask(s sample) sdk.Request {
	return sdk.Request{Content: s.content, Kind: s.kind, Tool: "bash", Command: "run the shop", MaxTokens: 2048}
}

// stable plans a request twice. Not ok where that gives no plan or two plans: other
// cases say so.
func (c *check) stable(req sdk.Request) (plan sdk.Plan, ok bool) {
	plan, err := c.process(req)
	if err != nil {
		return plan, false
	}
	plan = snapshot(plan)
	again, err := c.process(req)
	return plan, err == nil && difference(plan, again) == ""
}

// each gives f the samples that the processor plans the same way twice.
func (c *check) each(change func(*sdk.Request), f func(s sample, req sdk.Request, plan sdk.Plan)) {
	planned := 0
	for _, s := range c.ordinary() {
		if c.full() {
			return
		}
		req := ask(s)
		if change != nil {
			change(&req)
		}
		if plan, ok := c.stable(req); ok {
			planned++
			f(s, req, plan)
		}
	}
	if planned == 0 && len(c.faults) == 0 && c.why == "" {
		c.skip("it plans none of the samples: give one by WithSample")
	}
}

// valid notes what is wrong with the answer to one request.
func (c *check) valid(what string, req sdk.Request, plan *sdk.Plan, err error) {
	switch {
	case errors.Is(err, errHung):
		c.fault("%s: no answer", what)
	case errors.Is(err, sdk.ErrDeclined):
	case err != nil:
		c.fault("%s: %s", what, said(err))
	default:
		if err := sdk.CheckPlan(req, plan); err != nil {
			c.fault("%s: %v", what, err)
		}
	}
}

// takes plans samples, each of which must give a valid plan or be declined.
func (c *check) takes(samples []sample) {
	for _, s := range samples {
		if c.full() {
			return
		}
		req := ask(s)
		plan, err := c.process(req)
		c.valid(s.name+" as "+orNone(s.kind), req, &plan, err)
	}
}

func orNone(kind string) string {
	if kind == "" {
		return "no kind"
	}
	return kind
}

func contents(make func(scale int) []named) func(*check) {
	return func(c *check) { c.takes(under(c.kindsToTry(), make(c.scale))) }
}

func variants(change func([]sample) []sample) func(*check) {
	return func(c *check) { c.takes(change(c.ordinary())) }
}

func empty(c *check) { c.takes(under(c.kindsToTry(), []named{{"an empty content", ""}})) }

func unknownKind(c *check) {
	var all []sample
	for _, kind := range otherKinds {
		for _, s := range c.ordinary() {
			all = append(all, sample{s.name, kind, s.content})
		}
	}
	c.takes(all)
}

func declinesCleanly(c *check) {
	for _, kind := range c.kindsToTry() {
		c.takes(under([]string{kind}, foreign(kind, c.scale)))
	}
}

func infoValid(c *check) {
	if err := sdk.CheckInfo(c.info); err != nil {
		c.fault("%v", err)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(c.info.Kinds)))) != len(c.info.Kinds) {
		c.fault("a kind stands twice in %q", c.info.Kinds)
	}
	if c.info.Summary == "" {
		c.fault("the summary is empty: say in one line what it is for")
	}
}

// infoConstant asks again after some work.
func infoConstant(c *check) {
	first, err := c.describe()
	if err != nil {
		return
	}
	for _, s := range c.ordinary() {
		_, _ = c.process(ask(s))
	}
	for range 3 {
		again, err := c.describe()
		if err != nil {
			c.fault("asked again: %s", said(err))
		} else if d := differentInfo(first, again); d != "" {
			c.fault("%s", d)
		}
	}
}

func planValid(c *check) {
	declined := 0
	samples := c.ordinary()
	for _, s := range samples {
		if c.full() {
			return
		}
		for _, budget := range []int{2048, 0, 1} {
			req := ask(s)
			req.MaxTokens = budget
			plan, err := c.process(req)
			if errors.Is(err, sdk.ErrDeclined) {
				declined++
				break
			}
			if err == nil && spansFault(req.Content, &plan) != "" {
				continue
			}
			plan = wordless(plan)
			c.valid(s.name, req, &plan, err)
		}
	}
	if declined == len(samples) {
		c.skip("it declines all samples: give one by WithSample")
	}
}

func spansInside(c *check) {
	c.each(nil, func(s sample, req sdk.Request, plan sdk.Plan) {
		if f := spansFault(req.Content, &plan); f != "" {
			c.fault("%s: %s", s.name, f)
		}
	})
}

func noInventedWords(c *check) {
	c.each(nil, func(s sample, req sdk.Request, plan sdk.Plan) {
		if spansFault(req.Content, &plan) != "" {
			return
		}
		form := wordless(plan)
		if sdk.CheckPlan(req, &form) != nil {
			return
		}
		if err := sdk.CheckPlan(req, &plan); err != nil {
			c.fault("%s: %v", s.name, err)
		}
	})
}
