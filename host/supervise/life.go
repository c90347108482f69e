package supervise

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// drainBound is how long a process that is replaced may work on what it has begun.
const drainBound = 2 * time.Second

// patience is how long a call waits for the pause after a crash to end. It is of
// the order of a start; where the pause is longer the caller goes on without.
const patience = 25 * time.Millisecond

// closeBound is how long Close waits for processes to end.
const closeBound = 3 * time.Second

// ready returns the running generation, or starts one and waits for it as long as
// ctx lasts. The start goes on without its callers.
func (s *supervisor) ready(ctx context.Context) (*live, error) {
	for {
		s.mu.Lock()
		g, st, err := s.request()
		s.mu.Unlock()
		if g != nil || err != nil {
			return g, err
		}
		select {
		case <-st.done:
			if st.err != nil {
				return nil, st.err
			}
		case <-ctx.Done():
			return nil, s.givenUp(ctx, "it was starting")
		}
	}
}

// request returns the generation that runs, or the start under way, one that it
// began if need be. s.mu is held.
func (s *supervisor) request() (*live, *start, error) {
	if s.closed {
		return nil, nil, fault(ReasonUnavailable, "plugin %q is closed", s.name)
	}
	if s.current != nil {
		if !s.current.ended() {
			return s.current, nil, nil
		}
		s.lost("it ended between two calls")
	}
	if s.starting != nil {
		return nil, s.starting, nil
	}
	wait, probe, err := s.health.mayStart(time.Now())
	if err == nil && wait > patience {
		err = fmt.Errorf("it crashed; started again in %s", wait.Round(time.Millisecond))
	}
	if err != nil {
		return nil, nil, fault(ReasonUnavailable, "plugin %q: %w; last fault: %s", s.name, err, s.last)
	}
	return nil, s.begin(wait, probe), nil
}

// begin begins a start. s.mu is held.
func (s *supervisor) begin(wait time.Duration, probe bool) *start {
	st := &start{done: make(chan struct{})}
	s.starting = st
	s.work.Go(func() { s.start(st, wait, probe) })
	return st
}

// lost drops a generation that ended by itself. s.mu is held.
func (s *supervisor) lost(why string) {
	g := s.current
	s.current = nil
	s.last = ReasonCrashed + ": " + why
	s.o.Log.Warn("plugin.crash", "plugin", s.name, "pid", g.pid(), "cause", why)
	if s.health.crash(time.Now()) {
		s.o.Log.Warn("plugin.open", "plugin", s.name)
	}
	s.work.Go(func() { g.stop(true) })
}

// start launches a generation after a pause, and probes it if it must.
func (s *supervisor) start(st *start, wait time.Duration, probe bool) {
	g, err := s.launch(wait, probe)
	s.mu.Lock()
	defer s.mu.Unlock()
	defer close(st.done)
	s.starting = nil
	switch {
	case s.closed:
		if g != nil {
			s.work.Go(func() { g.stop(true) })
		}
		st.err = fault(ReasonUnavailable, "plugin %q is closed", s.name)
	case err != nil:
		f := fault(ReasonStartFailed, "plugin %q: %w", s.name, err)
		s.last, st.err = f.Error(), f
		opened := s.health.crash(time.Now())
		if probe {
			s.health.probed(false, time.Now())
		}
		s.o.Log.Warn("plugin.start-failed", "plugin", s.name, "error", err, "open", opened)
	case s.health.open && !probe:
		// It was to take the place of one that was given up meanwhile.
		s.work.Go(func() { g.stop(true) })
		st.err = fault(ReasonUnavailable, "plugin %q: given up while it was starting; last fault: %s", s.name, s.last)
	default:
		if probe {
			s.health.probed(true, time.Now())
		}
		if old := s.current; old != nil {
			s.retire(old)
		}
		s.current, s.about = g, g.description
		s.rest()
		s.o.Log.Debug("plugin.ready", "plugin", s.name, "pid", g.pid(), "generation", s.count)
	}
}

func (s *supervisor) launch(wait time.Duration, probe bool) (*live, error) {
	if wait > 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-s.life.Done():
			return nil, s.life.Err()
		}
	}
	s.mu.Lock()
	s.count++
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.life, s.o.StartTimeout)
	defer cancel()
	raw, description, err := s.from.launch(ctx)
	if err != nil {
		return nil, err
	}
	g := &live{generation: raw, description: description}
	if probe {
		if err := s.canary(g); err != nil {
			g.stop(true)
			return nil, fmt.Errorf("the probe failed: %s", message(err))
		}
	}
	return g, nil
}

// canary makes one small real call: a process that answers a ping may still fail
// its work.
func (s *supervisor) canary(g *live) error {
	ctx, cancel := context.WithTimeout(s.life, s.o.deadline(0))
	defer cancel()
	_, err := within(ctx, func() (struct{}, error) {
		text := []byte("riffle\nprobe\n")
		if g.description.Kind == serve.KindEstimator {
			counts, err := g.CountTokens(ctx, [][]byte{text})
			if err == nil {
				err = checkCounts(counts, [][]byte{text})
			}
			return struct{}{}, err
		}
		req := sdk.Request{Content: text, MaxTokens: 64}
		if kinds := g.description.Processor.Kinds; len(kinds) > 0 {
			req.Kind = kinds[0]
		}
		_, err := checkedPlan(ctx, g, req)
		return struct{}{}, err
	})
	if errors.Is(err, sdk.ErrDeclined) {
		return nil
	}
	return err
}

// enter begins a call on the generation that runs.
func (s *supervisor) enter(ctx context.Context) (*live, error) {
	for {
		g, err := s.ready(ctx)
		if err != nil {
			return nil, err
		}
		s.mu.Lock()
		if s.current == g && !s.closed {
			g.calls++
			s.rest()
			s.mu.Unlock()
			return g, nil
		}
		s.mu.Unlock()
	}
}

// leave ends a call, draws the consequences of its error and returns what the
// caller gets. Hurried says that the caller's deadline was before the plugin's.
func (s *supervisor) leave(caller context.Context, hurried bool, g *live, err error) error {
	reason, w := "", harmless
	declined := errors.Is(err, sdk.ErrDeclined)
	if err != nil && !declined {
		if reason, w = verdict(caller, g, err); w == missing && hurried {
			w = harmless
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if g.calls--; g.calls == 0 && g.drained != nil {
		close(g.drained)
		g.drained = nil
	}
	s.rest()
	if err == nil || declined {
		s.health.good(time.Now())
		return err
	}
	if s.closed && w == deadly {
		return fault(ReasonUnavailable, "plugin %q was closed during the call", s.name)
	}
	f := fault(reason, "plugin %q: %s", s.name, message(err))
	if w == harmless {
		return f
	}
	s.last = f.Error()
	if s.current == g {
		s.judge(g, w, message(err))
	}
	return f
}

// judge draws the consequences of a fault of the current generation. s.mu is held.
func (s *supervisor) judge(g *live, w weight, why string) {
	if w == deadly {
		s.lost(why)
		return
	}
	if s.health.strike(time.Now()) {
		s.o.Log.Warn("plugin.open", "plugin", s.name, "cause", why)
		s.retire(g)
		return
	}
	if w == missing {
		// A call that timed out goes on in the plugin; enough of them wear it down.
		if g.misses++; g.misses >= s.o.MissLimit && s.starting == nil {
			s.o.Log.Warn("plugin.recycle", "plugin", s.name, "pid", g.pid(), "missed", g.misses)
			// It serves until the other is ready: no call waits for a start.
			s.begin(0, false)
		}
	}
}

// retire ends the current generation when its calls have ended, or after a bound.
// s.mu is held.
func (s *supervisor) retire(g *live) {
	s.current = nil
	var drained chan struct{}
	if g.calls > 0 {
		drained = make(chan struct{})
		g.drained = drained
	}
	s.work.Go(func() {
		if drained != nil {
			timer := time.NewTimer(drainBound)
			defer timer.Stop()
			select {
			case <-drained:
			case <-timer.C:
			case <-g.dead():
			case <-s.life.Done():
			}
		}
		g.stop(s.life.Err() != nil)
	})
}

// rest sets the timer that ends an idle process, or stops it while calls run.
// s.mu is held.
func (s *supervisor) rest() {
	if s.idle != nil {
		s.idle.Stop()
		s.idle = nil
	}
	g := s.current
	if g == nil || g.calls > 0 || s.closed || g.dead() == nil {
		return
	}
	s.idle = time.AfterFunc(s.o.IdleAfter, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.current == g && g.calls == 0 && !s.closed {
			s.o.Log.Debug("plugin.idle", "plugin", s.name, "pid", g.pid())
			s.retire(g)
		}
	})
}

// Status says how the plugin is.
func (s *supervisor) Status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := Status{State: "idle", Generation: s.count, Strikes: s.health.strikes, LastFault: s.last, Stderr: s.from.stderr(), Description: s.about}
	switch {
	case s.closed:
		st.State = "closed"
	case s.current != nil && !s.current.ended():
		st.State, st.PID = "ready", s.current.pid()
	case s.starting != nil:
		st.State = "starting"
	case s.health.open:
		st.State = "open"
	case s.health.next.After(time.Now()):
		st.State = "waiting"
	}
	return st
}

// Close ends the plugin at once: a plugin has no state that it could lose.
func (s *supervisor) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	g := s.current
	s.current = nil
	s.rest()
	s.mu.Unlock()
	s.end()
	ended := make(chan struct{})
	go func() {
		if g != nil {
			g.stop(true)
		}
		s.work.Wait()
		s.from.close()
		close(ended)
	}()
	timer := time.NewTimer(closeBound)
	defer timer.Stop()
	select {
	case <-ended:
		return nil
	case <-timer.C:
		return fmt.Errorf("supervise: plugin %q did not end within %s", s.name, closeBound)
	}
}
