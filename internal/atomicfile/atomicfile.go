// Package atomicfile writes files of which a reader sees all or nothing.
package atomicfile

import (
	"io"
	"os"
	"path/filepath"
)

// Write writes a file with mode 0644 under another name in the same folder and
// gives it its name when all of it is there. After an error nothing of it is left,
// and what stood at path before stands there still.
func Write(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails where the file has its name
	err = write(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
