package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/internal/openfile"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Addition is a plugin that a user decided to trust.
type Addition struct {
	Path           string                       // of its program
	Builtin        func(kind, name string) bool // whether a bundled plugin has a name
	ReplaceBuiltin bool                         // take the place of that one
	InPlace        bool                         // leave the program where it is; else it is copied into the managed folder
	Upgrade        bool                         // take the place of an added plugin of the same name
	Env            []string                     // names of variables that it may see beside the few that all see
	Limits         Limits
	Unconfined     bool // run it without a sandbox: it needs files, a network or a sandbox of its own
}

// Added says what an addition did.
type Added struct {
	Pin      Pin
	Old      *Pin   // what it took the place of, nil for none
	Script   string // the interpreter's line of a script, "" for a compiled program
	Describe time.Duration
}

// beforeLock is called when a program lies in its place and is not yet pinned.
var beforeLock = func() error { return nil }

// Add checks a program, runs it once to describe itself, and pins it. After an error
// nothing of it is left.
func (o Places) Add(ctx context.Context, a Addition) (added Added, err error) {
	err = o.alone(ctx, func() error {
		added, err = o.add(ctx, a)
		return err
	})
	return added, err
}

func (o Places) add(ctx context.Context, a Addition) (Added, error) {
	lock, err := o.ReadLock()
	if err != nil {
		return Added{}, err
	}
	if err := checkEnv(a.Env); err != nil {
		return Added{}, err
	}
	source, err := openProgram(a.Path)
	if err != nil {
		return Added{}, err
	}
	defer source.file.Close()
	pin := Pin{
		OS: runtime.GOOS, Arch: runtime.GOARCH, Path: source.file.Name(), InPlace: a.InPlace,
		SHA256: hex.EncodeToString(source.sum), Bytes: source.size, Env: sortedSet(a.Env), Limits: a.Limits, Unconfined: a.Unconfined,
	}
	stage := ""
	if !a.InPlace {
		if stage, err = o.stage(source, &pin); err != nil {
			return Added{}, err
		}
		defer os.RemoveAll(stage)
	}
	began := time.Now()
	if err := pin.ask(ctx, source); err != nil {
		return Added{}, err
	}
	added := Added{Script: source.script, Describe: time.Since(began)}
	if added.Old, err = a.admit(lock, &pin); err != nil {
		return Added{}, err
	}
	if err := o.commit(lock, &pin, stage, added.Old); err != nil {
		return Added{}, err
	}
	added.Pin = pin
	return added, nil
}

// admit decides whether a plugin may have the name that it gives itself.
func (a Addition) admit(lock Lock, pin *Pin) (old *Pin, err error) {
	if f, ok := parseFileName(filepath.Base(a.Path)); ok {
		if err := f.agrees(pin); err != nil {
			return nil, err
		}
	}
	if a.Builtin != nil && a.Builtin(pin.Kind, pin.Name) {
		if !a.ReplaceBuiltin {
			return nil, fmt.Errorf("registry: %s %q is bundled with riffle: give the plugin a name of its own, or run it in its place with --replace-builtin", pin.Kind, pin.Name)
		}
		pin.ReplacesBuiltin = true
	}
	old = lock.Find(pin.Kind, pin.Name)
	if old != nil && !a.Upgrade {
		return nil, fmt.Errorf("registry: %s %q is there already, version %s of %s: run it again with --upgrade to put version %s in its place", pin.Kind, pin.Name, old.Version, old.Path, pin.Version)
	}
	return old, nil
}

// commit puts a staged program into its place and pins it. It leaves all as it was
// where one of both fails.
func (o Places) commit(lock Lock, pin *Pin, stage string, old *Pin) error {
	undo := func() {}
	if stage != "" {
		var err error
		if undo, err = o.settle(pin, stage); err != nil {
			return err
		}
	}
	err := pin.check()
	if err == nil {
		err = beforeLock()
	}
	if err == nil {
		err = o.write(lock.with(*pin))
	}
	if err != nil {
		undo()
		return fmt.Errorf("registry: %q was not added: %w", pin.Name, err)
	}
	if old != nil && o.managed(old) && old.Path != pin.Path {
		_ = os.Remove(old.Path)
	}
	return nil
}

// source is a program to be added.
type source struct {
	file   *os.File // open; its name is absolute
	size   int64
	sum    []byte
	script string
}

// openProgram opens and checks a program. Nothing is read from its path any more.
func openProgram(path string) (*source, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	file, _, err := openfile.Regular(path)
	if errors.Is(err, openfile.ErrNotRegular) {
		return nil, fmt.Errorf("registry: %s is not a regular file: name the program of a plugin", path)
	}
	if err != nil {
		return nil, fmt.Errorf("registry: %w", err)
	}
	s := &source{file: file}
	if err := s.check(); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("registry: %w", err)
	}
	return s, nil
}

func (s *source) check() error {
	if err := trustedProgram(s.file); err != nil {
		return err
	}
	info, err := s.file.Stat()
	if err != nil {
		return err
	}
	s.size = info.Size()
	header, err := readProgram(s.file, s.size)
	if err == nil {
		err = header.fits(runtime.GOOS, runtime.GOARCH)
	}
	if err != nil {
		return fmt.Errorf("refused: %s: %w", s.file.Name(), err)
	}
	s.script = header.script
	s.sum, err = hashOf(s.file, io.Discard)
	return err
}

// hashOf hashes an open file from its beginning and copies it.
func hashOf(file *os.File, to io.Writer) ([]byte, error) {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	hash := sha256.New()
	if _, err := io.Copy(io.MultiWriter(hash, to), file); err != nil {
		return nil, err
	}
	return hash.Sum(nil), nil
}

// stagePrefix begins the names of folders of additions under way.
const stagePrefix = ".add-"

// stage copies a program into a folder of its own and sets pin.Path to the copy. It
// removes what additions that were killed have left.
func (o Places) stage(s *source, pin *Pin) (dir string, err error) {
	if err := os.MkdirAll(o.Managed, 0o700); err != nil {
		return "", err
	}
	if err := trustedFolder(o.Managed); err != nil {
		return "", fmt.Errorf("registry: %w", err)
	}
	left, _ := filepath.Glob(filepath.Join(o.Managed, stagePrefix+"*"))
	for _, path := range left {
		_ = os.RemoveAll(path) // nobody else has the turn
	}
	if dir, err = os.MkdirTemp(o.Managed, stagePrefix); err != nil {
		return "", err
	}
	pin.Path = filepath.Join(dir, filepath.Base(s.file.Name()))
	if err := s.copyTo(pin.Path); err != nil {
		_ = os.RemoveAll(dir)
		return "", fmt.Errorf("registry: copying %s: %w", s.file.Name(), err)
	}
	return dir, nil
}

func (s *source) copyTo(path string) error {
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	sum, err := hashOf(s.file, out)
	if err == nil && string(sum) != string(s.sum) {
		err = errors.New("it was changed meanwhile: try again when it is built")
	}
	if err == nil {
		err = out.Sync()
	}
	if err == nil {
		err = out.Chmod(0o500)
	}
	return errors.Join(err, out.Close())
}

// settle moves a staged program to its place, and returns how to undo that.
func (o Places) settle(pin *Pin, stage string) (undo func(), err error) {
	folder := filepath.Join(o.Managed, pin.Name)
	name := managedName(pin)
	if e := filepath.Ext(pin.Path); endingRE.MatchString(e) {
		name += e
	}
	target, aside := filepath.Join(folder, name), filepath.Join(stage, "old")
	if err := os.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	switch err := os.Rename(target, aside); {
	case errors.Is(err, fs.ErrNotExist):
		aside = ""
	case err != nil:
		return nil, err
	}
	undo = func() {
		_ = os.Remove(target)
		if aside != "" {
			_ = os.Rename(aside, target)
		}
		_ = os.Remove(folder) // fails where it holds another
	}
	if err := os.Rename(pin.Path, target); err != nil {
		undo()
		return nil, err
	}
	pin.Path = target
	return undo, nil
}

// ask runs the program once, the very bytes that were hashed, and takes down what it
// says of itself.
func (p *Pin) ask(ctx context.Context, s *source) error {
	plugin := supervise.Subprocess("", p.binary(trustedProgram), supervise.Options{Env: p.Env, Limits: p.limits()})
	defer plugin.Close()
	about, err := plugin.Describe(ctx)
	if err != nil {
		hint := ""
		if strings.Contains(s.script, "env ") && !slices.Contains(p.Env, "PATH") {
			hint = "; its interpreter is not looked for in your PATH: name it by its own path in the first line, or allow the variable with --env PATH"
		}
		if !p.Unconfined && !strings.HasPrefix(supervise.Confinement(), "none") {
			hint += "; it runs confined (" + supervise.Confinement() + "): if it needs more, and you trust it with all that you may do, give --unconfined"
		}
		var fault *supervise.Fault
		if errors.As(err, &fault) {
			err = fault.Err
		}
		return fmt.Errorf("registry: the program does not say what it is: %w%s", err, hint)
	}
	p.describe(about)
	if _, ok := serve.VersionedPlugins()[p.Protocol]; !ok {
		return fmt.Errorf("registry: the plugin speaks protocol %d, which this riffle does not: upgrade the older of both", p.Protocol)
	}
	if err := checkAbout(about); err != nil {
		return fmt.Errorf("registry: what the plugin says of itself is refused, its author must mend it: %w", err)
	}
	return nil
}

// binary is the program that p pins. One in place needs what lies beside it, which a
// sealed copy would not find.
func (p *Pin) binary(check func(*os.File) error) supervise.Binary {
	sum, _ := hex.DecodeString(p.SHA256)
	return supervise.Binary{Path: p.Path, Kind: p.Kind, SHA256: sum, Check: check, Sealed: !p.InPlace, Confined: !p.Unconfined}
}

func (p *Pin) limits() supervise.Limits {
	return supervise.Limits{MemoryBytes: p.Limits.Memory, OpenFiles: p.Limits.OpenFiles}
}
