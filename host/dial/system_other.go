//go:build !unix

package dial

import (
	"io/fs"
	"syscall"
)

// maxPath is the longest path of a socket, in bytes.
const maxPath = 107

const noFollow = 0

func detached() *syscall.SysProcAttr { return nil }

func owned(string, fs.FileInfo) error { return nil }
