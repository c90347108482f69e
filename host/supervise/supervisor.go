package supervise

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// launcher starts generations of a plugin.
type launcher interface {
	transport() string
	// launch starts one and asks it what it is. It ends when ctx does.
	launch(ctx context.Context) (generation, Description, error)
	// stderr returns what the generations wrote.
	stderr() string
	// close frees what the generations shared.
	close()
}

// generation is one running plugin, from its start to its end.
type generation interface {
	Process(ctx context.Context, req sdk.Request) (sdk.Plan, error)
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
	Match(ctx context.Context, s sdk.Sample) (string, error)
	// dead is closed when it has ended by itself or was stopped; nil where it can't.
	dead() <-chan struct{}
	// stop ends it, at once or after leave to end by itself, and returns when it has
	// ended, within a bound.
	stop(now bool)
	pid() int
}

// live is the current generation and its record.
type live struct {
	generation
	description Description
	calls       int           // running now
	misses      int           // missed deadlines
	drained     chan struct{} // set by retire: closed when the last call has ended
}

func (l *live) ended() bool {
	select {
	case <-l.dead():
		return true
	default:
		return false
	}
}

// maxUnderWay is how many bytes of content a plugin works on at most: two contents
// of the largest size.
const maxUnderWay = 2 * serve.MaxContent

// supervisor is the life of one plugin.
type supervisor struct {
	name  string
	o     Options
	from  launcher
	slots chan struct{}
	bytes *semaphore.Weighted // of content under way: what bounds a plugin's memory
	life  context.Context     // ends with Close
	end   context.CancelFunc
	work  sync.WaitGroup // starts and stops under way

	mu       sync.Mutex
	health   health
	current  *live
	starting *start
	count    int // generations
	idle     *time.Timer
	closed   bool
	last     string // the last fault
	about    Description
}

// start is one attempt that all who need the plugin wait for.
type start struct {
	done chan struct{}
	err  error
}

var _ Plugin = (*supervisor)(nil)

func newSupervisor(name string, from launcher, o Options) *supervisor {
	s := &supervisor{name: name, o: o.withDefaults(), from: from}
	s.slots = make(chan struct{}, s.o.Concurrency)
	s.bytes = semaphore.NewWeighted(maxUnderWay)
	s.health.o = &s.o
	s.life, s.end = context.WithCancel(context.Background())
	return s
}

func (s *supervisor) Name() string      { return s.name }
func (s *supervisor) Transport() string { return s.from.transport() }

// Describe says what the plugin said when it started.
func (s *supervisor) Describe(ctx context.Context) (Description, error) {
	g, err := s.ready(ctx)
	if err != nil {
		return Description{}, err
	}
	return g.description, nil
}

// Process plans one content and checks the plan, both under one deadline.
func (s *supervisor) Process(ctx context.Context, req sdk.Request) (Reply, error) {
	req = validStrings(req)
	reply, err := call(ctx, s, len(req.Content), func(ctx context.Context, g generation) (Reply, error) {
		return checkedPlan(ctx, g, req)
	})
	reply.Transport = s.Transport()
	return reply, err
}

// checkedPlan asks for a plan and checks it as if it were hostile. Single units that
// break the contract are dropped.
func checkedPlan(ctx context.Context, g generation, req sdk.Request) (Reply, error) {
	plan, err := g.Process(ctx, req)
	if err != nil {
		return Reply{}, err
	}
	dropped, breach := sdk.RepairPlan(req, &plan)
	if breach != nil && dropped == 0 {
		return Reply{}, breach
	}
	return Reply{Plan: plan, Dropped: dropped, Breach: breach}, nil
}

// CountTokens counts a batch and checks that the counts can be true.
func (s *supervisor) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	return call(ctx, s, size, func(ctx context.Context, g generation) ([]int, error) {
		counts, err := g.CountTokens(ctx, texts)
		if err == nil {
			err = checkCounts(counts, texts)
		}
		return counts, err
	})
}

// Match asks for a kind and checks that it is one of those that the plugin declared.
func (s *supervisor) Match(ctx context.Context, sample sdk.Sample) (string, error) {
	about, err := s.Describe(ctx)
	if err != nil {
		return "", err
	}
	if !slices.Contains(about.Capabilities, sdk.CapabilityMatch) {
		return "", fault(ReasonError, "plugin %q matches no content", s.name)
	}
	sample.Kind, sample.Tool, sample.Command = valid(sample.Kind), valid(sample.Tool), valid(sample.Command)
	return call(ctx, s, len(sample.Head), func(ctx context.Context, g generation) (string, error) {
		kind, err := g.Match(ctx, sample)
		if err == nil && kind != "" && !slices.Contains(about.Processor.Kinds, kind) {
			err = fmt.Errorf("%w: it matched the kind %.80q, which it does not declare", serve.ErrInvalidReply, kind)
		}
		return kind, err
	})
}

// checkCounts refuses what no tokenizer says. A token is a byte at least; the room
// above is for estimates.
func checkCounts(counts []int, texts [][]byte) error {
	if len(counts) != len(texts) {
		return fmt.Errorf("%w: %d counts for %d texts", serve.ErrInvalidReply, len(counts), len(texts))
	}
	for i, c := range counts {
		if c < 0 || c > 4*len(texts[i])+16 {
			return fmt.Errorf("%w: %d tokens in %d bytes", serve.ErrInvalidReply, c, len(texts[i]))
		}
	}
	return nil
}

// validStrings makes the strings of a request valid UTF-8, which the wire asks for
// and every transport shall do alike. The content is valid already.
func validStrings(req sdk.Request) sdk.Request {
	req.Kind, req.Tool, req.Command = valid(req.Kind), valid(req.Tool), valid(req.Command)
	if len(req.Options) > 0 {
		options := make(map[string]string, len(req.Options))
		for k, v := range req.Options {
			options[valid(k)] = valid(v)
		}
		req.Options = options
	}
	return req
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// call runs f on a ready generation, within the deadline for size bytes.
func call[T any](caller context.Context, s *supervisor, size int, f func(context.Context, generation) (T, error)) (T, error) {
	var none T
	if size > serve.MaxContent {
		return none, fault(ReasonTooLarge, "plugin %q: %d bytes, at most %d are sent", s.name, size, serve.MaxContent)
	}
	if _, err := s.ready(caller); err != nil {
		return none, err
	}
	bound := time.Now().Add(s.o.deadline(size))
	ctx, cancel := context.WithDeadline(caller, bound)
	defer cancel()
	// A plugin is not judged by a deadline that is shorter than its own.
	theirs, hurried := caller.Deadline()
	hurried = hurried && theirs.Before(bound)
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-ctx.Done():
		return none, s.givenUp(caller, "all of its calls were taken")
	}
	if s.bytes.Acquire(ctx, int64(size)) != nil {
		return none, s.givenUp(caller, "it worked on all the bytes that it may")
	}
	defer s.bytes.Release(int64(size))
	g, err := s.enter(ctx)
	if err != nil {
		return none, err
	}
	answer, err := within(ctx, func() (T, error) { return f(ctx, g) })
	if err := s.leave(caller, hurried, g, err); err != nil {
		return none, err
	}
	return answer, nil
}

// within runs f in a goroutine of its own and waits for it until ctx ends. What
// does not return by then is left behind: in this process nothing can stop it.
func within[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		a := answer{err: fmt.Errorf("%w: the call ended its goroutine", serve.ErrInvalidReply)}
		defer func() {
			if r := recover(); r != nil {
				// The plugin's own panics are caught nearer: its answer broke the check.
				a.err = fmt.Errorf("%w: %v", serve.ErrInvalidReply, r)
			}
			answers <- a
		}()
		a.value, a.err = f()
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
	}
	select {
	case a := <-answers:
		return a.value, a.err
	default:
		var none T
		return none, ctx.Err()
	}
}

// givenUp is the fault of a caller that stopped waiting.
func (s *supervisor) givenUp(caller context.Context, what string) error {
	if errors.Is(caller.Err(), context.Canceled) {
		return fault(ReasonCanceled, "plugin %q: %w while %s", s.name, caller.Err(), what)
	}
	return fault(ReasonTimeout, "plugin %q: no answer in time: %s", s.name, what)
}
