package registry

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// standIn is a bundled plugin that runs as a process, and in this one as long as its
// process cannot be started: where nothing may be executed, where there is no folder
// for its socket, or where its program is not what it should be. The code is the host's
// own. It does not stand in for a process that crashed, hung or lied in a call: what
// that did there it would do here.
type standIn struct {
	supervise.Plugin // the process
	here             supervise.Plugin
	warn             func(cause error) // called once

	mu     sync.Mutex
	faulty bool  // a call of the process ended in a fault
	cause  error // of its last start, nil where that went well
	told   bool
}

var _ supervise.Plugin = (*standIn)(nil)

// by has the process do something, or this one where that could not start, and says
// which did.
func by[T any](s *standIn, f func(supervise.Plugin) (T, error)) (T, string, error) {
	v, err := f(s.Plugin)
	if !s.needed(err) {
		return v, s.Plugin.Transport(), err
	}
	v, err = f(s.here)
	return v, s.here.Transport(), err
}

// needed notes how a call of the process ended, and reports whether this process is to
// make it.
func (s *standIn) needed(err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch supervise.ReasonOf(err) {
	case supervise.ReasonStartFailed:
		if s.cause = nil; !s.faulty {
			s.cause = err
		}
	case supervise.ReasonUnavailable:
		// After failed starts it is not tried for a while.
	case supervise.ReasonCrashed, supervise.ReasonTimeout, supervise.ReasonInvalidReply, supervise.ReasonPanicked:
		// A caller may also lose patience with a start, which is no call.
		s.faulty = s.faulty || s.Plugin.Status().Description.Kind != ""
		return false
	case supervise.ReasonCanceled:
		return false
	default:
		s.cause = nil
		return false
	}
	if s.cause != nil && !s.told {
		s.told = true
		s.warn(s.cause)
	}
	return s.cause != nil
}

// why is what keeps the process from starting, nil where nothing does.
func (s *standIn) why() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cause
}

// Transport is that of the last call. ProcessBy says it for one.
func (s *standIn) Transport() string {
	if s.why() != nil {
		return s.here.Transport()
	}
	return s.Plugin.Transport()
}

func (s *standIn) Describe(ctx context.Context) (supervise.Description, error) {
	d, _, err := by(s, func(p supervise.Plugin) (supervise.Description, error) { return p.Describe(ctx) })
	return d, err
}

func (s *standIn) Process(ctx context.Context, req sdk.Request) (supervise.Reply, error) {
	reply, transport, err := by(s, func(p supervise.Plugin) (supervise.Reply, error) { return p.Process(ctx, req) })
	reply.Transport = transport
	return reply, err
}

func (s *standIn) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	n, _, err := by(s, func(p supervise.Plugin) ([]int, error) { return p.CountTokens(ctx, texts) })
	return n, err
}

// Match asks the host's own code: it is that of the program, and a text must not cost
// the start of every processor that might know it.
func (s *standIn) Match(ctx context.Context, sample sdk.Sample) (string, error) {
	return s.here.Match(ctx, sample)
}

func (s *standIn) Close() error { return errors.Join(s.Plugin.Close(), s.here.Close()) }

// StandsIn says why a bundled plugin runs in the host's process though it has a
// program, nil where it does not.
func (r *Registry) StandsIn(kind, name string) error {
	r.mu.Lock()
	s, _ := r.used[key{kind, name}].(*standIn)
	r.mu.Unlock()
	if s == nil {
		return nil
	}
	return s.why()
}

// StandIns lists the bundled plugins that run in the host's process because their
// programs do not start, by name, and why the first of them does not.
func (r *Registry) StandIns() (names []string, cause error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	causes := map[string]error{}
	for k, p := range r.used {
		if s, ok := p.(*standIn); ok && s.why() != nil {
			names = append(names, k.kind+" "+k.name)
			causes[k.kind+" "+k.name] = s.why()
		}
	}
	if names == nil {
		return nil, nil
	}
	slices.SortFunc(names, strings.Compare)
	cause = causes[names[0]]
	if f := (*supervise.Fault)(nil); errors.As(cause, &f) {
		cause = f.Err
	}
	return names, cause
}
