package structure

import (
	"context"
	"errors"
	"slices"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/processors/html"
	"github.com/riffle-dev/riffle/processors/json"
	"github.com/riffle-dev/riffle/processors/log"
	"github.com/riffle-dev/riffle/processors/table"
	"github.com/riffle-dev/riffle/processors/testreport"
	"github.com/riffle-dev/riffle/processors/text"
	"github.com/riffle-dev/riffle/sdk"
)

// bundled are all processors, those with kinds of their own in the order in which
// they are asked.
var bundled = []sdk.Processor{html.New(), json.New(), log.New(), testreport.New(), table.New(), text.New()}

// call is what a processor answered.
type call struct {
	name    string
	request sdk.Request
	plan    sdk.Plan
	err     error
	invalid error // what sdk.CheckPlan says
}

// processors are the bundled ones as the pipeline takes them. They keep what they
// answered, so that a fault is seen that the pipeline gets over.
type processors struct{ calls []call }

var _ pipeline.Processors = (*processors)(nil)

func newProcessors() *processors { return &processors{} }

func (p *processors) ForKind(kind string) []string {
	var out []string
	for _, b := range bundled {
		if slices.Contains(b.Info().Kinds, kind) {
			out = append(out, b.Info().Name)
		}
	}
	return out
}

func (p *processors) Sniffers() []pipeline.Sniffer {
	var out []pipeline.Sniffer
	for _, b := range bundled {
		if _, asks := b.(sdk.Matcher); asks {
			out = append(out, pipeline.Sniffer{Name: b.Info().Name, Kinds: b.Info().OwnKinds(), Magic: b.Info().Magic, Asks: true})
		}
	}
	return out
}

func (p *processors) Version(string) string { return "1.0.0" }

func (p *processors) Open(name string) (pipeline.Processor, error) {
	for _, b := range bundled {
		if b.Info().Name == name {
			return &recorder{p, b, name}, nil
		}
	}
	return nil, errors.New("structure: there is no processor " + name)
}

type recorder struct {
	to   *processors
	of   sdk.Processor
	name string
}

func (r *recorder) Name() string { return r.name }

func (r *recorder) Match(ctx context.Context, s sdk.Sample) (string, error) {
	if m, ok := r.of.(sdk.Matcher); ok {
		return m.Match(ctx, s)
	}
	return "", nil
}

func (r *recorder) Process(ctx context.Context, req sdk.Request) (supervise.Reply, error) {
	c := call{name: r.name, request: req}
	c.plan, c.err = r.of.Process(ctx, req)
	if c.err == nil {
		c.invalid = sdk.CheckPlan(req, &c.plan)
	}
	r.to.calls = append(r.to.calls, c)
	if c.invalid != nil {
		return supervise.Reply{}, &supervise.Fault{Reason: "plugin-invalid-reply", Err: c.invalid}
	}
	return supervise.Reply{Plan: c.plan, Transport: supervise.TransportInProcess}, c.err
}
