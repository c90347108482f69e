package child

import "syscall"

// endWithParent has the kernel kill the command where this process is killed itself.
// The pipes close then too, but not all servers heed that.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
