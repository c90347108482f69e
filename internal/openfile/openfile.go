// Package openfile opens files that somebody else may have put where they are: only
// regular ones, only so many bytes of them, and never in a way that waits.
package openfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Errors that those of this package wrap.
var (
	// ErrNotRegular says that there is something else than a regular file.
	ErrNotRegular = errors.New("no regular file")
	// ErrTooLarge says that a file has more bytes than are read.
	ErrTooLarge = errors.New("too large")
	// ErrOthers says that a file belongs to another account, or that another may write it.
	ErrOthers = errors.New("not yours alone")
)

// Regular opens a regular file for reading, where a link leads to one too. It opens
// nothing else: a pipe would block, and for a device an open may be an act.
func Regular(path string) (*os.File, fs.FileInfo, error) { return open(path, os.Stat, 0) }

// RegularNoFollow is Regular for a path whose last part may not be a link.
func RegularNoFollow(path string) (*os.File, fs.FileInfo, error) {
	return open(path, os.Lstat, noFollow)
}

// open looks before it opens, and again at what it opened.
func open(path string, look func(string) (fs.FileInfo, error), flags int) (*os.File, fs.FileInfo, error) {
	info, err := look(path)
	if err != nil {
		return nil, nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlock|flags, 0)
	if err != nil {
		return nil, nil, err
	}
	if info, err = f.Stat(); err == nil {
		err = regular(path, info)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

func regular(path string, info fs.FileInfo) error {
	if info.Mode().IsRegular() {
		return nil
	}
	return fmt.Errorf("%s is %s: %w", path, what(info.Mode()), ErrNotRegular)
}

// what names the type of a file.
func what(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a link"
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	}
	return "something else"
}

// Bytes reads an open file to its end, if it has at most limit bytes.
func Bytes(f *os.File, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s has more than %d bytes: %w", f.Name(), limit, ErrTooLarge)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// Read reads a regular file of at most limit bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, _, err := Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Bytes(f, limit)
}

// ReadOwn reads a regular file of at most limit bytes that only this user and root
// could have written.
func ReadOwn(path string, limit int64) ([]byte, error) {
	f, info, err := Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := Own(path, info); err != nil {
		return nil, err
	}
	return Bytes(f, limit)
}

// Pipe opens a named pipe or one end of a pipe for reading, without waiting for its
// other end. A deadline bounds what its reads wait.
func Pipe(path string) (*os.File, error) {
	isPipe := func(info fs.FileInfo, err error) error {
		if err == nil && info.Mode()&fs.ModeNamedPipe == 0 {
			err = fmt.Errorf("%s is no pipe", path)
		}
		return err
	}
	if err := isPipe(os.Stat(path)); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|nonBlock, 0)
	if err != nil {
		return nil, err
	}
	if err := isPipe(f.Stat()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
