//go:build unix

package supervise

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup puts the process into a group of its own, so that a Ctrl-C for the host
// does not reach it and all that it starts can be ended with it.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the process and all of its group. It works on stopped ones too.
func endGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
