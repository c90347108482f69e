package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// gate is a host that answers when it is told to.
func gate(h *fakeHost) (open func()) {
	c := make(chan struct{})
	h.decide = func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
		select {
		case <-c:
		case <-ctx.Done():
		}
		return replaced(x, "short")
	}
	return func() { close(c) }
}

// All that is no result of a tool keeps its bytes and its order, in both directions.
func TestOtherFramesPass(t *testing.T) {
	for _, f := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{"x-custom":{}}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + long + `"}]}}`, // nobody asked
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`,
		`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}},{"jsonrpc":"2.0","method":"x"}]`,
		`  { "id" : 1.0e0 , "jsonrpc":"2.0","method":"ping" }  ` + "\r",
		``, ` `, `null`, `17`, `"x"`, `hello, I am a server`, `{"jsonrpc":"2.0","id":1`, `{`, `[`, `{"id":{"a":1},"method":"tools/call"}`,
		"\x00\xff\xfe", strings.Repeat("[", 200_000), strings.Repeat(`{"a":`, 100_000),
	} {
		t.Run(fmt.Sprintf("%.30q", f), func(t *testing.T) {
			s := start(t, newFakeHost(), Options{GetTool: true, Drop: true})
			defer s.end()
			s.call(`"other"`, "t") // the frames are looked into
			s.pass(s.server, s.client, f)
			s.pass(s.client, s.server, f)
		})
	}
}

func TestIDs(t *testing.T) {
	short, sent := frame("1", text("short")), frame("1", text(long))
	change := func(h *fakeHost) { gate(h)() }
	for _, tc := range []struct {
		name string
		run  func(s *testSession)
	}{
		{"a number", func(s *testSession) {
			s.call("1", "t")
			s.server.say(sent)
			s.client.hears(short)
		}},
		{"a number is not a string", func(s *testSession) {
			s.call(`"1"`, "t")
			s.pass(s.server, s.client, sent)
		}},
		{"a string is not a number", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.server, s.client, frame(`"1"`, text(long)))
		}},
		{"another spelling of a string", func(s *testSession) {
			s.call(`"a"`, "t")
			s.server.say(frame(`"\u0061"`, text(long)))
			s.client.hears(frame(`"\u0061"`, text("short")))
		}},
		{"the server's request with the same id", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.server, s.client, `{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}`)
			s.pass(s.client, s.server, frame("1", text(long)))
			s.server.say(sent)
			s.client.hears(short)
		}},
		{"the server's request for a tool", func(s *testSession) {
			s.call("2", "t")
			s.pass(s.server, s.client, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}`)
			s.pass(s.server, s.client, sent)
		}},
		{"an answer comes once", func(s *testSession) {
			s.call("1", "t")
			s.server.say(sent)
			s.client.hears(short)
			s.pass(s.server, s.client, sent)
		}},
		{"one id for two calls", func(s *testSession) {
			s.call("1", "t")
			s.call("1", "u")
			s.pass(s.server, s.client, sent)
		}},
		{"after an error the id is free", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.server, s.client, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}`)
			s.call("1", "t")
			s.server.say(sent)
			s.client.hears(short)
		}},
		{"a cancelled call", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.client, s.server, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			s.pass(s.server, s.client, sent)
		}},
		{"a cancelled call of another id", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.client, s.server, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}`)
			s.server.say(sent)
			s.client.hears(short)
		}},
		{"the server cancels a request of its own", func(s *testSession) {
			s.call("1", "t")
			s.pass(s.server, s.client, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
			s.server.say(sent)
			s.client.hears(short)
		}},
		{"two names of a tool", func(s *testSession) {
			s.pass(s.client, s.server, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","name":"u"}}`)
			s.pass(s.server, s.client, sent)
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := newFakeHost()
			change(h)
			s := start(t, h, Options{})
			defer s.end()
			tc.run(s)
		})
	}
}

func TestCallsThatWaitAreBounded(t *testing.T) {
	c := newCalls()
	for i := range 3 * maxCalls {
		c.add(context.Background(), fmt.Sprint(i), call{method: methodList})
	}
	assert.Len(t, c.waiting, maxCalls)
	assert.Equal(t, maxCalls, c.order.Len())
	assert.Equal(t, maxCalls, c.lists)
	assert.Nil(t, c.answered("0"), "the oldest are forgotten")
	k := c.answered(fmt.Sprint(3*maxCalls - 1))
	require.NotNil(t, k)
	c.done(fmt.Sprint(3*maxCalls-1), k)
	assert.Empty(t, c.working)
}

// A call that takes long holds nobody up, and its progress comes before its result.
func TestWorkHoldsNobodyUp(t *testing.T) {
	h := newFakeHost()
	open := gate(h)
	s := start(t, h, Options{})
	defer s.end()
	s.call("1", "t")
	s.call("2", "t")
	s.pass(s.server, s.client, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}`)
	s.server.say(frame("1", text(long)))
	s.pass(s.server, s.client, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":2,"progress":1}}`)
	s.pass(s.server, s.client, frame("9", text("of another method")))
	s.server.say(frame("2", text(long)))
	open()
	got := []string{s.client.next(), s.client.next()}
	assert.ElementsMatch(t, []string{frame("1", text("short")), frame("2", text("short"))}, got)
}

func TestProgressNeverFollowsItsResult(t *testing.T) {
	h := newFakeHost()
	s := start(t, h, Options{})
	for i := range 500 {
		id := fmt.Sprint(i)
		s.call(id, "t")
		for n := range 3 {
			s.server.say(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d}}`, id, n))
		}
		s.server.say(frame(id, text(long)))
	}
	s.client.out.Close()
	s.server.ended()
	s.server.out.Close()
	open := map[string]int{}
	for line := range s.client.heard {
		m, ok := parse([]byte(line))
		require.True(t, ok)
		if m.method != "" {
			token := m.params.Get("progressToken").Raw
			require.Equal(t, m.params.Get("progress").Int(), int64(open[token]), line)
			open[token]++
			continue
		}
		require.Equal(t, 3, open[m.id])
		open[m.id] = 1000 // progress from here on is a failure
	}
	require.Len(t, open, 500)
	require.NoError(t, <-s.done)
}

func TestADeadlineEndsTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFakeHost()
		stuck := make(chan struct{})
		h.decide = func(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			<-stuck // a host that heeds no context
			return replaced(x, "late")
		}
		var reason string
		s := start(t, h, Options{Timeout: 3 * time.Second, Report: func(r Report) { reason = r.Reason }})
		s.call("1", "t")
		began := time.Now()
		s.pass(s.server, s.client, frame("1", text(long)))
		assert.Equal(t, 3*time.Second, time.Since(began))
		s.end()
		assert.Equal(t, ReasonTimeout, reason)
		close(stuck)
	})
}

// The answer to a call that was given up while it was worked on is handed on as it is.
func TestCancellingEndsTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newFakeHost()
		stuck := make(chan struct{})
		h.decide = func(_ context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			<-stuck
			return replaced(x, "late")
		}
		s := start(t, h, Options{})
		s.call("1", "t")
		s.server.say(frame("1", text(long)))
		synctest.Wait()
		s.pass(s.client, s.server, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		s.client.hears(frame("1", text(long)))
		s.end()
		close(stuck)
	})
}

func TestTooMuchAtOncePasses(t *testing.T) {
	h := newFakeHost()
	open := gate(h)
	reports := make(chan Report, 1000)
	s := start(t, h, Options{Report: func(r Report) { reports <- r }})
	const calls = maxLoad/leastLoad + 3
	for i := range calls {
		s.call(fmt.Sprint(i), "t")
		s.server.say(frame(fmt.Sprint(i), text(long)))
	}
	for i := range 3 {
		s.client.hears(frame(fmt.Sprint(calls-3+i), text(long)))
		assert.Equal(t, ReasonBusy, (<-reports).Reason)
	}
	open()
	for range calls - 3 {
		assert.Contains(t, s.client.next(), `"short"`)
	}
	s.end()
}

// A server that ends in the middle of a call ends the session once what it said is
// handed on, its last words without a line end too.
func TestTheServerEnds(t *testing.T) {
	h := newFakeHost()
	open := gate(h)
	s := start(t, h, Options{})
	s.call("1", "t")
	s.call("2", "t")
	s.server.say(frame("1", text(long)))
	_, err := io.WriteString(s.server.out, `{"jsonrpc":"2.0","id":2,"resu`)
	require.NoError(t, err)
	s.server.out.Close()
	open()
	s.client.hears(frame("1", text("short"))) // on a line of its own
	assert.Equal(t, `{"jsonrpc":"2.0","id":2,"resu`, s.client.next())
	s.client.ended()
	require.NoError(t, <-s.done)
}

func TestTheServerEndsWithinALongFrame(t *testing.T) {
	h := newFakeHost()
	open := gate(h)
	s := start(t, h, Options{MaxFrame: chunkBytes})
	s.call("1", "t")
	s.server.say(frame("1", text(long)))
	part := strings.Repeat("x", 5*chunkBytes)
	_, err := io.WriteString(s.server.out, part)
	require.NoError(t, err)
	s.server.out.Close()
	synced := make(chan struct{})
	go func() { open(); close(synced) }()
	<-synced
	got := []string{s.client.next(), s.client.next()}
	assert.ElementsMatch(t, []string{part, frame("1", text("short"))}, got)
	s.client.ended()
	require.NoError(t, <-s.done)
}

// The end of the client's words is not the end of the server's.
func TestHalfAnEnd(t *testing.T) {
	s := start(t, newFakeHost(), Options{})
	s.call("1", "t")
	s.client.out.Close()
	s.server.ended()
	s.server.say(frame("1", text(long)))
	assert.Contains(t, s.client.next(), short)
	s.server.out.Close()
	s.client.ended()
	require.NoError(t, <-s.done)
}

func TestAServerThatReadsNoMore(t *testing.T) {
	clientIn, say := io.Pipe()
	serverOut, serverSays := io.Pipe()
	gone, theirs := io.Pipe()
	gone.CloseWithError(errors.New("gone"))
	done := make(chan error, 1)
	go func() {
		done <- New(newFakeHost(), Options{}).Run(context.Background(), Ends{clientIn, io.Discard}, Ends{serverOut, theirs})
	}()
	_, err := io.WriteString(say, "{}\n")
	for err == nil { // until the client is told
		_, err = io.WriteString(say, "{}\n")
	}
	serverSays.Close()
	require.NoError(t, <-done)
}

func TestAClientThatReadsNoMore(t *testing.T) {
	serverOut, serverSays := io.Pipe()
	gone, theirs := io.Pipe()
	broken := errors.New("gone")
	gone.CloseWithError(broken)
	done := make(chan error, 1)
	go func() {
		done <- New(newFakeHost(), Options{}).Run(context.Background(), Ends{strings.NewReader(""), theirs}, Ends{serverOut, io.Discard})
	}()
	_, err := io.WriteString(serverSays, "{}\n")
	for err == nil { // until the server is told
		_, err = io.WriteString(serverSays, "{}\n")
	}
	require.ErrorIs(t, <-done, broken)
}

func TestWithoutAHostEverythingPasses(t *testing.T) {
	s := start(t, nil, Options{GetTool: true, Drop: true})
	defer s.end()
	assert.Equal(t, frame("1", `{"tools":[{"name":"t","outputSchema":{}}]}`), s.list("1", `{"tools":[{"name":"t","outputSchema":{}}]}`))
	s.call("2", "t")
	s.pass(s.server, s.client, frame("2", text(long)))
}
