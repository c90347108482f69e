//go:build !unix

package corpus

import "os"

func exitStatus(s *os.ProcessState) int { return s.ExitCode() }
