//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package daemon

import (
	"errors"
	"fmt"
	"runtime"
)

func lock(string) (release func(), err error) {
	return nil, fmt.Errorf("serve: %w on %s; expected a system with flock", errors.ErrUnsupported, runtime.GOOS)
}

func private[T any](f func() (T, error)) (T, error) { return f() }
