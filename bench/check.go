package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

// checker runs what must have the machine for itself, one case at a time: the cost,
// and the gates that need further runs.
type checker struct {
	dir     string // for stores
	system  System
	again   System  // equal, and shares nothing
	apart   *System // equal, in processes of its own, where the system is not so itself
	timings []runfile.Timing
}

// check adds failed gates to the results, and returns the timings.
func check(ctx context.Context, cases []subject, systems []System, o Options, results []Result) ([]runfile.Timing, error) {
	dir, err := os.MkdirTemp("", "riffle-bench-*")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer os.RemoveAll(dir)
	byCase := make([][]runfile.Timing, len(cases))
	for k, s := range systems {
		if s.Role == runfile.RoleBaseline || s.Role == runfile.RoleOracle {
			continue
		}
		c, closing, err := newChecker(s, filepath.Join(dir, strconv.Itoa(k)))
		if err != nil {
			return nil, err
		}
		for i := range cases {
			o.Progress("check "+s.Name, i+1, len(cases))
			r := &results[i*len(systems)+k]
			if ctx.Err() != nil || r.Skipped || r.Err != nil || len(r.Points) == 0 {
				continue
			}
			c.timings = nil
			c.one(ctx, cases[i].ready(), r)
			byCase[i] = append(byCase[i], c.timings...)
		}
		if err := closing(); err != nil {
			return nil, fmt.Errorf("bench: %s: %w", s.Name, err)
		}
	}
	var timings []runfile.Timing
	for _, t := range byCase {
		timings = append(timings, t...)
	}
	return timings, nil
}

// newChecker makes the equals of a system, and says how to close them.
func newChecker(s System, dir string) (c *checker, closing func() error, err error) {
	c = &checker{dir: dir, system: s, again: s}
	var made []System
	closing = func() error { return CloseAll(made, nil) }
	if s.Again != nil {
		if c.again, err = s.Again(); err == nil {
			made = append(made, c.again)
		}
	}
	if s.Apart != nil && err == nil {
		var apart System
		if apart, err = s.Apart(); err == nil {
			made = append(made, apart)
			c.apart = &apart
		}
	}
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("bench: %s cannot be started again: %w", s.Name, err), closing())
	}
	return c, closing, nil
}

func (c *checker) one(ctx context.Context, s *score.Subject, r *Result) {
	defer func() {
		if p := recover(); p != nil {
			r.fail(runfile.GateSound, "panic in a further run: %v", p)
		}
		r.Headline = headline(r)
	}()
	p := r.At(runfile.MainBudget)
	if p == nil {
		p = &r.Points[len(r.Points)-1]
	}
	took := c.cost(ctx, s, r, p)
	c.stable(ctx, s, r)
	c.elsewhere(ctx, s, r, p)
	if c.system.Keep != nil {
		if err := c.system.Keep(ctx, s, p.Budget, c.dir); err != nil && ctx.Err() == nil {
			r.fail(runfile.GateStored, "%v", err)
		}
	}
	c.linear(ctx, s, r, p.Budget, took)
}

func (r *Result) fail(gate runfile.Gate, format string, args ...any) {
	r.Gates = append(r.Gates, gate.Failure(format, args...))
}

// cost measures one run from the input to the text at a budget.
func (c *checker) cost(ctx context.Context, s *score.Subject, r *Result, p *Point) time.Duration {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, took, err := once(ctx, c.system, s, p.Budget)
	runtime.ReadMemStats(&after)
	if err != nil || text != p.Text {
		r.fail(runfile.GateStable, "a run on its own gives another text (error: %v)", err)
	}
	c.timings = append(c.timings, runfile.Timing{
		Corpus: r.Corpus, Case: r.Case, System: r.System, Budget: p.Budget,
		Millis: float64(took.Microseconds()) / 1000,
		MBPerS: float64(len(s.Case.Data)) / max(took.Seconds(), 1e-9) / 1e6,
		Allocs: after.Mallocs - before.Mallocs, AllocBytes: after.TotalAlloc - before.TotalAlloc,
	})
	return took
}

func once(ctx context.Context, system System, s *score.Subject, budget int) (string, time.Duration, error) {
	began := time.Now()
	prepared, err := system.New(ctx, s)
	if err != nil {
		return "", time.Since(began), err
	}
	text, err := prepared.At(ctx, budget)
	return text, time.Since(began), err
}

// stable compares every text with that of an equal system on one processor.
func (c *checker) stable(ctx context.Context, s *score.Subject, r *Result) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	prepared, err := c.again.New(ctx, s)
	for i := range r.Points {
		var text string
		if err == nil {
			text, err = prepared.At(ctx, r.Points[i].Budget)
		}
		if ctx.Err() != nil {
			return
		}
		if err != nil || text != r.Points[i].Text {
			r.fail(runfile.GateStable, "on one processor the text at %d is another (error: %v)", r.Points[i].Budget, err)
			return
		}
	}
}

// elsewhere compares the text at a budget with that of another process.
func (c *checker) elsewhere(ctx context.Context, s *score.Subject, r *Result, p *Point) {
	if c.apart == nil {
		return
	}
	text, _, err := once(ctx, *c.apart, s, p.Budget)
	if ctx.Err() == nil && (err != nil || text != p.Text) {
		r.fail(runfile.GateStable, "the processor's own program gives another text at %d (error: %v): is it of another build?", p.Budget, err)
	}
}

// An input that is grown grownBy times over may take linearRatio times as long, and
// linearGrace besides, which covers what does not depend on the size and a busy
// machine. Quadratic time would take grownBy squared. A failure is tried again.
const (
	grownBy     = 4
	linearRatio = 8
	linearGrace = 300 * time.Millisecond
	linearTries = 3
)

func (c *checker) linear(ctx context.Context, s *score.Subject, r *Result, budget int, took time.Duration) {
	big := corpus.Case{Name: r.Case, Kind: s.Case.Kind, Tool: s.Case.Tool, Command: s.Case.Command, Encoding: s.Case.Encoding, Data: grown(s.Case.Data)}
	larger := NewSubject(&big, s.Counter())
	for try := 1; ; try++ {
		_, slow, err := once(ctx, c.system, larger, budget)
		if ctx.Err() != nil || err == nil && slow <= linearRatio*took+linearGrace {
			return
		}
		if err != nil {
			r.fail(runfile.GateSound, "it fails on the input %d times over: %v", grownBy, err)
			return
		}
		if try == linearTries {
			r.fail(runfile.GateSound, "%d times the input takes more than %d times as long", grownBy, linearRatio)
			return
		}
		if _, again, err := once(ctx, c.system, s, budget); err == nil {
			took = max(took, again)
		}
	}
}

// grown is an input several times over: as the items of one array where it is JSON,
// else one after the other.
func grown(data []byte) []byte {
	if json.Valid(data) {
		return append(append([]byte("["), bytes.Join(repeated(data), []byte(",\n"))...), ']')
	}
	between := []byte("\n")
	if bytes.HasSuffix(data, between) || bytes.IndexByte(data, 0) >= 0 { // a NUL: perhaps UTF-16
		between = nil
	}
	return bytes.Join(repeated(data), between)
}

func repeated(data []byte) [][]byte {
	all := make([][]byte, grownBy)
	for i := range all {
		all[i] = data
	}
	return all
}
