package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/host/inspect"
)

// Bounds of one run of an outside command.
const (
	commandTime  = 60 * time.Second
	commandBytes = 16 << 20 // of output
	saidBytes    = 300      // of standard error that a failure repeats
)

// TransportCommand is how an outside command runs.
const TransportCommand = "command"

// placeholder is what a template may hold.
var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// Command is an outside command as a system. The template is a line for `sh -c`, so
// that it may hold pipes and quotes; the words {file}, {budget} (in tokens), {tool}
// and {kind} (what the host's inspector says) in it are replaced by values that are
// quoted already. The input is on standard input too. What the command writes to
// standard output is the text; a status other than 0, or more than a minute, is a
// failure. It is run once for each budget.
func Command(name, template string) (System, error) {
	if name == "" || strings.TrimSpace(template) == "" {
		return System{}, errors.New(`bench: a system is NAME='COMMAND {file} {budget}'`)
	}
	for _, p := range placeholder.FindAllString(template, -1) {
		if p != "{file}" && p != "{budget}" && p != "{tool}" && p != "{kind}" {
			return System{}, fmt.Errorf("bench: system %s: unknown word %s; there are {file}, {budget}, {tool}, {kind}", name, p)
		}
	}
	if !strings.Contains(template, "{budget}") {
		return System{}, fmt.Errorf("bench: system %s: its command has no {budget}, so it cannot know how short to be", name)
	}
	if _, err := exec.LookPath("sh"); err != nil {
		return System{}, fmt.Errorf("bench: system %s: %w", name, err)
	}
	return System{Name: name, About: template, Role: runfile.RoleSystem, Transport: TransportCommand,
		New: func(_ context.Context, s *score.Subject) (*Prepared, error) {
			return &Prepared{At: func(ctx context.Context, budget int) (string, error) {
				return runCommand(ctx, template, s, budget)
			}}, nil
		}}, nil
}

// KindOf is what the host's inspector says of a subject.
func KindOf(s *score.Subject) string {
	return inspect.Inspect([]byte(s.Content), s.Case.Tool, s.Case.Command).Kind
}

func runCommand(ctx context.Context, template string, s *score.Subject, budget int) (string, error) {
	file, remove, err := fileOf(s)
	if err != nil {
		return "", err
	}
	defer remove()
	line := strings.NewReplacer("{file}", quote(file), "{budget}", strconv.Itoa(budget),
		"{tool}", quote(s.Case.Tool), "{kind}", quote(KindOf(s))).Replace(template)
	ctx, cancel := context.WithTimeoutCause(ctx, commandTime, fmt.Errorf("it took more than %s", commandTime))
	defer cancel()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	out := &capped{left: commandBytes, over: func() { stop(fmt.Errorf("it wrote more than %d bytes", commandBytes)) }}
	said := &capped{left: saidBytes, over: func() {}}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(s.Case.Data), out, said
	ownGroup(cmd)
	cmd.WaitDelay = time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return "", fmt.Errorf("bench: command failed at %d: %w; it said: %q", budget, err, strings.TrimSpace(said.kept.String()))
	}
	return out.kept.String(), nil
}

// fileOf is a file with the subject's bytes, made where there is none.
func fileOf(s *score.Subject) (path string, remove func(), err error) {
	if s.Case.Path != "" {
		path, err = filepath.Abs(s.Case.Path)
		return path, func() {}, err
	}
	f, err := os.CreateTemp("", "riffle-bench-*")
	if err != nil {
		return "", nil, fmt.Errorf("bench: %w", err)
	}
	_, err = f.Write(s.Case.Data)
	return f.Name(), func() { os.Remove(f.Name()) }, errors.Join(err, f.Close())
}

// quote makes one word of a shell of any text without NUL.
func quote(s string) string {
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, "\x00", ""), "'", `'\''`) + "'"
}

// capped keeps the first bytes that are written, and says when there are more. The
// buffer is not embedded: its ReadFrom would go around Write.
type capped struct {
	kept bytes.Buffer
	left int
	over func()
}

func (c *capped) Write(p []byte) (int, error) {
	n := min(len(p), c.left)
	c.kept.Write(p[:n])
	c.left -= n
	if n < len(p) {
		c.over()
	}
	return len(p), nil
}
