package scaffold

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// goMod is the module's file and its sums. With a checkout all that the checkout requires is
// required at the same versions, so that the module builds before it is tidied, and
// without a network where the checkout does.
func (s *Spec) goMod() (mod, sum []byte, err error) {
	var b bytes.Buffer
	if s.Riffle.Replace == "" {
		fmt.Fprintf(&b, "module %s\n\ngo %s\n\nrequire %s %s\n", s.Module, strings.TrimPrefix(runtime.Version(), "go"), riffle, s.Riffle.Version)
		return b.Bytes(), nil, nil
	}
	theirs, err := os.ReadFile(filepath.Join(s.Riffle.Replace, "go.mod"))
	if err != nil {
		return nil, nil, fmt.Errorf("scaffold: %w", err)
	}
	language := goLine.FindSubmatch(theirs)
	if language == nil {
		return nil, nil, wrong("the go.mod of %s has no go line", s.Riffle.Replace)
	}
	fmt.Fprintf(&b, "module %s\n\ngo %s\n\nrequire %s v0.0.0\n\nrequire (\n", s.Module, language[1], riffle)
	for _, m := range requirement.FindAllSubmatch(theirs, -1) {
		fmt.Fprintf(&b, "\t%s %s // indirect\n", m[1], m[2])
	}
	fmt.Fprintf(&b, ")\n\nreplace %s => %s\n", riffle, s.replacePath())
	sum, err = os.ReadFile(filepath.Join(s.Riffle.Replace, "go.sum"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, fmt.Errorf("scaffold: %w", err)
	}
	return b.Bytes(), sum, nil
}

var (
	goLine      = regexp.MustCompile(`(?m)^go (\S+)$`)
	requirement = regexp.MustCompile(`(?m)^(?:require )?\s*([^\s/]+\.[^\s/]+/\S+) (v\S+)`)
)

// replacePath is the checkout as go.mod names it: relative where the module lies in it, so
// that both may move together.
func (s *Spec) replacePath() string {
	path := s.Riffle.Replace
	if dir, err := filepath.Abs(s.Dir); err == nil {
		if up, err := filepath.Rel(dir, path); err == nil && strings.Trim(filepath.ToSlash(up), "./") == "" {
			return filepath.ToSlash(up)
		}
	}
	if strings.ContainsAny(path, " \t\"'`()") {
		return fmt.Sprintf("%q", path)
	}
	return path
}

// tidyBound is what one run of go mod tidy may take.
const tidyBound = 2 * time.Minute

// tidy leaves in go.mod and go.sum what the module needs, at first with what the machine has,
// then with what the go command may download.
func tidy(ctx context.Context, dir string) error {
	program, err := exec.LookPath("go")
	if err != nil {
		return errors.New("the go command was not found: install Go, then run go mod tidy in the new folder")
	}
	var out []byte
	for _, env := range [][]string{{"GOPROXY=off"}, nil} {
		bounded, cancel := context.WithTimeout(ctx, tidyBound)
		cmd := exec.CommandContext(bounded, program, "mod", "tidy")
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod"), env...)
		cmd.WaitDelay = time.Second
		out, err = cmd.CombinedOutput()
		cancel()
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("go mod tidy failed: %w: %s", err, lines[len(lines)-1])
	}
	return nil
}
