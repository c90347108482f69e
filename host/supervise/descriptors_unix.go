//go:build unix

package supervise

import (
	"os"
	"os/exec"
	"strconv"

	"golang.org/x/sys/unix"
)

// closeInherited makes sure that of the host's open files the process gets those of
// cmd alone. Go marks all that it opens as closed on exec, but not what a host
// itself inherited, such as the 5 of "riffle 5<secret", or opened by other means.
func closeInherited(cmd *exec.Cmd) {
	last := lastInherited()
	// An entry that is nil is closed in the process.
	for 3+len(cmd.ExtraFiles) <= last {
		cmd.ExtraFiles = append(cmd.ExtraFiles, nil)
	}
}

// lastInherited is the highest open file that a process would inherit.
func lastInherited() int {
	last := 2
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= last {
			continue
		}
		if flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err == nil && flags&unix.FD_CLOEXEC == 0 {
			last = fd
		}
	}
	return last
}
