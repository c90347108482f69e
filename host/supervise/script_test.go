//go:build unix

package supervise

import (
	"context"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// script is a launcher and its generations, for a life in synctest's time.
type script struct {
	mu       sync.Mutex
	launches []time.Duration // since the first
	began    time.Time
	stops    int
	probes   int
	launchIn time.Duration                    // how long a launch takes
	refuse   func(n int) error                // the n-th launch, from 1
	answer   func(ctx context.Context) error  // of every call
	probe    func() error                     // of every canary
	die      func(g *scripted, call int) bool // ends the generation in a call
}

type scripted struct {
	s     *script
	ended chan struct{}
	once  sync.Once
	calls int
}

func (s *script) stopped() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stops
}

func (s *script) probed() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.probes
}

func (s *script) launched() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.launches)
}

func (s *script) transport() string { return "scripted" }
func (s *script) stderr() string    { return "" }
func (s *script) close()            {}

func (s *script) launch(ctx context.Context) (generation, Description, error) {
	s.mu.Lock()
	if s.launches == nil {
		s.began = time.Now()
	}
	s.launches = append(s.launches, time.Since(s.began))
	n := len(s.launches)
	s.mu.Unlock()
	select {
	case <-time.After(s.launchIn):
	case <-ctx.Done():
		return nil, Description{}, ctx.Err()
	}
	if s.refuse != nil {
		if err := s.refuse(n); err != nil {
			return nil, Description{}, err
		}
	}
	return &scripted{s: s, ended: make(chan struct{})}, Description{Kind: serve.KindProcessor}, nil
}

func (g *scripted) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	g.s.mu.Lock()
	g.calls++
	call, answer, probe := g.calls, g.s.answer, g.s.probe
	isProbe := string(req.Content) == "riffle\nprobe\n"
	if isProbe {
		g.s.probes++
	}
	g.s.mu.Unlock()
	if g.s.die != nil && g.s.die(g, call) {
		g.stop(true)
		return sdk.Plan{}, status.Error(codes.Unavailable, "connection reset")
	}
	if isProbe && probe != nil {
		return sdk.Plan{}, probe()
	}
	if answer != nil {
		return sdk.Plan{}, answer(ctx)
	}
	return sdk.Plan{}, nil
}

func (g *scripted) Match(context.Context, sdk.Sample) (string, error) { return "", nil }

func (g *scripted) CountTokens(context.Context, [][]byte) ([]int, error) { return nil, nil }
func (g *scripted) dead() <-chan struct{}                                { return g.ended }
func (g *scripted) pid() int                                             { return 1 }
func (g *scripted) stop(bool) {
	g.once.Do(func() {
		g.s.mu.Lock()
		g.s.stops++
		g.s.mu.Unlock()
		close(g.ended)
	})
}
