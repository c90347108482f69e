//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package daemon

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock takes the lock file, ErrServing where another server has it. The system drops
// it when the process ends, however it ends.
func lock(path string) (release func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("serve: the lock file: %w", err)
	}
	for {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return func() { _ = file.Close() }, nil
	}
	_ = file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, ErrServing
	}
	return nil, fmt.Errorf("serve: the lock file %s: %w", path, err)
}

// private runs f while what it makes is this user's alone: between bind and chmod
// nobody else gets in.
func private[T any](f func() (T, error)) (T, error) {
	old := syscall.Umask(0o177)
	defer syscall.Umask(old)
	return f()
}
