//go:build unix

package hook

import (
	"io/fs"
	"os"
	"syscall"
)

// noFollow opens no link, and does not wait for the other end of a pipe.
const noFollow = syscall.O_NOFOLLOW | syscall.O_NONBLOCK

func owned(path string, info fs.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(st.Uid) != os.Geteuid() {
		return left("%s belongs to user %d, not to you", path, st.Uid)
	}
	return nil
}
