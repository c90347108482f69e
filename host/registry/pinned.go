package registry

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// addPinned adds the plugins that the user added. Where the lock file can't be used,
// none of them is served: the others are.
func (r *Registry) addPinned() {
	lock, err := r.o.Added.ReadLock()
	r.problem = err
	for i := range lock.Plugins {
		pin := &lock.Plugins[i]
		k := key{pin.Kind, pin.Name}
		if f := r.made[k]; f != nil && !pin.ReplacesBuiltin {
			e := pinnedEntry(pin)
			e.Transport, e.State, e.Confinement = "none", StateRefused, "none: it is never run"
			e.Reason = "refused: a bundled plugin has its name, and was not there when it was added: run riffle plugin add --upgrade --replace-builtin PATH"
			r.others = append(r.others, e)
			continue
		}
		r.made[k] = &found{path: pin.Path, pin: pin}
	}
	for _, e := range r.o.Added.stray(lock) {
		if r.problem != nil {
			e.Reason = r.problem.Error()
		}
		r.others = append(r.others, e)
	}
}

// addDev has programs run without a pin, in place of whatever has their names.
func (r *Registry) addDev() {
	for name, path := range r.o.Dev {
		r.made[r.devKey(name, path)] = &found{path: path, dev: true}
	}
}

// devKey says what a program that nobody described is: what its file's name says,
// else what else has its name, else a processor.
func (r *Registry) devKey(name, path string) key {
	if f, ok := parseFileName(baseName(path)); ok && f.name == name {
		return f.key
	}
	processor, estimator := key{serve.KindProcessor, name}, key{serve.KindEstimator, name}
	if r.made[processor] == nil && r.made[estimator] != nil {
		return estimator
	}
	return processor
}

func baseName(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

// Warnings are what a user should be told on every run: that added plugins are not
// served, and which programs run without a pin.
func (r *Registry) Warnings() []string {
	var out []string
	if r.problem != nil {
		out = append(out, r.problem.Error()+"; no added plugin is used")
	}
	var dev []string
	for name, path := range r.o.Dev {
		dev = append(dev, name+"="+path)
	}
	if len(dev) > 0 {
		slices.Sort(dev)
		out = append(out, "registry: running without a pin, unchecked: "+strings.Join(dev, ", "))
	}
	return out
}

// Others lists what is never run: programs that were not added, and added ones that
// another has the name of, by kind and name.
func (r *Registry) Others() []Entry {
	out := slices.Clone(r.others)
	slices.SortStableFunc(out, func(a, b Entry) int {
		return strings.Compare(a.Kind+" "+a.Name+" "+a.Path, b.Kind+" "+b.Name+" "+b.Path)
	})
	return out
}

// unknown is the error of a plugin that does not exist or was not added.
func (r *Registry) unknown(k key) error {
	for _, e := range r.others {
		if e.Kind == k.kind && e.Name == k.name {
			return fmt.Errorf("%w: the %s %q is not used: %s", ErrUnknown, k.kind, k.name, e.Reason)
		}
	}
	err := fmt.Errorf("%w: there is no %s %q; there are %s", ErrUnknown, k.kind, k.name, r.names(k.kind))
	if r.problem != nil {
		err = fmt.Errorf("%w; added plugins are not used: %w", err, r.problem)
	}
	return err
}

// process is a plugin that runs as a process of its own, from its checked program.
func (r *Registry) process(k key, f *found) supervise.Plugin {
	life := r.life(k.kind)
	if f.pin == nil {
		p := supervise.Subprocess(k.name, supervise.Binary{Path: f.path, Args: f.args, Kind: k.kind, Check: trusted}, life)
		if r.o.Strict || f.construct == nil {
			return p
		}
		return &standIn{Plugin: p, here: supervise.InProcess(k.name, f.construct(), life), warn: func(cause error) {
			if r.o.Log != nil {
				r.o.Log.Warn("plugin.in-process", "plugin", k.name, "cause", cause)
			}
		}}
	}
	life.Env, life.Limits = f.pin.Env, f.pin.limits()
	if d := time.Duration(f.pin.Limits.CallTimeout); d > 0 {
		life.CallBase = d
	}
	return supervise.Subprocess(k.name, f.pin.binary(func(file *os.File) error { return r.o.Added.checkFile(f.pin, file) }), life)
}

// unpinned is a plugin that runs without a pin, and says so.
type unpinned struct{ supervise.Plugin }

// Transport is TransportDev.
func (unpinned) Transport() string { return TransportDev }

func (u unpinned) Process(ctx context.Context, req sdk.Request) (supervise.Reply, error) {
	reply, err := u.Plugin.Process(ctx, req)
	reply.Transport = TransportDev
	return reply, err
}

// DescribeDev asks the programs that run without a pin what they are, once, so that
// the entries of the listing know their kinds. It starts them, and nothing else.
func (r *Registry) DescribeDev(ctx context.Context) {
	r.unpinned.Do(func() {
		var wg sync.WaitGroup
		for k, f := range r.made {
			if !f.dev {
				continue
			}
			if p, err := r.plugin(k); err == nil {
				wg.Go(func() { _, _ = p.Describe(ctx) }) // an entry shows the fault
			}
		}
		wg.Wait()
	})
}

// Problem is why no added plugin is served, nil where they are.
func (r *Registry) Problem() error { return r.problem }

// Verify hashes the program of an added plugin again and starts nothing. It is nil
// for others.
func (r *Registry) Verify(kind, name string) error {
	f := r.made[key{kind, name}]
	if f == nil || f.pin == nil {
		return nil
	}
	return r.o.Added.Verify(f.pin)
}
