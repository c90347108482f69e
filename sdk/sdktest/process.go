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
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"

	"github.com/riffle-dev/riffle/sdk/serve"
)

const (
	// startBound is what a host waits for the first answer.
	startBound = 10 * time.Second
	// endBound is what a process may take to end; a host kills it after half a second.
	endBound = 5 * time.Second
	// killAfter is when a host kills a process that it has asked to end.
	killAfter = 500 * time.Millisecond
	// drain is how long what a process wrote is read after it has ended.
	drain = 200 * time.Millisecond
	// mostOutput is how much of each stream is kept.
	mostOutput = 1 << 20
)

// handshakeLine is the one line of a plugin's standard output.
var handshakeLine = regexp.MustCompile(`\d\|\d{1,9}\|(?:unix|tcp)\|([^|\r\n]*)\|`)

// process is a running plugin, started by go-plugin as a host starts it.
type process struct {
	*serve.Client
	runner *pluginRunner
	client *plugin.Client
	dir    string // for its socket
	about  serve.Description
}

// startProcess starts a program and asks what it is, within a bound.
func startProcess(ctx context.Context, path string, args []string) (*process, error) {
	dir, err := socketDir()
	if err != nil {
		return nil, err
	}
	p := &process{dir: dir, runner: newRunner(path, args)}
	p.client = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  serve.Handshake,
		VersionedPlugins: serve.VersionedPlugins(),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		GRPCDialOptions:  serve.DialOptions(),
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: dir},
		MinPort:          0, MaxPort: 1, // any port, where there are no such sockets
		StartTimeout: 2 * startBound, // ours comes first
		SkipHostEnv:  true,
		Stderr:       io.Discard,
		// What a plugin of package serve prints once it serves comes this way.
		SyncStdout: &p.runner.err,
		SyncStderr: &p.runner.err,
		Logger:     hclog.NewNullLogger(),
		RunnerFunc: func(_ hclog.Logger, spec *exec.Cmd, _ string) (runner.Runner, error) {
			p.runner.env = append(environment(), spec.Env...)
			return p.runner, nil
		},
	})
	ctx, cancel := context.WithTimeout(ctx, startBound)
	defer cancel()
	// Whatever of go-plugin blocks is freed by the end of the process.
	stop := context.AfterFunc(ctx, p.runner.kill)
	defer stop()
	if err := p.connect(ctx); err != nil {
		err = p.explain(ctx, err)
		p.end()
		return nil, err
	}
	return p, nil
}

func (p *process) connect(ctx context.Context) error {
	if _, err := p.client.Start(); err != nil {
		return err
	}
	protocol, err := p.client.Client()
	if err != nil {
		return err
	}
	if p.Client, err = serve.Dispense(protocol); err != nil {
		return err
	}
	if p.about, err = p.Describe(ctx); err != nil {
		return err
	}
	if p.about.Kind == "" {
		return errors.New("it does not say whether it is a processor or an estimator")
	}
	return nil
}

// explain says why a start failed, with the last words of the program.
func (p *process) explain(ctx context.Context, err error) error {
	if !p.runner.shook() {
		p.runner.waitFor(2 * drain) // perhaps it is just ending
	}
	last := ""
	for _, out := range []string{p.runner.err.String(), p.runner.stdout.String()} {
		if line := lastLine(out); line != "" && last == "" {
			last = "; it said: " + line
		}
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("it was not ready within %s%s", startBound, last)
	case p.ended() && !p.runner.shook():
		return fmt.Errorf("it ended before its handshake (%s): is it a Riffle plugin?%s", p.runner.how(), last)
	}
	return fmt.Errorf("%s%s", lastLine(said(err)), last)
}

// lastLine is the last line of s that is not empty, shortened.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	s = s[strings.LastIndexByte(s, '\n')+1:]
	return strings.ToValidUTF8(s[:min(len(s), 300)], "")
}

// close leaves the process to the next case.
func (p *process) close() {}

func (p *process) ended() bool { return p.runner.ended() }

// end kills the process and clears up, within a bound.
func (p *process) end() {
	p.runner.kill()
	p.runner.waitFor(endBound)
	cleared := make(chan struct{})
	go func() {
		p.client.Kill()
		close(cleared)
	}()
	select {
	case <-cleared:
	case <-time.After(endBound):
	}
	p.runner.closePipes()
	_ = os.RemoveAll(p.dir)
}

// socketDir is a new private folder whose path is short enough for a socket.
func socketDir() (string, error) {
	dir, err := os.MkdirTemp("", "sdktest")
	const suffix = len("/plugin-dir/plugin") + 20
	const limit = 103 // bytes of a socket's path, by the smallest of the systems
	if err == nil && len(dir)+suffix > limit {
		_ = os.Remove(dir)
		if dir, err = os.MkdirTemp("/tmp", "sdktest"); err != nil {
			return "", fmt.Errorf("sdktest: the folder for temporary files has too long a path for a socket: set TMPDIR to a shorter one: %w", err)
		}
	}
	return dir, err
}

// environment is what a host gives every plugin.
func environment() []string {
	var env []string
	for _, name := range []string{"LANG", "LC_ALL", "TMPDIR", "TZ"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

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
