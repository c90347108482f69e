package sdktest

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
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

// deterministic asks three times and, in this process, a second instance.
func deterministic(c *check) {
	for _, s := range c.ordinary() {
		if c.full() {
			return
		}
		first, err := c.process(ask(s))
		first = snapshot(first)
		for range 3 {
			again, err2 := c.process(ask(s))
			switch {
			case (err == nil) != (err2 == nil):
				c.fault("%s: once it gave a plan, once it did not: %v", s.name, errors.Join(err, err2))
			case err != nil:
			default:
				if d := difference(first, again); d != "" {
					c.fault("%s: %s", s.name, d)
				}
			}
		}
		if other := c.second(); other != nil && err == nil {
			mine := c.subject
			c.subject = other
			if again, err := c.process(ask(s)); err != nil {
				c.fault("%s: a second instance gave no plan: %s", s.name, said(err))
			} else if d := difference(first, again); d != "" {
				c.fault("%s: a second instance says otherwise: %s", s.name, d)
			}
			c.subject = mine
		}
	}
}

// second is a second instance in this process, nil elsewhere.
func (c *check) second() subject {
	if c.mode != inProcess {
		return nil
	}
	other, err := c.from.open(c.ctx, c.mode)
	if err != nil {
		return nil
	}
	return other
}

const (
	callers = 8
	rounds  = 2
)

func concurrent(c *check) {
	type job struct {
		sample
		want sdk.Plan
	}
	var jobs []job
	c.each(nil, func(s sample, _ sdk.Request, plan sdk.Plan) { jobs = append(jobs, job{s, plan}) })
	var mu sync.Mutex
	var wait sync.WaitGroup
	begin := make(chan struct{})
	for n := range callers {
		// Each has a check of its own: they note what hangs and what fails.
		mine := &check{kit: c.kit, ctx: c.ctx, mode: c.mode, subject: c.subject}
		wait.Go(func() {
			<-begin
			for i := range rounds * len(jobs) {
				j := jobs[(n+i)%len(jobs)]
				got, err := mine.process(ask(j.sample))
				if err != nil {
					mine.fault("%s among others: %s", j.name, said(err))
				} else if d := difference(j.want, got); d != "" {
					mine.fault("%s among others: %s", j.name, d)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for _, f := range mine.faults {
				c.fault("%s", f)
			}
			c.hung = c.hung || mine.hung
		})
	}
	close(begin)
	wait.Wait()
}

func inputNotMutated(c *check) {
	for _, s := range c.ordinary() {
		req := ask(s)
		req.Content = slices.Clone(req.Content)
		req.Options = map[string]string{"no-such-option": "x"}
		req.Evidence = []sdk.Span{{Start: len(req.Content) / 2, End: len(req.Content)/2 + 1}, {Start: 0, End: 1}}
		options, evidence := maps.Clone(req.Options), slices.Clone(req.Evidence)
		_, _ = c.processAt(req)
		if c.hung {
			return
		}
		if at := firstDifference(req.Content, s.content); at >= 0 {
			c.fault("%s: byte %d of the content was changed", s.name, at)
		}
		if !maps.Equal(req.Options, options) {
			c.fault("%s: the options were changed", s.name)
		}
		if !slices.Equal(req.Evidence, evidence) {
			c.fault("%s: the evidence was changed", s.name)
		}
	}
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if a[i] != b[i] {
			return i
		}
	}
	return -1
}

// inputNotRetained puts another content of the same length where the first stood.
func inputNotRetained(c *check) {
	c.each(nil, func(s sample, req sdk.Request, want sdk.Plan) {
		other := req
		other.Content = another(req)
		wantOther, ok := c.stable(other)
		if !ok {
			return
		}
		req.Content = slices.Clone(req.Content)
		got, err := c.processAt(req)
		if err != nil {
			return
		}
		kept := snapshot(got)
		for i := range req.Content {
			req.Content[i] = 'x'
		}
		if d := difference(kept, got); d != "" {
			c.fault("%s: its plan changed with the content: %s", s.name, d)
		}
		copy(req.Content, other.Content)
		if got, err = c.processAt(req); err != nil {
			c.fault("%s: another content in the same place: %s", s.name, said(err))
		} else if d := difference(wantOther, got); d != "" {
			c.fault("%s: another content in the same place got a plan as if it were the first: %s", s.name, d)
		}
		if got, err = c.process(ask(s)); err != nil {
			c.fault("%s: the first content again: %s", s.name, said(err))
		} else if d := difference(want, got); d != "" {
			c.fault("%s: the first content again got another plan: %s", s.name, d)
		}
	})
}

// another is a content of the same length and form with other numbers, and with its
// lines the other way round where that leaves it what it is.
func another(req sdk.Request) []byte {
	out := slices.Clone(req.Content)
	if req.Kind != sdk.KindJSON && req.Kind != sdk.KindHTML && bytes.HasSuffix(out, []byte("\n")) {
		lines := bytes.SplitAfter(req.Content, []byte("\n"))
		slices.Reverse(lines)
		out = bytes.Join(lines, nil)
	}
	for i, b := range out {
		switch {
		case b >= '1' && b < '9':
			out[i] = b + 1
		case b == '9':
			out[i] = '1'
		}
	}
	return out
}

// travels compares the plan that arrives with that of an instance without a wire.
func travels(c *check) {
	sent, err := c.from.open(c.ctx, inProcess)
	if err != nil {
		return
	}
	if a, err := sent.Describe(c.ctx); err == nil {
		if b, err := c.describe(); err == nil {
			if d := differentInfo(a, b); d != "" {
				c.fault("its description: %s", d)
			}
		}
	}
	arrived := c.subject
	defer func() { c.subject = arrived }()
	for _, s := range c.ordinary() {
		c.subject = sent
		want, ok := c.stable(ask(s))
		c.subject = arrived
		if !ok || spansFault(s.content, &want) != "" {
			continue
		}
		if got, err := c.process(ask(s)); err != nil {
			c.fault("%s: %s", s.name, said(err))
		} else if d := difference(want, got); d != "" {
			c.fault("%s: sent and arrived: %s", s.name, d)
		}
	}
}

func evidenceTaken(c *check) {
	c.each(nil, func(s sample, req sdk.Request, plan sdk.Plan) {
		if form := wordless(plan); sdk.CheckPlan(req, &form) != nil {
			return
		}
		n := len(req.Content)
		var all []sdk.Span
		for i := range 64 {
			at := i * n / 64
			for at > 0 && req.Content[at]&0xc0 == 0x80 {
				at--
			}
			end := min(n, at+1)
			for end < n && req.Content[end]&0xc0 == 0x80 {
				end++
			}
			all = append(all, sdk.Span{Start: at, End: end})
		}
		for _, evidence := range [][]sdk.Span{{{Start: 0, End: n}}, {{Start: n, End: n}, {Start: 0, End: 0}}, all, slices.Concat(all, all)} {
			req.Evidence = evidence
			plan, err := c.process(req)
			if err == nil && spansFault(req.Content, &plan) != "" {
				continue
			}
			if errors.Is(err, sdk.ErrDeclined) {
				c.fault("%s: declined with evidence, planned without", s.name)
				continue
			}
			plan = wordless(plan)
			c.valid(s.name+" with evidence", req, &plan, err)
		}
	})
}

func optionsIgnored(c *check) {
	c.sameWith(map[string]string{"no-such-option": "7", "": "", "No Such Option": strings.Repeat("long ", 1000)})
}

func ablationIgnored(c *check) {
	c.sameWith(map[string]string{rank.AblateOption: "no-such-rule, ,,no-such-rule,\u65e5\u672c"})
}

// sameWith compares plans with and without options.
func (c *check) sameWith(options map[string]string) {
	c.each(nil, func(s sample, req sdk.Request, want sdk.Plan) {
		req.Options = options
		if got, err := c.process(req); err != nil {
			c.fault("%s: %s", s.name, said(err))
		} else if d := difference(want, got); d != "" {
			c.fault("%s: another plan: %s", s.name, d)
		}
	})
}
