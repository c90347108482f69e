//go:build !linux

package supervise

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// copyOf copies a program into a private folder, where only this user could change it,
// and returns the copy open and how to remove it: this system runs a file by its path.
func copyOf(file *os.File, dir string) (*os.File, func(), error) {
	out, err := os.CreateTemp(dir, "program-*"+filepath.Ext(file.Name()))
	if err != nil {
		return nil, func() {}, err
	}
	gone := func() { _ = os.Remove(out.Name()) }
	err = errors.Join(fill(out, file), out.Chmod(0o500), out.Close())
	var copied *os.File
	if err == nil {
		copied, err = os.Open(out.Name())
	}
	if err != nil {
		gone()
		return nil, func() {}, fmt.Errorf("copying %s: %w", file.Name(), err)
	}
	return copied, gone, nil
}
