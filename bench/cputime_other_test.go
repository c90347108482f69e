//go:build !unix

package bench_test

import "time"

var began = time.Now()

// cpuTime is the time on the clock, where the system does not tell that of a process.
func cpuTime() time.Duration { return time.Since(began) }
