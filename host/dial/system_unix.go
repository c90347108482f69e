//go:build unix

package dial

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// maxPath is the longest path of a socket, in bytes: the field less a final zero.
const maxPath = len(syscall.RawSockaddrUnix{}.Path) - 1

const noFollow = syscall.O_NOFOLLOW

// detached starts a process in a session of its own: no terminal and no signal of the
// caller's group reaches it.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// owned refuses a folder of somebody else's.
func owned(dir string, info fs.FileInfo) error {
	st, ok := info.Sys().(*syscall.Stat_t)
	if ok && st.Uid != 0 && int(st.Uid) != os.Geteuid() {
		return fmt.Errorf("dial: refused: %s belongs to user %d, neither to you nor to root", dir, st.Uid)
	}
	return nil
}
