package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus/promhttp"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// decide is a Decider that is a function.
type decide func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result)

func (d decide) Decide(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	return d(ctx, x)
}

// short replaces every text by the name of its tool.
func short(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	d := x.Decision
	d.Content = []pipeline.Block{{Type: "text", Text: x.Exec.Name}}
	return d, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Replaced, Reason: pipeline.ReasonOK, TokensBefore: 100, TokensAfter: 10}}
}

// pipes is a listener within a process, so that synctest sees all that waits.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Net: "unix"} }

func (p *pipes) dial() *client {
	near, far := net.Pipe()
	p.conns <- far
	return &client{Conn: near, r: bufio.NewReader(near)}
}

// client is one connection as an adapter has it.
type client struct {
	net.Conn
	r *bufio.Reader
}

// send writes lines from a goroutine of its own: the server may answer before it has
// read all.
func (c *client) send(lines ...string) {
	go func() { _, _ = c.Write([]byte(strings.Join(lines, "\n") + "\n")) }()
}

// reply is what an answer says.
type reply struct {
	ID       json.RawMessage
	Decision *struct{ Content []struct{ Text string } }
	Outcome  pipeline.Outcome
}

func (r reply) text() string { return r.Decision.Content[0].Text }

func (c *client) read(t *testing.T) reply {
	t.Helper()
	line, err := c.r.ReadString('\n')
	require.NoError(t, err)
	var r reply
	require.NoError(t, json.Unmarshal([]byte(line), &r), line)
	return r
}

// ask is an exchange of a tool; id "" leaves the id out.
func ask(id, tool string) string {
	member := ""
	if id != "" {
		member = `"id":` + id + `,`
	}
	return fmt.Sprintf(`{%s"exec":{"name":%q},"result":{"content":[{"type":"text","text":"long"}]}}`, member, tool)
}

// served is a server under test.
type served struct {
	*Server
	*pipes
	stop context.CancelFunc
	end  chan error // gets what Serve returned
}

// start serves in the test's bubble.
func start(d decide, o Options) *served {
	ctx, stop := context.WithCancel(context.Background())
	s := &served{Server: New(d, o), pipes: newPipes(), stop: stop, end: make(chan error, 1)}
	go func() { s.end <- s.Serve(ctx, Listener{Listener: s.pipes, Local: true}) }()
	return s
}

// close ends the server and waits for it.
func (s *served) close(t *testing.T) {
	t.Helper()
	s.stop()
	require.NoError(t, <-s.end)
}

// metric is the value of a series as a scraper reads it, "" where there is none.
func (s *Server) metric(series string) string {
	w := httptest.NewRecorder()
	promhttp.HandlerFor(s.o.Metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if value, ok := strings.CutPrefix(line, series+" "); ok {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
