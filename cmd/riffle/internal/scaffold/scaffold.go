// Package scaffold writes the module of a new plugin: its program, tests that call the
// conformance kit, a benchmark, a golden file, a fuzz target, a job for CI and a
// README. What it writes builds and passes at once.
package scaffold

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Spec says what to write.
type Spec struct {
	Kind   string   // serve.KindProcessor or serve.KindEstimator
	Name   string   // of the plugin
	Module string   // path of the new module; "" is example.com/ and the program's name
	Dir    string   // folder to write, which does not exist or is empty
	Taken  []string // names that plugins of this kind have already
	Riffle Source   // where the module takes Riffle from
}

// Result says what was written.
type Result struct {
	Module  string   // path of the module
	Program string   // name of the program that it builds
	Files   []string // below Dir, in order, with slashes
	Tidied  bool     // go.mod and go.sum hold what the module needs and no more
	Problem string   // why not
}

// Write writes the module. Where it fails it leaves nothing behind; an error that wraps
// ErrSpec says that the call was wrong.
func Write(ctx context.Context, s Spec) (Result, error) {
	if err := s.complete(); err != nil {
		return Result{}, err
	}
	r := Result{Module: s.Module, Program: s.program()}
	files, err := s.files()
	if err != nil {
		return Result{}, err
	}
	if err := writeAll(ctx, s.Dir, files); err != nil {
		return Result{}, err
	}
	if err := tidy(ctx, s.Dir); err != nil {
		r.Problem = err.Error()
	}
	r.Tidied = r.Problem == ""
	for _, f := range files {
		r.Files = append(r.Files, f.name)
	}
	return r, nil
}

// ErrSpec is what an error wraps that says what is wrong with a Spec.
var ErrSpec = errors.New("scaffold")

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrSpec, fmt.Sprintf(format, args...))
}

func (s *Spec) program() string { return "riffle-" + s.Kind + "-" + s.Name }

// complete fills in what was left out and refuses what can't be written.
func (s *Spec) complete() error {
	if s.Kind != serve.KindProcessor && s.Kind != serve.KindEstimator {
		return wrong("the kind %q; expected %s or %s", s.Kind, serve.KindProcessor, serve.KindEstimator)
	}
	// The rules of names are those of the sdk.
	if err := sdk.CheckInfo(sdk.Info{Name: s.Name, Version: "0.1.0", Kinds: []string{"any"}}); err != nil {
		return wrong("%s", strings.TrimPrefix(err.Error(), "sdk: "))
	}
	if s.Kind == serve.KindProcessor && sdk.HostKind(s.Name) || slices.Contains(s.Taken, s.Name) {
		return wrong("%s is the name of a bundled %s: choose another; one that is to take its place is renamed when it is ready, and added by an explicit choice", s.Name, s.Kind)
	}
	if s.Module == "" {
		s.Module = "example.com/" + s.program()
	}
	if err := checkModule(s.Module); err != nil {
		return err
	}
	if s.Dir == "" {
		return wrong("no folder to write")
	}
	return s.Riffle.check()
}

// checkModule refuses what the go command would not take as a module's path.
func checkModule(path string) error {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"
	if path == riffle {
		return wrong("the module %s is Riffle itself: choose a path of your own, such as github.com/you/riffle-processor-csv", path)
	}
	for _, part := range strings.Split(path, "/") {
		if part == "" || strings.Trim(part, allowed) != "" || strings.HasPrefix(part, ".") || strings.HasSuffix(part, ".") || len(path) > 256 {
			return wrong("the module path %q; expected one such as github.com/you/riffle-processor-csv", path)
		}
	}
	if strings.HasPrefix(path, "-") {
		return wrong("the module path %q begins with a hyphen", path)
	}
	return nil
}
