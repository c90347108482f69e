//go:build unix

package lineartest

import (
	"syscall"
	"time"
)

// computing is the processor time that this process has used, 0 where that is not
// known.
func computing() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
