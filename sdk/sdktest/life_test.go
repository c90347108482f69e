//go:build unix

package sdktest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	grpchealth "google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/internal/wire"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// pluginArg makes the test binary a plugin; the argument after it says which.
const pluginArg = "serve-as"

// programOf are the arguments of a plugin that the test binary is.
func programOf(mode string, further ...string) []string {
	return append([]string{pluginArg, mode}, further...)
}

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == pluginArg {
		program(os.Args[2], os.Args[3:])
	}
	os.Exit(m.Run())
}

// panicking panics where a test's option says so.
type panicking struct {
	reference
	apart bool // in a goroutine of its own
}

const panicOption = "panic-for-a-test"

func (p panicking) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	if req.Options[panicOption] != "" {
		if p.apart {
			go panic("nobody catches this")
			<-ctx.Done()
		}
		panic("index out of luck")
	}
	return p.reference.Process(ctx, req)
}

// program is what each broken program does. It does not return.
func program(mode string, args []string) {
	switch mode {
	case "processor":
		serve.Main(panicking{})
	case "estimator":
		serve.Main(quarter{})
	case "starts":
		fmt.Fprintln(os.Stderr, "no licence found")
		os.Exit(3)
	case "handshake-only":
		_, _ = fmt.Fprintln(os.NewFile(1, "stdout"), "welcome to the plugin")
		serve.Main(panicking{})
	case "socket-private":
		_ = os.Setenv("PLUGIN_UNIX_SOCKET_DIR", args[0])
		serve.Main(panicking{})
	case "health":
		ownServer(false, false)
	case "other-method":
		ownServer(true, true)
	case "describe-constant":
		serve.Main(worse{info: func(i sdk.Info) sdk.Info {
			i.Summary = fmt.Sprintf("started by process %d", os.Getpid())
			return i
		}, process: panicking{}.Process})
	case "side-by-side":
		alone(args[0])
		serve.Main(panicking{})
	case "stderr-modest":
		serve.Main(worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			if len(req.Options) == 0 {
				fmt.Fprintln(os.Stderr, strings.Repeat("reading a line\n", 1000))
			}
			return panicking{}.Process(ctx, req)
		}})
	case "survives-panic":
		serve.Main(panicking{apart: true})
	case "ends-with-host":
		os.Stdin, held, _ = os.Pipe() // stays open
		serve.Main(panicking{})
	case "ends-on-sigterm":
		signal.Ignore(syscall.SIGTERM)
		serve.Main(panicking{})
	case "refuses-by-hand":
		if os.Getenv(serve.Handshake.MagicCookieKey) == "" {
			os.Exit(0)
		}
		serve.Main(panicking{})
	case "hangs":
		select {}
	}
	panic("no such program: " + mode)
}

// alone waits for ever while another process of the program holds a lock.
func alone(lock string) {
	f, err := os.OpenFile(lock, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "already running")
		os.Exit(4)
	}
	held = f
}

// held is a file that is to stay open.
var held *os.File

// ownServer speaks the protocol without package serve, as a plugin in another language
// does.
func ownServer(withHealth, withCounts bool) {
	if os.Getenv(serve.Handshake.MagicCookieKey) == "" {
		fmt.Fprintln(os.Stderr, "this is a plugin of riffle")
		os.Exit(2)
	}
	server := grpc.NewServer(grpc.MaxRecvMsgSize(wire.MaxMessage), grpc.ForceServerCodecV2(wire.Codec{}),
		grpc.UnaryInterceptor(func(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (reply any, err error) {
			defer func() {
				if r := recover(); r != nil {
					err = status.Error(codes.Internal, wire.PanicMark+fmt.Sprint(r))
				}
			}()
			return next(ctx, req)
		}))
	pluginv1.RegisterPluginServiceServer(server, &service{counts: withCounts})
	if withHealth {
		h := grpchealth.NewServer()
		h.SetServingStatus("plugin", healthpb.HealthCheckResponse_SERVING)
		healthpb.RegisterHealthServer(server, h)
	}
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), "plugin")
	listener, err := net.Listen("unix", path)
	if err != nil {
		panic(err)
	}
	_, _ = fmt.Fprintf(os.NewFile(1, "stdout"), "1|1|unix|%s|grpc|\n", path)
	go func() {
		_, _ = io.Copy(io.Discard, bufio.NewReader(os.Stdin))
		os.Exit(0)
	}()
	_ = server.Serve(listener)
	os.Exit(0)
}

type service struct {
	pluginv1.UnimplementedPluginServiceServer
	counts bool
}

func (service) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.DescribeResponse, error) {
	out := wire.DescribeProcessor(reference{}.Info())
	out.Capabilities = []string{sdk.CapabilityMatch}
	return out, nil
}

func (service) Process(ctx context.Context, m *pluginv1.ProcessRequest) (*pluginv1.ProcessResponse, error) {
	req, err := wire.DecodeRequest(m)
	if err != nil {
		return nil, err
	}
	plan, err := panicking{}.Process(ctx, req)
	return wire.EncodeReply(&plan, err)
}

func (service) Match(ctx context.Context, m *pluginv1.MatchRequest) (*pluginv1.MatchResponse, error) {
	kind, err := reference{}.Match(ctx, wire.DecodeSample(m))
	return &pluginv1.MatchResponse{Kind: kind}, err
}

func (s service) CountTokens(_ context.Context, m *pluginv1.CountTokensRequest) (*pluginv1.CountTokensResponse, error) {
	if !s.counts {
		return nil, status.Error(codes.Unimplemented, "this is a processor")
	}
	return &pluginv1.CountTokensResponse{Counts: make([]int64, len(m.GetTexts()))}, nil
}

func self(t *testing.T) string {
	path, err := os.Executable()
	require.NoError(t, err)
	return path
}

// forProgram are the options that a program of the test binary is checked with.
func forProgram(args []string) []Option {
	return append(about(), WithArgs(args...), func(c *config) { c.patience = 2 * time.Second },
		WithPanic(sdk.Request{Content: []byte("one\n"), Kind: sdk.KindLog, Options: map[string]string{panicOption: "1"}}))
}

func TestAProgramThatKeepsAllPromises(t *testing.T) {
	RunBinary(t, self(t), forProgram(programOf("processor"))...)
}

func TestAnEstimatorThatKeepsAllPromises(t *testing.T) {
	RunEstimatorBinary(t, self(t), append(about(), WithArgs(programOf("estimator")...))...)
}

func TestEachBrokenProgramFailsItsCaseAlone(t *testing.T) {
	provedElsewhere(t)
	for _, c := range lifeCases {
		t.Run(c.name, func(t *testing.T) {
			var args []string
			switch c.name {
			case "socket-private":
				dir, err := os.MkdirTemp("", "kit")
				require.NoError(t, err)
				defer os.RemoveAll(dir)
				args = []string{dir}
			case "side-by-side":
				args = []string{filepath.Join(t.TempDir(), "lock")}
			}
			r, err := CheckBinary(t.Context(), self(t), forProgram(programOf(c.name, args...))...)
			require.NoError(t, err)
			assert.Equal(t, []string{c.name}, failed(r), "%s", r)
		})
	}
}

func TestWhatIsNoPlugin(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), mode))
		return path
	}
	elf := []byte("\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 9) + "\x02\x00\xb7\x00\x01\x00\x00\x00" + strings.Repeat("\x00", 28) + "\x40\x00\x38\x00\x00\x00\x40\x00\x00\x00\x00\x00")
	if runtime.GOARCH == "arm64" {
		elf[18] = 0x3e
	}
	for _, test := range []struct{ name, path, err, says string }{
		{"a missing file", filepath.Join(dir, "none"), "does not exist", ""},
		{"a folder", dir, "is no file", ""},
		{"a file that may not run", write("mode", "#!/bin/sh\n", 0o600), "chmod +x", ""},
		{"a program for another machine", write("elf", string(elf), 0o700), "GOARCH=" + runtime.GOARCH, ""},
		{"a file of data", write("data", "\x00\x01", 0o700), "", "it does not run: exec format error"},
		{"a script that prints junk", write("junk", "#!/bin/sh\necho hello\n", 0o700), "", "it said: hello"},
		{"a script that crashes", write("crash", "#!/bin/sh\nexit 4\n", 0o700), "", "exit status 4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := CheckBinary(t.Context(), test.path)
			if test.err != "" {
				require.ErrorContains(t, err, test.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, []string{"starts"}, failed(r))
			assert.ErrorContains(t, r.Err(), test.says)
			assert.Equal(t, len(r.Results)-1, r.Count(Skipped))
		})
	}
}

func TestAProgramOfTheOtherKind(t *testing.T) {
	r, err := CheckEstimatorBinary(t.Context(), self(t), WithArgs(programOf("processor")...))
	require.NoError(t, err)
	assert.ErrorContains(t, r.Err(), `it says that it is the processor "reference"; expected estimator`)
}
