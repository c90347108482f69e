package supervise

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// InProcess returns a plugin that runs impl, an sdk.Processor or an sdk.Estimator,
// in this process. A panic is a fault like any other, but a call that hangs keeps
// its goroutine for good, and a fatal error of the runtime ends the host: code that
// the host does not know belongs into a process of its own.
func InProcess(name string, impl any, o Options) Plugin {
	return newSupervisor(name, &inProcess{impl: impl, said: newRing(ringSize)}, o)
}

type inProcess struct {
	impl any
	said *ring // stacks of panics
}

func (l *inProcess) transport() string { return TransportInProcess }
func (l *inProcess) stderr() string    { return l.said.String() }
func (l *inProcess) close()            {}

func (l *inProcess) launch(context.Context) (g generation, d Description, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its Info panicked: %v", r)
		}
	}()
	if d, err = serve.Describe(l.impl); err != nil {
		return nil, d, err
	}
	here := &inProcessGeneration{said: l.said}
	here.processor, _ = l.impl.(sdk.Processor)
	here.estimator, _ = l.impl.(sdk.Estimator)
	here.matcher, _ = l.impl.(sdk.Matcher)
	return here, d, nil
}

type inProcessGeneration struct {
	processor sdk.Processor
	estimator sdk.Estimator
	matcher   sdk.Matcher
	said      io.Writer
}

func (g *inProcessGeneration) dead() <-chan struct{} { return nil }
func (g *inProcessGeneration) stop(bool)             {}
func (g *inProcessGeneration) pid() int              { return 0 }

func (g *inProcessGeneration) Process(ctx context.Context, req sdk.Request) (_ sdk.Plan, err error) {
	if g.processor == nil {
		return sdk.Plan{}, fmt.Errorf("it is an estimator")
	}
	defer g.caught(&err)
	return g.processor.Process(ctx, req)
}

func (g *inProcessGeneration) CountTokens(ctx context.Context, texts [][]byte) (_ []int, err error) {
	if g.estimator == nil {
		return nil, fmt.Errorf("it is a processor")
	}
	defer g.caught(&err)
	return g.estimator.CountTokens(ctx, texts)
}

func (g *inProcessGeneration) Match(ctx context.Context, s sdk.Sample) (_ string, err error) {
	if g.matcher == nil {
		return "", fmt.Errorf("it matches no content")
	}
	defer g.caught(&err)
	return g.matcher.Match(ctx, s)
}

func (g *inProcessGeneration) caught(err *error) {
	if r := recover(); r != nil {
		fmt.Fprintf(g.said, "panic: %v\n%s", r, debug.Stack())
		*err = panicked{said: fmt.Sprint(r)}
	}
}
