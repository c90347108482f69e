//go:build !unix

package sdktest

import "time"

var begun = time.Now()

// computing is the time since the start: processor time is not asked for here.
func computing() time.Duration { return time.Since(begun) }
