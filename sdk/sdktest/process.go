package sdktest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
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
	if runtime.GOOS != "windows" {
		env = append(env, "PATH=/usr/local/bin:/usr/bin:/bin")
	}
	return env
}
