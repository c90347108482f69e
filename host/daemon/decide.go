package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// request is one exchange as it was read.
type request struct {
	data []byte
	id   json.RawMessage // nil where it has none, or none that was found
	held int             // bytes reserved for it
	fail string          // why it was not read whole: a reason, "" where it was
}

// answer decides on one request within the deadline. There always is an answer, and
// it ends with a line feed.
func (s *Server) answer(ctx context.Context, q request) []byte {
	began := time.Now()
	s.active.Add(1)
	out := s.decide(ctx, q)
	s.o.Metrics.record(out.outcome, time.Since(began))
	s.last.Store(time.Now().UnixNano())
	s.active.Add(-1)
	return out.line
}

// answered is an answer and what it says.
type answered struct {
	line    []byte
	outcome pipeline.Outcome
}

func noChange(id json.RawMessage, reason, format string, args ...any) answered {
	detail := fmt.Sprintf(format, args...)
	return answered{exchange.NoChange(id, reason, detail), pipeline.Outcome{Action: pipeline.Passed, Reason: reason}}
}

// decide never blocks longer than the deadline: what takes longer keeps its slot, so
// that the work under way stays bounded, and its client has its answer.
func (s *Server) decide(ctx context.Context, q request) answered {
	switch {
	case q.fail == ReasonRequestTooLarge:
		s.held.give(q.held)
		return noChange(q.id, q.fail, "more than %d bytes", s.o.MaxRequest)
	case q.fail != "":
		s.held.give(q.held)
		return noChange(q.id, q.fail, "all requests together hold more than %d bytes", s.o.MaxHeld)
	}
	bound := time.NewTimer(s.o.Deadline)
	defer bound.Stop()
	// The preview of a text that no processor finished in time takes a moment more.
	ctx, cancel := context.WithTimeout(ctx, s.o.Deadline-s.o.Deadline/8)
	defer cancel()
	if err := s.queue.enter(ctx); err != nil {
		s.held.give(q.held)
		if errors.Is(err, errFull) {
			return noChange(q.id, ReasonQueueFull, "%d run and %d wait", s.o.Running, s.o.Queue)
		}
		return noChange(q.id, s.late(ctx), "it waited for its turn")
	}
	answers := make(chan answered, 1)
	go func() {
		defer s.queue.leave()
		defer s.held.give(q.held)
		answers <- s.run(ctx, q)
	}()
	select {
	case a := <-answers:
		return a
	case <-bound.C:
	case <-s.hard.Done():
	}
	return noChange(q.id, s.late(ctx), "no decision within %s", s.o.Deadline)
}

// late is the reason of an exchange that was not decided on in time.
func (s *Server) late(ctx context.Context) string {
	switch {
	case s.hard.Err() != nil:
		return ReasonStopping
	case errors.Is(ctx.Err(), context.Canceled):
		return pipeline.ReasonCancelled
	}
	return ReasonDeadline
}

// run is the decision itself. A panic in it costs this one exchange.
func (s *Server) run(ctx context.Context, q request) (a answered) {
	defer func() {
		if v := recover(); v != nil {
			s.o.Log.Error("a panic in an exchange", "panic", v, "stack", string(debug.Stack()))
			a = noChange(q.id, pipeline.ReasonInternal, "panic: %v", v)
		}
	}()
	x, err := exchange.Parse(q.data)
	if err != nil {
		return noChange(q.id, ReasonInvalidExchange, "%v", err)
	}
	s.used.enter(x.Exec.Session)
	defer s.used.leave(x.Exec.Session)
	decision, res := s.host.Decide(ctx, x)
	line, err := x.Answer(decision, res)
	if err != nil {
		return noChange(q.id, pipeline.ReasonInternal, "%v", err)
	}
	return answered{line, res.Outcome}
}
