//go:build unix

package bench

import (
	"os/exec"
	"syscall"
)

// ownGroup lets a command and all that it started end together.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
