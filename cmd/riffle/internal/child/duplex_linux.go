package child

import (
	"os"

	"golang.org/x/sys/unix"
)

// pipeBytes is the most that a process without rights may have a pipe hold, unless the
// administrator has changed that. A long answer then takes few turns of two processes.
const pipeBytes = 1 << 20

// widen has a pipe hold more than 64 KiB, where that is allowed.
func widen(pipe *os.File) {
	conn, err := pipe.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBytes) })
}
