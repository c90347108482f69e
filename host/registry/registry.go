// Package registry knows the plugins of a host: which there are, where they come
// from and how they run.
//
// Bundled plugins are the programs riffle-processor-NAME and riffle-estimator-NAME
// beside the host's own, as trusted as it; one may serve several estimators. Where one is missing or does not start, the
// host runs the same code in process; one that fails in a call is never replaced.
//
// All others are run only where the user added them: a lock file, kept away from
// the programs, says which bytes that were and what they said of themselves. What
// lies about without a pin is listed and never run.
package registry

import (
	"errors"
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

	// Programs are the estimators that another's program serves too, and its name. They
	// have no program of their own.
	Programs map[string]string

	InHost []string // estimators that run in process whatever the isolation: a call to a process costs more than their count
}

// RunsInHost reports whether an estimator runs in process whatever the isolation.
func (b Bundled) RunsInHost(estimator string) bool { return slices.Contains(b.InHost, estimator) }

// program names the program that serves a plugin.
func (b Bundled) program(k key) string {
	if of := b.Programs[k.name]; of != "" && k.kind == serve.KindEstimator {
		return of
	}
	return k.name
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
	MTLS      string            // "on", "off", or "auto", the default: on where connections are TCP
	Env       []string          // names of variables that plugins get beside the few that all get; added ones get those of their pins
	Strict    bool              // a bundled program that does not start is a fault, not a reason to run its code in process
	Added     Places            // where the plugins are that the user added; the zero value: there are none
	Dev       map[string]string // by name: a program that runs without a pin; of an estimator if its file's name says so
	Log       *slog.Logger      // default: none
	Life      supervise.Options // bounds; Env, MTLS and Log are set from the above
}

// Values of Entry.Source.
const (
	SourceBundled = "bundled" // ships with the host
	SourcePinned  = "pinned"  // the user added it
	SourceDev     = "dev"     // runs without a pin, as the user asked for
	SourceFound   = "found"   // lies about and is never run
)

// Values of Entry.State beside those of supervise.Status.
const (
	StateAvailable = "available"
	StateRefused   = "refused"
	StateUntrusted = "not trusted"
)

// TransportDev is the transport of a program that runs without a pin.
const TransportDev = "dev"

// Entry is one plugin in a listing.
type Entry struct {
	Kind         string   `json:"kind"` // serve.KindProcessor or serve.KindEstimator
	Name         string   `json:"name"`
	Version      string   `json:"version"` // "" where only its process could say
	Summary      string   `json:"summary,omitempty"`
	Protocol     int      `json:"protocol,omitempty"`
	Kinds        []string `json:"kinds,omitempty"`   // processors: the kinds of content they take, nil where only the process could say
	Magic        []string `json:"magic,omitempty"`   // processors: what content of their own kinds begins with
	Matches      bool     `json:"matches,omitempty"` // processors: they are to be asked whether a content is of their own kinds
	Priority     int      `json:"priority,omitempty"`
	Capabilities []string `json:"capabilities,omitempty"`
	Encoding     string   `json:"encoding,omitempty"` // estimators
	Exact        bool     `json:"exact,omitempty"`
	Margin       float64  `json:"margin,omitempty"`
	Stability    string   `json:"stability,omitempty"`
	Transport    string   `json:"transport"` // how it runs, "none" where it never does
	Source       string   `json:"source"`
	Replaces     bool     `json:"replacesBuiltin,omitempty"`
	State        string   `json:"state"`            // StateAvailable, StateRefused, StateUntrusted, or that of supervise.Status once it was used
	Reason       string   `json:"reason,omitempty"` // why it is refused, or its last fault
	Path         string   `json:"path,omitempty"`   // of its program, "" in process
	Confinement  string   `json:"confinement"`      // what keeps it from the user's files, network and processes, "none: " and why where nothing does
}

// Registry holds the plugins of one host. It is safe for concurrent use.
type Registry struct {
	o    Options
	made map[key]*found // all that exist; not changed after New
	mu   sync.Mutex
	used map[key]supervise.Plugin
	shut bool

	others   []Entry // programs that are never run, and pins that are not served
	problem  error   // why no added plugin is served, nil where they are
	unpinned sync.Once
}

type key struct{ kind, name string }

// found is where one plugin comes from.
type found struct {
	path      string     // program, or ""
	args      []string   // of the program, where it serves others too
	construct func() any // code, or nil
	pin       *Pin       // of a plugin that the user added, else nil
	dev       bool       // it runs without a pin
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
	r.addPrograms()
	r.addPinned()
	r.addDev()
	r.o.Life.Env, r.o.Life.Log = o.Env, o.Log
	r.o.Life.MTLS = o.MTLS == "on" || o.MTLS != "off" && runtime.GOOS == "windows"
	return r
}

// addPrograms finds the programs of the bundled plugins, and what else lies there.
func (r *Registry) addPrograms() {
	paths := programs(r.o.Dir)
	for k, path := range paths {
		if f := r.made[k]; f != nil && r.o.Bundled.program(k) == k.name {
			f.path = path
		} else {
			r.others = append(r.others, foundEntry(fileName{key: k}, path))
		}
	}
	for k, f := range r.made {
		if of := r.o.Bundled.program(k); of != k.name {
			f.path, f.args = paths[key{k.kind, of}], serve.Args(k.name)
		}
	}
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

// validName reports whether a name is lower case letters, digits and hyphens.
func validName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == "" && s[0] != '-' && s[len(s)-1] != '-'
}

// transport is how a plugin runs, and whether by its program.
func (r *Registry) transport(k key, f *found) string {
	inHost := k.kind == serve.KindEstimator && r.o.Bundled.RunsInHost(k.name)
	switch {
	case f.dev:
		return TransportDev
	case f.construct == nil, f.pin != nil:
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
		return nil, r.unknown(k)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shut {
		return nil, &supervise.Fault{Reason: supervise.ReasonUnavailable, Err: errors.New("the registry is closed")}
	}
	p := r.used[k]
	if p == nil {
		switch r.transport(k, f) {
		case TransportDev:
			p = unpinned{supervise.Subprocess(k.name, supervise.Binary{Path: f.path, Kind: k.kind}, r.life(k.kind))}
		case InProcess:
			p = supervise.InProcess(k.name, f.construct(), r.life(k.kind))
		case Wire:
			p = supervise.Wire(k.name, f.construct(), r.life(k.kind))
		default:
			p = r.process(k, f)
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
