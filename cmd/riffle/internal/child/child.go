// Package child runs one command with a single pipe for both of its output
// streams, so that what it prints keeps its order.
package child

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"time"
)

// Exit statuses that shells give where a command does not run.
const (
	StatusNotRunnable = 126
	StatusNotFound    = 127
	statusKilled      = 128 + 9
)

// grace is how long the output is read after the command has ended while
// something that it left in the background keeps the pipe open. A pipeline's
// last words come within it; a server that was started with & would hold the
// caller for ever.
const grace = 2 * time.Second

// leftover is the most that is read once the grace is over: what a pipe can
// hold by default on Linux, where the administrator has not raised it.
const leftover = 1 << 20

// Process is a running command. It is an io.Reader of its output.
type Process struct {
	cmd    *exec.Cmd
	out    *os.File
	stop   func() // ends the passing on of signals
	done   chan struct{}
	status int // valid once done is closed

	late int // bytes read after the grace
}

// Start starts a command. Its standard input is in, directly where in is a
// file. Signals that this process receives are passed on.
func Start(argv []string, in io.Reader) (*Process, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("exec: making a pipe: %w", err)
	}
	defer write.Close()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin = in
	cmd.Stdout, cmd.Stderr = write, write
	if _, isFile := in.(*os.File); !isFile {
		cmd.WaitDelay = grace // an input that is never read must not hold the end
	}
	p := &Process{cmd: cmd, out: read, done: make(chan struct{})}
	forward := passSignals()
	if err := cmd.Start(); err != nil {
		forward(nil)
		read.Close()
		return nil, err
	}
	p.stop = forward(func(s os.Signal) {
		if !sentByTerminal(s) {
			_ = cmd.Process.Signal(s)
		}
	})
	go p.wait()
	return p, nil
}

// StatusOf is the exit status for an error of Start, as shells have it.
func StatusOf(err error) int {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return StatusNotFound
	}
	return StatusNotRunnable
}

func (p *Process) wait() {
	_ = p.cmd.Wait() // the state says all of it
	p.stop()
	if p.cmd.ProcessState == nil { // Wait itself failed
		p.status = StatusNotRunnable
	} else {
		p.status = exitStatus(p.cmd.ProcessState)
	}
	// Whoever has the pipe now is not the command any more.
	_ = p.out.SetReadDeadline(time.Now().Add(grace))
	close(p.done)
}

// Read reads what the command prints on either stream. It returns io.EOF once
// the command has ended and its output is read; Wait returns at once then.
func (p *Process) Read(b []byte) (int, error) {
	n, err := p.out.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		n, err = p.rest(b)
	}
	if err != nil {
		<-p.done // closed output is not the end yet
	}
	return n, err
}

// rest reads what stands in the pipe after the grace, without waiting for more.
func (p *Process) rest(b []byte) (int, error) {
	if p.late >= leftover {
		return 0, io.EOF
	}
	_ = p.out.SetReadDeadline(time.Time{})
	n, err := readNow(p.out, b)
	_ = p.out.SetReadDeadline(time.Unix(1, 0)) // already over: the next Read comes here again
	p.late += n
	if n > 0 {
		return n, nil
	}
	if err == nil {
		err = io.EOF
	}
	return 0, err
}

// Wait waits for the command to end and returns its exit status: 128 and the
// signal's number where a signal ended it.
func (p *Process) Wait() int {
	<-p.done
	return p.status
}

// Close gives up reading. The command then gets an error when it prints.
func (p *Process) Close() error { return p.out.Close() }
