package dial

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// between are the pauses between two looks at a socket that is not there yet: a server
// is up after some 20 ms on an idle machine.
const between = 3 * time.Millisecond

// Ensure has a server answer at a socket, starting it where o.Start allows, and
// returns the path of the socket.
func Ensure(ctx context.Context, o Options) (string, error) {
	p, err := find(o, os.Getenv)
	if err != nil {
		return "", err
	}
	conn, err := connect(ctx, o, p)
	if err != nil {
		return "", err
	}
	return p.socket, conn.Close()
}

// connect dials, and where nobody answers starts a server and dials until it does,
// within the budget of a start.
func connect(ctx context.Context, o Options, p place) (net.Conn, error) {
	if err := CheckLength(p.socket); err != nil {
		return nil, err
	}
	if err := trusted(filepath.Dir(p.socket)); err != nil {
		return nil, err
	}
	conn, err := dialSocket(ctx, p.socket)
	if err == nil || !o.Start || ctx.Err() != nil {
		return conn, err
	}
	budget := o.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	ended, err := start(o.program(), p)
	if err != nil {
		return nil, err
	}
	for {
		pause := time.NewTimer(between)
		select {
		case err := <-ended:
			pause.Stop()
			if err != nil {
				return nil, fmt.Errorf("dial: the server did not start, see %s: %w", logPath(p.socket), err)
			}
			ended = nil // another server was faster, and is about to answer
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return nil, fmt.Errorf("dial: no server answers at %s after %s: %w", p.socket, budget, ctx.Err())
		}
		if conn, err := dialSocket(ctx, p.socket); err == nil {
			return conn, nil
		}
	}
}

func dialSocket(ctx context.Context, path string) (net.Conn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("dial: no server answers at %s: %w", path, err)
	}
	return conn, nil
}

// PickedUpFlag is how a server is told of a configuration file that was picked up: named
// by --config it would be trusted, whoever wrote it.
const PickedUpFlag = "--picked-up"

// start runs a server that outlives this process: in a session of its own, with
// nothing open that is this process's. The channel gets how it ended.
func start(program string, p place) (<-chan error, error) {
	args := []string{"serve", "--socket", p.socket}
	switch {
	case p.pickedUp:
		args = append(args, PickedUpFlag, p.config)
	case p.config != "":
		args = append(args, "--config", p.config)
	}
	cmd := exec.Command(program, args...)
	cmd.SysProcAttr = detached()
	cmd.Dir = string(filepath.Separator) // it keeps no folder busy, and every path that it gets is absolute
	if log := openLog(p.socket); log != nil {
		defer log.Close()
		cmd.Stderr = log
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("dial: starting the server: %w", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	return ended, nil
}

// maxLog is from how many bytes the log of earlier servers is forgotten.
const maxLog = 256 << 10

// logPath is the file beside a socket with what its servers write to standard error.
func logPath(socket string) string { return socket + ".log" }

// openLog opens the log, nil where that cannot be: a server serves without one.
func openLog(socket string) *os.File {
	if err := MakeFolder(filepath.Dir(socket)); err != nil {
		return nil
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_APPEND | noFollow
	if info, err := os.Lstat(logPath(socket)); err == nil && info.Size() > maxLog {
		flags |= os.O_TRUNC
	}
	log, err := os.OpenFile(logPath(socket), flags, 0o600)
	if err != nil {
		return nil
	}
	return log
}
