package main

import (
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/host/spill"
)

// app is what the commands share: the streams and the surroundings of the
// process, and the flags that all commands have.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	workdir        string // "" where it is not known

	configFlag   string
	pickedUpFlag string   // a file that the caller of this server picked up
	devFlag      []string // NAME=PATH
	started      bool     // the command line was accepted
}

func newApp() *app {
	workdir, err := os.Getwd()
	if err != nil {
		workdir = ""
	}
	return &app{stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, env: os.Getenv, workdir: workdir}
}

// complain writes a diagnostic. Most errors name the package that they come
// from, which says enough.
func (a *app) complain(err error) {
	for _, line := range strings.Split(strings.TrimSpace(err.Error()), "\n") {
		fmt.Fprintf(a.stderr, "riffle: %s\n", line)
	}
}

// config loads the configuration that holds here.
func (a *app) config() (config.Config, error) {
	_, c, err := a.found()
	return c, err
}

// found is config with the file that it comes from. What of it does not hold is said.
func (a *app) found() (config.Found, config.Config, error) {
	f, err := config.Search{Named: a.configFlag, PickedUp: a.pickedUpFlag, Workdir: a.workdir, Env: a.env, Estimators: bundled().InHost}.Find()
	if err != nil {
		return f, config.Config{}, usage(err)
	}
	c, err := f.Load()
	if err != nil {
		return f, config.Config{}, usage(err)
	}
	for _, w := range c.Warnings() {
		fmt.Fprintf(a.stderr, "riffle: warning: %s\n", w)
	}
	return f, c, nil
}

// store opens the store of originals that the configuration names.
func (a *app) store() (*spill.Store, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return openStore(c)
}

func openStore(c config.Config) (*spill.Store, error) {
	return spill.Open(spill.Options{Dir: c.Spill.Dir, MaxBytes: int64(c.Spill.MaxBytes), MaxAge: c.Spill.MaxAge.Std(), FileMode: c.Spill.Mode})
}

// host makes a host from the configuration alone.
func (a *app) host() (*host.Host, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return a.newHost(c)
}

// newHost makes a host with the plugins of this user, and says on standard error what
// is to be known of them on every run.
func (a *app) newHost(c config.Config, opts ...host.Option) (*host.Host, error) {
	dev, err := a.dev()
	if err != nil {
		return nil, usage(err)
	}
	if len(dev) > 0 {
		maps.Insert(dev, notIn(c.Plugins.Dev, dev))
		c.Plugins.Dev = dev
	}
	h, err := host.New(c, append(opts, host.WithBundled(bundled()), host.WithAdded(a.places()), host.WithIndex(spill.DefaultIndex()))...)
	if err != nil {
		return nil, usage(err)
	}
	for _, w := range h.Registry().Warnings() {
		fmt.Fprintf(a.stderr, "riffle: warning: %s\n", w)
	}
	return h, nil
}

// done ends a host. What went wrong with a program that runs without a pin is said:
// whoever builds it needs to know why the text went to another plugin. So is which
// plugins ran in this process though they have programs.
func (a *app) done(h *host.Host) {
	if names, cause := h.Registry().StandIns(); cause != nil {
		fmt.Fprintf(a.stderr, "riffle: warning: in process, as the program does not start: %s: %s\n", strings.Join(names, ", "), oneLine(cause.Error(), reasonChars))
	}
	for _, e := range entries(h.Registry()) {
		if e.Source == registry.SourceDev && e.Reason != "" {
			fmt.Fprintf(a.stderr, "riffle: warning: %s %s: %s\n", e.Kind, e.Name, oneLine(e.Reason, reasonChars))
		}
	}
	_ = h.Close()
}

// notIn yields what other does not name.
func notIn(m, other map[string]string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for k, v := range m {
			if _, ok := other[k]; !ok && !yield(k, v) {
				return
			}
		}
	}
}

// places are where this user's plugins are kept.
func (a *app) places() registry.Places { return registry.UserPlaces(a.env) }

// devFlags declares --dev-plugin.
func (a *app) devFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&a.devFlag, "dev-plugin", nil, "`NAME=PATH`: run this program as the plugin, unchecked and without a pin; may be given again")
}

// dev reads the values of --dev-plugin.
func (a *app) dev() (map[string]string, error) {
	out := map[string]string{}
	for _, v := range a.devFlag {
		name, path, ok := strings.Cut(v, "=")
		if !ok || name == "" || path == "" {
			return nil, fmt.Errorf("--dev-plugin is %q; expected NAME=PATH, such as csv=./riffle-processor-csv", v)
		}
		out[name] = a.path(path)
	}
	return out, nil
}

// open opens the file of a command, standard input for "-" or none.
func (a *app) open(args []string) (io.ReadCloser, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.NopCloser(a.stdin), nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a folder; expected a file", args[0])
	}
	return f, nil
}
