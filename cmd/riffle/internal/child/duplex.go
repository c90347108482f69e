package child

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"time"
)

// Duplex is a running command that is talked with: a pipe to its standard input and one
// from its standard output. It is an io.Reader of what the command prints, and writes
// to it and closes what the command reads.
type Duplex struct {
	in, out *os.File
	done    chan struct{}
	status  int // valid once done is closed

	mu     sync.Mutex
	closed bool // the command's standard input
	ended  bool // the command
}

// StartDuplex starts a command whose standard error is stderr, directly where that is a
// file. Signals that this process receives are passed on; where the system can do it,
// the command ends with this process.
func StartDuplex(argv []string, stderr io.Writer) (*Duplex, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("mcp: making a pipe: %w", err)
	}
	defer theirIn.Close()
	out, theirOut, err := os.Pipe()
	if err != nil {
		in.Close()
		return nil, fmt.Errorf("mcp: making a pipe: %w", err)
	}
	defer theirOut.Close()
	widen(out)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirIn, theirOut, stderr
	if _, isFile := stderr.(*os.File); !isFile {
		cmd.WaitDelay = grace
	}
	endWithParent(cmd)
	d := &Duplex{in: in, out: out, done: make(chan struct{})}
	if err := d.start(cmd); err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	return d, nil
}

// start runs the command from a thread that lives as long as it does: Linux takes the
// end of that thread for the parent's.
func (d *Duplex) start(cmd *exec.Cmd) error {
	started := make(chan error, 1)
	forward := passSignals()
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with this function
		if err := cmd.Start(); err != nil {
			forward(nil)
			started <- err
			return
		}
		stop := forward(cmd.Process)
		started <- nil
		_ = cmd.Wait() // the state says all of it
		stop()
		signal.Reset(endings...) // from here on they are meant for this process
		if cmd.ProcessState == nil {
			d.status = StatusNotRunnable
		} else {
			d.status = exitStatus(cmd.ProcessState)
		}
		close(d.done)
		d.over(func() { d.ended = true })
	}()
	return <-started
}

// over notes an end. Once nobody talks to the command and it has ended, whoever has its
// output now is waited for during the grace only.
func (d *Duplex) over(note func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	note()
	if d.closed && d.ended {
		_ = d.out.SetReadDeadline(time.Now().Add(grace))
	}
}

// Read reads what the command prints, up to io.EOF.
func (d *Duplex) Read(b []byte) (int, error) {
	n, err := d.out.Read(b)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// Stdin is what the command reads. Closing it is the end of the command's input.
func (d *Duplex) Stdin() io.WriteCloser { return (*duplexIn)(d) }

type duplexIn Duplex

func (i *duplexIn) Write(b []byte) (int, error) { return i.in.Write(b) }

func (i *duplexIn) Close() error {
	(*Duplex)(i).over(func() { i.closed = true })
	return i.in.Close()
}

// Close gives up reading: the command gets an error when it prints.
func (d *Duplex) Close() error { return d.out.Close() }

// Wait waits for the command to end and returns its exit status as Process.Wait does.
func (d *Duplex) Wait() int {
	<-d.done
	return d.status
}
