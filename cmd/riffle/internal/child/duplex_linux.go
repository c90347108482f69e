package child

import (
	"os/exec"
	"syscall"
)

// endWithParent has the kernel kill the command where this process is killed itself: all
// other ends are passed on. The pipes close then too, but not all servers heed that.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
