package sdktest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// mode is a way of calling the plugin.
type mode string

const (
	inProcess mode = "in-process"
	overWire  mode = "wire"    // a connection within this process
	asProgram mode = "program" // a process of its own
)

// testCase is one promise of the contract.
type testCase struct {
	name  string // unique over all kinds; the anchor in the document
	must  string
	modes []mode
	run   func(*check)
}

func (c *testCase) doc() string { return docPage + "#" + c.name }

var (
	everywhere = []mode{inProcess, overWire, asProgram}
	direct     = []mode{inProcess, asProgram} // what a connection within the process would only repeat
	inside     = []mode{inProcess}            // what can't be seen from outside
	wired      = []mode{overWire}
	life       = []mode{asProgram}
)

const (
	// defaultLimit is what a call may take, far over what a host allows.
	defaultLimit = 20 * time.Second
	limitPerMiB  = 4 * time.Second
	// maxHung is after how many cases that hung no more are tried.
	maxHung = 3
	// maxFaults is how many faults of a case are kept.
	maxFaults = 3
)

// kit is the table applied to one plugin.
type kit struct {
	config
	kind  string // of the plugin
	from  source
	about serve.Description
	hung  int
	err   error
	// stop is why no further case is run.
	stop string
}

func newKit(kind string, from source, opts []Option) *kit {
	k := &kit{kind: kind, from: from, config: config{skip: map[string]string{}, limit: defaultLimit, scale: 1, patience: endBound, quick: quickWork}}
	for _, o := range opts {
		o(&k.config)
	}
	for name := range k.skip {
		if !slices.ContainsFunc(allCases(), func(c *testCase) bool { return c.name == name }) {
			k.err = fmt.Errorf("sdktest: Skip names %q, which is no case; the cases stand in %s", name, docPage)
		}
	}
	return k
}

// cases is the table for the plugin's kind.
func (k *kit) cases() []*testCase {
	cases := processorCases
	if k.kind == serve.KindEstimator {
		cases = estimatorCases
	}
	if slices.Contains(k.from.modes(), asProgram) {
		cases = append(slices.Clone(lifeCases), cases...)
	}
	return cases
}

func allCases() []*testCase {
	return slices.Concat(lifeCases, processorCases, estimatorCases)
}

// modes are those of a case that the plugin allows.
func (k *kit) modes(c *testCase) []mode {
	var out []mode
	for _, m := range c.modes {
		if slices.Contains(k.from.modes(), m) {
			out = append(out, m)
		}
	}
	return out
}

// skipped says why a case is not run at all, "" where it is.
func (k *kit) skipped(ctx context.Context, c *testCase) string {
	switch {
	case k.skip[c.name] != "":
		return k.skip[c.name]
	case k.stop != "":
		return "not tried: " + k.stop
	case ctx.Err() != nil:
		return "not tried: " + ctx.Err().Error()
	case len(k.modes(c)) == 0:
		return "only seen in the code's own test (sdktest.Run)"
	}
	return ""
}

// report runs every case.
func (k *kit) report(ctx context.Context) Report {
	r := Report{err: k.err}
	if k.err != nil {
		return r
	}
	for _, c := range k.cases() {
		r.Results = append(r.Results, k.result(ctx, c))
	}
	r.Stopped = k.stop
	r.Kind, r.Name, r.Version = k.about.Kind, k.about.Name(), k.about.Version()
	return r
}

func (k *kit) result(ctx context.Context, c *testCase) Result {
	r := Result{Name: c.name, Must: c.must, Status: Skipped, Doc: c.doc()}
	if r.Detail = k.skipped(ctx, c); r.Detail != "" {
		return r
	}
	var faults, whys []string
	passed := false
	for _, m := range k.modes(c) {
		o := k.run(ctx, c, m)
		switch {
		case len(o.faults) > 0:
			for _, f := range o.faults {
				faults = append(faults, string(m)+": "+f)
			}
		case o.why != "":
			whys = append(whys, o.why)
		default:
			passed = true
		}
	}
	switch {
	case len(faults) > 0:
		r.Status, r.Detail = Fail, strings.Join(faults, "\n")
	case passed:
		r.Status = Pass
	default:
		r.Detail = strings.Join(slices.Compact(whys), "; ")
	}
	return r
}

// outcome is how a case went in one mode: faults, or why it could not be tried.
type outcome struct {
	faults []string
	why    string
}

// run runs one case in one mode.
func (k *kit) run(ctx context.Context, tc *testCase, m mode) outcome {
	if k.stop != "" {
		return outcome{why: "not tried: " + k.stop}
	}
	c := &check{kit: k, ctx: ctx, mode: m}
	if slices.Equal(tc.modes, life) {
		c.live, _ = k.from.(*programs)
		k.from.renew() // such a case wants no other process beside its own
		tc.run(c)
	} else if c.open() {
		tc.run(c)
	}
	c.close()
	if ctx.Err() != nil {
		return outcome{why: "not finished: " + ctx.Err().Error()}
	}
	if c.hung {
		c.fault("a call did not return within %s", k.limit)
		if k.hung++; k.hung == maxHung && k.stop == "" {
			k.stop = fmt.Sprintf("the plugin did not answer in %d cases", maxHung)
		}
	}
	if len(c.faults) > 0 {
		k.from.renew()
	}
	return c.outcome
}

// check is one case at work on one instance of the plugin.
type check struct {
	*kit
	outcome
	ctx     context.Context
	mode    mode
	subject subject
	live    *programs // of a case that starts processes itself
	info    sdk.Info
	said    serve.Description // of this instance
	hung    bool
}

// open gets an instance and asks what it is.
func (c *check) open() bool {
	var err error
	if c.subject, err = c.from.open(c.ctx, c.mode); err != nil {
		c.fault("it does not start: %v", err)
		return false
	}
	d, err := c.describe()
	if err != nil {
		c.fault("it does not say what it is: %v", err)
		c.close()
		return false
	}
	c.said, c.info = d, d.Processor
	if c.about.Kind == "" {
		c.about = d
	}
	return true
}

func (c *check) close() {
	if c.subject != nil {
		c.subject.close()
	}
}

// fault notes what is wrong; the case goes on.
func (c *check) fault(format string, args ...any) {
	f := fmt.Sprintf(format, args...)
	if len(c.faults) < maxFaults && !slices.Contains(c.faults, f) {
		c.faults = append(c.faults, f)
	}
}

// skip notes why the case has nothing to try.
func (c *check) skip(format string, args ...any) { c.why = fmt.Sprintf(format, args...) }

// full reports whether enough faults were seen, or nothing more will be.
func (c *check) full() bool { return c.hung || len(c.faults) == maxFaults || c.ctx.Err() != nil }
