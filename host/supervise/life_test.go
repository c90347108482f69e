//go:build unix

package supervise

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
)

// inTime runs f on the supervisor of a script, in time that costs none.
func inTime(t *testing.T, s *script, o Options, f func(p *supervisor)) {
	synctest.Test(t, func(t *testing.T) {
		if o.Jitter == nil {
			o.Jitter = func() float64 { return 1 }
		}
		p := newSupervisor("test", s, o)
		f(p)
		require.NoError(t, p.Close())
	})
}

// pastPause is over the pause after two crashes in a row.
const pastPause = 250 * time.Millisecond

func hang(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

func TestTheDeadlineGrowsWithTheContent(t *testing.T) {
	inTime(t, &script{answer: hang}, Options{}, func(p *supervisor) {
		began := time.Now()
		_, err := p.Process(context.Background(), sdk.Request{Content: make([]byte, 3<<20)})
		assert.Equal(t, ReasonTimeout, ReasonOf(err))
		assert.Equal(t, 5*time.Second, time.Since(began))
	})
}

func TestStartsAreBounded(t *testing.T) {
	inTime(t, &script{launchIn: time.Hour}, Options{}, func(p *supervisor) {
		began := time.Now()
		assert.Equal(t, ReasonStartFailed, ReasonOf(plan(p)))
		assert.Equal(t, 10*time.Second, time.Since(began))
	})
}

func TestCallsOverTheLimitWaitWithinTheirDeadline(t *testing.T) {
	inTime(t, &script{answer: hang}, Options{Concurrency: 1}, func(p *supervisor) {
		require.NoError(t, func() error { _, err := p.Describe(context.Background()); return err }())
		began := time.Now()
		errs := make(chan error, 2)
		for range 2 {
			go func() { errs <- plan(p) }()
		}
		for range 2 {
			assert.Equal(t, ReasonTimeout, ReasonOf(<-errs))
		}
		assert.Less(t, time.Since(began), 4*time.Second+time.Millisecond)
		assert.LessOrEqual(t, p.Status().Strikes, 2, "waiting is no fault of the plugin")
	})
}

func TestPausesDoubleAndEnd(t *testing.T) {
	s := &script{refuse: func(int) error { return errors.New("no") }}
	inTime(t, s, Options{CrashLimit: 100, BackoffMax: time.Second}, func(p *supervisor) {
		for _, pause := range []time.Duration{0, 0, 250 * time.Millisecond, 500 * time.Millisecond, time.Second, time.Second} {
			if pause > 0 {
				time.Sleep(pause - patience - time.Nanosecond)
				assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)), "nobody waits for a long pause")
				time.Sleep(time.Nanosecond)
			}
			assert.Equal(t, ReasonStartFailed, ReasonOf(plan(p)), "a short one is waited for")
		}
		assert.Equal(t, []time.Duration{0, 0, 250 * time.Millisecond, 750 * time.Millisecond, 1750 * time.Millisecond, 2750 * time.Millisecond}, s.launched())
	})
}

func TestACallDoesNotWaitForALongPause(t *testing.T) {
	s := &script{refuse: func(int) error { return errors.New("no") }}
	inTime(t, s, Options{BackoffBase: 20 * time.Second}, func(p *supervisor) {
		for range 2 {
			assert.Equal(t, ReasonStartFailed, ReasonOf(plan(p)))
		}
		began := time.Now()
		err := plan(p)
		assert.Equal(t, ReasonUnavailable, ReasonOf(err))
		assert.ErrorContains(t, err, "started again in 20s; last fault")
		assert.Zero(t, time.Since(began))
		assert.Equal(t, "waiting", p.Status().State)
		time.Sleep(20 * time.Second)
		assert.Equal(t, ReasonStartFailed, ReasonOf(plan(p)))
	})
}

func TestAHealthyMinuteForgetsACrash(t *testing.T) {
	s := &script{die: func(_ *scripted, call int) bool { return call == 2 }}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 5 {
			require.NoError(t, plan(p))
			assert.Equal(t, ReasonCrashed, ReasonOf(plan(p)))
			time.Sleep(time.Minute)
		}
		assert.Equal(t, -time.Minute, time.Until(p.health.next), "each is the first, which has no pause")
	})
}

func TestAnOpenCircuitIsProbedOnce(t *testing.T) {
	s := &script{die: func(g *scripted, _ int) bool { return len(g.s.launched()) <= 3 }}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 3 {
			assert.Equal(t, ReasonCrashed, ReasonOf(plan(p)))
			time.Sleep(pastPause)
		}
		assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
		time.Sleep(30*time.Second - pastPause - time.Nanosecond)
		assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
		assert.Len(t, s.launched(), 3, "an open circuit starts nothing")
		time.Sleep(time.Nanosecond)
		errs := make(chan error, 4)
		for range 4 {
			go func() { errs <- plan(p) }()
		}
		for range 4 {
			assert.NoError(t, <-errs)
		}
		assert.Equal(t, 1, s.probed())
		assert.Len(t, s.launched(), 4)
	})
}

func TestAFailedProbeOpensTheCircuitAgain(t *testing.T) {
	s := &script{refuse: func(n int) error {
		if n <= 3 {
			return errors.New("no")
		}
		return nil
	}, probe: func() error { return errors.New("sick") }}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 3 {
			assert.Equal(t, ReasonStartFailed, ReasonOf(plan(p)))
			time.Sleep(pastPause)
		}
		for range 2 {
			assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
			time.Sleep(30 * time.Second)
			err := plan(p)
			assert.Equal(t, ReasonStartFailed, ReasonOf(err))
			assert.ErrorContains(t, err, "the probe failed: sick")
		}
		s.mu.Lock()
		s.probe = func() error { return fmt.Errorf("%w: too small", sdk.ErrDeclined) }
		s.mu.Unlock()
		time.Sleep(30 * time.Second)
		assert.NoError(t, plan(p), "a decline is an answer")
		assert.Equal(t, 2, s.stopped(), "what failed its probe is ended")
	})
}

func TestFiveStrikesInARowOpenTheCircuit(t *testing.T) {
	bad := status.Error(codes.Internal, "grpc: failed to unmarshal")
	for _, test := range []struct {
		name    string
		answers []error // one for each call
		open    bool
	}{
		{"five", []error{bad, bad, bad, bad, bad}, true},
		{"four", []error{bad, bad, bad, bad}, false},
		{"an answer between", []error{bad, bad, bad, bad, nil, bad, bad, bad, bad}, false},
		{"a decline between", []error{bad, bad, bad, bad, sdk.ErrDeclined, bad}, false},
		{"errors of the plugin", []error{errors.New("a"), errors.New("b"), errors.New("c"), errors.New("d"), errors.New("e"), errors.New("f")}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &script{}
			var i atomic.Int32
			s.answer = func(context.Context) error { return test.answers[i.Add(1)-1] }
			inTime(t, s, Options{}, func(p *supervisor) {
				for range test.answers {
					_ = plan(p)
				}
				assert.Equal(t, test.open, p.Status().State == "open")
				if test.open {
					synctest.Wait()
					assert.Equal(t, 1, s.stopped(), "nothing keeps running that is given up")
				}
			})
		})
	}
}

func TestMissedDeadlinesOfOneGenerationReplaceIt(t *testing.T) {
	var n atomic.Int32
	s := &script{}
	s.answer = func(ctx context.Context) error {
		if n.Add(1)%2 == 1 {
			return nil // strikes are not in a row
		}
		return hang(ctx)
	}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 6 {
			_ = plan(p)
		}
		synctest.Wait()
		assert.Equal(t, 1, s.stopped())
		require.NoError(t, plan(p))
		assert.Equal(t, 2, p.Status().Generation)
	})
}

// The calls that a replaced generation still works on are not cut off.
func TestAReplacedGenerationIsDrained(t *testing.T) {
	type work struct{}
	for _, test := range []struct {
		name  string
		takes time.Duration
		ends  time.Duration
	}{
		{"until its last call ends", time.Second, time.Second},
		{"within a bound", time.Hour, 2 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &script{}
			s.answer = func(ctx context.Context) error {
				if ctx.Value(work{}) == nil {
					return status.Error(codes.DeadlineExceeded, "late")
				}
				select {
				case <-time.After(test.takes):
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			inTime(t, s, Options{CallBase: 10 * time.Second, Concurrency: 2}, func(p *supervisor) {
				began := time.Now()
				result := make(chan error)
				go func() {
					_, err := p.Process(context.WithValue(context.Background(), work{}, 1), sdk.Request{})
					result <- err
				}()
				synctest.Wait()
				g := p.current
				for range 3 {
					assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
				}
				<-g.dead()
				assert.Equal(t, test.ends, time.Since(began))
				err := <-result
				assert.Equal(t, test.takes == time.Second, err == nil, "%v", err)
			})
		})
	}
}

func TestIdleGenerationsAreEnded(t *testing.T) {
	s := &script{}
	inTime(t, s, Options{}, func(p *supervisor) {
		require.NoError(t, plan(p))
		time.Sleep(5*time.Minute - time.Nanosecond)
		assert.Zero(t, s.stopped())
		require.NoError(t, plan(p), "a call begins the time anew")
		time.Sleep(5*time.Minute - time.Nanosecond)
		assert.Zero(t, s.stopped())
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		assert.Equal(t, 1, s.stopped())
		require.NoError(t, plan(p))
		assert.Equal(t, 2, p.Status().Generation)
	})
}

func TestAGenerationThatEndsBetweenCallsIsReplaced(t *testing.T) {
	s := &script{}
	inTime(t, s, Options{}, func(p *supervisor) {
		require.NoError(t, plan(p))
		p.current.stop(true)
		require.NoError(t, plan(p))
		assert.Equal(t, 2, p.Status().Generation)
		assert.Contains(t, p.Status().LastFault, ReasonCrashed)
	})
}

func TestCloseEndsAStartUnderWay(t *testing.T) {
	inTime(t, &script{launchIn: time.Hour}, Options{}, func(p *supervisor) {
		result := make(chan error)
		go func() { result <- plan(p) }()
		synctest.Wait()
		began := time.Now()
		require.NoError(t, p.Close())
		assert.Equal(t, ReasonUnavailable, ReasonOf(<-result))
		assert.Zero(t, time.Since(began))
		require.NoError(t, p.Close(), "twice is once")
	})
}
