//go:build unix

package sdktest

import (
	"os"
	"os/exec"
	"syscall"
)

// hasTerminate says that a process can be asked to end.
const hasTerminate = true

// ownGroup puts the process into a group of its own, so that all that it starts can
// be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the process and all of its group.
func endGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// terminate asks the process to end.
func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// rootDir is where a host starts plugins.
func rootDir() string { return "/" }
