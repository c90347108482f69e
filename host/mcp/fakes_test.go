package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
)

// fakeHost replaces every text of more than 100 bytes, or decides by a function.
type fakeHost struct {
	cfg    config.Config
	store  *spill.Store
	decide func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result)

	mu    sync.Mutex
	asked []*exchange.Exchange
}

func newFakeHost() *fakeHost {
	cfg := config.Default()
	cfg.Budget = config.Budget{MinTokens: 1, TargetTokens: 100, MaxTokens: 1000}
	return &fakeHost{cfg: cfg}
}

func (f *fakeHost) Config() config.Config { return f.cfg }
func (f *fakeHost) Store() *spill.Store   { return f.store }

func (f *fakeHost) Decide(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	f.mu.Lock()
	f.asked = append(f.asked, x)
	f.mu.Unlock()
	if f.decide != nil {
		return f.decide(ctx, x)
	}
	if text := x.Result.Content[0].Text; len(text) > 100 {
		return replaced(x, fmt.Sprintf("short <%d> \"é\"\n", len(text)))
	}
	return x.Decision, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Passed, Reason: pipeline.ReasonBelowMinTokens}}
}

func replaced(x *exchange.Exchange, text string) (pipeline.Decision, pipeline.Result) {
	d := x.Decision
	d.Content = []pipeline.Block{{Type: "text", Text: text}}
	return d, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Replaced, Reason: pipeline.ReasonOK}}
}

// long is a text that the fake host replaces, and short what it replaces it by, both
// within a JSON string.
var (
	long  = strings.Repeat("word ", 60)
	short = `short <300> \"é\"\n`
)

// peer is one side of a session: it says lines and hears lines.
type peer struct {
	t     *testing.T
	out   *io.PipeWriter
	heard chan string // closed at the end
}

func newPeer(t *testing.T) (*peer, Ends) {
	in, say := io.Pipe()
	hear, out := io.Pipe()
	p := &peer{t: t, out: say, heard: make(chan string, 10_000)}
	go func() {
		r := bufio.NewReader(hear)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				p.heard <- line
			}
			if err != nil {
				close(p.heard)
				return
			}
		}
	}()
	return p, Ends{In: in, Out: out}
}

func (p *peer) say(frames ...string) {
	p.t.Helper()
	for _, f := range frames {
		_, err := io.WriteString(p.out, f+"\n")
		require.NoError(p.t, err)
	}
}

// hears waits for exactly this frame.
func (p *peer) hears(frame string) {
	p.t.Helper()
	got, ok := <-p.heard
	require.True(p.t, ok, "the stream has ended, expected %s", frame)
	require.Equal(p.t, frame+"\n", got)
}

// next waits for a frame.
func (p *peer) next() string {
	p.t.Helper()
	got, ok := <-p.heard
	require.True(p.t, ok, "the stream has ended")
	return strings.TrimSuffix(got, "\n")
}

// ended waits for the end of the stream, without a further frame.
func (p *peer) ended() {
	p.t.Helper()
	got, ok := <-p.heard
	require.False(p.t, ok, "expected the end, not %s", got)
}

// session is a client and a server with a proxy between them.
type testSession struct {
	t              *testing.T
	client, server *peer
	done           chan error
}

func start(t *testing.T, h Decider, o Options) *testSession {
	client, clientEnds := newPeer(t)
	server, serverEnds := newPeer(t)
	s := &testSession{t: t, client: client, server: server, done: make(chan error, 1)}
	go func() { s.done <- New(h, o).Run(context.Background(), clientEnds, serverEnds) }()
	return s
}

// end ends the session as a client does.
func (s *testSession) end() {
	s.t.Helper()
	s.client.out.Close()
	s.server.ended()
	s.server.out.Close()
	s.client.ended()
	require.NoError(s.t, <-s.done)
}

// pass sends a frame from one peer to the other, which must hear it as it is.
func (s *testSession) pass(from, to *peer, frame string) {
	s.t.Helper()
	from.say(frame)
	to.hears(frame)
}

// call makes a call of a tool.
func (s *testSession) call(id, tool string) {
	s.t.Helper()
	s.pass(s.client, s.server, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":%q,"arguments":{}}}`, id, tool))
}

// list has the client see a list of tools, and returns what it saw.
func (s *testSession) list(id, result string) string {
	s.t.Helper()
	s.pass(s.client, s.server, fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":"tools/list","params":{}}`, id))
	s.server.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result))
	return s.client.next()
}

func frame(id, result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result)
}

func text(s string) string {
	b, _ := json.Marshal(s)
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, b)
}

func exchangeOf(text string) *exchange.Exchange {
	return &exchange.Exchange{Result: pipeline.ToolResult{Content: []pipeline.Block{{Type: "text", Text: text}}}}
}

// after reads once something else has been done.
type after struct {
	done chan struct{}
	io.Reader
}

func (a *after) Read(b []byte) (int, error) {
	<-a.done
	return a.Reader.Read(b)
}
