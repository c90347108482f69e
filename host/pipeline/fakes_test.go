package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// fakeProcessor plans with a function.
type fakeProcessor struct {
	name string
	f    func(context.Context, sdk.Request) (sdk.Plan, error)
	own  func(sdk.Sample) (string, error)
}

func (p *fakeProcessor) Name() string { return p.name }
func (p *fakeProcessor) Process(ctx context.Context, req sdk.Request) (supervise.Reply, error) {
	plan, err := p.f(ctx, req)
	return supervise.Reply{Plan: plan, Transport: "in-process"}, err
}

func (p *fakeProcessor) Match(_ context.Context, s sdk.Sample) (string, error) { return p.own(s) }

// fakeProcessors holds processors by name; each takes the kind of its name.
type fakeProcessors struct {
	byName map[string]*fakeProcessor
	sniff  []Sniffer
	opened []string
}

func (p *fakeProcessors) Sniffers() []Sniffer { return p.sniff }

func (p *fakeProcessors) ForKind(kind string) []string {
	if _, ok := p.byName[kind]; ok {
		return []string{kind}
	}
	for _, s := range p.sniff {
		if slices.Contains(s.Kinds, kind) {
			return []string{s.Name}
		}
	}
	return nil
}
func (p *fakeProcessors) Version(string) string { return "1.2.3" }
func (p *fakeProcessors) Open(name string) (Processor, error) {
	p.opened = append(p.opened, name)
	f, ok := p.byName[name]
	if !ok {
		return nil, fmt.Errorf("no processor %q", name)
	}
	return f, nil
}

type fakeEstimator struct {
	calls  int
	err    error
	panic  bool
	slow   bool
	margin float64
}

func (e *fakeEstimator) Name() string    { return "classes" }
func (e *fakeEstimator) Fast() bool      { return !e.slow }
func (e *fakeEstimator) Margin() float64 { return e.margin }
func (e *fakeEstimator) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	e.calls++
	if e.panic {
		panic("estimator")
	}
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = tokens.Estimate(t)
	}
	return out, e.err
}

// planLines makes a unit of each line; lines with "boom" are worth most.
func planLines(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	b := sdk.NewBuilder(req)
	at := 0
	for i, l := range bytes.SplitAfter(req.Content, []byte("\n")) {
		if n := len(bytes.TrimRight(l, "\r\n")); n > 0 {
			v := 0.1 + float64(i%7)/100
			if bytes.Contains(l, []byte("boom")) {
				v = 5
			}
			b.Keep(sdk.Span{Start: at, End: at + n}, v)
		}
		at += len(l)
	}
	return b.Plan(), nil
}

func decline(context.Context, sdk.Request) (sdk.Plan, error) {
	return sdk.Plan{}, fmt.Errorf("%w: not mine", sdk.ErrDeclined)
}

// rig is a pipeline with everything in reach of a test.
type rig struct {
	*Pipeline
	procs *fakeProcessors
	est   *fakeEstimator
	store *spill.Store
}

func newRig(t testing.TB) *rig {
	t.Helper()
	store, err := spill.Open(spill.Options{Dir: t.TempDir(), Session: "test"})
	require.NoError(t, err)
	t.Cleanup(func() { store.Close() })
	procs := &fakeProcessors{byName: map[string]*fakeProcessor{}}
	for _, name := range []string{"log", "text"} {
		procs.byName[name] = &fakeProcessor{name: name, f: planLines}
	}
	est := &fakeEstimator{}
	return &rig{&Pipeline{Config: config.Default(), Processors: procs, Estimator: est, Store: store}, procs, est, store}
}

// noisy is a log of n lines with one that matters in the middle.
func noisy(n int) []byte {
	var b strings.Builder
	for i := range n {
		if i == n/2 {
			b.WriteString("10:00:01 ERROR boom: shard 7 lost its leader\n")
			continue
		}
		fmt.Fprintf(&b, "10:00:0%d INFO request %d served in %d ms\n", i%10, i, i%50)
	}
	return []byte(b.String())
}

// quiet is a log of n lines of which none matters.
func quiet(n int) []byte {
	return bytes.ReplaceAll(noisy(n), []byte("ERROR boom: shard 7 lost its leader"), []byte("INFO request 7 served in 7 ms"))
}

// fail has processors fail with what f returns, or panics with.
func (r *rig) fail(f func() error, names ...string) {
	for _, name := range names {
		r.procs.byName[name].f = func(context.Context, sdk.Request) (sdk.Plan, error) { return sdk.Plan{}, f() }
	}
}

// kept is a store that keeps the last original in memory.
type kept struct{ last []byte }

var keptAt = spill.Locator{ID: "0123456789ab", Path: "/var/lib/riffle/0123456789ab-bash"}

func (k *kept) Locate(spill.Meta, []byte, []byte) spill.Locator { return keptAt }

func (k *kept) Save(_ context.Context, _ spill.Meta, original, _ []byte) (spill.Locator, error) {
	k.last = bytes.Clone(original)
	return keptAt, nil
}

func (k *kept) Record(spill.Locator, []byte) error { return nil }
func (k *kept) Made([]byte) bool                   { return false }
func (k *kept) Holds(string) bool                  { return false }
