package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/spill"
)

// app is what the commands share: the streams and the surroundings of the
// process, and the flags that all commands have.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	env            func(string) string
	workdir        string // "" where it is not known

	configFlag string
	started    bool // the command line was accepted
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
	path, found, err := config.Find(a.configFlag, a.workdir, a.env)
	if err != nil || !found {
		return config.Default(), usage(err)
	}
	c, err := config.Load(path)
	return c, usage(err)
}

// store opens the store of originals that the configuration names.
func (a *app) store() (*spill.Store, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	return spill.Open(spill.Options{Dir: c.Spill.Dir, MaxBytes: int64(c.Spill.MaxBytes), MaxAge: c.Spill.MaxAge.Std(), FileMode: c.Spill.Mode})
}

// host makes a host from the configuration alone.
func (a *app) host() (*host.Host, error) {
	c, err := a.config()
	if err != nil {
		return nil, err
	}
	h, err := host.New(c, host.WithBundled(bundled()))
	return h, usage(err)
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
