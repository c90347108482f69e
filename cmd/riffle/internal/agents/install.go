package agents

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// Change is what becomes of one file. Nil bytes mean that there is no file.
type Change struct {
	Path          string // links resolved, so that a link stays one
	Before, After []byte
	Restored      bool // After is what was there before Riffle came, byte for byte

	file File
	mode fs.FileMode
	keep *record // what is to be known for a later removal; nil: nothing
}

// Same reports whether nothing is to be done.
func (c Change) Same() bool {
	return (c.Before == nil) == (c.After == nil) && bytes.Equal(c.Before, c.After)
}

// Plan says what an installation, or a removal, would do. It writes nothing. A file that
// cannot be read or edited is an error, and then none of the files is to be written.
func Plan(a Agent, p Place, remove bool) ([]Change, error) {
	files, err := a.files(p)
	if err != nil {
		return nil, err
	}
	if remove {
		// What names a file goes before that file, and the one for which a folder was made
		// goes last, when the folder is empty.
		slices.Reverse(files)
	}
	var out []Change
	for _, f := range files {
		c, err := plan(f, p, remove)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

func plan(f File, p Place, remove bool) (Change, error) {
	c := Change{Path: f.Path, file: f, mode: f.Mode}
	if c.mode == 0 {
		c.mode = 0o644
	}
	if path, err := filepath.EvalSymlinks(f.Path); err == nil {
		c.Path = path
	}
	var err error
	if c.Before, err = os.ReadFile(c.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, fmt.Errorf("agents: %w", err)
	}
	if info, err := os.Stat(c.Path); err == nil {
		c.mode = info.Mode().Perm()
		if c.Before == nil {
			c.Before = []byte{}
		}
	}
	books, err := openBooks(p)
	if err != nil {
		return c, err
	}
	kept := books.read(c.Path)
	if remove {
		return c.removal(kept)
	}
	return c.addition(kept)
}

// broken says that a file was not touched, and why.
func broken(path string, err error) error {
	return fmt.Errorf("agents: %s was left as it is: %w; mend it or move it away", path, err)
}

func (c Change) addition(kept *record) (Change, error) {
	var err error
	if c.After, err = c.file.Put(c.Before); err != nil {
		return c, broken(c.Path, err)
	}
	if c.Same() {
		return c, nil
	}
	if kept != nil && kept.holds(c.Before) { // an earlier installation, untouched since
		c.keep = kept.with(c.After)
		return c, nil
	}
	before := c.Before
	if before != nil {
		if before, err = c.file.Take(before); err != nil {
			return c, broken(c.Path, err)
		}
	}
	c.keep = newRecord(c.Path, before, c.After)
	return c, nil
}

func (c Change) removal(kept *record) (Change, error) {
	if c.Before == nil {
		return c, nil
	}
	if kept != nil && kept.holds(c.Before) {
		c.After, c.Restored = kept.before, true
		return c, nil
	}
	var err error
	if c.After, err = c.file.Take(c.Before); err != nil {
		return c, broken(c.Path, err)
	}
	return c, nil
}

// Apply writes what was planned. What a file held before is kept first.
func Apply(p Place, changes []Change) error {
	books, err := openBooks(p)
	if err != nil {
		return err
	}
	for _, c := range changes {
		if c.Same() {
			continue
		}
		if err := apply(books, c); err != nil {
			return err
		}
	}
	return nil
}

func apply(books books, c Change) error {
	if now, err := os.ReadFile(c.Path); err == nil && !bytes.Equal(now, c.Before) || err != nil && c.Before != nil {
		return fmt.Errorf("agents: %s changed meanwhile and was left as it is: try again", c.Path)
	}
	made := ""
	if c.keep != nil {
		if made, _ = missing(filepath.Dir(c.Path)); made != "" {
			c.keep.Made = made
		}
		if err := books.write(c.keep); err != nil {
			return err
		}
	}
	if c.After == nil {
		if err := os.Remove(c.Path); err != nil {
			return fmt.Errorf("agents: %w", err)
		}
	} else if err := write(c.Path, c.mode, c.After); err != nil {
		return err
	}
	if c.keep != nil {
		return nil
	}
	if kept := books.read(c.Path); kept != nil && c.Restored && c.After == nil {
		removeFolders(filepath.Dir(c.Path), kept.Made)
	}
	return books.forget(c.Path)
}

func write(path string, mode fs.FileMode, data []byte) error {
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err == nil {
		err = atomicfile.WriteMode(path, mode, func(w io.Writer) error { _, err := w.Write(data); return err })
	}
	if err != nil {
		return fmt.Errorf("agents: writing %s: %w", path, err)
	}
	return nil
}

// missing is the outermost folder on the way to dir that is not there, "" where all are.
func missing(dir string) (string, error) {
	out := ""
	for {
		_, err := os.Stat(dir)
		if err == nil {
			return out, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
			return out, err
		}
		out, dir = dir, filepath.Dir(dir)
	}
}

// removeFolders removes dir and the folders around it up to top, as far as they are
// empty. Nothing is removed where top is "" or not around dir.
func removeFolders(dir, top string) {
	if rel, err := filepath.Rel(top, dir); top == "" || err != nil || !filepath.IsLocal(rel) {
		return
	}
	for os.Remove(dir) == nil && dir != top {
		dir = filepath.Dir(dir)
	}
}
