package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// locator has usual lengths, so that a path does not change a score.
var locator = spill.Locator{ID: "3f9c81d2a7e4", Path: "/home/user/.local/state/riffle/spill/9b1d6c2e01af/3f9c81d2a7e4-bash"}

// PipelineOptions say which plugins serve and how.
type PipelineOptions struct {
	Bundled   registry.Bundled // the code of the bundled plugins
	Dir       string           // folder of their programs, "" for that of the running one
	Isolation string           // registry.InProcess, the default, Wire or Subprocess
	Ablate    []string         // ranking rules to switch off
	Added     registry.Places  // the plugins that the user added, for Plugin; the zero value: there are none
}

// life is the bounds of a plugin that is measured. They are wide, so that a busy
// machine changes no score, and a fault on one case says nothing of the next.
var life = supervise.Options{
	StartTimeout: 30 * time.Second,
	CallBase:     30 * time.Second,
	CallPerMiB:   10 * time.Second,
	BackoffBase:  time.Millisecond,
	BackoffMax:   time.Millisecond,
	StrikeLimit:  1 << 30,
	CrashLimit:   1 << 30,
	IdleAfter:    time.Hour,
}

func (o PipelineOptions) registry() *registry.Registry {
	if o.Isolation == "" {
		o.Isolation = registry.InProcess
	}
	return registry.New(registry.Options{Dir: o.Dir, Bundled: o.Bundled, Isolation: o.Isolation, Strict: true, Life: life})
}

// Builtins is the host's own pipeline with the bundled processors.
func Builtins(o PipelineOptions) System {
	reg := o.registry()
	p := &plugins{registry: reg}
	transport := o.Isolation
	if transport == "" {
		transport = registry.InProcess
	}
	s := p.system(o.Ablate)
	s.Name, s.About, s.Transport = "riffle", "the bundled processors", transport
	s.Close = reg.Close
	s.Again = func() (System, error) { return Builtins(o), nil }
	if transport != registry.Subprocess && o.programs() {
		s.Apart = func() (System, error) {
			o.Isolation = registry.Subprocess
			return Builtins(o), nil
		}
	}
	return s
}

// programs reports whether the programs of all bundled processors are there.
func (o PipelineOptions) programs() bool {
	o.Isolation = registry.Subprocess
	reg := o.registry()
	defer reg.Close()
	for _, e := range reg.Processors() {
		if e.Transport != registry.Subprocess || e.State != "available" {
			return false
		}
	}
	return true
}

// Processors are the bundled processors as the pipeline takes them, and what frees them.
func Processors(o PipelineOptions) (pipeline.Processors, func() error) {
	reg := o.registry()
	return &plugins{registry: reg}, reg.Close
}

// Only is the pipeline with a single bundled processor, measured on the kinds that
// it declares.
func Only(name string, o PipelineOptions) (System, error) {
	reg := o.registry()
	plugin, err := reg.Processor(name)
	if err == nil {
		var s System
		if s, err = alone(plugin, reg, o.Ablate); err == nil {
			s.Close = reg.Close
			s.Again = func() (System, error) { return Only(name, o) }
			return s, nil
		}
	}
	return System{}, errors.Join(fmt.Errorf("bench: %w", err), reg.Close())
}

// alone is the pipeline with one processor, and the bundled ones for what it declines.
func alone(plugin supervise.Plugin, reg *registry.Registry, ablate []string) (System, error) {
	about, err := plugin.Describe(context.Background())
	if err != nil {
		return System{}, err
	}
	kinds := slices.Sorted(slices.Values(about.Processor.Kinds))
	p := &plugins{registry: reg, own: plugin, kinds: kinds, sniffers: sniffersOf(about)}
	s := p.system(ablate)
	s.Name, s.About, s.Transport, s.Kinds = about.Name(), strings.TrimSpace(about.Version()+" "+about.Summary()), plugin.Transport(), kinds
	s.Takes = func(s *score.Subject) bool {
		// The inspector does not know a plugin's own kinds: there the corpus's word
		// counts, and where it has another, whether the plugin claims the content.
		return slices.Contains(kinds, KindOf(s)) || !sdk.HostKind(s.Case.Kind) && slices.Contains(kinds, s.Case.Kind) || p.claims(s)
	}
	return s, nil
}

// plugins is the processors as the pipeline sees them: the registry's, and before
// them one of its own for its kinds, if any.
type plugins struct {
	registry *registry.Registry
	own      supervise.Plugin
	kinds    []string
	sniffers []pipeline.Sniffer
	turns    sync.RWMutex
}

var _ pipeline.Processors = (*plugins)(nil)

// ForKind are the measured plugin, if the kind is one of its, and then those that the
// host would ask for what it declines.
func (p *plugins) ForKind(kind string) []string {
	var out []string
	if p.own != nil && slices.Contains(p.kinds, kind) {
		out = append(out, p.own.Name())
	}
	for _, e := range p.registry.Processors() {
		if slices.Contains(e.Kinds, kind) && !slices.Contains(out, e.Name) {
			out = append(out, e.Name)
		}
	}
	return out
}

func (p *plugins) Version(string) string { return "" }

func (p *plugins) Open(name string) (pipeline.Processor, error) {
	if p.own != nil && p.own.Name() == name {
		return &turns{p.own, &p.turns}, nil
	}
	plugin, err := p.registry.Processor(name)
	if err != nil {
		return nil, &supervise.Fault{Reason: supervise.ReasonStartFailed, Err: err}
	}
	return &turns{plugin, &p.turns}, nil
}

// turns repeats a call that failed while others ran: what one case does to a process
// must not be another's fault.
type turns struct {
	supervise.Plugin
	mu *sync.RWMutex
}

func (t *turns) Process(ctx context.Context, req sdk.Request) (supervise.Reply, error) {
	t.mu.RLock()
	reply, err := t.Plugin.Process(ctx, req)
	t.mu.RUnlock()
	switch supervise.ReasonOf(err) {
	case supervise.ReasonCrashed, supervise.ReasonUnavailable, supervise.ReasonTimeout:
		t.mu.Lock()
		defer t.mu.Unlock()
		return t.Plugin.Process(ctx, req)
	}
	return reply, err
}

// estimator is the scorer's own exact counter.
type estimator struct{ *score.Counter }

// Name is that of the bundled exact estimator, which counts alike.
func (estimator) Name() string    { return "bpe" }
func (estimator) Fast() bool      { return true }
func (estimator) Margin() float64 { return 0 }

// pipelineFor is a pipeline without a store.
func (p *plugins) pipelineFor(counter *score.Counter, ablate []string) *pipeline.Pipeline {
	c := config.Default()
	c.ExcludeTools = nil
	c.Processors = map[string]config.ProcessorOf{}
	if len(ablate) > 0 {
		option := config.ProcessorOf{Options: map[string]string{rank.AblateOption: strings.Join(ablate, ",")}}
		for _, e := range p.registry.Processors() {
			c.Processors[e.Name] = option
		}
		if p.own != nil {
			c.Processors[p.own.Name()] = option
		}
	}
	return &pipeline.Pipeline{Config: c, Processors: p, Estimator: estimator{counter}}
}

// system is the pipeline as a system. One plan is made for all budgets.
func (p *plugins) system(ablate []string) System {
	return System{
		Role: runfile.RoleSystem,
		New: func(ctx context.Context, s *score.Subject) (*Prepared, error) {
			planned, err := p.pipelineFor(s.Counter(), ablate).Plan(ctx, inputOf(s))
			if err == nil && planned.Fault != "" {
				// Another processor would serve, but what is measured is the one that failed.
				err = errors.New("bench: " + planned.Fault)
			}
			if err != nil {
				return nil, err
			}
			return &Prepared{Processor: planned.Processor, At: func(ctx context.Context, budget int) (string, error) {
				if planned.Tokens <= budget {
					return s.Content, nil
				}
				c, err := planned.Fit(ctx, budget, locator)
				return c.Text, err
			}}, nil
		},
		Keep: func(ctx context.Context, s *score.Subject, budget int, dir string) error {
			return p.keep(ctx, p.pipelineFor(s.Counter(), ablate), s, budget, dir)
		},
	}
}

func inputOf(s *score.Subject) pipeline.Input {
	return pipeline.Input{Raw: s.Case.Data, Tool: s.Case.Tool, Command: s.Case.Command}
}

// keep runs every stage with a real store and compares what it holds with the case.
func (p *plugins) keep(ctx context.Context, pipe *pipeline.Pipeline, s *score.Subject, budget int, dir string) error {
	store, err := spill.Open(spill.Options{Dir: dir})
	if err != nil {
		return err
	}
	defer store.Close()
	pipe.Store = store
	in := inputOf(s)
	in.Overrides = config.Overrides{MinTokens: 1, TargetTokens: budget, MaxTokens: max(budget, pipe.Config.MaxTokens)}
	res := pipe.Run(ctx, in)
	switch {
	case res.Text == nil && res.Outcome.Reason == pipeline.ReasonNoStore:
		return fmt.Errorf("nothing was stored: %s", res.Outcome.Detail)
	case res.Text == nil:
		return nil // the original itself went through
	case res.Locator == nil:
		return errors.New("a shorter text without a stored original")
	}
	defer store.Remove(res.Locator.ID)
	return sameBytes(res.Locator, s)
}

// sameBytes compares a stored original, and its cleaned content, with the case.
func sameBytes(loc *spill.Locator, s *score.Subject) error {
	original, err := os.ReadFile(loc.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(original, s.Case.Data) {
		return fmt.Errorf("the stored original has %d bytes and differs from the input's %d", len(original), len(s.Case.Data))
	}
	if hash := hashOf(original); loc.SHA256 != hash {
		return fmt.Errorf("the locator's SHA-256 is %s, that of the file %s", loc.SHA256, hash)
	}
	if loc.TextPath == "" {
		return nil
	}
	text, err := os.ReadFile(loc.TextPath)
	if err == nil && string(text) != s.Content {
		err = errors.New("the stored content is not what markers count in")
	}
	return err
}
