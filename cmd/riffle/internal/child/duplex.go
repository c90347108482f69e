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
	"sync/atomic"
	"time"
)

// Duplex is a running command that is talked with: a pipe to its standard input and one
// from its standard output. It is an io.Reader of what the command prints, and writes
// to it and closes what the command reads.
//
// Once its input is closed the command is to end, and is made to where it does not: see
// wind.
type Duplex struct {
	in, out *os.File
	client  Client
	group   *group
	done    chan struct{}
	status  int // valid once done is closed

	mu     sync.Mutex
	closed bool // the command's standard input
	ended  bool // the command

	heard   atomic.Int64 // when the command last said something, Unix nanoseconds
	winding sync.Once
	hurry   chan os.Signal // the ends that this process was told of
	over    chan struct{}  // closed once nothing of the command is left to wait for

	abandoned chan struct{}
}

// StartDuplex starts a command whose standard error is stderr, directly where that is a
// file. It is in a process group of its own, which gets the signals that this process
// receives; where the system can do it, that group ends with this process, however it
// ends.
func StartDuplex(argv []string, stderr io.Writer, client Client) (*Duplex, error) {
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
	ownGroup(cmd)
	d := &Duplex{in: in, out: out, client: client, done: make(chan struct{}), hurry: make(chan os.Signal, 16), over: make(chan struct{}), abandoned: make(chan struct{})}
	if err := d.start(cmd); err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	if client.Gone != nil {
		go d.watch()
	}
	return d, nil
}

// watch ends the command where its client is gone.
func (d *Duplex) watch() {
	select {
	case <-d.client.Gone:
		_ = d.Stdin().Close()
	case <-d.over:
	}
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
		d.group = watchGroup(cmd.Process)
		stop := forward(d.signal)
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
		d.note(func() { d.ended = true })
	}()
	return <-started
}

// note notes an end. Once nobody talks to the command and it has ended, whoever has its
// output now is waited for during the grace only.
func (d *Duplex) note(end func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	end()
	if d.closed && d.ended {
		_ = d.out.SetReadDeadline(time.Now().Add(grace))
	}
}

// Read reads what the command prints, up to io.EOF.
func (d *Duplex) Read(b []byte) (int, error) {
	n, err := d.out.Read(b)
	if n > 0 {
		d.heard.Store(time.Now().UnixNano())
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}

// Stdin is what the command reads. Closing it is the end of the command's input, and
// begins that of the command.
func (d *Duplex) Stdin() io.WriteCloser { return (*duplexIn)(d) }

type duplexIn Duplex

func (i *duplexIn) Write(b []byte) (int, error) { return i.in.Write(b) }

func (i *duplexIn) Close() error {
	d := (*Duplex)(i)
	d.note(func() { d.closed = true })
	err := d.in.Close()
	d.winding.Do(func() { go d.wind() })
	return err
}

// Close gives up reading: the command gets an error when it prints.
func (d *Duplex) Close() error { return d.out.Close() }

// End closes the command's input, waits until the command and what it left in its
// process group have ended, or were ended, and returns the command's exit status as
// Process.Wait does.
func (d *Duplex) End() int {
	_ = d.Stdin().Close()
	<-d.over
	select {
	case <-d.done:
		return d.status
	default:
		return statusKilled // not even that ended it: the kernel holds it
	}
}
