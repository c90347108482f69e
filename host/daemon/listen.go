package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/riffle-dev/riffle/host/dial"
)

// ErrServing is the error of a socket at which another server answers already.
var ErrServing = errors.New("serve: another server answers there")

// Listen takes a socket: the one who holds the lock file beside it serves, and removes
// what a dead server left. The socket is this user's alone and goes when the listener
// is closed; the lock file stays, since a name that comes and goes locks nothing.
func Listen(socket string) (Listener, error) {
	socket, err := filepath.Abs(socket)
	if err != nil {
		return Listener{}, fmt.Errorf("serve: the socket %s: %w", socket, err)
	}
	if err := dial.CheckLength(socket); err != nil {
		return Listener{}, err
	}
	if err := dial.MakeFolder(filepath.Dir(socket)); err != nil {
		return Listener{}, err
	}
	release, err := lock(socket + ".lock")
	if err != nil {
		return Listener{}, err
	}
	l, err := bind(socket)
	if err != nil {
		release()
		return Listener{}, err
	}
	mine, err := os.Lstat(socket)
	if err != nil {
		l.Close()
		release()
		return Listener{}, fmt.Errorf("serve: the socket: %w", err)
	}
	own := &socketListener{UnixListener: l, socket: socket, mine: mine, release: release}
	return Listener{Listener: own, Local: true, Gone: own.gone}, nil
}

func bind(socket string) (*net.UnixListener, error) {
	info, err := os.Lstat(socket)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("serve: the socket: %w", err)
	case info.Mode()&fs.ModeSocket == 0:
		return nil, fmt.Errorf("serve: %s is there and is no socket; expected a free path: move it away or name another", socket)
	default:
		if err := os.Remove(socket); err != nil {
			return nil, fmt.Errorf("serve: the socket of a server that died: %w", err)
		}
	}
	l, err := private(func() (*net.UnixListener, error) {
		return net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	})
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	l.SetUnlinkOnClose(false) // socketListener does, if it still is the same
	if err := os.Chmod(socket, 0o600); err != nil {
		l.Close()
		return nil, fmt.Errorf("serve: %w", err)
	}
	return l, nil
}

// socketListener removes its socket before it lets go of the lock.
type socketListener struct {
	*net.UnixListener
	socket  string
	mine    fs.FileInfo
	release func()
	once    sync.Once
}

// gone reports whether the path leads elsewhere: whoever sweeps temporary folders may
// take the socket and the lock, and then another server may have its place.
func (l *socketListener) gone() bool {
	now, err := os.Lstat(l.socket)
	return err != nil || !os.SameFile(l.mine, now)
}

// Close removes the socket, once.
func (l *socketListener) Close() error {
	err := net.ErrClosed
	l.once.Do(func() {
		if !l.gone() {
			_ = os.Remove(l.socket)
		}
		err = l.UnixListener.Close()
		l.release()
	})
	return err
}

// ListenHTTP listens for HTTP at an address of this machine alone.
func ListenHTTP(address string) (Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return Listener{}, fmt.Errorf("serve: the address %q is no HOST:PORT; expected one such as 127.0.0.1:7433", address)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return Listener{}, fmt.Errorf("serve: refused: %q is no loopback address; expected 127.0.0.1:PORT or [::1]:PORT: others could read tool results there", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return Listener{}, fmt.Errorf("serve: %w", err)
	}
	return Listener{Listener: l}, nil
}
