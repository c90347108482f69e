//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package spill

import (
	"errors"
	"io/fs"
	"os"
)

const (
	noFollow = 0
	nonBlock = 0
)

func ours(fs.FileInfo) bool { return true }

// tryLock fails: without locks that end with their holder, hosts that share a
// folder could lose each other's records.
func tryLock(*os.File, bool) (bool, error) { return false, errors.ErrUnsupported }
