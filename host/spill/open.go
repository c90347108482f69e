package spill

import (
	"fmt"
	"os"
)

// OpenOriginal opens the exact bytes for reading.
func (e Entry) OpenOriginal() (*os.File, error) { return openStored(e.Path, e.Bytes) }

// OpenContent opens the content that spans, line numbers and character offsets
// count in.
func (e Entry) OpenContent() (*os.File, error) {
	if e.TextPath != "" {
		return openStored(e.TextPath, e.TextBytes)
	}
	return e.OpenOriginal()
}

func openStored(path string, size int64) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow|nonBlock, 0)
	if err != nil {
		return nil, fail("read", path, err)
	}
	info, err := f.Stat()
	if err == nil && (!info.Mode().IsRegular() || info.Size() != size) {
		err = fmt.Errorf("spill: %s has %d bytes, %d were stored: %w; run the tool again", path, info.Size(), size, ErrDamaged)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
