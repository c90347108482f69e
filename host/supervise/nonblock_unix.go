//go:build unix && !linux

package supervise

import "syscall"

// nonBlocking keeps the opening of a file from waiting.
const nonBlocking = syscall.O_NONBLOCK
