//go:build unix

package child

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// hangupPace is how long is waited for a hang-up before it is seen whether anybody still
// wants to know.
const hangupPace = time.Second

// Hangup returns a channel that closes when nobody reads any more what is written to a
// pipe, a socket or a terminal. Of other files it tells nothing.
func Hangup(f *os.File) <-chan struct{} {
	info, err := f.Stat()
	if err != nil || info.Mode().IsRegular() || info.Mode()&(os.ModeNamedPipe|os.ModeSocket|os.ModeCharDevice) == 0 {
		return nil
	}
	conn, err := f.SyscallConn()
	if err != nil {
		return nil
	}
	gone := make(chan struct{})
	go func() {
		for {
			var over bool
			// A poll of its own: that of Go asks for more than a hang-up.
			err := conn.Control(func(fd uintptr) {
				fds := []unix.PollFd{{Fd: int32(fd)}}
				n, err := unix.Poll(fds, int(hangupPace.Milliseconds()))
				over = err == nil && n > 0 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
			})
			if err != nil {
				return
			}
			if over {
				close(gone)
				return
			}
		}
	}()
	return gone
}
