//go:build unix

package registry

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/riffle-dev/riffle/host/supervise"
)

// writableByOthers are the permissions that let others than the owner change a file.
const writableByOthers = 0o022

// trustedPath is trusted for a path.
func trustedPath(path string) error {
	file, err := supervise.OpenProgram(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return trusted(file)
}

// trusted refuses a bundled program that someone else could have changed: it is as
// trusted as the host only where it is as hard to change.
func trusted(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("refused: %s is not a regular file", file.Name())
	}
	if err := guarded(file.Name(), info); err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(file.Name())
	if err != nil {
		return err
	}
	// A link lies in one folder, the file that it names perhaps in another.
	for _, dir := range []string{filepath.Dir(file.Name()), filepath.Dir(real)} {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if err := guarded(dir, info); err != nil {
			return err
		}
	}
	return nil
}

// trustedProgram refuses the program of an added plugin that someone else could have
// changed, or that cannot run: what trusted asks for, and that a link does not lead
// out of its folder, and that no folder above lets everyone rename what is in it.
func trustedProgram(file *os.File) error {
	if err := trusted(file); err != nil {
		return err
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(file.Name()))
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(file.Name())
	if err != nil {
		return err
	}
	if !inside(dir, real) {
		return fmt.Errorf("refused: %s is a link to %s, out of its folder: name the file itself", file.Name(), real)
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if info.Mode().Perm()&0o100 == 0 {
		return fmt.Errorf("refused: %s is not executable (mode %04o): run chmod u+x %q", file.Name(), info.Mode().Perm(), file.Name())
	}
	for up := filepath.Dir(real); up != filepath.Dir(up); up = filepath.Dir(up) {
		info, err := os.Stat(up)
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o002 != 0 && info.Mode()&fs.ModeSticky == 0 {
			return fmt.Errorf("refused: %s is writable by everyone (mode %04o), who may replace what is in it: run chmod o-w %q", up, info.Mode().Perm(), up)
		}
	}
	return nil
}

// trustedFolder refuses a folder that someone else could change.
func trustedFolder(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return err
	}
	return guarded(dir, info)
}

// guarded refuses what others than root, this user and the host's owner can change.
func guarded(path string, info fs.FileInfo) error {
	if info.Mode().Perm()&writableByOthers != 0 {
		return fmt.Errorf("refused: %s is writable by group or world (mode %04o): run chmod go-w %q", path, info.Mode().Perm(), path)
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if ok && st.Uid != 0 && int(st.Uid) != os.Geteuid() && st.Uid != hostOwner() {
		return fmt.Errorf("refused: %s belongs to user %d, neither to you nor to root nor to the owner of the host's program", path, st.Uid)
	}
	return nil
}

// hostOwner is the owner of the host's program, root where it is not known.
func hostOwner() uint32 {
	path, err := os.Executable()
	if err != nil {
		return 0
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return st.Uid
	}
	return 0
}
