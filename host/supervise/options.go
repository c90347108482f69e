package supervise

import (
	"log/slog"
	"math/rand/v2"
	"runtime"
	"time"
)

// Options are the bounds of one plugin's life. The zero value has the defaults.
type Options struct {
	StartTimeout time.Duration  // from exec to the first description; default 10 s
	CallBase     time.Duration  // deadline of a call...; default 2 s
	CallPerMiB   time.Duration  // ...and what each MiB of content adds; default 1 s
	Concurrency  int            // calls at once; default twice GOMAXPROCS and at least 8. Throughput stops to grow sooner, but a call that hangs shall not hold up others
	BackoffBase  time.Duration  // pause after the second crash in a row, doubled by each further one; default 250 ms
	BackoffMax   time.Duration  // default 30 s
	HealthyAfter time.Duration  // a crash-free time that forgets earlier crashes; default 60 s
	StrikeLimit  int            // faults in a row that open the circuit; default 5
	CrashLimit   int            // crashes within CrashWindow that open it; default 3
	CrashWindow  time.Duration  // default 60 s
	OpenFor      time.Duration  // until an open circuit is probed; default 30 s
	MissLimit    int            // missed deadlines of one process until it is replaced; default 3
	IdleAfter    time.Duration  // a process without calls is ended after; default 5 min
	KillAfter    time.Duration  // how long a process that shall end may take; default 500 ms
	MTLS         bool           // authenticate both sides; sockets in a private folder do not need it
	Limits       Limits         // what its process may use
	Env          []string       // names of variables that the process gets beside LANG, LC_ALL, TMPDIR and TZ
	Jitter       func() float64 // in [0,1), scales each pause; default random
	Log          *slog.Logger   // default: none. Contents and environments are never logged
}

// withDefaults fills in what is not set.
func (o Options) withDefaults() Options {
	set(&o.StartTimeout, 10*time.Second)
	set(&o.CallBase, 2*time.Second)
	set(&o.CallPerMiB, time.Second)
	set(&o.Concurrency, max(8, 2*runtime.GOMAXPROCS(0)))
	set(&o.BackoffBase, 250*time.Millisecond)
	set(&o.BackoffMax, 30*time.Second)
	set(&o.HealthyAfter, time.Minute)
	set(&o.StrikeLimit, 5)
	set(&o.CrashLimit, 3)
	set(&o.CrashWindow, time.Minute)
	set(&o.OpenFor, 30*time.Second)
	set(&o.MissLimit, 3)
	set(&o.IdleAfter, 5*time.Minute)
	set(&o.KillAfter, 500*time.Millisecond)
	o.Limits = o.Limits.withDefaults()
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

func set[T int | time.Duration](v *T, standard T) {
	if *v <= 0 {
		*v = standard
	}
}

// deadline is the bound of one call on n bytes.
func (o *Options) deadline(n int) time.Duration {
	return o.CallBase + time.Duration(float64(o.CallPerMiB)*float64(n)/(1<<20))
}
