package estimate

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is what this process has used of its processors, in nanoseconds: other
// work of a busy machine is not in it.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return wallTime()
	}
	return time.Duration(t.Nano())
}
