package corpus

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/host/clean"
	"github.com/riffle-dev/riffle/host/inspect"
)

// Extensions names the kinds of content and how files of each are named.
var Extensions = map[string]string{"html": ".html", "json": ".json", "log": ".log", "text": ".txt"}

// MaxRecording is how much of a command's output a case may hold, in bytes. A
// corpus is kept in a repository; nobody reads more than this to choose facts.
const MaxRecording = 64 << 20

// leftoverWait is how long a command's output is waited for once it has ended:
// what it left running in the background may hold the pipe for ever.
const leftoverWait = 2 * time.Second

// New is a case to be recorded.
type New struct {
	Dir     string   // of the corpus; made if need be
	Kind    string   // html, json, log or text; "" lets the content decide
	Name    string   // without folder and extension; "" takes it from the command
	Command []string // what to run
}

// Added is a case that was recorded.
type Added struct {
	Case       Case
	FactsPath  string
	ExitStatus int
}

// Add runs a command, keeps what it prints on both streams as a new case, and
// suggests facts, which a person is to edit: they are guesses by form alone. It
// never overwrites a case. A command that fails is worth recording; one that cannot
// be started is an error, and so is one that prints nothing.
func Add(ctx context.Context, n New) (Added, error) {
	var a Added
	if len(n.Command) == 0 {
		return a, errors.New("corpus: no command; expected one to record")
	}
	if _, ok := Extensions[n.Kind]; !ok && n.Kind != "" {
		return a, fmt.Errorf("corpus: unknown kind %q; expected html, json, log or text", n.Kind)
	}
	if n.Name == "" {
		n.Name = nameOf(n.Command)
	}
	if !validName.MatchString(n.Name) {
		return a, fmt.Errorf("corpus: the name %q cannot name a file everywhere; expected letters, digits, dots, dashes", n.Name)
	}
	if n.Kind != "" { // before the command is run, which may take long
		if err := unused(n.Dir, n.Kind, n.Name); err != nil {
			return a, err
		}
	}
	output, status, err := run(ctx, n.Command)
	if err != nil {
		return a, err
	}
	if len(bytes.TrimSpace(output)) == 0 {
		return a, fmt.Errorf("corpus: %s printed nothing (exit status %d); nothing was recorded", n.Command[0], status)
	}
	line := commandLine(n.Command)
	if n.Kind == "" {
		content, _ := clean.Clean(output)
		n.Kind = inspect.Inspect(content, "bash", line).Kind
	}
	a.ExitStatus = status
	a.Case = Case{
		Name: n.Kind + "/" + n.Name + Extensions[n.Kind], Data: output,
		Kind: n.Kind, Tool: "bash", Command: line, Questions: []Question{},
	}
	a.Case.Path = filepath.Join(n.Dir, filepath.FromSlash(a.Case.Name))
	a.FactsPath = strings.TrimSuffix(a.Case.Path, filepath.Ext(a.Case.Path)) + factsSuffix
	a.Case.Facts = Suggest(&a.Case)
	return a, a.write(n)
}

// write puts the case and its entry in the manifest into the corpus.
func (a *Added) write(n New) error {
	m, err := LoadManifest(n.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Join(n.Dir, n.Kind), 0o755); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	if err := unused(n.Dir, n.Kind, n.Name); err != nil {
		return err
	}
	var facts bytes.Buffer
	e := json.NewEncoder(&facts)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(a.Case); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	if err := create(a.Case.Path, a.Case.Data); err != nil {
		return err
	}
	if err := create(a.FactsPath, facts.Bytes()); err != nil {
		return errors.Join(err, os.Remove(a.Case.Path))
	}
	sum, err := digest(a.Case.Path)
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	m.add(Recording{File: a.Case.Name, Command: a.Case.Command, ExitStatus: a.ExitStatus, SHA256: sum})
	return m.save(n.Dir)
}

// create writes a file that is not there yet.
func create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("corpus: %w", err), os.Remove(path))
	}
	return nil
}

// unused makes sure that no case has this name, whatever its extension.
func unused(dir, kind, name string) error {
	entries, err := os.ReadDir(filepath.Join(dir, kind))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("corpus: %w", err)
	}
	for _, e := range entries {
		if e.Name() == name+factsSuffix || strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())) == name {
			return fmt.Errorf("corpus: %s is there already; choose another name or remove it first", filepath.Join(dir, kind, e.Name()))
		}
	}
	return nil
}

// run runs a command with an empty input and returns what it printed on both
// streams and how it ended: 128 and the signal's number where a signal ended it.
func run(ctx context.Context, command []string) ([]byte, int, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	out := &limited{}
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = leftoverWait
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, 0, fmt.Errorf("corpus: %s was stopped; nothing was recorded: %w", command[0], ctx.Err())
	case out.over:
		return nil, 0, fmt.Errorf("corpus: %s printed over %d MiB; let it print less, a case of up to 2 MB serves best", command[0], MaxRecording>>20)
	case err == nil, errors.As(err, &exit), errors.Is(err, exec.ErrWaitDelay):
		return out.b.Bytes(), exitStatus(cmd.ProcessState), nil
	}
	return nil, 0, fmt.Errorf("corpus: %w", err)
}

// limited keeps up to MaxRecording bytes. A write beyond that is refused.
type limited struct {
	b    bytes.Buffer
	over bool
}

func (l *limited) Write(p []byte) (int, error) {
	if l.b.Len()+len(p) > MaxRecording {
		l.over = true
		return 0, errors.New("corpus: too much output")
	}
	return l.b.Write(p)
}

var (
	validName   = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}._-]*$`)
	notForNames = regexp.MustCompile(`[^\p{L}\p{N}]+`)
	plainWord   = regexp.MustCompile(`^[\p{L}\p{N}%+,./:=@_-]+$`)
)

// nameOf makes a name from a command's words: program and subcommand.
func nameOf(command []string) string {
	words := []string{strings.TrimSuffix(filepath.Base(command[0]), filepath.Ext(command[0]))}
	for _, w := range command[1:] {
		if !strings.HasPrefix(w, "-") && len(w) <= 16 {
			words = append(words, w)
			break
		}
	}
	return strings.Trim(notForNames.ReplaceAllString(strings.ToLower(strings.Join(words, "-")), "-"), "-")
}

// commandLine writes a command as a shell would read it.
func commandLine(command []string) string {
	words := slices.Clone(command)
	for i, w := range words {
		if !plainWord.MatchString(w) {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
