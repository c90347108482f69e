package agents

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/riffle-dev/riffle/host/config"
)

// books is the folder where it is kept what files held before Riffle came. Configuration
// may hold secrets, so nobody else can read there.
type books struct{ dir string }

func openBooks(p Place) (books, error) {
	data := config.DataFolder(p.Env)
	if data == "" {
		return books{}, errors.New("agents: there is no folder for what files held before; expected HOME or XDG_DATA_HOME to be an absolute path")
	}
	return books{filepath.Join(data, "agents")}, nil
}

// record is what is known of one file.
type record struct {
	Path    string `json:"path"`
	Existed bool   `json:"existed"`
	After   string `json:"after"`          // SHA-256 of what Riffle wrote
	Made    string `json:"made,omitempty"` // the outermost folder that was made for it

	before []byte // what the file held without Riffle; nil where there was none
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func newRecord(path string, before, after []byte) *record {
	return &record{Path: path, Existed: before != nil, After: hash(after), before: before}
}

// holds reports whether data is what Riffle wrote last.
func (r *record) holds(data []byte) bool { return data != nil && hash(data) == r.After }

// with is the record after another installation over the last one.
func (r *record) with(after []byte) *record {
	out := *r
	out.After = hash(after)
	return &out
}

func (b books) name(path string) string {
	return filepath.Join(b.dir, hash([]byte(path))[:12]+"-"+filepath.Base(path))
}

// read returns what is known of a file, nil where that is nothing or does not fit
// together: then the file is edited instead of restored.
func (b books) read(path string) *record {
	data, err := os.ReadFile(b.name(path) + ".record")
	if err != nil {
		return nil
	}
	var r record
	if json.Unmarshal(data, &r) != nil || r.Path != path {
		return nil
	}
	if r.Existed {
		if r.before, err = os.ReadFile(b.name(path) + ".before"); err != nil {
			return nil
		}
		if r.before == nil {
			r.before = []byte{}
		}
	}
	return &r
}

func (b books) write(r *record) error {
	text, err := encode(r)
	if err == nil {
		err = os.MkdirAll(b.dir, 0o700)
	}
	if err != nil {
		return fmt.Errorf("agents: keeping what %s held: %w", r.Path, err)
	}
	if r.Existed {
		if err := write(b.name(r.Path)+".before", 0o600, r.before); err != nil {
			return err
		}
	}
	return write(b.name(r.Path)+".record", 0o600, append(text, '\n'))
}

// forget drops what is known of a file.
func (b books) forget(path string) error {
	for _, suffix := range []string{".record", ".before"} {
		if err := os.Remove(b.name(path) + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("agents: %w", err)
		}
	}
	return nil
}

// Kept is the file with what a configuration file held before, "" where there is none.
func Kept(p Place, path string) string {
	b, err := openBooks(p)
	if err != nil {
		return ""
	}
	if r := b.read(path); r == nil || !r.Existed {
		return ""
	}
	return b.name(path) + ".before"
}
