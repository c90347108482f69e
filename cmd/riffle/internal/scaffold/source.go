package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
)

// riffle is the module that a plugin needs.
const riffle = "github.com/riffle-dev/riffle"

// Source is where a new module takes Riffle from: a released version, or a folder.
type Source struct {
	Version string // a version that can be downloaded, "" where Replace is given
	Replace string // a checkout, an absolute path; "" where Version is given
}

// ErrNoSource is what an error wraps that says that no Riffle was found.
var ErrNoSource = errors.New("scaffold: no source of Riffle")

// Find looks for the Riffle that a module is to be built with: the folder replace where it is
// given; else the version of this program, where it is a released one; else the checkout
// that this program lies in or was built from, or that workdir lies in.
func Find(replace, workdir string) (Source, error) {
	if replace != "" {
		dir, err := filepath.Abs(replace)
		if err != nil {
			return Source{}, fmt.Errorf("scaffold: %w", err)
		}
		s := Source{Replace: dir}
		return s, s.check()
	}
	// Only a module from the download cache has a sum.
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == riffle && info.Main.Sum != "" {
		return Source{Version: info.Main.Version}, nil
	}
	for _, start := range []string{programDir(), sourceDir(), workdir} {
		if dir := upward(start); dir != "" {
			return Source{Replace: dir}, nil
		}
	}
	return Source{}, fmt.Errorf("%w: this program is no released version, and neither its folder nor the working directory lies in a checkout: "+
		"name one by --replace, such as --replace ~/src/riffle", ErrNoSource)
}

// check refuses a folder that is no checkout.
func (s Source) check() error {
	switch {
	case s.Replace == "" && s.Version == "":
		return ErrNoSource
	case s.Replace != "" && !isCheckout(s.Replace):
		return wrong("%s is no checkout of %s: it has no go.mod that says so", s.Replace, riffle)
	}
	return nil
}

func programDir() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return filepath.Dir(path)
}

// sourceDir is where this file was compiled, "" where paths were trimmed.
func sourceDir() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Dir(file)
}

// upward is the nearest checkout at or above a folder, "" where there is none.
func upward(dir string) string {
	if dir == "" || !filepath.IsAbs(dir) {
		return ""
	}
	for {
		if isCheckout(dir) {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func isCheckout(dir string) bool {
	data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return false
	}
	for line := range bytes.Lines(data) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "module "); ok {
			return strings.Trim(strings.TrimSpace(rest), `"`) == riffle
		}
	}
	return false
}
