// Package atomicfile writes files of which a reader sees all or nothing.
package atomicfile

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write is WriteMode for a file that everyone may read.
func Write(path string, write func(io.Writer) error) error { return WriteMode(path, 0o644, write) }

// WriteMode writes a file with the given permissions under another name in the same
// folder and gives it its name when all of it is there. After an error nothing of it
// is left, and what stood at path before stands there still.
func WriteMode(path string, mode fs.FileMode, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails where the file has its name
	err = write(f)
	if err == nil {
		err = f.Chmod(mode)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
