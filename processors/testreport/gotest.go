package testreport

import (
	"context"
	"sort"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// test is a test of go test, or a package where its name is empty.
type test struct {
	name    string
	action  string // the last: pass, fail, skip
	elapsed float64
	failed  bool // a test inside it failed
	died    bool // it printed what the runtime prints when a program goes wrong
	output  []int
}

// goReport is the output of go test -json.
type goReport struct {
	content []byte
	events  []event
	stray   []sdk.Span // lines that are no events
	tests   map[[2]string]*test
	order   [][2]string
}

// checkEvery is how many lines are read between two looks at the context.
const checkEvery = 4096

// readGo reads the content as events, nil where it is something else.
func readGo(ctx context.Context, content []byte) *goReport {
	r := &goReport{content: content, tests: map[[2]string]*test{}}
	known := 0
	for at, n := 0, 0; at < len(content); n++ {
		end := lineEnd(content, at)
		s := sdk.Span{Start: at, End: end}
		at = end + 1
		if n%checkEvery == 0 && ctx.Err() != nil {
			return nil
		}
		e, ok := readEvent(content, s)
		switch {
		case ok && actions[e.action]:
			known++
			r.add(e)
		case len(strings.TrimSpace(string(lines.Clip(content[s.Start:s.End], 200)))) > 0:
			r.stray = append(r.stray, s)
		}
		// a report begins with events, though a tool may say something first
		if n == 64 && known < 8 {
			return nil
		}
	}
	if known < 4 || len(r.stray) > known {
		return nil
	}
	r.inherit()
	return r
}

// actions are those of test2json and of go build -json.
var actions = map[string]bool{"start": true, "run": true, "pause": true, "cont": true, "pass": true, "bench": true, "fail": true,
	"output": true, "skip": true, "build-output": true, "build-fail": true, "attr": true, "artifacts": true}

func (r *goReport) add(e event) {
	key := [2]string{e.pkg, e.test}
	t := r.tests[key]
	if t == nil {
		t = &test{name: e.test}
		r.tests[key] = t
		r.order = append(r.order, key)
	}
	switch e.action {
	case "pass", "fail", "skip", "build-fail":
		t.action, t.elapsed = e.action, e.elapsed
	case "output", "build-output":
		t.output = append(t.output, len(r.events))
		t.died = t.died || died(e.text)
	}
	r.events = append(r.events, e)
}

// inherit tells the tests that hold a failed one.
func (r *goReport) inherit() {
	for _, key := range r.order {
		if r.tests[key].action != "fail" {
			continue
		}
		for name := key[1]; ; {
			i := strings.LastIndexByte(name, '/')
			if i < 0 {
				break
			}
			name = name[:i]
			if t := r.tests[[2]string{key[0], name}]; t != nil {
				t.failed = true
			}
		}
	}
}

// died recognises what the runtime prints when a program goes wrong. It stands with
// the test that is running, which may pass all the same.
func died(text string) bool {
	return strings.HasPrefix(text, "WARNING: DATA RACE") || strings.HasPrefix(text, "panic: ") || strings.HasPrefix(text, "fatal error: ")
}

// ended says how a test did. One that never ended was running when its package died.
func (r *goReport) ended(key [2]string) string {
	t := r.tests[key]
	if t.died && t.action != "skip" {
		return "fail"
	}
	if t.action == "" && key[1] != "" {
		if p := r.tests[[2]string{key[0], ""}]; p != nil && p.action == "fail" {
			return "fail"
		}
	}
	return t.action
}

// slow are the slowest tests of all, those that hold no others.
func (r *goReport) slow() map[[2]string]bool {
	parents := map[[2]string]bool{}
	var keys [][2]string
	for _, key := range r.order {
		if i := strings.LastIndexByte(key[1], '/'); i > 0 {
			parents[[2]string{key[0], key[1][:i]}] = true
		}
	}
	for _, key := range r.order {
		if key[1] != "" && !parents[key] && r.tests[key].elapsed >= slowSeconds {
			keys = append(keys, key)
		}
	}
	sort.SliceStable(keys, func(a, b int) bool { return r.tests[keys[a]].elapsed > r.tests[keys[b]].elapsed })
	out := map[[2]string]bool{}
	for _, key := range keys[:min(len(keys), slowest)] {
		out[key] = true
	}
	return out
}

// planGo plans the events of go test -json.
func planGo(ctx context.Context, req sdk.Request) (sdk.Plan, bool) {
	r := readGo(ctx, req.Content)
	if r == nil {
		return sdk.Plan{}, false
	}
	d := &goDraft{r: r, b: sdk.NewBuilder(req), set: rank.ParseSet(req.Options[rank.AblateOption]), value: make([]float64, len(r.events)),
		title: make([]int, len(r.events)), key: make([]string, len(r.events))}
	d.values()
	return d.plan(), true
}
