//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package spill

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// noFollow has open refuse a symlink as the last part of a path.
const noFollow = syscall.O_NOFOLLOW

// nonBlock keeps open from waiting for the writer of a named pipe.
const nonBlock = syscall.O_NONBLOCK

// ours reports whether a file belongs to this process's user.
func ours(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// tryLock takes the lock of an open file without waiting. The system drops it when
// the file is closed or the process ends, however it ends.
func tryLock(f *os.File, exclusive bool) (bool, error) {
	how := syscall.LOCK_SH | syscall.LOCK_NB
	if exclusive {
		how = syscall.LOCK_EX | syscall.LOCK_NB
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how); {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, err
		}
	}
}
