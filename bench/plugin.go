package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Plugin runs a plugin program, trusted or not as its caller may judge, in a process
// of its own. One of the two is set: a processor is a System, measured on the kinds
// that it declares, with the bundled processors for what it declines; an estimator
// is an Estimator.
func Plugin(path string, o PipelineOptions) (*System, *Estimator, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, nil, fmt.Errorf("bench: the plugin cannot be read: %w", err)
	} else if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("bench: %s is no file; expected a plugin's program", path)
	}
	plugin, about, err := startPlugin(path)
	if err != nil {
		return nil, nil, err
	}
	if about.Kind == serve.KindEstimator {
		return nil, &Estimator{Plugin: plugin}, nil
	}
	reg := o.registry()
	s, err := alone(plugin, reg, o.Ablate)
	if err != nil {
		_ = plugin.Close()
		return nil, nil, fmt.Errorf("bench: plugin %s: %w", path, err)
	}
	s.Close = func() error {
		defer reg.Close()
		return plugin.Close()
	}
	s.Again = func() (System, error) {
		again, _, err := Plugin(path, o)
		if err != nil {
			return System{}, err
		}
		return *again, nil
	}
	return &s, nil, nil
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
