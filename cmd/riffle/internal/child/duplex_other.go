//go:build !linux

package child

import (
	"os"
	"os/exec"
)

// widen can do nothing here.
func widen(*os.File) {}

// endWithParent can do nothing here: the end of its standard input is all that tells
// the command.
func endWithParent(*exec.Cmd) {}
