package estimate

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	bpe "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Bounds of what is timed.
const (
	timedBytes     = 4 << 20 // of whole texts, those of all kinds in turn
	referenceBytes = 1 << 20 // of samples for the reference, which takes a second for so many
	largeBytes     = 1 << 20
	minPasses      = 3
	maxPasses      = 25
	passTime       = 300 * time.Millisecond // passes go on until they have taken so long…
	longTime       = time.Second            // …and stop early when they took this long
)

// Opened is an estimator to time, and what frees it.
type Opened struct {
	Counter
	Elsewhere bool // it counts in another process: the time that passes is taken, else that of the processor
	Close     func() error
}

var started = time.Now()

func wallTime() time.Duration { return time.Since(started) }

// clock is what an estimator is timed by.
func (o Opened) clock() func() time.Duration {
	if o.Elsewhere {
		return wallTime
	}
	return processorTime
}

// Stopwatch times estimators on the texts of a set, and the reference beside. It binds
// the process to one processor until it is closed.
type Stopwatch struct {
	texts     [][]byte
	large     []byte
	reference float64 // bytes per second
	procs     int
}

// NewStopwatch times the reference: github.com/pkoukk/tiktoken-go as it is, without
// the cutting and remembering of the estimator that is built on it.
func (s *Set) NewStopwatch() (*Stopwatch, error) {
	encoder, err := reference()
	if err != nil {
		return nil, fmt.Errorf("estimate: %w", err)
	}
	w := &Stopwatch{texts: s.timed(), large: s.largeText(), procs: runtime.GOMAXPROCS(1)}
	var texts []string
	for _, b := range s.referenceTexts() {
		texts = append(texts, string(b))
	}
	size, best := 0, make([]time.Duration, len(texts))
	for pass := range minPasses {
		for i, t := range texts {
			began := processorTime()
			encoder.EncodeOrdinary(t)
			best[i] = least(pass, best[i], processorTime()-began)
		}
	}
	took := time.Duration(0)
	for i := range texts {
		size, took = size+len(texts[i]), took+best[i]
	}
	w.reference = rate(size, took)
	return w, nil
}

// reference is built once: that takes half a second, and SetBpeLoader writes a global.
var reference = sync.OnceValues(func() (*bpe.Tiktoken, error) {
	bpe.SetBpeLoader(loader.NewOfflineLoader())
	return bpe.GetEncoding(bpe.MODEL_O200K_BASE)
})

// Reference is the speed of the reference in 10^6 bytes per second.
func (w *Stopwatch) Reference() float64 { return w.reference / 1e6 }

// Close gives the process its processors back.
func (w *Stopwatch) Close() { runtime.GOMAXPROCS(w.procs) }

// Time opens an estimator anew for each pass, so that none has seen the texts before,
// and takes for every text the best of all passes.
func (w *Stopwatch) Time(ctx context.Context, open func() (Opened, error)) (runfile.Speed, error) {
	var v runfile.Speed
	size, took, allocs, err := w.passes(ctx, open, w.texts)
	if err != nil {
		return v, err
	}
	v.MBPerS, v.Allocs = rate(size, took)/1e6, allocs
	v.Times = v.MBPerS * 1e6 / w.reference
	size, took, _, err = w.passes(ctx, open, [][]byte{w.large})
	v.Large = rate(size, took) / w.reference
	return v, err
}

func (w *Stopwatch) passes(ctx context.Context, open func() (Opened, error), texts [][]byte) (size int, took time.Duration, allocs float64, err error) {
	best := make([]time.Duration, len(texts))
	began := time.Now()
	for pass := 0; pass < maxPasses; pass++ {
		if spent := time.Since(began); pass > 0 && spent > longTime || pass >= minPasses && spent > passTime {
			break
		}
		e, err := open()
		if err != nil {
			return 0, 0, 0, err
		}
		a, err := onePass(ctx, e, texts, func(i int, took time.Duration) { best[i] = least(pass, best[i], took) })
		if closing := e.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return 0, 0, 0, err
		}
		if pass == 0 || a < allocs {
			allocs = a
		}
	}
	for i := range texts {
		size, took = size+len(texts[i]), took+best[i]
	}
	return size, took, allocs, nil
}

// onePass counts each text by itself and returns the allocations of a call.
func onePass(ctx context.Context, c Opened, texts [][]byte, done func(i int, took time.Duration)) (allocs float64, err error) {
	if _, err := c.CountTokens(ctx, [][]byte{[]byte("tables are read")}); err != nil {
		return 0, err
	}
	runtime.GC()
	var before, between, after runtime.MemStats
	clock, call := c.clock(), make([][]byte, 1)
	runtime.ReadMemStats(&before)
	for range texts {
		call[0] = nil
		if _, err := c.CountTokens(ctx, call); err != nil {
			return 0, err
		}
	}
	runtime.ReadMemStats(&between)
	for i := range texts {
		call[0] = texts[i]
		began := clock()
		if _, err := c.CountTokens(ctx, call); err != nil {
			return 0, err
		}
		done(i, clock()-began)
	}
	runtime.ReadMemStats(&after)
	own, idle := after.Mallocs-between.Mallocs, between.Mallocs-before.Mallocs
	return max(0, float64(own)-float64(idle)) / float64(max(1, len(texts))), nil
}

func least(pass int, best, took time.Duration) time.Duration {
	if pass == 0 || took < best {
		return took
	}
	return best
}

func rate(size int, took time.Duration) float64 {
	return float64(size) / max(took.Seconds(), 1e-9)
}

// inTurn hands out texts, one of each kind in turn, until take refuses.
func (s *Set) inTurn(take func(*Text) bool) {
	byKind := map[string][]*Text{}
	for i := range s.texts {
		byKind[s.texts[i].Kind] = append(byKind[s.texts[i].Kind], &s.texts[i])
	}
	for left := len(s.texts); left > 0; {
		for _, k := range s.kinds {
			if len(byKind[k]) == 0 {
				continue
			}
			if !take(byKind[k][0]) {
				return
			}
			byKind[k] = byKind[k][1:]
			left--
		}
	}
}

// timed are whole texts.
func (s *Set) timed() (out [][]byte) {
	size := 0
	s.inTurn(func(t *Text) bool {
		out = append(out, t.Content)
		size += len(t.Content)
		return size < timedBytes
	})
	return out
}

// largeText is texts joined, over and over, to one of largeBytes.
func (s *Set) largeText() []byte {
	out := make([]byte, 0, largeBytes)
	for len(out) < largeBytes && len(s.texts) > 0 {
		s.inTurn(func(t *Text) bool {
			out = append(append(out, t.Content...), '\n')
			return len(out) < largeBytes
		})
	}
	return out[:runeEdge(out, min(len(out), largeBytes))]
}

// referenceTexts are samples without long runs, on which the time of the reference
// grows with the square; short ones where there is nothing else.
func (s *Set) referenceTexts() [][]byte {
	for _, z := range Sizes[1:] {
		var out [][]byte
		size := 0
		s.inTurn(func(t *Text) bool {
			first := z.samples(t)[0].bytes
			if longestRun(first) <= 1<<10 || z.Bytes <= 1<<10 {
				out = append(out, first)
				size += len(first)
			}
			return size < referenceBytes
		})
		if size > 0 {
			return out
		}
	}
	return nil
}

// longestRun is in bytes, of what stands between blanks, line ends and quotes.
func longestRun(b []byte) (longest int) {
	for len(b) > 0 {
		n := bytes.IndexAny(b, " \t\n\"',.")
		if n < 0 {
			return max(longest, len(b))
		}
		longest = max(longest, n)
		b = b[n+1:]
	}
	return longest
}
