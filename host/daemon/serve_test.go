package daemon

import (
	"context"
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

// timed takes as long as the name of the tool says, or until its context ends.
func timed(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
	d, err := time.ParseDuration(x.Exec.Name)
	if err != nil {
		return short(ctx, x)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return short(ctx, x)
	case <-ctx.Done():
		return x.Decision, pipeline.Result{Outcome: pipeline.Outcome{Action: pipeline.Passed, Reason: pipeline.ReasonCancelled}}
	}
}

func TestAnswersWithoutAnIDComeInTheOrderOfTheRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{Running: 4})
		c := s.dial()
		c.send(ask("", "3s"), ask("", "1s"), "", ask("", "2s"))
		for _, want := range []string{"3s", "1s", "2s"} {
			assert.Equal(t, want, c.read(t).text())
		}
		c.Close()
		s.close(t)
	})
}

func TestAnswersWithAnIDComeWhenTheyAreReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{Running: 4})
		c := s.dial()
		c.send(ask(`"a"`, "3s"), ask("7", "1s"), ask(`{"n":1.0}`, "2s"))
		for _, want := range []string{"7", `{"n":1.0}`, `"a"`} {
			assert.Equal(t, want, string(c.read(t).ID))
		}
		c.Close()
		s.close(t)
	})
}

func TestWhatIsNotDecidedInTimePasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		s := start(func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			if x.Exec.Name == "deaf" {
				<-free
			}
			return timed(ctx, x)
		}, Options{Deadline: 8 * time.Second, Running: 3})
		began := time.Now()
		c := s.dial()
		c.send(ask("1", "deaf"))
		c.send(ask("2", "1h"))
		byID := map[string]reply{}
		for range 2 {
			r := c.read(t)
			byID[string(r.ID)] = r
		}
		assert.Equal(t, 8*time.Second, time.Since(began), "the bound holds for what does not listen to its context")
		assert.Equal(t, ReasonDeadline, byID["1"].Outcome.Reason)
		assert.Nil(t, byID["1"].Decision)
		assert.Equal(t, pipeline.ReasonCancelled, byID["2"].Outcome.Reason, "the pipeline had time to say why")
		assert.Equal(t, 1, s.queue.running(), "what still runs keeps its place")
		c.send(ask("", "quick"))
		assert.Equal(t, "quick", c.read(t).text())
		close(free)
		c.Close()
		s.close(t)
	})
}

func TestAFullQueueAnswersAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{Running: 1, Queue: 1})
		c := s.dial()
		for i, tool := range []string{"2s", "3s"} {
			c.send(ask(string(rune('1'+i)), tool))
			synctest.Wait()
		}
		assert.Equal(t, 1, s.queue.waiting())
		began := time.Now()
		c.send(ask("3", "1s"))
		r := c.read(t)
		assert.Equal(t, time.Duration(0), time.Since(began))
		assert.Equal(t, "3", string(r.ID))
		assert.Equal(t, pipeline.Passed, r.Outcome.Action)
		assert.Equal(t, ReasonQueueFull, r.Outcome.Reason)
		assert.Equal(t, "2s", c.read(t).text())
		assert.Equal(t, "3s", c.read(t).text())
		assert.Equal(t, "1", s.metric(`riffle_requests_total{action="passed",reason="queue-full"}`))
		assert.Equal(t, "200", s.metric("riffle_tokens_before_total"))
		assert.Equal(t, "20", s.metric("riffle_tokens_after_total"))
		c.Close()
		s.close(t)
	})
}

func TestWhatWaitsLongerThanTheDeadlinePasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		s := start(func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			<-free
			return short(ctx, x)
		}, Options{Running: 1, Queue: 1, Deadline: 8 * time.Second})
		c := s.dial()
		c.send(ask("1", "a"))
		synctest.Wait()
		c.send(ask("2", "b"))
		for range 2 {
			assert.Equal(t, ReasonDeadline, c.read(t).Outcome.Reason)
		}
		close(free)
		c.Close()
		s.close(t)
	})
}

func TestOnePanicCostsOneExchange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			if x.Exec.Name == "boom" {
				panic("boom")
			}
			return short(ctx, x)
		}, Options{Running: 1})
		c := s.dial()
		c.send(ask("1", "boom"), ask("", "ok"))
		byID := map[string]reply{}
		for range 2 {
			r := c.read(t)
			byID[string(r.ID)] = r
		}
		assert.Equal(t, pipeline.ReasonInternal, byID["1"].Outcome.Reason)
		assert.Equal(t, "panic: boom", byID["1"].Outcome.Detail)
		assert.Equal(t, "ok", byID[""].text())
		c.Close()
		s.close(t)
	})
}

func TestTheServerEndsWhenNobodyAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{IdleExit: 15 * time.Minute, Deadline: time.Hour})
		began := time.Now()
		c := s.dial()
		time.Sleep(10 * time.Minute)
		c.send(ask("", "20m")) // runs beyond the idle time
		assert.Equal(t, "20m", c.read(t).text())
		require.NoError(t, <-s.end)
		assert.InDelta(t, (45 * time.Minute).Seconds(), time.Since(began).Seconds(), 90, "15 minutes after the answer")
		_, err := c.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF, "an open connection does not hold the server")
	})
}

func TestTheServerStaysWhereItIsToldTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{})
		time.Sleep(1000 * time.Hour)
		c := s.dial()
		c.send(ask("", "late"))
		assert.Equal(t, "late", c.read(t).text())
		s.close(t)
	})
}

func TestTheServerEndsWhenItsSocketIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		began := time.Now()
		err := New(decide(short), Options{}).Serve(t.Context(), Listener{Listener: p, Local: true, Gone: func() bool { return time.Since(began) > time.Hour }})
		require.NoError(t, err)
		assert.InDelta(t, time.Hour.Seconds(), time.Since(began).Seconds(), 2*lookEvery.Seconds())
	})
}

func TestWhatRunsIsFinishedWhenTheServerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{Drain: 5 * time.Second})
		busy, idle := s.dial(), s.dial()
		busy.send(ask("1", "3s"), ask("2", "2s"))
		synctest.Wait()
		began := time.Now()
		s.stop()
		assert.Equal(t, "2s", busy.read(t).text())
		assert.Equal(t, "3s", busy.read(t).text())
		_, err := busy.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF)
		_, err = idle.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF)
		require.NoError(t, <-s.end)
		assert.Equal(t, 3*time.Second, time.Since(began))
		assert.Zero(t, s.connections())
	})
}

func TestWhatRunsTooLongIsCutOffWhenTheServerEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free := make(chan struct{})
		s := start(func(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result) {
			<-free
			return short(ctx, x)
		}, Options{Drain: 5 * time.Second, Deadline: time.Hour})
		c := s.dial()
		c.send(ask("", "deaf"))
		synctest.Wait()
		began := time.Now()
		s.close(t)
		assert.Equal(t, 5*time.Second, time.Since(began))
		_, err := io.ReadAll(c.r)
		require.NoError(t, err)
		close(free)
	})
}

func TestAClientThatWritesNoEndIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{ReadTime: 30 * time.Second, ConnIdle: time.Hour})
		silent, slow, other := s.dial(), s.dial(), s.dial()
		go func() { _, _ = slow.Write([]byte(`{"exec":`)) }()
		other.send(ask("", "a"))
		assert.Equal(t, "a", other.read(t).text())
		began := time.Now()
		_, err := slow.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, 30*time.Second, time.Since(began), "within a request")
		time.Sleep(59 * time.Minute)
		other.send(ask("", "b"))
		assert.Equal(t, "b", other.read(t).text(), "between two requests")
		_, err = silent.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, time.Hour, time.Since(began), "before the first")
		s.close(t)
		assert.Zero(t, s.held.bytes())
	})
}

func TestAClientThatTakesNoAnswersIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{WriteTime: 30 * time.Second, PerConn: 4})
		c := s.dial()
		c.send(strings.Split(strings.Repeat(ask("", "a")+"\n", 100), "\n")...)
		synctest.Wait()
		assert.Equal(t, 1, s.connections())
		time.Sleep(31 * time.Second)
		synctest.Wait()
		assert.Zero(t, s.connections())
		assert.Zero(t, s.held.bytes())
		s.close(t)
	})
}

func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{Connections: 2})
		first, second, third := s.dial(), s.dial(), s.dial()
		_, err := third.r.ReadByte()
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, "1", s.metric("riffle_connections_refused_total"))
		first.Close()
		synctest.Wait()
		fourth := s.dial()
		for _, c := range []*client{second, fourth} {
			c.send(ask("", "a"))
			assert.Equal(t, "a", c.read(t).text())
		}
		s.close(t)
	})
}

func TestTheServerReadsNoMoreThanItWorksOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{PerConn: 2, Running: 8})
		c := s.dial()
		c.send(strings.Split(strings.Repeat(ask("", "1s")+"\n", 6), "\n")...)
		synctest.Wait()
		assert.Equal(t, int64(2), s.active.Load())
		for range 6 {
			assert.Equal(t, "1s", c.read(t).text())
		}
		s.close(t)
	})
}

func TestWhatIsTooLargePassesAndTheRestIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{MaxRequest: 100_000})
		c := s.dial()
		large := strings.Repeat("x", 200_000)
		c.send(ask("1", large), ask("", "ok"), ask("2", large))
		got := map[string]reply{}
		for range 3 {
			r := c.read(t)
			got[string(r.ID)] = r
		}
		assert.Equal(t, "ok", got[""].text())
		for _, id := range []string{"1", "2"} {
			assert.Equal(t, ReasonRequestTooLarge, got[id].Outcome.Reason)
			assert.Nil(t, got[id].Decision)
		}
		s.close(t)
		assert.Zero(t, s.held.bytes())
	})
}

func TestRequestsTogetherHoldBoundedMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(timed, Options{MaxHeld: 2 * stepBytes, Running: 8})
		c := s.dial()
		c.send(ask("1", "2s"), ask("2", "1s"), ask("3", "3s"))
		r := c.read(t)
		assert.Equal(t, "3", string(r.ID))
		assert.Equal(t, ReasonQueueFull, r.Outcome.Reason)
		assert.Equal(t, "2", string(c.read(t).ID))
		assert.Equal(t, "1", string(c.read(t).ID))
		c.send(ask("4", "4s"))
		assert.Equal(t, "4s", c.read(t).text())
		s.close(t)
		assert.Zero(t, s.held.bytes())
	})
}

func TestGarbageIsAnsweredAndTheRestIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{})
		c := s.dial()
		c.send(`{"id":1,"exec":5}`) // what has an id is answered when it is ready
		assert.Equal(t, ReasonInvalidExchange, c.read(t).Outcome.Reason)
		c.send(`nonsense`, "\x00\xff", "\f", strings.Repeat("[", 1_000_000), ask("", "ok"))
		for range 4 {
			assert.Equal(t, ReasonInvalidExchange, c.read(t).Outcome.Reason)
		}
		assert.Equal(t, "ok", c.read(t).text())
		s.close(t)
	})
}

func TestGarbageAtTheBeginningEndsTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(short, Options{})
		c := s.dial()
		c.send("\x16\x03\x01 not a request", "", "")
		all, err := io.ReadAll(c.r)
		require.NoError(t, err)
		assert.Contains(t, string(all), "400 Bad Request")
		synctest.Wait()
		assert.Zero(t, s.connections())
		s.close(t)
	})
}
