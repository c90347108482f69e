package sdktest

import (
	"context"
	"fmt"
	"time"

	"github.com/riffle-dev/riffle/sdk"
)

const (
	// largeBytes is the largest content that is tried.
	largeBytes = 8 << 20
	// enoughTime is what a content of the first size should take to be measured well;
	// slow plugins are measured on less.
	enoughTime = 400 * time.Millisecond
	// factor is how much larger the second content is, mostRatio how much longer it may
	// take: work that grows with the square takes sixteen times as long.
	factor    = 4
	mostRatio = 2.5 * factor
	// floor keeps start-up costs and the timer's grain out of a ratio.
	floor = 20 * time.Millisecond
	// tries is how often a ratio may be measured until it is believed.
	tries = 3
	// cancelTries is likewise for a context that ends.
	cancelTries = 2
)

// largest is the size in bytes of the largest content: the race detector gets less.
func (c *check) largest() int { return largeBytes / c.scale / min(raceFactor, 4) }

// linear measures f at a size and at four times as much, as a ratio within one run:
// a time by itself says more about the machine than about the code. It returns the
// ratio and the larger size, or false where f failed.
func (c *check) linear(f func(bytes int) (time.Duration, bool)) (ratio float64, bytes int, ok bool) {
	all := c.largest()
	bytes = all
	// A first call is not counted; it says how much is worth trying.
	took, ok := f(all / 64)
	if !ok {
		return 0, bytes, false
	}
	for bytes > all/8 && took*time.Duration(bytes/(all/64)) > factor*enoughTime {
		bytes /= 2
	}
	small, large := time.Hour, time.Hour
	for range tries {
		a, ok1 := f(bytes / factor)
		b, ok2 := f(bytes)
		if !ok1 || !ok2 {
			return 0, bytes, false
		}
		small, large = min(small, a), min(large, b)
		if ratio = float64(large+floor) / float64(small+floor); ratio <= mostRatio {
			break
		}
	}
	return ratio, bytes, true
}

// timed is how long f takes: in processor time where f runs in this process and that
// says less, as other work on the machine lengthens the time alone.
func (c *check) timed(f func()) time.Duration {
	began, worked := time.Now(), computing()
	f()
	took, work := time.Since(began), computing()-worked
	if c.mode != asProgram && work > 0 {
		took = min(took, work)
	}
	return took
}

func large(c *check) {
	for _, kind := range c.kindsToTry() {
		if c.full() {
			return
		}
		plan := func(bytes int) (time.Duration, bool) {
			req := ask(sample{"", kind, many(kind, c.samples, bytes)})
			var got sdk.Plan
			var err error
			took := c.timed(func() { got, err = c.processAt(req) })
			before := len(c.faults)
			c.valid("a content of "+megabytes(bytes), req, &got, err)
			return took, len(c.faults) == before
		}
		if c.mode == overWire {
			plan(c.largest())
			continue
		}
		ratio, bytes, ok := c.linear(plan)
		if ok && ratio > mostRatio {
			c.fault("%s take %.1f times as long as a quarter of that, expected about %d", megabytes(bytes), ratio, factor)
		}
		if ok && bytes < c.largest() {
			plan(c.largest())
		}
	}
}

func megabytes(n int) string { return fmt.Sprintf("%.3g MiB", float64(n)/(1<<20)) }

const (
	// quickWork is the computing time of a call on 8 MiB that may go on to its end: it is
	// what a host allows the smallest content. It does not depend on what else the
	// machine does. quickWall is the time that the host allows 8 MiB.
	quickWork = raceFactor * 2 * time.Second
	quickWall = raceFactor * 10 * time.Second
	// cancelGrace is what a call may go on after its context has ended, beside a share
	// of what the whole call takes.
	cancelGrace = 250 * time.Millisecond
	cancelShare = 4 // a quarter
)

// cancel ends the context of a call on a large content after a tenth of its time.
func cancel(c *check) {
	for _, kind := range c.kindsToTry() {
		req := ask(sample{"", kind, many(kind, c.samples, c.largest())})
		c.cancelled(func() { _, _ = c.processAt(req) },
			func(ctx context.Context) { _, _ = c.subject.Process(ctx, req) })
		if c.full() {
			return
		}
	}
}

// cancelled runs whole to its end, and then part with a context that ends early. What
// is quick to the end is in nobody's way.
func (c *check) cancelled(whole func(), part func(context.Context)) {
	began, worked := time.Now(), computing()
	whole()
	full, work := time.Since(began), computing()-worked
	if c.hung || work < c.quick && full < quickWall {
		return
	}
	var late time.Duration
	for range cancelTries {
		ctx, stop := context.WithCancel(c.ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			defer func() { _ = recover() }() // a panic is the matter of other cases
			part(ctx)
		}()
		timer := time.AfterFunc(full/10, stop)
		<-ctx.Done()
		timer.Stop()
		ended := time.Now()
		select {
		case <-done:
			late = time.Since(ended)
		case <-time.After(c.limit + full):
			c.hung = true
			return
		}
		if late < cancelGrace+full/cancelShare {
			return
		}
	}
	c.fault("a call that takes %v to its end went on for %v after its context had ended", full.Round(time.Millisecond), late.Round(time.Millisecond))
}
