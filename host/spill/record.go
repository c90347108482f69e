package spill

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Record notes, durably, that replacement was shown in place of the original at
// loc, so that Made knows it. It fails where the original is no longer there in its
// full size: a replacement must not be shown then.
func (s *Store) Record(loc Locator, replacement []byte) error {
	hash, stem, err := s.split(loc.Path)
	if err != nil {
		return err
	}
	dir := filepath.Join(s.spill, hash)
	unlock, err := s.lock(context.Background(), dir)
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(dir, stem)
	info, err := os.Lstat(path)
	if err != nil {
		return fail("record a replacement of", path, err)
	}
	if !info.Mode().IsRegular() || info.Size() != loc.Bytes {
		return fmt.Errorf("spill: %s has %d bytes, expected %d: %w; the result must be saved again", path, info.Size(), loc.Bytes, ErrDamaged)
	}
	c, err := readSidecar(path+sidecarEnding, loc.ID)
	if err != nil {
		return fail("record a replacement of", path, err)
	}
	if c.SHA256 != loc.SHA256 {
		return fmt.Errorf("spill: %s holds another original: %w; the result must be saved again", path, ErrDamaged)
	}
	sum := fingerprint(replacement)
	if c.has(sum) {
		return nil
	}
	c.add(sum, s.now())
	return s.writeSidecar(&folder{store: s, path: dir, token: s.tokenOf(hash)}, path+sidecarEnding, &c)
}

// writeSidecar puts a sidecar in place, durably, and reads it back.
func (s *Store) writeSidecar(f *folder, path string, c *sidecar) error {
	tmp, err := s.stageSidecar(f, c)
	if err != nil {
		return err
	}
	defer tmp.discard()
	if err := tmp.place(path); err != nil {
		return err
	}
	if err := s.syncDir(f.path); err != nil {
		return err
	}
	return tmp.verify(path)
}

func (s *Store) stageSidecar(f *folder, c *sidecar) (*temp, error) {
	b, err := c.encode()
	if err != nil {
		return nil, fmt.Errorf("spill: cannot encode a sidecar: %w", err)
	}
	return s.stage(context.Background(), f, bytes.NewReader(b), nil)
}

// tokenOf is the token of the lease that this store has on a folder. A store that
// has none uses a token of no lease: what it leaves behind is swept.
func (s *Store) tokenOf(hash string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.open[hash]; f != nil && f.lease != nil {
		return f.token
	}
	return fmt.Sprintf("none-%d", os.Getpid())
}

// madeIDs bounds how many words of a first line are looked up as IDs.
const madeIDs = 16

// Made reports whether text is a replacement that a store with this root recorded,
// but for white space at its end. It looks at the sidecars of the IDs that the
// first line of the text names, and at nothing else.
func (s *Store) Made(text []byte) bool {
	ids := namedIDs(text, s.digits)
	if s.unset != nil || len(ids) == 0 {
		return false
	}
	sum := fingerprint(text)
	for _, hash := range s.sessions() {
		dir := filepath.Join(s.spill, hash)
		for _, name := range names(dir) {
			_, id, ending, ok := parseName(name)
			if !ok || ending != sidecarEnding || !ids[id] {
				continue
			}
			if c, err := readSidecar(filepath.Join(dir, name), id); err == nil && c.has(sum) {
				return true
			}
		}
	}
	return false
}

// namedIDs collects the words of hex digits in the first line of text, as far as
// its first 4096 bytes.
func namedIDs(text []byte, digits int) map[string]bool {
	line := text[:min(len(text), 4096)]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	ids := map[string]bool{}
	for start := 0; start < len(line) && len(ids) < madeIDs; {
		end := start
		for end < len(line) && isHex(string(line[end:end+1])) {
			end++
		}
		alone := start == 0 || !wordByte(line[start-1])
		if n := end - start; alone && n >= digits && n <= 64 && (end == len(line) || !wordByte(line[end])) {
			ids[string(line[start:end])] = true
		}
		start = end + 1
	}
	return ids
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// timeOf is the time by which a sweep goes: when the original was last stored.
func timeOf(info os.FileInfo) time.Time { return info.ModTime() }
