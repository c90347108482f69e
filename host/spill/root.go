package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// defaultRoot follows the XDG base directory specification, which has relative
// paths ignored. There is no fallback elsewhere: a temporary folder may be shared,
// swept or gone after a restart.
func defaultRoot() (string, error) {
	if d := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "riffle"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return "", errors.New("spill: there is no place for originals: neither XDG_STATE_HOME nor HOME is an absolute path; set one of them or spill.dir")
	}
	return filepath.Join(home, ".local", "state", "riffle"), nil
}

// ensure makes the root, the spill folder and a session's folder, and checks that
// those that are the store's own belong to this user alone.
func (s *Store) ensure(hash string) (string, error) {
	if s.unset != nil {
		return "", s.unset
	}
	if err := s.makeAll(s.root); err != nil {
		return "", err
	}
	path := filepath.Join(s.spill, hash)
	for _, dir := range []string{s.spill, path} {
		if err := s.makeOwn(dir); err != nil {
			return "", err
		}
	}
	return path, nil
}

// makeAll makes a folder and its parents. Those that exist are the user's business:
// they may be symlinks and have any mode.
func (s *Store) makeAll(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		return fail("use the folder", dir, syscall.ENOTDIR)
	}
	if !errors.Is(err, fs.ErrNotExist) || filepath.Dir(dir) == dir {
		return fail("use the folder", dir, err)
	}
	if err := s.makeAll(filepath.Dir(dir)); err != nil {
		return err
	}
	return s.makeOne(dir)
}

// makeOne makes a folder with exactly the store's mode, whatever the umask, and
// flushes its parent.
func (s *Store) makeOne(dir string) error {
	err := s.at("mkdir", dir)
	if err == nil {
		err = os.Mkdir(dir, s.dirMode)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil // another host was faster
	}
	if err == nil {
		err = os.Chmod(dir, s.dirMode)
	}
	if err != nil {
		return fail("make the folder", dir, err)
	}
	return s.syncDir(filepath.Dir(dir))
}

// makeOwn makes one of the store's own folders, or takes one that exists, is no
// symlink and belongs to this user. A mode that lets others in is put right.
func (s *Store) makeOwn(dir string) error {
	info, err := os.Lstat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		if err := s.makeOne(dir); err != nil {
			return err
		}
		info, err = os.Lstat(dir)
	}
	switch {
	case err != nil:
		return fail("use the folder", dir, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("spill: %s is a symlink: %w; put a real folder in its place or set spill.dir to where it should lead", dir, ErrRefused)
	case !info.IsDir():
		return fail("use the folder", dir, syscall.ENOTDIR)
	case !ours(info):
		return fmt.Errorf("spill: the folder %s belongs to another user: %w; remove it or set spill.dir to a folder of your own", dir, ErrRefused)
	case info.Mode().Perm() != s.dirMode:
		return fail("set the mode of the folder", dir, os.Chmod(dir, s.dirMode))
	}
	return nil
}

// syncDir flushes the names in a folder. Some file systems cannot, and say so.
func (s *Store) syncDir(dir string) error {
	err := s.at("sync-folder", dir)
	if err == nil {
		var d *os.File
		if d, err = os.Open(dir); err == nil {
			err = errors.Join(d.Sync(), d.Close())
			if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
				err = nil
			}
		}
	}
	return fail("flush the folder", dir, err)
}

// Holds reports whether path is the spill folder or lies inside it, as written or
// with symlinks resolved; the path need not exist. A leading ~/ is the home folder.
func (s *Store) Holds(path string) bool {
	if s.unset != nil || path == "" || strings.IndexByte(path, 0) >= 0 {
		return false
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			path = filepath.Join(home, rest)
		}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false
	}
	return within(s.spill, abs) || within(resolve(s.spill), resolve(abs))
}

// within reports whether path is dir or below it; both are absolute and clean.
func within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}

// resolve follows the symlinks of as much of path as exists.
func resolve(path string) string {
	rest := ""
	for dir := path; ; dir = filepath.Dir(dir) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		rest = filepath.Join(filepath.Base(dir), rest)
	}
}
