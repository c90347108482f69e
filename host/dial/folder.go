package dial

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// MakeFolder makes the folder of a socket, 0700, where it is missing, and refuses one
// in which others could put a socket of their own.
func MakeFolder(dir string) error {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		// Mkdir, not MkdirAll: a parent that is missing is a wrong path.
		if err = os.Mkdir(dir, 0o700); err == nil || errors.Is(err, fs.ErrExist) {
			info, err = os.Stat(dir)
		}
	}
	if err != nil {
		return fmt.Errorf("dial: the folder of the socket: %w", err)
	}
	return checkFolder(dir, info)
}

// trusted refuses a folder that is there and in which others could have put a socket
// of their own: tool results are for nobody else.
func trusted(dir string) error {
	info, err := os.Stat(dir)
	if err != nil {
		return nil // nobody answers there
	}
	return checkFolder(dir, info)
}

func checkFolder(dir string, info fs.FileInfo) error {
	switch {
	case !info.IsDir():
		return fmt.Errorf("dial: %s is no folder; expected the folder of the socket", dir)
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("dial: refused: %s is writable by group or world (mode %04o), who could take the socket's place: run chmod go-w %q or name another folder", dir, info.Mode().Perm(), dir)
	}
	return owned(dir, info)
}

// CheckLength refuses a path that the system cannot bind.
func CheckLength(socket string) error {
	if len(socket) > maxPath {
		return fmt.Errorf("dial: the path of the socket has %d bytes, the system takes at most %d: name a shorter one with --socket or %s, or set XDG_RUNTIME_DIR (%s)",
			len(socket), maxPath, SocketVariable, filepath.Dir(socket))
	}
	return nil
}
