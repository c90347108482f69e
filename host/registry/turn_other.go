//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package registry

import (
	"errors"
	"io/fs"
	"os"
)

// takeTurn takes the turn to change the lock file, nil where another has it. A host
// that died leaves the file, which is to be removed by hand.
func takeTurn(path string) (release func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	_ = file.Close()
	return func() { _ = os.Remove(path) }, nil
}
