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
