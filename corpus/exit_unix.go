//go:build unix

package corpus

import (
	"os"
	"syscall"
)

// exitStatus is the status that a shell would report.
func exitStatus(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}
