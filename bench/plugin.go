package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Plugin runs the program of a plugin in a process of its own. Which is a plugin that
// the user added, by its name, or the path of a program, which may be trusted or not
// as the caller judges; what has no separator in it and no pin is a path too. One of
// the two is set: a processor is a System, measured on the kinds that it declares,
// with the bundled processors for what it declines; an estimator is an Estimator.
func Plugin(which string, o PipelineOptions) (*System, *Estimator, error) {
	plugin, about, closing, err := o.open(which)
	if err != nil {
		return nil, nil, err
	}
	if about.Kind == serve.KindEstimator {
		return nil, &Estimator{Plugin: plugin, Close: closing}, nil
	}
	reg := o.registry()
	s, err := alone(plugin, reg, o.Ablate)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("bench: plugin %s: %w", which, err), closing(), reg.Close())
	}
	s.Close = func() error { return errors.Join(closing(), reg.Close()) }
	s.Again = func() (System, error) {
		again, _, err := Plugin(which, o)
		if err != nil {
			return System{}, err
		}
		return *again, nil
	}
	return &s, nil, nil
}

// open finds a plugin by name or path. closing ends it.
func (o PipelineOptions) open(which string) (plugin supervise.Plugin, about supervise.Description, closing func() error, err error) {
	if filepath.Base(which) == which {
		plugin, closing, err = o.added(which)
		if err != nil {
			return nil, about, nil, err
		}
		if plugin != nil {
			if about, err = plugin.Describe(context.Background()); err != nil {
				return nil, about, nil, errors.Join(fmt.Errorf("bench: plugin %s: %w", which, err), closing())
			}
			return plugin, about, closing, nil
		}
	}
	if info, err := os.Stat(which); err != nil {
		return nil, about, nil, fmt.Errorf("bench: the plugin cannot be read: %w; expected a plugin's program or the name of one that was added (riffle plugin list)", err)
	} else if !info.Mode().IsRegular() {
		return nil, about, nil, fmt.Errorf("bench: %s is no file; expected a plugin's program or the name of one that was added", which)
	}
	plugin, about, err = startPlugin(which)
	if err != nil {
		return nil, about, nil, err
	}
	return plugin, about, plugin.Close, nil
}

// added is the plugin of a name that the user added, checked and bounded as its pin
// says; nil where there is none. Of a processor and an estimator it is the processor.
func (o PipelineOptions) added(name string) (supervise.Plugin, func() error, error) {
	reg := registry.New(registry.Options{Dir: o.Dir, Added: o.Added, Life: life})
	is := func(e registry.Entry) bool { return e.Name == name && e.Source == registry.SourcePinned }
	var plugin supervise.Plugin
	var err error
	switch {
	case slices.ContainsFunc(reg.Processors(), is):
		plugin, err = reg.Processor(name)
	case slices.ContainsFunc(reg.Estimators(), is):
		plugin, err = reg.Estimator(name)
	}
	if err != nil || plugin == nil {
		return nil, nil, errors.Join(err, reg.Close())
	}
	return plugin, reg.Close, nil
}

// startPlugin starts a plugin and asks for its name, which it is then held to.
func startPlugin(path string) (supervise.Plugin, supervise.Description, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, supervise.Description{}, fmt.Errorf("bench: %w", err)
	}
	path = abs
	first := supervise.Subprocess("", supervise.Binary{Path: path}, life)
	about, err := first.Describe(context.Background())
	if closing := first.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return nil, about, fmt.Errorf("bench: plugin %s: %w", path, err)
	}
	return supervise.Subprocess(about.Name(), supervise.Binary{Path: path, Kind: about.Kind}, life), about, nil
}
