package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/go-plugin/runner"
)

const (
	// drain is how long the pipes of a process that has ended are still read: a
	// process outside of its group may hold them open for ever.
	drain = 100 * time.Millisecond
	// killBound is how long a killed process may take to end.
	killBound = 2 * time.Second
)

// process runs a plugin's binary for go-plugin. Unlike go-plugin's own runner it
// gives the process a standard input that closes when the host dies, a process
// group, and only the file that was checked.
type process struct {
	file   *os.File // open until the process runs
	gone   func()   // called once the file is no longer run
	path   string   // for messages
	args   []string
	env    []string
	dir    string   // working folder
	box    *sandbox // nil for none
	limits Limits
	log    *slog.Logger
	began  func(pid int) (ended func())
	stdout *handshakeFilter
	stderr io.ReadCloser
	stdin  *os.File // our end: closing it asks the process to end
	exited chan struct{}
	result error // how it ended, after exited

	mu     sync.Mutex
	cmd    *exec.Cmd // nil until it runs
	killed bool      // end was called, perhaps before it ran
	reaped bool      // its number may be another's
}

var _ runner.Runner = (*process)(nil)

// Start runs the file.
func (p *process) Start(context.Context) (err error) {
	var inR, outW, errW, outR, errR *os.File
	if inR, p.stdin, err = os.Pipe(); err != nil {
		return err
	}
	defer inR.Close()
	if outR, outW, err = os.Pipe(); err != nil {
		return err
	}
	defer outW.Close()
	if errR, errW, err = os.Pipe(); err != nil {
		return err
	}
	defer errW.Close()
	stray := p.stdout.stray
	p.stdout, p.stderr = newHandshakeFilter(outR, stray), endReader{errR}
	cmd := &exec.Cmd{Args: append([]string{p.path}, p.args...), Env: p.env, Dir: p.dir, Stdin: inR, Stdout: outW, Stderr: errW}
	execFile(cmd, p.file)
	ownGroup(cmd)
	err = startConfined(cmd, p.box)
	_ = p.file.Close()
	if err != nil {
		_, _, _ = p.stdin.Close(), outR.Close(), errR.Close()
		p.gone()
		return fmt.Errorf("%s does not run: %w", p.path, cause(err))
	}
	if err := limit(cmd.Process.Pid, p.limits); err != nil {
		// Some sandboxes let nobody limit another process; the host does without.
		p.log.Warn("plugin.unlimited", "path", p.path, "error", err)
	}
	p.mu.Lock()
	p.cmd = cmd
	if p.killed {
		endGroup(cmd.Process)
	}
	p.mu.Unlock()
	ended := p.began(cmd.Process.Pid)
	go func() {
		p.reap(cmd)
		ended()
		p.gone()
		_ = p.stdin.Close()
		_ = outR.SetReadDeadline(time.Now().Add(drain))
		_ = errR.SetReadDeadline(time.Now().Add(drain))
		close(p.exited)
	}()
	return nil
}

// reap waits for the process and ends what is left of its group, as long as the
// group's number can't be another's.
func (p *process) reap(cmd *exec.Cmd) {
	if waitEnded(cmd.Process.Pid) {
		endGroup(cmd.Process)
		p.setReaped()
	}
	p.result = cmd.Wait()
	p.setReaped()
}

func (p *process) setReaped() {
	p.mu.Lock()
	p.reaped = true
	p.mu.Unlock()
}

// cause leaves out the path of a file descriptor, which tells nobody anything.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Wait waits until the process has ended.
func (p *process) Wait(context.Context) error {
	<-p.exited
	return p.result
}

// Kill ends the process and its group and waits for it, within a bound.
func (p *process) Kill(context.Context) error {
	if !p.end() {
		return nil
	}
	timer := time.NewTimer(killBound)
	defer timer.Stop()
	select {
	case <-p.exited:
		return nil
	case <-timer.C:
		return fmt.Errorf("supervise: process %s does not end", p.ID())
	}
}

// end kills the group, and reports whether there ever was a process. One that does
// not run yet is killed as soon as it does.
func (p *process) end() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.killed = true
	if p.cmd != nil && !p.reaped {
		endGroup(p.cmd.Process)
	}
	return p.cmd != nil
}

// closeStdin asks the process to end.
func (p *process) closeStdin() {
	if p.pid() > 0 {
		_ = p.stdin.Close()
	}
}

// closeOutputs closes our ends of the process's outputs, which go-plugin leaves open.
func (p *process) closeOutputs() {
	if p.pid() > 0 {
		_, _ = p.stdout.Close(), p.stderr.Close()
	}
}

// how says how the process ended. It must have.
func (p *process) how() string {
	if p.result == nil {
		return "exit status 0"
	}
	return p.result.Error()
}

// Stdout is the handshake alone.
func (p *process) Stdout() io.ReadCloser { return p.stdout }

// Stderr is what the process writes there.
func (p *process) Stderr() io.ReadCloser { return p.stderr }

// Name is the path of the binary.
func (p *process) Name() string { return p.path }

// ID is the process's number, 0 before it runs.
func (p *process) ID() string { return strconv.Itoa(p.pid()) }

func (p *process) pid() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cmd == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

// Diagnose has nothing to add: the supervisor says what it knows.
func (p *process) Diagnose(context.Context) string { return "" }

// PluginToHost changes nothing: both see the same file system.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin changes nothing.
func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}
