// Package host is Riffle as a library: it puts together configuration, plugins, the
// store of originals and the guarded pipeline.
//
//	h, err := host.New(config.Default(), host.WithBundled(bundled))
//	defer h.Close()
//	out, err := h.Compress(ctx, host.Input{Raw: log, Tool: "bash"})
package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
)

// Host decides on tool results. It is safe for concurrent use.
type Host struct {
	pipeline *pipeline.Pipeline
	registry *registry.Registry
	store    *spill.Store
}

// Option sets what is not part of the configuration.
type Option func(*options)

type options struct {
	bundled registry.Bundled
	dir     string
	session string
	index   string
	log     *slog.Logger
	life    supervise.Options
	added   registry.Places
}

// WithBundled gives the constructors of the plugins whose code the host was built
// with, for where their programs are missing.
func WithBundled(b registry.Bundled) Option { return func(o *options) { o.bundled = b } }

// WithPluginDir sets the folder of the bundled programs; the default is that of the
// host's own.
func WithPluginDir(dir string) Option { return func(o *options) { o.dir = dir } }

// WithAdded has the plugins serve that a user added; those of the user that runs this
// program are at registry.UserPlaces(os.Getenv). Without it there are none.
func WithAdded(p registry.Places) Option { return func(o *options) { o.added = p } }

// WithSession names the session whose originals a sweep of the store leaves alone
// as long as the host lives.
func WithSession(session string) Option { return func(o *options) { o.session = session } }

// WithIndex has riffle get find originals by their ID, whatever store the configuration
// of its caller names: the folder keeps in mind where this host stored them. The one that
// riffle get reads is spill.DefaultIndex. Without it there is none.
func WithIndex(dir string) Option { return func(o *options) { o.index = dir } }

// WithLog sets where events of plugins are logged; contents never are.
func WithLog(log *slog.Logger) Option { return func(o *options) { o.log = log } }

// WithLife sets the bounds of the lives of plugins.
func WithLife(life supervise.Options) Option { return func(o *options) { o.life = life } }

// New puts a host together. It starts no plugin and writes no file. An estimator
// that does not exist is an error; a store that cannot be used is not: results then
// pass through with the reason.
func New(cfg config.Config, opts ...Option) (*Host, error) {
	var o options
	for _, set := range opts {
		set(&o)
	}
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	reg := registry.New(registry.Options{
		Dir: o.dir, Bundled: o.bundled, Isolation: cfg.Plugins.Isolation,
		MTLS: cfg.Plugins.MTLS, Env: cfg.Plugins.Env, Log: o.log, Life: o.life,
		Added: o.added, Dev: cfg.Plugins.Dev,
	})
	estimator, err := reg.Estimator(cfg.Estimator.Name)
	if err != nil {
		reg.Close()
		return nil, fmt.Errorf("host: %w", err)
	}
	h := &Host{registry: reg}
	h.pipeline = &pipeline.Pipeline{Config: cfg, Processors: processors{reg}, Estimator: counter{estimator, o.bundled.RunsInHost(cfg.Estimator.Name)}}
	h.store, err = spill.Open(spill.Options{
		Dir: cfg.Spill.Dir, MaxBytes: int64(cfg.Spill.MaxBytes), MaxAge: time.Duration(cfg.Spill.MaxAge),
		FileMode: cfg.Spill.Mode, Session: o.session, Index: o.index,
	})
	if err != nil {
		h.pipeline.Store = unusable{err}
	} else {
		h.pipeline.Store = h.store
	}
	return h, nil
}

// Hide closes the memory, the environment and the open files of this process to other
// processes of the same account, such as plugins that nothing confines. The process
// then writes no core file, and a debugger needs root, so it is for the program to call,
// first of all, and not done by New. It does nothing but on Linux.
func Hide() error { return supervise.Hide() }

// Close ends all plugins and lets go of the session. It waits within a bound.
func (h *Host) Close() error {
	err := h.registry.Close()
	if h.store != nil {
		err = errors.Join(err, h.store.Close())
	}
	return err
}

// Config is the configuration of the host.
func (h *Host) Config() config.Config { return h.pipeline.Config }

// Registry is the host's catalogue of plugins.
func (h *Host) Registry() *registry.Registry { return h.registry }

// Store is the host's store of originals, nil where it cannot be used.
func (h *Host) Store() *spill.Store { return h.store }

// Guard is one step of a post-execute waterfall: it asks next first and shortens
// the text of what comes back. Its error is next's own.
func (h *Host) Guard(ctx context.Context, exec pipeline.Exec, result pipeline.ToolResult, next pipeline.Next) (pipeline.Decision, pipeline.Outcome, error) {
	return h.pipeline.Guard(ctx, exec, result, next)
}

// Decide is Guard for an exchange that came as JSON, with what it asks for, and with
// all that is known of what became of the text.
func (h *Host) Decide(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	next := func(context.Context) (pipeline.Decision, error) { return x.Decision, nil }
	decision, res, _ := h.pipeline.GuardWith(ctx, x.Exec, x.Result, x.Wishes, next) // its error is next's
	return decision, res
}

// Input is one text to decide on.
type Input struct {
	Raw        []byte    // the exact bytes; read only
	Reader     io.Reader // where Raw is nil: read to its end
	Tool       string
	Command    string
	Kind       string // overrides the inspector's verdict
	Session    string
	CallID     string
	IsError    bool
	ExitStatus *int
	Overrides  config.Overrides
}

func (in Input) pipeline() pipeline.Input {
	return pipeline.Input{
		Raw: in.Raw, Tool: in.Tool, Command: in.Command, Kind: in.Kind, Session: in.Session, CallID: in.CallID,
		IsError: in.IsError, ExitStatus: in.ExitStatus, Overrides: in.Overrides,
	}
}

// Output is what to hand on.
type Output struct {
	pipeline.Result
	Text []byte    // the replacement, or the exact input where it passes through
	Rest io.Reader // what follows Text of an input too large for memory; nil where nothing does
}

// Replaced reports whether Text is shorter text in place of the input.
func (o Output) Replaced() bool { return o.Outcome.Action == pipeline.Replaced }

// Compress decides on one text. Its only error is that of reading in.Reader, which
// comes with what had been read.
func (h *Host) Compress(ctx context.Context, in Input) (Output, error) {
	p := in.pipeline()
	if in.Raw == nil && in.Reader != nil {
		raw, rest, err := readCapped(in.Reader, pipeline.MaxContent)
		if err != nil {
			return Output{Text: raw}, fmt.Errorf("host: the text could not be read to its end: %w", err)
		}
		if rest != nil {
			return h.compressStream(ctx, p, rest), nil
		}
		p.Raw = raw
	}
	if len(p.Raw) > pipeline.MaxContent {
		return h.compressStream(ctx, p, bytes.NewReader(p.Raw)), nil
	}
	res := h.pipeline.Run(ctx, p)
	out := Output{Result: res, Text: p.Raw}
	if res.Text != nil {
		out.Text = res.Text
	}
	return out, nil
}

func (h *Host) compressStream(ctx context.Context, in pipeline.Input, r io.Reader) Output {
	res, rest := h.pipeline.RunStream(ctx, in, r)
	return Output{Result: res, Text: res.Text, Rest: rest}
}
