package sdktest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// subject is one instance of the plugin under test. *serve.Client has all but close.
type subject interface {
	Describe(ctx context.Context) (serve.Description, error)
	Process(ctx context.Context, req sdk.Request) (sdk.Plan, error)
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
	Match(ctx context.Context, s sdk.Sample) (string, error)
	close()
}

// source makes subjects.
type source interface {
	modes() []mode
	open(ctx context.Context, m mode) (subject, error)
	renew() // the next subject is to be a new one
	end()
}

// code is a plugin in this process.
type code struct{ make func() any }

var _ source = (*code)(nil)

func (*code) modes() []mode { return []mode{inProcess, overWire} }
func (*code) renew()        {}
func (*code) end()          {}

func (s *code) open(_ context.Context, m mode) (_ subject, err error) {
	defer recovered(&err)
	impl := s.make()
	if m == inProcess {
		return here{impl}, nil
	}
	return connect(impl)
}

// here calls the plugin's methods.
type here struct{ impl any }

func (h here) Describe(context.Context) (serve.Description, error) { return serve.Describe(h.impl) }
func (h here) close()                                              {}

func (h here) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	p, ok := h.impl.(sdk.Processor)
	if !ok {
		return sdk.Plan{}, errors.New("it is no processor")
	}
	return p.Process(ctx, req)
}

func (h here) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	e, ok := h.impl.(sdk.Estimator)
	if !ok {
		return nil, errors.New("it is no estimator")
	}
	return e.CountTokens(ctx, texts)
}

func (h here) Match(ctx context.Context, s sdk.Sample) (string, error) {
	m, ok := h.impl.(sdk.Matcher)
	if !ok {
		return "", errors.New("it is no matcher")
	}
	return m.Match(ctx, s)
}

// connection calls the plugin over gRPC within this process.
type connection struct {
	*serve.Client
	server *grpc.Server
	conn   *grpc.ClientConn
}

// pipeBytes is the buffer of a connection.
const pipeBytes = 256 << 10

func connect(impl any) (subject, error) {
	server, err := serve.NewServer(impl)
	if err != nil {
		return nil, err
	}
	listener := bufconn.Listen(pipeBytes)
	go func() { _ = server.Serve(listener) }()
	conn, err := grpc.NewClient("passthrough:///plugin", append(serve.DialOptions(),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }))...)
	if err != nil {
		server.Stop()
		return nil, err
	}
	return &connection{serve.NewClient(conn), server, conn}, nil
}

// close does not wait for handlers: one of them may hang.
func (c *connection) close() {
	_ = c.conn.Close()
	go c.server.Stop()
}

// errHung is what a call returns that had no answer in time.
var errHung = errors.New("no answer in time")

// panicked is a panic of a plugin in this process.
type panicked struct{ said any }

func (p panicked) Error() string { return fmt.Sprintf("panic: %v", p.said) }

func recovered(err *error) {
	if r := recover(); r != nil {
		*err = panicked{r}
	}
}

// bounded makes one call that a plugin can't draw out: what has no answer in time is
// left to itself.
func bounded[T any](c *check, bytes int, f func(context.Context) (T, error)) (T, error) {
	var none T
	if c.hung {
		return none, errHung
	}
	limit := c.limit + time.Duration(bytes>>20)*limitPerMiB
	ctx, cancel := context.WithTimeout(c.ctx, limit)
	defer cancel()
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		var a answer
		defer func() { done <- a }()
		defer recovered(&a.err)
		a.value, a.err = f(ctx)
	}()
	select {
	case a := <-done:
		if ctx.Err() == nil || a.err == nil {
			return a.value, a.err
		}
	case <-ctx.Done():
	}
	if c.ctx.Err() != nil {
		return none, c.ctx.Err()
	}
	c.hung = true
	return none, errHung
}

func (c *check) describe() (serve.Description, error) {
	return bounded(c, 0, c.subject.Describe)
}

// process plans a copy of the content.
func (c *check) process(req sdk.Request) (sdk.Plan, error) {
	req.Content = slices.Clone(req.Content)
	return c.processAt(req)
}

// processAt plans the content where it stands.
func (c *check) processAt(req sdk.Request) (sdk.Plan, error) {
	return bounded(c, len(req.Content), func(ctx context.Context) (sdk.Plan, error) { return c.subject.Process(ctx, req) })
}

// count counts copies of the texts.
func (c *check) count(texts ...[]byte) ([]int, error) {
	bytes := 0
	copies := make([][]byte, len(texts))
	for i, t := range texts {
		copies[i] = slices.Clone(t)
		bytes += len(t)
	}
	return bounded(c, bytes, func(ctx context.Context) ([]int, error) { return c.subject.CountTokens(ctx, copies) })
}

func (c *check) match(s sdk.Sample) (string, error) {
	return bounded(c, 0, func(ctx context.Context) (string, error) { return c.subject.Match(ctx, s) })
}

// said is an error's text without gRPC's frame.
func said(err error) string {
	if text, ok := serve.Panicked(err); ok {
		return "panic: " + text
	}
	if s, ok := status.FromError(err); ok {
		return s.Code().String() + ": " + s.Message()
	}
	return err.Error()
}
