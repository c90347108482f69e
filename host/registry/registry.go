// Package registry knows the plugins of a host: which there are, where they come
// from and how they run.
//
// Bundled plugins are the programs riffle-processor-NAME and riffle-estimator-NAME
// beside the host's own, as trusted as it. Where one is missing, the host runs the
// same code in process; one that is there but fails is never replaced silently.
package registry

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// ErrUnknown is what an error wraps that asks for a plugin that does not exist.
var ErrUnknown = errors.New("registry: unknown plugin")

// Bundled are constructors of the plugins whose code the host was built with.
type Bundled struct {
	Processors map[string]func() sdk.Processor
	Estimators map[string]func() sdk.Estimator
}

// Values of Options.Isolation.
const (
	Subprocess = supervise.TransportSubprocess
	InProcess  = supervise.TransportInProcess
	Wire       = supervise.TransportWire // for tests and the bench
)

// Options say where plugins are and how they run.
type Options struct {
	Dir       string            // folder of the bundled programs; "" is that of the host's own
	Bundled   Bundled           // code for where a program is missing
	Isolation string            // Subprocess, the default, InProcess or Wire
	InHost    []string          // estimators that run in process whatever the isolation: a process costs more than their count
	MTLS      string            // "on", "off", or "auto", the default: on where connections are TCP
	Env       []string          // names of variables that plugins get beside the few that all get
	Log       *slog.Logger      // default: none
	Life      supervise.Options // bounds; Env, MTLS and Log are set from the above
}

// Entry is one plugin in a listing.
type Entry struct {
	Kind      string   // serve.KindProcessor or serve.KindEstimator
	Name      string   //
	Version   string   // "" where only its process could say
	Summary   string   //
	Kinds     []string // processors: the kinds of content they take, nil where only the process could say
	Magic     []string // processors: what content of their own kinds begins with
	Matches   bool     // processors: they are to be asked whether a content is of their own kinds
	Priority  int      // processors: the highest is asked first
	Stability string   //
	Transport string   // how it runs
	Path      string   // of its program, "" in process
	State     string   // "available", "refused", or that of supervise.Status once it was used
	Reason    string   // why it is refused, or its last fault
}

// Registry holds the plugins of one host. It is safe for concurrent use.
type Registry struct {
	o    Options
	made map[key]*found // all that exist; not changed after New
	mu   sync.Mutex
	used map[key]supervise.Plugin
	shut bool
}

type key struct{ kind, name string }

// found is where one plugin comes from.
type found struct {
	path      string     // program, or ""
	construct func() any // code, or nil
}

// New finds the plugins. It starts none.
func New(o Options) *Registry {
	r := &Registry{o: o, made: map[key]*found{}, used: map[key]supervise.Plugin{}}
	if r.o.Dir == "" {
		r.o.Dir = ownDir()
	}
	for name, f := range o.Bundled.Processors {
		r.at(key{serve.KindProcessor, name}).construct = func() any { return f() }
	}
	for name, f := range o.Bundled.Estimators {
		r.at(key{serve.KindEstimator, name}).construct = func() any { return f() }
	}
	for k, path := range programs(r.o.Dir) {
		r.at(k).path = path
	}
	r.o.Life.Env, r.o.Life.Log = o.Env, o.Log
	r.o.Life.MTLS = o.MTLS == "on" || o.MTLS != "off" && runtime.GOOS == "windows"
	return r
}

func (r *Registry) at(k key) *found {
	f := r.made[k]
	if f == nil {
		f = &found{}
		r.made[k] = f
	}
	return f
}

// ownDir is the folder of the host's program, "" where it is not known.
func ownDir() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Dir(path)
}

// programs finds bundled programs by their names.
func programs(dir string) map[key]string {
	out := map[key]string{}
	entries, err := os.ReadDir(dir)
	if dir == "" || err != nil {
		return out
	}
	for _, e := range entries {
		for _, kind := range []string{serve.KindProcessor, serve.KindEstimator} {
			name, ok := strings.CutPrefix(e.Name(), "riffle-"+kind+"-")
			if runtime.GOOS == "windows" {
				name = strings.TrimSuffix(name, ".exe")
			}
			if ok && !e.IsDir() && validName(name) {
				out[key{kind, name}] = filepath.Join(dir, e.Name())
			}
		}
	}
	return out
}

// validName reports whether a name is lower case letters, digits and hyphens.
func validName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s[0] != '-' && s[len(s)-1] != '-'
}

// transport is how a plugin runs, and whether by its program.
func (r *Registry) transport(k key, f *found) string {
	inHost := k.kind == serve.KindEstimator && slices.Contains(r.o.InHost, k.name)
	switch {
	case f.construct == nil:
		return Subprocess
	case inHost, r.o.Isolation == InProcess:
		return InProcess
	case r.o.Isolation == Wire:
		return Wire
	case f.path == "":
		return InProcess
	}
	return Subprocess
}

// Processor returns a processor by its name, always the same. It starts nothing.
func (r *Registry) Processor(name string) (supervise.Plugin, error) {
	return r.plugin(key{serve.KindProcessor, name})
}

// Estimator returns an estimator by its name, always the same. It starts nothing.
func (r *Registry) Estimator(name string) (supervise.Plugin, error) {
	return r.plugin(key{serve.KindEstimator, name})
}

func (r *Registry) plugin(k key) (supervise.Plugin, error) {
	f := r.made[k]
	if f == nil {
		return nil, fmt.Errorf("%w: there is no %s %q; there are %s", ErrUnknown, k.kind, k.name, r.names(k.kind))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shut {
		return nil, &supervise.Fault{Reason: supervise.ReasonUnavailable, Err: errors.New("the registry is closed")}
	}
	p := r.used[k]
	if p == nil {
		switch r.transport(k, f) {
		case InProcess:
			p = supervise.InProcess(k.name, f.construct(), r.life(k.kind))
		case Wire:
			p = supervise.Wire(k.name, f.construct(), r.life(k.kind))
		default:
			p = supervise.Subprocess(k.name, supervise.Binary{Path: f.path, Kind: k.kind, Check: trusted}, r.life(k.kind))
		}
		r.used[k] = p
	}
	return p, nil
}

func (r *Registry) names(kind string) string {
	var names []string
	for k := range r.made {
		if k.kind == kind {
			names = append(names, k.name)
		}
	}
	if names == nil {
		return "none"
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Processors lists the processors by name.
func (r *Registry) Processors() []Entry { return r.list(serve.KindProcessor) }

// Estimators lists the estimators by name.
func (r *Registry) Estimators() []Entry { return r.list(serve.KindEstimator) }

func (r *Registry) list(kind string) []Entry {
	var out []Entry
	for k, f := range r.made {
		if k.kind == kind {
			out = append(out, r.entry(k, f))
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (r *Registry) entry(k key, f *found) Entry {
	e := Entry{Kind: k.kind, Name: k.name, Transport: r.transport(k, f), State: "available"}
	r.mu.Lock()
	p := r.used[k]
	r.mu.Unlock()
	var about supervise.Description
	if p != nil {
		if st := p.Status(); st.Generation > 0 {
			e.State, e.Reason, about = st.State, st.LastFault, st.Description
		}
	}
	if about.Kind == "" && f.construct != nil {
		// The program was built of the same code. What it says itself goes before.
		if d, err := serve.Describe(f.construct()); err == nil {
			about = d
		}
	}
	e.Version, e.Summary, e.Stability = about.Version(), about.Summary(), about.Stability()
	e.Kinds, e.Magic, e.Priority = about.Processor.Kinds, about.Processor.Magic, about.Processor.Priority
	e.Matches = slices.Contains(about.Capabilities, sdk.CapabilityMatch)
	if e.Transport == Subprocess {
		e.Path = f.path
		if err := trustedPath(f.path); err != nil {
			e.State, e.Reason = "refused", err.Error()
		}
	}
	return e
}

// Close ends all plugins at once and waits for them, within a bound.
func (r *Registry) Close() error {
	r.mu.Lock()
	r.shut = true
	plugins := make([]supervise.Plugin, 0, len(r.used))
	for _, p := range r.used {
		plugins = append(plugins, p)
	}
	r.mu.Unlock()
	errs := make([]error, len(plugins))
	var wg sync.WaitGroup
	for i, p := range plugins {
		wg.Go(func() { errs[i] = p.Close() })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// Deadlines of an estimator's calls, where the options set none: an exact one
// builds its tables with the first call, about half a second of work, and then
// counts about one MiB a second, on an idle machine.
const (
	estimatorBase   = 10 * time.Second
	estimatorPerMiB = 5 * time.Second
)

// life is the bounds of plugins of one kind.
func (r *Registry) life(kind string) supervise.Options {
	o := r.o.Life
	if kind == serve.KindEstimator && o.CallBase == 0 && o.CallPerMiB == 0 {
		o.CallBase, o.CallPerMiB = estimatorBase, estimatorPerMiB
	}
	return o
}
