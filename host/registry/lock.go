package registry

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/internal/atomicfile"
	"github.com/riffle-dev/riffle/internal/openfile"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// LockSchema is the version of the lock file's form. Another number is only needed
// for what an older host would misread.
const LockSchema = 1

// LockName is the name of the lock file in the user's configuration folder.
const LockName = "plugins.lock.json"

// maxLockBytes bounds what is read as a lock file: a thousand plugins fit.
const maxLockBytes = 4 << 20

// Lock is the list of the plugins that the user added, by kind and name. It holds
// all that a host needs to route without starting one.
type Lock struct {
	Schema  int   `json:"schema"`
	Plugins []Pin `json:"plugins"`
}

// Pin is one plugin that the user added: what it said of itself then, and which
// bytes said it.
type Pin struct {
	Kind            string   `json:"kind"` // serve.KindProcessor or serve.KindEstimator
	Name            string   `json:"name"`
	Version         string   `json:"version"`
	Summary         string   `json:"summary,omitempty"`
	Stability       string   `json:"stability,omitempty"`
	Protocol        int      `json:"protocol"`
	OS              string   `json:"os"`
	Arch            string   `json:"arch"`
	Path            string   `json:"path"`
	InPlace         bool     `json:"inPlace,omitempty"` // the file stays where its author put it
	SHA256          string   `json:"sha256"`
	Bytes           int64    `json:"bytes"`
	Kinds           []string `json:"kinds,omitempty"`
	Magic           []string `json:"magic,omitempty"`
	Priority        int      `json:"priority,omitempty"`
	Capabilities    []string `json:"capabilities,omitempty"`
	Encoding        string   `json:"encoding,omitempty"`
	Exact           bool     `json:"exact,omitempty"`
	Margin          float64  `json:"margin,omitempty"`
	ExactUpTo       int      `json:"exactUpTo,omitempty"`
	PerText         int      `json:"perText,omitempty"`
	ReplacesBuiltin bool     `json:"replacesBuiltin,omitempty"`
	Env             []string `json:"env,omitempty"` // names of variables that it may see
	Limits          Limits   `json:"limits,omitzero"`
	Unconfined      bool     `json:"unconfined,omitempty"` // it runs without a sandbox
}

// Limits are what one plugin may use; what is 0 has its default.
type Limits struct {
	Memory      int64    `json:"memory,omitempty"` // bytes
	OpenFiles   int      `json:"openFiles,omitempty"`
	CallTimeout Duration `json:"callTimeout,omitempty"` // of a call; each MiB of content adds to it
}

// Duration is a time.Duration that is written as Go writes it: "5s".
type Duration time.Duration

// MarshalText writes d as Go does.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	*d = Duration(v)
	return err
}

// about is what the plugin said of itself when it was added.
func (p *Pin) about() supervise.Description {
	d := supervise.Description{Kind: p.Kind, Protocol: p.Protocol, Capabilities: p.Capabilities}
	if p.Kind == serve.KindEstimator {
		d.Estimator = sdk.EstimatorInfo{Name: p.Name, Version: p.Version, Summary: p.Summary, Stability: p.Stability,
			Encoding: p.Encoding, Exact: p.Exact, Margin: p.Margin, ExactUpTo: p.ExactUpTo, PerText: p.PerText}
		return d
	}
	d.Processor = sdk.Info{Name: p.Name, Version: p.Version, Summary: p.Summary, Stability: p.Stability,
		Kinds: p.Kinds, Magic: p.Magic, Priority: p.Priority}
	return d
}

// describe copies what a plugin says of itself.
func (p *Pin) describe(d supervise.Description) {
	p.Kind, p.Protocol = d.Kind, d.Protocol
	p.Name, p.Version, p.Summary, p.Stability = d.Name(), d.Version(), d.Summary(), d.Stability()
	p.Kinds, p.Magic, p.Priority = d.Processor.Kinds, d.Processor.Magic, d.Processor.Priority
	p.Encoding, p.Exact, p.Margin = d.Estimator.Encoding, d.Estimator.Exact, d.Estimator.Margin
	p.ExactUpTo, p.PerText = d.Estimator.ExactUpTo, d.Estimator.PerText
	p.Capabilities = sortedSet(d.Capabilities)
}

// checkAbout says what is wrong with what a plugin says of itself.
func checkAbout(d supervise.Description) error {
	switch d.Kind {
	case serve.KindProcessor:
		return sdk.CheckInfo(d.Processor)
	case serve.KindEstimator:
		return sdk.CheckEstimatorInfo(d.Estimator)
	}
	return fmt.Errorf("registry: the kind %.40q is neither %s nor %s", d.Kind, serve.KindProcessor, serve.KindEstimator)
}

// maxCapabilities bounds what a plugin may have the lock file hold.
const maxCapabilities = 32

var envRE = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// check says what is wrong with a pin as it stands in a lock file.
func (p *Pin) check() error {
	if err := checkAbout(p.about()); err != nil {
		return err
	}
	sum, err := hex.DecodeString(p.SHA256)
	switch {
	case err != nil || len(sum) != 32:
		return fmt.Errorf("registry: the sha256 %.80q is none", p.SHA256)
	case !filepath.IsAbs(p.Path) || filepath.Clean(p.Path) != p.Path:
		return fmt.Errorf("registry: the path %.200q is not absolute and clean", p.Path)
	case p.Bytes <= 0 || p.Protocol <= 0 || !plainName(p.OS) || !plainName(p.Arch):
		return errors.New("registry: bytes, protocol, os and arch are all needed")
	case p.Limits.CallTimeout < 0:
		return errors.New("registry: a negative callTimeout")
	}
	for _, m := range p.Magic {
		if !utf8.ValidString(m) {
			return errMagic
		}
	}
	if len(p.Encoding) > sdk.MaxNoteBytes || len(p.Capabilities) > maxCapabilities {
		return fmt.Errorf("registry: an encoding of %d bytes and %d capabilities; at most %d and %d are kept", len(p.Encoding), len(p.Capabilities), sdk.MaxNoteBytes, maxCapabilities)
	}
	for _, c := range p.Capabilities {
		if !validName(c) || len(c) > sdk.MaxNoteBytes {
			return fmt.Errorf("registry: the capability %.80q is no name: lower case letters, digits and hyphens", c)
		}
	}
	return checkEnv(p.Env)
}

var errMagic = errors.New("registry: a magic prefix that is not valid UTF-8 fits no content, which always is: write ? for the bytes that vary")

func checkEnv(names []string) error {
	for _, name := range names {
		if !envRE.MatchString(name) {
			return fmt.Errorf("registry: %.80q is no name of an environment variable: write the name alone, without its value", name)
		}
	}
	return nil
}

// plainName reports whether s can be part of a file's name.
func plainName(s string) bool {
	return s != "" && len(s) <= 32 && regexp.MustCompile(`^[a-z0-9]+$`).MatchString(s)
}

// ParseLock reads the text of a lock file. It takes nothing but what Encode writes,
// white space aside: a key that a reader of the file overlooks must not decide.
func ParseLock(data []byte) (Lock, error) {
	var form struct {
		Schema int `json:"schema"`
	}
	if err := json.Unmarshal(data, &form); err != nil {
		return Lock{}, fmt.Errorf("it is damaged (%w)", err)
	}
	if form.Schema > LockSchema {
		return Lock{}, fmt.Errorf("it has schema %d, and this riffle reads %d: upgrade riffle", form.Schema, LockSchema)
	}
	var l Lock
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return Lock{}, fmt.Errorf("it is damaged (%w)", err)
	}
	if l.Schema != LockSchema {
		return Lock{}, fmt.Errorf("it has schema %d, and this riffle reads %d", l.Schema, LockSchema)
	}
	for i := range l.Plugins {
		if err := l.Plugins[i].check(); err != nil {
			return Lock{}, fmt.Errorf("its entry %d (%.80q) is broken (%w)", i+1, l.Plugins[i].Name, err)
		}
		if i > 0 && comparePins(l.Plugins[i-1], l.Plugins[i]) >= 0 {
			return Lock{}, fmt.Errorf("its entry %d (%.80q) stands twice or out of order", i+1, l.Plugins[i].Name)
		}
	}
	var given, expected bytes.Buffer
	if err := json.Compact(&given, data); err != nil {
		return Lock{}, fmt.Errorf("it is damaged (%w)", err)
	}
	if err := json.Compact(&expected, l.Encode()); err != nil || !bytes.Equal(given.Bytes(), expected.Bytes()) {
		return Lock{}, errors.New("it is not in the form that riffle writes: keys stand twice, in another order or in other letters")
	}
	return l, nil
}

// Encode is the text of the lock file: the same for the same plugins.
func (l Lock) Encode() []byte {
	if l.Plugins == nil {
		l.Plugins = []Pin{}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(l) // a struct of plain values can't fail
	return b.Bytes()
}

func comparePins(a, b Pin) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
}

// Find returns the pin of a plugin, nil where there is none. It points into l.
func (l *Lock) Find(kind, name string) *Pin {
	for i := range l.Plugins {
		if p := &l.Plugins[i]; p.Kind == kind && p.Name == name {
			return p
		}
	}
	return nil
}

// with returns a lock that holds p, in place of one of its kind and name.
func (l Lock) with(p Pin) Lock {
	out := l.without(p.Kind, p.Name)
	out.Plugins = append(out.Plugins, p)
	slices.SortFunc(out.Plugins, comparePins)
	return out
}

func (l Lock) without(kind, name string) Lock {
	out := Lock{Schema: LockSchema}
	for _, p := range l.Plugins {
		if p.Kind != kind || p.Name != name {
			out.Plugins = append(out.Plugins, p)
		}
	}
	return out
}

// ReadLock reads the lock file. A missing one is empty. One that is damaged or that
// others may write is an error, which names the file and what to do.
func (o Places) ReadLock() (Lock, error) {
	empty := Lock{Schema: LockSchema}
	if o.Lock == "" {
		return empty, nil
	}
	file, _, err := openfile.Regular(o.Lock)
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	if err != nil {
		return empty, fmt.Errorf("registry: the lock file can't be read: %w", err)
	}
	defer file.Close()
	if err := trusted(file); err != nil {
		return empty, fmt.Errorf("registry: the lock file is not trusted: %w", err)
	}
	data, err := openfile.Bytes(file, maxLockBytes)
	var l Lock
	if err == nil {
		l, err = ParseLock(data)
	}
	if err != nil {
		return empty, fmt.Errorf("registry: the lock file %s can't be used: %w; restore it, or move it away and add the plugins again", o.Lock, err)
	}
	return l, nil
}

// write replaces the lock file.
func (o Places) write(l Lock) error {
	text, path := l.Encode(), o.Lock
	if len(text) > maxLockBytes {
		return fmt.Errorf("the lock file would have %d bytes, at most %d are read: remove plugins first", len(text), maxLockBytes)
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a link to it stays one
	}
	return atomicfile.WriteMode(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
