package spill

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// chunkBytes is how many bytes are written at a time: the memory that a stream costs.
const chunkBytes = 64 << 10

// temp is a file that is written and flushed, but not yet in its place. It stays
// open, so that its bytes survive the removal of the folder.
type temp struct {
	store *Store
	path  string
	file  *os.File
	sha   string
	bytes int64

	pending []byte // read, but not written
}

// stage writes all of r to a temporary file and flushes it. grow, where not nil, is
// asked before the file grows to so many bytes.
func (s *Store) stage(ctx context.Context, f *folder, r io.Reader, grow func(int64) error) (*temp, error) {
	t, err := s.spool(ctx, f, r, grow)
	if err != nil {
		t.discard()
		return nil, err
	}
	return t, nil
}

// spool is stage for a caller who still wants the bytes when it fails: the file is
// returned with the error, and must be discarded.
func (s *Store) spool(ctx context.Context, f *folder, r io.Reader, grow func(int64) error) (t *temp, err error) {
	t = &temp{store: s, path: filepath.Join(f.path, fmt.Sprintf("%s%s-%d", tempPrefix, f.token, s.temps.Add(1)))}
	if err = s.at("create", t.path); err == nil {
		t.file, err = os.OpenFile(t.path, os.O_RDWR|os.O_CREATE|os.O_EXCL|noFollow, s.opts.FileMode)
	}
	if err != nil {
		return t, fail("create", t.path, err)
	}
	if err = t.file.Chmod(s.opts.FileMode); err != nil { // whatever the umask
		return t, fail("set the mode of", t.path, err)
	}
	if err = t.fill(ctx, r, grow); err != nil {
		return t, err
	}
	if err = s.at("sync", t.path); err == nil {
		err = t.file.Sync()
	}
	return t, fail("flush", t.path, err)
}

func (t *temp) fill(ctx context.Context, r io.Reader, grow func(int64) error) error {
	sum := sha256.New()
	buf := make([]byte, t.store.chunk)
	for {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("spill: stopped while writing %s: %w", t.path, err)
		}
		n, err := io.ReadFull(r, buf)
		end := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !end {
			t.pending = buf[:n]
			return fmt.Errorf("spill: the original could not be read to its end, after %d bytes: %w", t.bytes+int64(n), err)
		}
		if n > 0 {
			t.pending = buf[:n]
			if grow != nil {
				if err := grow(t.bytes + int64(n)); err != nil {
					return err
				}
			}
			if err := t.write(buf[:n], sum); err != nil {
				return err
			}
			t.pending = nil
		}
		if end {
			t.sha = hex.EncodeToString(sum.Sum(nil))
			return nil
		}
	}
}

func (t *temp) write(b []byte, sum hash.Hash) error {
	err := t.store.at("write", t.path)
	if err == nil {
		_, err = t.file.Write(b)
	}
	if err != nil {
		return fail("write", t.path, err)
	}
	sum.Write(b)
	t.bytes += int64(len(b))
	return nil
}

// place renames the file to where it belongs. The folder is locked and the caller
// has seen that path is free or holds something damaged.
func (t *temp) place(path string) error {
	err := t.store.at("rename", path)
	if err == nil {
		err = os.Rename(t.path, path)
	}
	if err != nil {
		return fail("put in place", path, err)
	}
	t.path = ""
	return nil
}

// verify reads back what stands at path.
func (t *temp) verify(path string) error {
	sha, n, err := t.store.digest(path)
	if err != nil {
		return err
	}
	if sha != t.sha || n != t.bytes {
		return fmt.Errorf("spill: %s reads back as %d bytes with SHA-256 %.12s, expected %d with %.12s: %w; see whether the disk is healthy or set spill.dir to another one", path, n, sha, t.bytes, t.sha, ErrDamaged)
	}
	return nil
}

// discard closes the file and removes it where it was not put in place.
func (t *temp) discard() {
	if t.file == nil {
		return // it could not be created
	}
	t.file.Close()
	if t.path != "" {
		os.Remove(t.path)
		t.path = ""
	}
}

// digest reads a file from start to end. It refuses symlinks and what is no file.
func (s *Store) digest(path string) (sha string, n int64, err error) {
	if err := s.at("read", path); err != nil {
		return "", 0, fail("read back", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow|nonBlock, 0)
	if err != nil {
		return "", 0, fail("read back", path, err)
	}
	defer f.Close()
	sum := sha256.New()
	if n, err = io.CopyBuffer(struct{ io.Writer }{sum}, struct{ io.Reader }{f}, make([]byte, s.chunk)); err != nil {
		return "", 0, fail("read back", path, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), n, nil
}
