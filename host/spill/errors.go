package spill

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// fail says what could not be done with which path, why, and what to do. An error
// that names a path itself is cut down to its cause.
func fail(what, path string, err error) error {
	if err == nil {
		return nil
	}
	cause := err
	var pe *fs.PathError
	var le *os.LinkError
	if errors.As(err, &pe) {
		cause = pe.Err
	} else if errors.As(err, &le) {
		cause = le.Err
	}
	return fmt.Errorf("spill: cannot %s %s: %w; %s", what, path, cause, remedy(err))
}

func remedy(err error) string {
	is := func(errs ...error) bool {
		for _, e := range errs {
			if errors.Is(err, e) {
				return true
			}
		}
		return false
	}
	switch {
	case is(syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG):
		return "free space on that disk (riffle spill gc) or set spill.dir to another one"
	case is(syscall.EROFS, fs.ErrPermission):
		return "make it writable for this user or set spill.dir to a folder that is"
	case is(syscall.ELOOP):
		return "symlinks are not followed here: put a real folder in its place or set spill.dir to the target"
	case is(syscall.ENOTDIR, fs.ErrExist):
		return "move away what stands in its place or set spill.dir to another folder"
	case is(fs.ErrNotExist):
		return "it was removed while in use: run again"
	case is(syscall.EMFILE, syscall.ENFILE):
		return "raise the limit of open files (ulimit -n)"
	}
	return "see whether the disk is healthy or set spill.dir to another one"
}
