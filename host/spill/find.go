package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
)

// Find looks up an ID (or more digits of the SHA-256) or the path of one of an
// entry's files. Its errors wrap ErrExpired, ErrUnknown, ErrRefused or ErrDamaged.
// It compares sizes only; Entry.Verify reads the whole original.
func (s *Store) Find(idOrPath string) (Entry, error) {
	if s.unset != nil {
		return Entry{}, s.unset
	}
	if id := strings.ToLower(idOrPath); isHex(id) && len(id) >= s.digits && len(id) <= 64 {
		return s.findID(id)
	}
	hash, stem, err := s.split(idOrPath)
	if err != nil {
		return Entry{}, err
	}
	return s.entry(hash, stem)
}

func (s *Store) findID(id string) (Entry, error) {
	var found []Entry
	var failed error
	for _, hash := range s.sessions() {
		for _, name := range names(filepath.Join(s.spill, hash)) {
			stem, other, ending, ok := parseName(name)
			if !ok || ending != "" || !strings.HasPrefix(id, other) {
				continue
			}
			e, err := s.entry(hash, stem)
			switch {
			case err != nil:
				failed = err
			case e.ID == id || strings.HasPrefix(e.SHA256, id):
				found = append(found, e)
			}
		}
	}
	if len(found) == 0 && failed != nil {
		return Entry{}, failed
	}
	if len(found) == 0 {
		return Entry{}, s.gone(id, "the ID "+id)
	}
	own := filepath.Join(s.spill, sessionHash(s.opts.Session)) + string(filepath.Separator)
	sort.SliceStable(found, func(i, j int) bool {
		a, b := found[i], found[j]
		if x, y := a.ID == id, b.ID == id; x != y {
			return x
		}
		if x, y := strings.HasPrefix(a.Path, own), strings.HasPrefix(b.Path, own); x != y {
			return x
		}
		return a.Used.After(b.Used)
	})
	first := found[0]
	for _, e := range found[1:] {
		if e.SHA256 != first.SHA256 && e.ID == first.ID && !strings.HasPrefix(first.Path, own) {
			return Entry{}, fmt.Errorf("spill: two sessions have different originals with the ID %s: %w; name the path: %s or %s", id, ErrUnknown, first.Path, e.Path)
		}
	}
	return first, nil
}

// split takes a path of one of an entry's files apart, into session folder and
// stem. What leads to the spill folder may have symlinks, nothing below it.
func (s *Store) split(path string) (hash, stem string, err error) {
	if s.unset != nil {
		return "", "", s.unset
	}
	refused := func(why string) error {
		return fmt.Errorf("spill: %q %s: %w; expected an ID or the path of a stored original under %s", path, why, ErrRefused, s.spill)
	}
	if path == "" || strings.IndexByte(path, 0) >= 0 || len(path) > 4096 {
		return "", "", refused("is neither an ID nor a path")
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", "", refused("cannot be made absolute")
	}
	dir := filepath.Dir(abs)
	if top := filepath.Dir(dir); top != s.spill && resolve(top) != resolve(s.spill) {
		return "", "", refused("lies outside the store")
	}
	hash = filepath.Base(dir)
	stem, _, _, ok := parseName(filepath.Base(abs))
	if !isSessionHash(hash) || !ok {
		return "", "", refused("is no stored original")
	}
	own := filepath.Join(s.spill, hash)
	for _, p := range []string{own, filepath.Join(own, filepath.Base(abs)), filepath.Join(own, stem)} {
		if info, err := os.Lstat(p); err == nil && (p == own) != info.IsDir() || err == nil && p != own && !info.Mode().IsRegular() {
			return "", "", refused("goes through a symlink or is no file")
		}
	}
	return hash, stem, nil
}

// entry reads what the store has under a name.
func (s *Store) entry(hash, stem string) (Entry, error) {
	path := filepath.Join(s.spill, hash, stem)
	_, id, _, _ := parseName(stem)
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if _, err := os.Lstat(path + sidecarEnding); err == nil {
			return Entry{}, fmt.Errorf("spill: the original %s was removed: %w; run the tool again", path, ErrExpired)
		}
		return Entry{}, s.gone(id, path)
	}
	if err != nil {
		return Entry{}, fail("look at", path, err)
	}
	if !info.Mode().IsRegular() {
		return Entry{}, fmt.Errorf("spill: %s is no file: %w; remove it", path, ErrRefused)
	}
	e := Entry{Locator: Locator{ID: id, Path: path, Bytes: info.Size()}, Used: timeOf(info)}
	if t, err := os.Lstat(path + textEnding); err == nil && t.Mode().IsRegular() {
		e.TextPath, e.TextBytes = path+textEnding, t.Size()
	}
	c, err := readSidecar(path+sidecarEnding, id)
	if err != nil {
		return s.orphan(e)
	}
	e.SHA256, e.Saved, e.Replacements = c.SHA256, c.Saved, len(c.Replacements)
	e.Meta = Meta{
		Session: c.Session, Tool: c.Tool, Kind: c.Kind, CallID: c.CallID, Command: c.Command,
		ExitStatus: c.ExitStatus, IsError: c.IsError,
	}
	if e.Bytes != c.Bytes {
		e.Damaged = true
		return e, fmt.Errorf("spill: %s has %d bytes, %d were stored: %w; run the tool again", path, e.Bytes, c.Bytes, ErrDamaged)
	}
	if c.Text == nil {
		e.TextPath, e.TextBytes = "", 0 // left by a host that died before it had a sidecar
	} else {
		e.textSHA256 = c.Text.SHA256
		if e.TextPath == "" || e.TextBytes != c.Text.Bytes {
			e.Damaged = true
			return e, fmt.Errorf("spill: %s has %d bytes, %d were stored: %w; the exact original is %s", path+textEnding, e.TextBytes, c.Text.Bytes, ErrDamaged, path)
		}
	}
	return e, nil
}

// orphan is an original without a usable sidecar: a host may have died between the
// renames. It is as good as any if its hash fits its name.
func (s *Store) orphan(e Entry) (Entry, error) {
	sha, _, err := s.digest(e.Path)
	if err != nil {
		return e, err
	}
	e.SHA256 = sha
	if !strings.HasPrefix(sha, e.ID) {
		e.Damaged = true
		return e, fmt.Errorf("spill: %s has the SHA-256 %.12s, which its name does not say: %w; run the tool again", e.Path, sha, ErrDamaged)
	}
	return e, nil
}

// Verify reads the entry's files whole and compares them with what was stored.
func (s *Store) Verify(e Entry) error {
	for _, f := range []struct{ path, want string }{{e.Path, e.SHA256}, {e.TextPath, e.textSHA256}} {
		if f.path == "" || f.want == "" {
			continue
		}
		sha, _, err := s.digest(f.path)
		if err != nil {
			return err
		}
		if sha != f.want {
			return fmt.Errorf("spill: %s has the SHA-256 %.12s, expected %.12s: %w; run the tool again", f.path, sha, f.want, ErrDamaged)
		}
	}
	return nil
}

// List returns all entries by the time of their last use, then ID, then path. Those
// of another size than was stored are marked Damaged.
func (s *Store) List() ([]Entry, error) {
	if s.unset != nil {
		return nil, s.unset
	}
	if _, err := os.ReadDir(s.spill); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fail("look into the folder", s.spill, err)
	}
	var list []Entry
	for _, hash := range s.sessions() {
		for _, name := range names(filepath.Join(s.spill, hash)) {
			stem, _, ending, ok := parseName(name)
			if !ok || ending != "" {
				continue
			}
			e, err := s.entry(hash, stem)
			if err != nil && !e.Damaged {
				continue // removed in between, or not the store's
			}
			list = append(list, e)
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		switch {
		case !a.Used.Equal(b.Used):
			return a.Used.Before(b.Used)
		case a.ID != b.ID:
			return a.ID < b.ID
		}
		return a.Path < b.Path
	})
	return list, nil
}

// sessions returns the names of the session folders, sorted. Symlinks are none.
func (s *Store) sessions() []string {
	var hashes []string
	entries, _ := os.ReadDir(s.spill)
	for _, e := range entries {
		if e.IsDir() && isSessionHash(e.Name()) {
			hashes = append(hashes, e.Name())
		}
	}
	return hashes
}

// names returns the names in a folder, sorted; none where it cannot be read.
func names(dir string) []string {
	entries, _ := os.ReadDir(dir)
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.Name()
	}
	return list
}
