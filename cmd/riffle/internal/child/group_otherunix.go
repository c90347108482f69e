//go:build unix && !linux

package child

import "syscall"

// endWithParent can do nothing here: the guard of the group does it.
func endWithParent(*syscall.SysProcAttr) {}
