package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/riffle-dev/riffle/sdk"
)

// The test binary is also a plugin: its argument says what it serves.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "serve-processor":
			fmt.Println("a banner of main")
			Main(processor{})
		case "serve-estimator":
			Main(estimator{})
		case "serve-nothing":
			Main(42)
		case "serve-nameless":
			Main(nameless{})
		}
	}
	os.Exit(m.Run())
}

func TestAProgramOfSeveralServesTheOneThatIsAskedFor(t *testing.T) {
	several := []any{processor{}, estimator{}}
	for _, c := range []struct {
		plugins []any
		args    []string
		want    string
		err     string
	}{
		{several, nil, "csv", ""},
		{several, []string{"--describe"}, "csv", ""},
		{several, Args("bytes"), "bytes", ""},
		{several, append([]string{"--describe"}, Args("bytes")...), "bytes", ""},
		{several[:1], []string{"--plugin"}, "csv", ""},
		{several, Args("xml"), "", `this program has no plugin "xml"; expected one of csv, bytes`},
		{nil, nil, "", "no plugin to serve"},
		{[]any{42}, Args("csv"), "", "int is neither an sdk.Processor nor an sdk.Estimator"},
	} {
		_, d, err := choose(c.plugins, c.args)
		if c.err != "" {
			assert.ErrorContains(t, err, c.err)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, c.want, d.Name(), "%q", c.args)
	}
}

type processor struct{}

func (processor) Info() sdk.Info {
	return sdk.Info{Name: "csv", Version: "1.2.3", Summary: "tables", Kinds: []string{"log"}}
}

func (processor) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	switch req.Command {
	case "panic":
		panic("index out of luck")
	case "panic long":
		panic(strings.Repeat("é", 5000))
	case "decline":
		return sdk.Plan{}, fmt.Errorf("%w: no table", sdk.ErrDeclined)
	case "error":
		return sdk.Plan{}, errors.New("sad\xff")
	case "wait":
		<-ctx.Done()
		return sdk.Plan{}, ctx.Err()
	case "huge number":
		return sdk.Plan{Order: []int{1 << 40}}, nil
	case "bad utf8":
		return sdk.Plan{Summary: "\xff"}, nil
	}
	b := sdk.NewBuilder(req)
	b.Keep(sdk.Span{Start: 0, End: len(req.Content)}, 1)
	return b.Plan(), nil
}

type nameless struct{ processor }

func (nameless) Info() sdk.Info { return sdk.Info{} }

type estimator struct{}

func (estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "bytes", Version: "0.1.0", Encoding: "bytes", Exact: true}
}

func (estimator) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	if len(texts) == 0 {
		return nil, errors.New("no texts")
	}
	counts := make([]int, len(texts))
	for i, t := range texts {
		counts[i] = len(t)
	}
	return counts, nil
}

// connect serves impl within this process.
func connect(t *testing.T, impl any) *Client {
	server, err := NewServer(impl)
	require.NoError(t, err)
	return dial(t, server)
}

func dial(t *testing.T, server *grpc.Server) *Client {
	listener := bufconn.Listen(1 << 16)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:///x", append(DialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))...)
	require.NoError(t, err)
	t.Cleanup(func() {
		assert.NoError(t, conn.Close())
		server.Stop()
	})
	return NewClient(conn)
}

func TestDescribe(t *testing.T) {
	d, err := connect(t, processor{}).Describe(context.Background())
	require.NoError(t, err)
	assert.Equal(t, KindProcessor, d.Kind)
	assert.Equal(t, processor{}.Info(), d.Processor)
	assert.Equal(t, "csv 1.2.3 tables", strings.Join([]string{d.Name(), d.Version(), d.Summary()}, " "))
	assert.NotEmpty(t, d.SDKVersion)

	d, err = connect(t, estimator{}).Describe(context.Background())
	require.NoError(t, err)
	assert.Equal(t, KindEstimator, d.Kind)
	assert.Equal(t, estimator{}.Info(), d.Estimator)
	assert.Equal(t, "bytes 0.1.0 ", strings.Join([]string{d.Name(), d.Version(), d.Summary()}, " "))
}

func TestStatusOfAnswers(t *testing.T) {
	c := connect(t, processor{})
	for _, test := range []struct {
		command string
		code    codes.Code
		says    string
	}{
		{"", codes.OK, ""},
		{"error", codes.Unknown, "sad"},
		{"wait", codes.DeadlineExceeded, ""},
		{"huge number", codes.Internal, "over 32 bits"},
		{"bad utf8", codes.Internal, "UTF-8"},
		{"panic", codes.Internal, "riffle: panic: index out of luck"},
		{"panic long", codes.Internal, "riffle: panic: éé"},
	} {
		t.Run(test.command, func(t *testing.T) {
			wait := 10 * time.Second
			if test.command == "wait" {
				wait = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(context.Background(), wait)
			defer cancel()
			_, err := c.Process(ctx, sdk.Request{Content: []byte("one"), Command: test.command})
			assert.Equal(t, test.code, status.Code(err), "%v", err)
			assert.Contains(t, status.Convert(err).Message(), test.says)
			said, panicked := Panicked(err)
			assert.Equal(t, strings.HasPrefix(test.command, "panic"), panicked)
			assert.LessOrEqual(t, len(said), maxErrorText)
		})
	}
}

func TestADeclineIsData(t *testing.T) {
	_, err := connect(t, processor{}).Process(context.Background(), sdk.Request{Command: "decline"})
	require.ErrorIs(t, err, sdk.ErrDeclined)
	assert.Equal(t, "sdk: processor declined: no table", err.Error())
}

func TestTheOtherMethodIsUnimplemented(t *testing.T) {
	_, err := connect(t, processor{}).CountTokens(context.Background(), [][]byte{nil})
	assert.Equal(t, codes.Unimplemented, status.Code(err))
	_, err = connect(t, estimator{}).Process(context.Background(), sdk.Request{})
	assert.Equal(t, codes.Unimplemented, status.Code(err))
}

func TestCounts(t *testing.T) {
	c := connect(t, estimator{})
	counts, err := c.CountTokens(context.Background(), [][]byte{[]byte("abc"), nil})
	require.NoError(t, err)
	assert.Equal(t, []int{3, 0}, counts)
	_, err = c.CountTokens(context.Background(), nil)
	assert.Equal(t, codes.Unknown, status.Code(err))
}

func TestRequestsUpToTheCap(t *testing.T) {
	c := connect(t, processor{})
	_, err := c.Process(context.Background(), sdk.Request{Content: bytes.Repeat([]byte("0123456 "), MaxContent/8)})
	require.NoError(t, err)
	_, err = c.Process(context.Background(), sdk.Request{Content: make([]byte, MaxContent+1)})
	assert.Equal(t, codes.ResourceExhausted, status.Code(err))
	_, err = c.Process(context.Background(), sdk.Request{Content: make([]byte, MaxContent), Command: strings.Repeat("a", 2<<20)})
	assert.Equal(t, codes.ResourceExhausted, status.Code(err))
}

// rawCodec sends bytes as they are, as a plugin in another language may.
type rawCodec struct{}

func (rawCodec) Marshal(v any) ([]byte, error)      { return v.([]byte), nil }
func (rawCodec) Unmarshal(data []byte, v any) error { return nil }
func (rawCodec) Name() string                       { return "proto" }

func TestHostileBytesAreInvalidReplies(t *testing.T) {
	for name, test := range map[string]struct {
		reply []byte
		code  codes.Code // OK: the message decodes, but its content does not
	}{
		"nothing":           {nil, codes.OK},
		"no protobuf":       {[]byte("\xff\xff\xff"), codes.Internal},
		"bad UTF-8":         {[]byte("\x0a\x04\x32\x02\xff\xff"), codes.Internal},
		"a cut message":     {[]byte("\x0a\x7f\x01"), codes.Internal},
		"a million units":   {append([]byte("\x0a\x88\x80\x40\x0a\x84\x80\x40\x0a\x80\x80\x40"), make([]byte, 1<<20)...), codes.OK},
		"over the cap":      {make([]byte, 9<<20), codes.ResourceExhausted},
		"an unknown answer": {[]byte("\x52\x01a"), codes.OK},
	} {
		t.Run(name, func(t *testing.T) {
			server := grpc.NewServer(grpc.ForceServerCodec(rawCodec{}), grpc.UnknownServiceHandler(func(_ any, s grpc.ServerStream) error {
				if err := s.RecvMsg(nil); err != nil {
					return err
				}
				return s.SendMsg(test.reply)
			}))
			_, err := dial(t, server).Process(context.Background(), sdk.Request{Content: []byte("one")})
			require.Error(t, err)
			if test.code == codes.OK {
				assert.ErrorIs(t, err, ErrInvalidReply)
			} else {
				assert.Equal(t, test.code, status.Code(err), "%v", err)
			}
		})
	}
}

// command runs this binary as a plugin, started by a host or by hand.
func command(t *testing.T, host bool, args ...string) (*exec.Cmd, *strings.Builder) {
	path, err := os.Executable()
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, path, args...)
	if host {
		cmd.Env = append(os.Environ(), Handshake.MagicCookieKey+"="+Handshake.MagicCookieValue, "PLUGIN_PROTOCOL_VERSIONS=1")
	}
	stderr := &strings.Builder{}
	cmd.Stderr = stderr
	return cmd, stderr
}

func run(t *testing.T, host bool, args ...string) (stdout, stderr string, code int) {
	cmd, errs := command(t, host, args...)
	out, _ := cmd.Output()
	return string(out), errs.String(), cmd.ProcessState.ExitCode()
}

func TestByHandAPluginSaysWhatItIs(t *testing.T) {
	stdout, stderr, code := run(t, false, "serve-processor")
	assert.Equal(t, 2, code)
	assert.Equal(t, "a banner of main\n", stdout)
	assert.Contains(t, stderr, `is the Riffle processor "csv", version 1.2.3: tables.`)
	assert.Contains(t, stderr, "riffle plugin list")
}

func TestDescribePrintsJSON(t *testing.T) {
	stdout, _, code := run(t, false, "serve-estimator", "--describe")
	assert.Zero(t, code)
	var d map[string]any
	require.NoError(t, json.Unmarshal([]byte(stdout), &d))
	assert.Equal(t, "estimator", d["kind"])
	assert.Equal(t, "bytes", d["name"])
	assert.Equal(t, true, d["exact"])
}

func TestWhatCannotBeServedIsAnError(t *testing.T) {
	for arg, says := range map[string]string{
		"serve-nothing":  "int is neither an sdk.Processor nor an sdk.Estimator",
		"serve-nameless": "has no name",
	} {
		_, stderr, code := run(t, true, arg)
		assert.Equal(t, 2, code)
		assert.Contains(t, stderr, says)
	}
}

// Nothing but the handshake goes to standard output, and the process ends with its
// standard input.
func TestUnderAHost(t *testing.T) {
	cmd, stderr := command(t, true, "serve-processor")
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	stdout, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	in := bufio.NewReader(stdout)
	line, err := in.ReadString('\n')
	require.NoError(t, err)
	assert.Regexp(t, `^1\|1\|unix\|[^|\n]+\|grpc\|\n$`, line)
	require.NoError(t, stdin.Close())
	rest, err := io.ReadAll(in)
	require.NoError(t, err)
	assert.Empty(t, rest)
	require.NoError(t, cmd.Wait())
	assert.Contains(t, stderr.String(), "a banner of main")
	_ = os.Remove(strings.Split(line, "|")[3])
}

func TestTheSDKNeedsTheStandardLibraryAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		"github.com/riffle-dev/riffle/sdk").Output()
	if err != nil {
		t.Skipf("the go command is needed: %v", err)
	}
	for _, path := range strings.Fields(string(out)) {
		assert.True(t, strings.HasPrefix(path, "github.com/riffle-dev/riffle/sdk"), path)
	}
}
