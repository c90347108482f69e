package supervise

import (
	"fmt"
	"time"
)

// health decides from the faults of a plugin when it may be started. It is not
// safe for concurrent use; times are given, so that it holds no clock.
type health struct {
	o       *Options
	strikes int         // faults in a row
	crashes []time.Time // within CrashWindow, oldest first
	row     int         // crashes without a healthy time between, for the pause
	next    time.Time   // no start before
	open    bool        // the circuit is open until openTo, then it is probed
	openTo  time.Time
}

// good notes an answer.
func (h *health) good(now time.Time) {
	h.strikes = 0
	if n := len(h.crashes); n == 0 || now.Sub(h.crashes[n-1]) >= h.o.HealthyAfter {
		h.row = 0
	}
}

// strike notes a fault after which the plugin lives on, and reports whether it
// opened the circuit.
func (h *health) strike(now time.Time) bool {
	h.strikes++
	return h.strikes >= h.o.StrikeLimit && h.trip(now)
}

// crash notes that the process ended or did not start, sets the pause before the
// next start, and reports whether it opened the circuit.
func (h *health) crash(now time.Time) bool {
	recent := h.crashes[:0]
	for _, t := range h.crashes {
		if now.Sub(t) < max(h.o.CrashWindow, h.o.HealthyAfter) {
			recent = append(recent, t)
		}
	}
	h.crashes = append(recent, now)
	// After one crash the plugin starts again at once: most never crash twice.
	pause := time.Duration(0)
	if h.row > 0 {
		pause = min(h.o.BackoffMax, h.o.BackoffBase<<min(h.row-1, 16))
	}
	h.row++
	// Full jitter: plugins that fell together shall not rise together.
	h.next = now.Add(time.Duration(float64(pause) * h.o.Jitter()))
	within := 0
	for _, t := range h.crashes {
		if now.Sub(t) < h.o.CrashWindow {
			within++
		}
	}
	return within >= h.o.CrashLimit && h.trip(now)
}

func (h *health) trip(now time.Time) bool {
	opened := !h.open
	h.open, h.openTo = true, now.Add(h.o.OpenFor)
	return opened
}

// mayStart says how long to wait before a start and whether it must be a probe, or
// why there is none.
func (h *health) mayStart(now time.Time) (wait time.Duration, probe bool, err error) {
	if h.open {
		if left := h.openTo.Sub(now); left > 0 {
			return 0, false, fmt.Errorf("given up after repeated faults; tried again in %s", left.Round(time.Millisecond))
		}
		return 0, true, nil
	}
	return max(0, h.next.Sub(now)), false, nil
}

// probed notes how a probe went.
func (h *health) probed(ok bool, now time.Time) {
	if !ok {
		h.trip(now)
		return
	}
	h.open, h.strikes, h.crashes, h.row, h.next = false, 0, nil, 0, time.Time{}
}
