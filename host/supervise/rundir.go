//go:build unix

package supervise

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	// lockName is locked as long as the host lives, however it dies.
	lockName = "lock"
	// workName is the working folder of the plugin.
	workName = "work"
	// processPrefix begins the name of an empty file per process of the host:
	// "pid-PID-START", where START tells the process from a later one of its number.
	processPrefix = "pid-"
	// youngest is the age under which a folder without a lock may be one that is
	// just being made.
	youngest = time.Minute
)

// socketLimit is the longest path of a socket: sun_path less its final zero.
func socketLimit() int {
	if runtime.GOOS == "linux" {
		return 107
	}
	return 103
}

// socketSuffix is what the run folder and go-plugin add to a folder at most:
// "/h", "/plugin-dir" and "/plugin", each with ten digits.
const socketSuffix = len("/h/plugin-dir/plugin") + 30

// runDir is a private folder of one plugin: its sockets, its working folder.
type runDir struct {
	path string
	lock *os.File
}

// newRunDir makes a run folder and sweeps those of hosts that died.
func newRunDir() (*runDir, error) {
	var tried []error
	for _, base := range []string{os.TempDir(), os.Getenv("XDG_RUNTIME_DIR"), "/tmp"} {
		if base == "" {
			continue
		}
		d, err := newRunDirIn(base)
		if err == nil {
			return d, nil
		}
		tried = append(tried, err)
	}
	return nil, fmt.Errorf("no folder for the plugin's socket: %w", errors.Join(tried...))
}

// runPrefix begins the names of run folders, with hostPrefix where they do not stand in
// the folder of the user.
const runPrefix = "h"

func hostPrefix() string { return fmt.Sprintf("riffle-%d-%s", os.Getuid(), runPrefix) }

// newRunDirIn makes a run folder in the user's own folder below base. Names in a shared
// folder are anyone's to take: where another account has taken that of the user's
// folder, the run folder stands in base itself, under a name that nobody can foresee.
func newRunDirIn(base string) (*runDir, error) {
	parent, prefix := filepath.Join(base, fmt.Sprintf("riffle-%d", os.Getuid())), runPrefix
	if n := len(parent) + socketSuffix; n > socketLimit() {
		return nil, fmt.Errorf("a socket under %s would have a path of %d bytes, at most %d are possible: set TMPDIR to a shorter path", base, n, socketLimit())
	}
	if err := os.Mkdir(parent, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	taken := private(parent)
	if taken != nil {
		parent, prefix = base, hostPrefix()
	}
	sweep(parent, prefix, time.Now().Add(-youngest))
	path, err := os.MkdirTemp(parent, prefix)
	if err == nil {
		err = private(path)
	}
	if err != nil {
		return nil, errors.Join(taken, err)
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		_ = os.RemoveAll(path)
		return nil, err
	}
	return &runDir{path: path, lock: lock}, nil
}

// work returns the working folder of the plugin's processes, private and empty at
// first: a stray file of a plugin shall litter no folder of the user's.
func (d *runDir) work() (string, error) {
	path := filepath.Join(d.path, workName)
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return path, nil
}

// private refuses a folder that another user made or may write to: names in a
// shared temporary folder are anyone's to take.
func private(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !ok || int(st.Uid) != os.Getuid() {
		return fmt.Errorf("%s is not a folder of mode 0700 of this user: remove it or set TMPDIR", dir)
	}
	return nil
}

// remove removes the folder.
func (d *runDir) remove() {
	_ = os.RemoveAll(d.path)
	_ = d.lock.Close()
}

// note records a process, so that a later host can end it if this one dies and the
// process does not notice. It returns how to strike the record out.
func (d *runDir) note(pid int) func() {
	born, err := startTime(pid)
	if err != nil {
		return func() {}
	}
	name := filepath.Join(d.path, fmt.Sprintf("%s%d-%s", processPrefix, pid, born))
	_ = os.WriteFile(name, nil, 0o600)
	return func() { _ = os.Remove(name) }
}

// sweep removes the run folders of hosts that died, if last changed before a time,
// and ends the processes that they left. It leaves alone what another account made.
func sweep(parent, prefix string, before time.Time) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !e.IsDir() || !strings.HasPrefix(e.Name(), prefix) || info.ModTime().After(before) {
			continue
		}
		dir := filepath.Join(parent, e.Name())
		if private(dir) != nil {
			continue
		}
		lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|syscall.O_NOFOLLOW, 0)
		if err == nil && syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
			_ = lock.Close() // its host lives
			continue
		}
		endOrphans(dir)
		_ = os.RemoveAll(dir)
		if lock != nil {
			_ = lock.Close()
		}
	}
}

// endOrphans ends the recorded processes that still run.
func endOrphans(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		number, born, ok := strings.Cut(strings.TrimPrefix(e.Name(), processPrefix), "-")
		pid, err := strconv.Atoi(number)
		if !ok || err != nil || pid <= 1 || !strings.HasPrefix(e.Name(), processPrefix) {
			continue
		}
		if now, err := startTime(pid); err == nil && now == born {
			_ = syscall.Kill(-pid, syscall.SIGKILL)
		}
	}
}
