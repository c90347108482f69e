package supervise

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"

	"github.com/riffle-dev/riffle/internal/openfile"
)

// open opens the binary and checks it. What runs is the open file that it returns, and
// gone is to be called when it has ended.
func (l *subprocess) open() (file *os.File, gone func(), err error) {
	gone = func() {}
	if file, _, err = openfile.Regular(l.binary.Path); err != nil {
		return nil, nil, err
	}
	if l.binary.Check != nil {
		err = l.binary.Check(file)
	}
	if err == nil && l.binary.Sealed {
		// Whoever may write to the file could change it after it was hashed, so that what
		// is hashed is a copy that nobody can change.
		from := file
		file, gone, err = copyOf(from, l.dir.path)
		_ = from.Close()
	}
	if err == nil {
		err = l.compare(file)
	}
	if err != nil {
		if file != nil {
			_ = file.Close()
			gone()
		}
		return nil, nil, err
	}
	return file, gone, nil
}

// compare refuses a file that does not hash to what it should.
func (l *subprocess) compare(file *os.File) error {
	if l.binary.SHA256 == nil {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, info.Size())); err != nil {
		return err
	}
	if !bytes.Equal(hash.Sum(nil), l.binary.SHA256) {
		return fmt.Errorf("%s is not the file that was approved: its SHA-256 differs; riffle plugin verify says what to do", l.binary.Path)
	}
	return nil
}

// fill copies a file from its beginning, no further than it reached at first: one that
// grows meanwhile is not what was approved.
func fill(to, from *os.File) error {
	info, err := from.Stat()
	if err == nil {
		_, err = io.Copy(to, io.NewSectionReader(from, 0, info.Size()))
	}
	return err
}
