//go:build !linux

package estimate

import "time"

// processorTime is the time that passes, where that of the processor is not to be had
// in nanoseconds.
func processorTime() time.Duration { return wallTime() }
