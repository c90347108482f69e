// Package spill stores the full originals of tool results, so that a shorter
// text may take their place. Whoever gets a Locator from Save can rely on it: the
// bytes were written, flushed, renamed into place, and read back.
//
// The layout under Options.Dir is plain files, so that sed, grep and a read tool
// work on them:
//
//	spill/                        0700
//	  .expired                    what was removed and when, so that Find can tell
//	  .lock                       held by whoever sweeps
//	  3f2a…/                      one folder per session: 12 digits of its SHA-256
//	    0d9c…-bash                an original, exact bytes: ID, hyphen, tool
//	    0d9c…-bash.txt            its cleaned content, only where cleaning changed bytes
//	    0d9c…-bash.json           its sidecar: tool, kind, sizes, times, replacements
//	    .lock                     held while names or sidecars of the folder change
//	    .lease-…                  held as long as a host lives that uses the session
//	    .tmp-…                    being written by the host of that lease
//
// The name of an original has no dot, because tool names are encoded, so the
// three files of an entry are never mistaken for one another.
//
// A store is safe for concurrent use, and any number of processes may use one
// folder. It needs flock(2); where the system has none, Save returns an error.
package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

// Errors that Find, Save and the rest wrap.
var (
	// ErrExpired says that there was such an original and that it was removed: by
	// age, by quota or on request.
	ErrExpired = errors.New("expired")
	// ErrUnknown says that the store knows of no such original.
	ErrUnknown = errors.New("unknown")
	// ErrRefused says that a path leaves the store or goes through a symlink.
	ErrRefused = errors.New("refused")
	// ErrDamaged says that a stored file is not what was stored.
	ErrDamaged = errors.New("damaged")
	// ErrQuota says that the original does not fit under Options.MaxBytes.
	ErrQuota = errors.New("quota reached")
)

// Options say where and how a store keeps originals.
type Options struct {
	Dir      string        // root; "" means $XDG_STATE_HOME/riffle, else ~/.local/state/riffle
	MaxBytes int64         // quota for all sessions together; 0 means none
	MaxAge   time.Duration // unused entries older than this are swept; 0 means never
	FileMode fs.FileMode   // of stored files; 0 means 0600. Folders are readable by the same accounts
	Session  string        // the session of a Meta that names none
	Index    string        // folder that keeps the root in mind once something was saved, see Known; "" for none
}

// Meta is what the sidecar says about an original.
type Meta struct {
	Session, Tool, Kind, CallID, Command string

	ExitStatus *int
	IsError    bool
}

// Locator says where an original is.
type Locator struct {
	ID       string // first 12 hex digits of SHA256, more where two originals of a session share them
	Path     string // the original, exact bytes
	TextPath string // the cleaned content; "" where cleaning changed nothing
	SHA256   string // of the original, 64 hex digits
	Bytes    int64  // of the original
}

// Entry is one stored original.
type Entry struct {
	Locator
	Meta
	TextBytes    int64     // size of the cleaned content; 0 where there is none of its own
	Saved        time.Time // when it was first stored; zero where the sidecar is lost
	Used         time.Time // when it was last stored; sweeps take the oldest first
	Replacements int       // how many replacements of it are on record
	Damaged      bool      // a file has another size than was stored

	textSHA256 string
}

// ContentPath is the file that holds the content which spans, line numbers and
// character offsets count in: the cleaned one where there is one.
func (e Entry) ContentPath() string {
	if e.TextPath != "" {
		return e.TextPath
	}
	return e.Path
}

// spillName is the folder of a root that holds the originals.
const spillName = "spill"

// Store is one root of originals.
type Store struct {
	root    string // absolute, as configured
	spill   string // root/spill
	unset   error  // why there is no root, for Save
	opts    Options
	dirMode fs.FileMode

	now    func() time.Time
	hook   func(step, path string) error // tests: called before each step on the disk
	digits int                           // shortest ID
	chunk  int                           // bytes written at a time

	noted sync.Once // the root is in the index
	turns turns
	temps atomic.Uint64
	mu    sync.Mutex
	open  map[string]*folder // by session hash; guarded by mu
	usage usage              // guarded by mu
}

// Open returns a store for the root that opts name. It does not touch the disk:
// a root that cannot be used shows in the error of Save.
func Open(opts Options) (*Store, error) {
	if opts.MaxBytes < 0 || opts.MaxAge < 0 {
		return nil, fmt.Errorf("spill: maxBytes is %d and maxAge is %v, expected 0 (no limit) or more", opts.MaxBytes, opts.MaxAge)
	}
	if opts.FileMode == 0 {
		opts.FileMode = 0o600
	}
	if opts.FileMode&^0o644 != 0 || opts.FileMode&0o600 != 0o600 {
		return nil, fmt.Errorf("spill: mode is %#o, expected 0600, 0640, 0604 or 0644: only the owner may write originals, nobody executes them", opts.FileMode)
	}
	s := &Store{
		opts:    opts,
		dirMode: opts.FileMode | 0o100 | opts.FileMode&0o044>>2,
		now:     time.Now,
		digits:  idDigits,
		chunk:   chunkBytes,
		open:    map[string]*folder{},
	}
	dir := opts.Dir
	if dir == "" {
		dir, s.unset = defaultRoot()
	}
	if s.unset != nil {
		return s, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("spill: the root %q cannot be made absolute: %w; set spill.dir to an absolute path", dir, err)
	}
	s.root, s.spill = abs, filepath.Join(abs, spillName)
	return s, nil
}

// Dir is the folder that holds the session folders.
func (s *Store) Dir() string { return s.spill }

// Close gives up the leases, so that sweeps may take what this store saved. The
// store may be used again afterwards.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for hash, f := range s.open {
		errs = append(errs, f.release())
		delete(s.open, hash)
	}
	return errors.Join(errs...)
}

// Release gives up the lease of one session, for hosts that serve many.
func (s *Store) Release(session string) error {
	hash := sessionHash(session)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.open[hash]
	delete(s.open, hash)
	if f == nil {
		return nil
	}
	return f.release()
}

// at announces a step on the disk to the hook of a test.
func (s *Store) at(step, path string) error {
	if s.hook == nil {
		return nil
	}
	return s.hook(step, path)
}
