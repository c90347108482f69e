package sdktest

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-plugin/runner"
)

// output keeps the first of what is written to it.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
	all  int // bytes written
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all += len(p)
	if room := mostOutput - o.text.Len(); room > 0 {
		o.text.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func (o *output) written() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.all
}

// pluginRunner runs a program for go-plugin with a standard input that stays open
// until it is closed here, in a process group of its own.
type pluginRunner struct {
	path   string
	args   []string
	env    []string
	stdout output // all of it
	err    output

	stdin  io.WriteCloser
	line   *io.PipeReader // the handshake alone, for go-plugin
	exited chan struct{}
	result error // after exited
	read   sync.WaitGroup

	mu     sync.Mutex
	cmd    *exec.Cmd // nil until it runs
	pipes  []*os.File
	killed bool
	socket string // the handshake's address
}

var _ runner.Runner = (*pluginRunner)(nil)

func newRunner(path string, args []string) *pluginRunner {
	return &pluginRunner{path: path, args: args, exited: make(chan struct{})}
}

// Start runs the program.
func (r *pluginRunner) Start(context.Context) error {
	cmd := exec.Command(r.path, r.args...)
	cmd.Env, cmd.Dir = r.env, rootDir()
	ownGroup(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		return err
	}
	defer outW.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		return errors.Join(err, outR.Close())
	}
	defer errW.Close()
	cmd.Stdout, cmd.Stderr = outW, errW
	line, handshake := io.Pipe()
	if err := cmd.Start(); err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return errors.Join(fmt.Errorf("it does not run: %w", err), outR.Close(), errR.Close())
	}
	r.mu.Lock()
	r.cmd, r.stdin, r.line, r.pipes = cmd, in, line, []*os.File{outR, errR}
	if r.killed {
		endGroup(cmd.Process)
	}
	r.mu.Unlock()
	r.read.Go(func() { r.filter(outR, handshake) })
	r.read.Go(func() { _, _ = io.Copy(&r.err, errR) })
	go r.reap(cmd)
	return nil
}

// filter keeps the standard output and passes the handshake on.
func (r *pluginRunner) filter(in io.Reader, handshake *io.PipeWriter) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := buffered.ReadSlice('\n')
		_, _ = r.stdout.Write(line)
		if m := handshakeLine.FindSubmatchIndex(line); m != nil && !r.shook() {
			r.mu.Lock()
			r.socket = string(line[m[2]:m[3]])
			r.mu.Unlock()
			_, _ = handshake.Write(line[m[0]:])
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			_ = handshake.Close()
			return
		}
	}
}

func (r *pluginRunner) reap(cmd *exec.Cmd) {
	// Not cmd.Wait: it would close our end of the pipes before they are read.
	state, err := cmd.Process.Wait()
	if err == nil && !state.Success() {
		err = &exec.ExitError{ProcessState: state}
	}
	r.mu.Lock()
	r.result = err
	// The group may hold what the process started, and holds the pipes open.
	endGroup(cmd.Process)
	for _, p := range r.pipes {
		_ = p.SetReadDeadline(time.Now().Add(drain))
	}
	r.mu.Unlock()
	r.read.Wait()
	_ = r.stdin.Close()
	close(r.exited)
}

// shook reports whether there was a handshake.
func (r *pluginRunner) shook() bool { return r.address() != "" }

func (r *pluginRunner) address() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.socket
}

// process is the running program, nil before it runs.
func (r *pluginRunner) process() *os.Process {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cmd == nil {
		return nil
	}
	return r.cmd.Process
}

// kill ends the process, also one that does not run yet.
func (r *pluginRunner) kill() {
	p := r.process()
	r.mu.Lock()
	r.killed = true
	r.mu.Unlock()
	if p != nil && !r.ended() {
		endGroup(p)
	}
}

// waitFor reports whether the process ends within d.
func (r *pluginRunner) waitFor(d time.Duration) bool {
	if r.process() == nil {
		return true
	}
	select {
	case <-r.exited:
		return true
	case <-time.After(d):
		return false
	}
}

func (r *pluginRunner) ended() bool {
	select {
	case <-r.exited:
		return true
	default:
		return false
	}
}

// how says how the process ended. It must have.
func (r *pluginRunner) how() string {
	if r.result == nil {
		return "exit status 0"
	}
	return r.result.Error()
}

func (r *pluginRunner) closePipes() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.pipes {
		_ = p.Close()
	}
}

// Wait waits until the process has ended.
func (r *pluginRunner) Wait(context.Context) error {
	<-r.exited
	return r.result
}

// Kill ends the process.
func (r *pluginRunner) Kill(context.Context) error {
	r.kill()
	if !r.waitFor(endBound) {
		return errors.New("sdktest: the process does not end")
	}
	return nil
}

// Stdout is the handshake alone.
func (r *pluginRunner) Stdout() io.ReadCloser { return r.line }

// Stderr is nothing: what the process writes there is kept already.
func (r *pluginRunner) Stderr() io.ReadCloser { return io.NopCloser(strings.NewReader("")) }

// Name is the path of the program.
func (r *pluginRunner) Name() string { return r.path }

// ID is the number of the process, 0 before it runs.
func (r *pluginRunner) ID() string {
	if p := r.process(); p != nil {
		return fmt.Sprint(p.Pid)
	}
	return "0"
}

// Diagnose has nothing to add.
func (r *pluginRunner) Diagnose(context.Context) string { return "" }

// PluginToHost changes nothing: both see the same file system.
func (r *pluginRunner) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin changes nothing.
func (r *pluginRunner) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
