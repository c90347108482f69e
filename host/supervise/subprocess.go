package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// Binary is the program of a plugin.
type Binary struct {
	Path     string
	Args     []string
	Kind     string               // what it must call itself; "" for any
	SHA256   []byte               // what the file must hash to; nil where its place vouches for it
	Check    func(*os.File) error // refuses the open file before it runs; nil for none
	Sealed   bool                 // run a copy that nobody can change; else the open file, which finds what lies beside it
	Confined bool                 // keep it from the files, the network and the processes of the user, as far as the system can; see Confinement
}

// Subprocess returns a plugin that runs as a process of its own. The name is what
// it must call itself; "" takes any.
func Subprocess(name string, b Binary, o Options) Plugin {
	l := &subprocess{name: name, binary: b, said: newRing(ringSize)}
	s := newSupervisor(name, l, o)
	l.o = &s.o
	return s
}

// subprocess launches processes, one at a time.
type subprocess struct {
	name   string
	binary Binary
	o      *Options
	said   *ring
	dir    *runDir // made by the first launch
}

func (l *subprocess) transport() string { return TransportSubprocess }
func (l *subprocess) stderr() string    { return l.said.String() }

func (l *subprocess) close() {
	if l.dir != nil {
		l.dir.remove()
	}
}

// launch runs the binary and asks it what it is.
func (l *subprocess) launch(ctx context.Context) (generation, Description, error) {
	dir, err := l.folder()
	if err != nil {
		return nil, Description{}, err
	}
	file, gone, err := l.open()
	if err != nil {
		return nil, Description{}, err
	}
	defer file.Close()
	g := l.prepare(file, dir)
	g.process.gone = gone
	// Whatever of go-plugin blocks below is freed by the end of the process.
	stop := context.AfterFunc(ctx, func() { g.process.end() })
	defer stop()
	d, err := g.connect(ctx)
	if err == nil {
		err = l.sameStory(d)
	}
	if err != nil {
		err = l.explain(ctx, g, err)
		g.stop(true)
		return nil, d, err
	}
	return g, d, nil
}

// folder returns the working folder of a process, and makes the run folder where there
// is none: before the first start, and where a cleaner of temporary folders came by.
func (l *subprocess) folder() (string, error) {
	if l.dir != nil {
		path, err := l.dir.work()
		if !errors.Is(err, fs.ErrNotExist) {
			return path, err
		}
		l.dir.remove()
	}
	dir, err := newRunDir()
	if l.dir = dir; err != nil {
		l.dir = nil
		return "", err
	}
	return dir.work()
}

func (l *subprocess) prepare(file *os.File, dir string) *subprocessGeneration {
	g := &subprocessGeneration{o: l.o}
	g.process = &process{
		file: file, path: l.binary.Path, args: l.binary.Args, dir: dir, limits: l.o.Limits, log: l.o.Log,
		began: l.dir.note, stdout: &handshakeFilter{stray: l.said}, exited: make(chan struct{}),
	}
	g.client = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  serve.Handshake,
		VersionedPlugins: serve.VersionedPlugins(),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}, // the default is net/rpc alone
		GRPCDialOptions:  serve.DialOptions(),
		UnixSocketConfig: &plugin.UnixSocketConfig{TempDir: l.dir.path},
		// Where sockets are TCP: any port that is free. The default walks up from 10000.
		MinPort: 0, MaxPort: 1,
		StartTimeout: 2 * l.o.StartTimeout, // ours is the context of the launch
		SkipHostEnv:  true,
		AutoMTLS:     l.o.MTLS,
		Stderr:       l.said,
		SyncStdout:   l.said,
		SyncStderr:   l.said,
		Logger:       goPluginLog(l.o),
		RunnerFunc: func(_ hclog.Logger, spec *exec.Cmd, sockets string) (runner.Runner, error) {
			l.surround(g.process, spec.Env, sockets)
			return g.process, nil
		},
	})
	return g
}

// surround sets the environment and the sandbox of a process that is about to start.
// Sockets is the folder where go-plugin has it listen.
func (l *subprocess) surround(p *process, ofProtocol []string, sockets string) {
	p.env = append(environment(l.o.Env), ofProtocol...)
	by := interpreter(p.file, lookup(p.env, "PATH"))
	if l.binary.Sealed && isNode(by) {
		// Node.js looks up the name of the file that it is given, and a sealed copy has
		// none that leads to it.
		options := strings.TrimSpace(lookup(p.env, "NODE_OPTIONS") + " --preserve-symlinks-main")
		p.env = replaced(p.env, "NODE_OPTIONS", options)
	}
	if l.binary.Confined {
		p.box = l.sandboxFor(p.file, by, p.dir, sockets)
		p.env = replaced(p.env, "TMPDIR", p.dir) // the host's is closed to it
	}
}

// goPluginLog sends what go-plugin says to our log, at its lowest level.
func goPluginLog(o *Options) hclog.Logger {
	if !o.Log.Enabled(context.Background(), debugLevel) {
		return hclog.New(&hclog.LoggerOptions{Level: hclog.Off, Output: io.Discard})
	}
	return hclog.New(&hclog.LoggerOptions{Level: hclog.Info, Output: logWriter{o.Log}, DisableTime: true})
}

// sameStory refuses a plugin that is not what its name and place say.
func (l *subprocess) sameStory(d Description) error {
	switch {
	case d.Kind == "":
		return errors.New("it does not say whether it is a processor or an estimator")
	case l.binary.Kind != "" && d.Kind != l.binary.Kind:
		return fmt.Errorf("it says that it is the %s %q; %s %q was expected: check the file's name", d.Kind, d.Name(), l.binary.Kind, l.name)
	case l.name != "" && d.Name() != l.name:
		return fmt.Errorf("it calls itself %q; %q was expected: check the file's name", d.Name(), l.name)
	}
	return nil
}

// explain says why a start failed, in the words of the one who can help.
func (l *subprocess) explain(ctx context.Context, g *subprocessGeneration, err error) error {
	spoken, handshake := g.process.stdout.spoken()
	exited := isDead(g, 0)
	said := ""
	if last := lastLine(l.said.String()); last != "" {
		said = "; it said: " + last
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s was not ready within %s%s", l.binary.Path, l.o.StartTimeout, said)
	case handshake && spoken > serve.Protocol:
		return fmt.Errorf("%s speaks protocol %d; this host speaks %d: upgrade riffle (docs/versioning.md)", l.binary.Path, spoken, serve.Protocol)
	case handshake && spoken < serve.Protocol:
		return fmt.Errorf("%s speaks protocol %d; this host speaks %d: rebuild the plugin with a newer sdk, or ask its author to (docs/versioning.md)", l.binary.Path, spoken, serve.Protocol)
	case !handshake && exited && g.process.pid() > 0:
		return fmt.Errorf("%s ended before its handshake (%s): is it a Riffle plugin for this system?%s", l.binary.Path, g.process.how(), said)
	}
	return errors.New(message(err))
}

// lastLine returns the last line of s that is not empty, shortened.
func lastLine(s string) string {
	s = strings.TrimSpace(s)
	s = s[strings.LastIndexByte(s, '\n')+1:]
	return strings.ToValidUTF8(s[:min(len(s), 200)], "")
}

// subprocessGeneration is one process and the connection to it.
type subprocessGeneration struct {
	o       *Options
	process *process
	client  *plugin.Client
	rpc     *serve.Client
}

// connect starts the process and asks it what it is.
func (g *subprocessGeneration) connect(ctx context.Context) (Description, error) {
	if _, err := g.client.Start(); err != nil {
		return Description{}, err
	}
	protocol, err := g.client.Client()
	if err != nil {
		return Description{}, err
	}
	if g.rpc, err = serve.Dispense(protocol); err != nil {
		return Description{}, err
	}
	d, err := g.rpc.Describe(ctx)
	d.Protocol = g.client.NegotiatedVersion()
	return d, err
}

func (g *subprocessGeneration) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	return g.rpc.Process(ctx, req)
}

func (g *subprocessGeneration) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return g.rpc.CountTokens(ctx, texts)
}

func (g *subprocessGeneration) Match(ctx context.Context, s sdk.Sample) (string, error) {
	return g.rpc.Match(ctx, s)
}

func (g *subprocessGeneration) dead() <-chan struct{} { return g.process.exited }
func (g *subprocessGeneration) pid() int              { return g.process.pid() }
