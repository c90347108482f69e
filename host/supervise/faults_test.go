//go:build unix

package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// The test binary is also every faulty plugin, and a host to be killed: its first
// argument says which.
const (
	pluginArg = "riffle-test-plugin"
	hostArg   = "riffle-test-host"
)

// lifeOfGrandchild is over every bound of a stop.
const lifeOfGrandchild = 10 * time.Second

func TestMain(m *testing.M) {
	if len(os.Args) > 2 {
		switch os.Args[1] {
		case pluginArg:
			runPlugin(os.Args[2])
		case hostArg:
			runHost(os.Args[2])
		}
	}
	os.Exit(m.Run())
}

// An init function that prints before the guard of serve is in place. It writes to
// the descriptor, as code would whose init ran earlier.
func init() {
	if len(os.Args) > 2 && os.Args[1] == pluginArg {
		switch os.Args[2] {
		case "banner-init":
			_, _ = syscall.Write(1, []byte("library 1.2 ready\nno line end v1.2"))
		case "banner-flood":
			_, _ = syscall.Write(1, []byte(strings.Repeat("x", 300<<10)+"\n"))
		}
	}
}

func runPlugin(mode string) {
	if strings.HasPrefix(mode, "version-") || mode == "netrpc" {
		os.Stdout = os.NewFile(1, "stdout") // these go past the guard of serve
	}
	switch mode {
	case "exit-at-once":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	case "slow-start":
		time.Sleep(time.Hour)
	case "sleep":
		time.Sleep(lifeOfGrandchild)
		os.Exit(0)
	case "banner-main":
		fmt.Println("welcome to the plugin")
	case "version-2", "version-0":
		serveVersion(int(mode[len(mode)-1] - '0'))
		return
	case "netrpc":
		plugin.Serve(&plugin.ServeConfig{HandshakeConfig: serve.Handshake, VersionedPlugins: serve.VersionedPlugins()})
		os.Exit(0)
	case "ignore-stdin":
		os.Stdin, _, _ = os.Pipe()
	case "estimator":
		serve.Main(estimator{})
	}
	serve.Main(faulty{mode: mode})
}

// serveVersion serves a protocol that no host of today speaks.
func serveVersion(v int) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  serve.Handshake,
		VersionedPlugins: map[int]plugin.PluginSet{v: {"plugin": nothing{}}},
		GRPCServer:       plugin.DefaultGRPCServer,
	})
	os.Exit(0)
}

type nothing struct{ plugin.NetRPCUnsupportedPlugin }

func (nothing) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error { return nil }
func (nothing) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, nil
}

// faulty is a processor with the fault that its mode names, and none for others.
type faulty struct{ mode string }

func (f faulty) Info() sdk.Info {
	return sdk.Info{
		Name: "test", Version: "1.2.3", Summary: "a fault", Kinds: []string{"log", "tap"},
		Magic: []string{"TAP version ??", "1..?"}, Priority: -3, Stability: sdk.Beta,
	}
}

// Match takes what its head names.
func (f faulty) Match(_ context.Context, s sdk.Sample) (string, error) {
	switch string(s.Head) {
	case "panic":
		panic("index out of luck")
	case "error":
		return "", errors.New("the parser is sad")
	}
	return string(s.Head), nil
}

// firstTwoLines is a good plan for a content of at least two lines.
func firstTwoLines(req sdk.Request) sdk.Plan {
	b := sdk.NewBuilder(req)
	start := 0
	for range 2 {
		n := slices.Index(req.Content[start:], '\n')
		if n < 0 {
			break
		}
		b.Keep(sdk.Span{Start: start, End: start + n}, 1)
		start += n + 1
	}
	b.Summary("%d bytes", len(req.Content))
	return b.Plan()
}

func (f faulty) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	p := firstTwoLines(req)
	switch f.mode {
	case "exit-in-call":
		os.Exit(7)
	case "panic":
		panic("index out of luck")
	case "panic-goroutine":
		go func() { panic("nobody catches this") }()
		select {}
	case "hang":
		select {}
	case "too-much":
		p.Units[0].Text = strings.Repeat("a", 20<<20)
	case "bad-utf8":
		p.Units[0].Text = "a\xff"
	case "span-out-of-range":
		p.Units[1].Span.End = len(req.Content) + 1
	case "span-huge":
		p.Units[1].Span.End = 1 << 40
	case "cyclic-needs":
		p.Units[0].Needs, p.Units[1].Needs = []int{1}, []int{0}
	case "invented-words":
		p.Units[0].Text = "all is well"
	case "false-copies":
		p.Units[0].Copies = []sdk.Span{p.Units[1].Span}
	case "grows":
		p.Units[0].Text = strings.Repeat("one ", 10000)
	case "env":
		p.Notes = []string{strings.Join(os.Environ(), " ")}
		return p, fmt.Errorf("%w: %s", sdk.ErrDeclined, strings.Join(os.Environ(), " "))
	case "stdin":
		n, err := io.Copy(io.Discard, os.Stdin)
		return p, fmt.Errorf("%w: %d %v", sdk.ErrDeclined, n, err)
	case "group":
		return p, fmt.Errorf("%w: %d %d", sdk.ErrDeclined, os.Getpid(), syscall.Getpgrp())
	case "descriptors", "allocate", "open-files", "where", "abort", "reach", "environment-of-parent":
		return p, confined(f.mode)
	case "decline":
		return p, fmt.Errorf("%w: no table", sdk.ErrDeclined)
	case "error":
		return p, errors.New("the parser is sad")
	case "say":
		fmt.Println("printed in a call")
		fmt.Fprintln(os.Stderr, "complained in a call")
	case "print":
		_, _ = syscall.Write(1, []byte(strings.Repeat("y", 200<<10)))
	case "grandchild", "grandchild-own-session":
		path, _ := os.Executable()
		c := exec.Command(path, pluginArg, "sleep")
		c.Stdout, c.Stderr = os.NewFile(1, "stdout"), os.NewFile(2, "stderr")
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: f.mode == "grandchild-own-session"}
		if err := c.Start(); err != nil {
			return p, err
		}
		return p, fmt.Errorf("%w: %d", sdk.ErrDeclined, c.Process.Pid)
	}
	return p, nil
}

type estimator struct{ wrong string }

func (e estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "test", Version: "1.2.3", Encoding: "bytes", Exact: true}
}

func (e estimator) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	counts := []int{}
	for _, t := range texts {
		counts = append(counts, len(t))
	}
	switch e.wrong {
	case "few":
		counts = counts[1:]
	case "negative":
		counts[0] = -1
	case "huge":
		counts[0] = 1 << 40
	}
	return counts, nil
}
