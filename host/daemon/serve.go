// Package daemon is a warm host behind a socket: it answers post-execute exchanges as
// lines of JSON and over HTTP, until nobody has asked for a while.
//
// Whatever it cannot do is an answer that changes nothing, with a reason, and comes
// within a bound of time. Nothing that a client sends ends the server.
package daemon

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// Reasons of answers that the server itself gives.
const (
	ReasonQueueFull       = "queue-full"        // too many exchanges wait, or they hold too many bytes
	ReasonDeadline        = "deadline"          // no decision within Options.Deadline
	ReasonRequestTooLarge = "request-too-large" // the exchange has more than Options.MaxRequest bytes
	ReasonInvalidExchange = "invalid-exchange"  // the request is no exchange
	ReasonStopping        = "stopping"          // the server is about to end
)

// Decider decides on one exchange. A *host.Host is one.
type Decider interface {
	Decide(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result)
}

// Options are the bounds of a server. The zero value has the defaults.
type Options struct {
	Running     int           // exchanges worked on at once; default twice GOMAXPROCS, at least 4: more only share the processors
	Queue       int           // exchanges that may wait beside; default 64
	PerConn     int           // exchanges of one connection under way; default 16. What follows is not read meanwhile
	Connections int           // connections at once; default 128
	Deadline    time.Duration // from a request's last byte to its answer; default 10 s
	Drain       time.Duration // what runs may take once the server is told to stop; default 5 s
	IdleExit    time.Duration // ends the server when no request came for so long; 0: never
	ConnIdle    time.Duration // ends a connection on which no request came for so long; default 1 h
	ReadTime    time.Duration // from a request's first byte to its last; default 30 s
	WriteTime   time.Duration // for a client to take an answer; default 30 s
	MaxRequest  int           // bytes of a request; default MaxRequest
	MaxHeld     int64         // bytes of all requests at once; default MaxHeld
	SessionIdle time.Duration // lets go of what is held for a session without an exchange for so long; default 1 h
	Sessions    int           // sessions that something is held for; default 128, beyond which the oldest is let go of
	Version     string        // of the program, for /healthz
	Log         *slog.Logger  // default: none. Contents are never logged
	Metrics     *Metrics      // default: new ones, which nobody reads

	Release func(session string) error // lets go of what is held for a session; nil: nothing is
}

const (
	// MaxRequest is the most bytes of a request: a text of the largest size with an
	// escape for every other character, and 1 MiB for what surrounds it.
	MaxRequest = 2*pipeline.MaxContent + 1<<20
	// MaxHeld is the most bytes of all requests at once: two of the largest.
	MaxHeld = 2 * MaxRequest
)

func (o Options) withDefaults() Options {
	set(&o.Running, max(4, 2*runtime.GOMAXPROCS(0)))
	set(&o.Queue, 64)
	set(&o.PerConn, 16)
	set(&o.Connections, 128)
	set(&o.Deadline, 10*time.Second)
	set(&o.Drain, 5*time.Second)
	set(&o.ConnIdle, time.Hour)
	set(&o.ReadTime, 30*time.Second)
	set(&o.WriteTime, 30*time.Second)
	set(&o.SessionIdle, time.Hour)
	set(&o.Sessions, 128)
	set(&o.MaxRequest, MaxRequest)
	set(&o.MaxHeld, int64(MaxHeld))
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Metrics == nil {
		o.Metrics = NewMetrics()
	}
	return o
}

func set[T int | int64 | time.Duration](v *T, standard T) {
	if *v <= 0 {
		*v = standard
	}
}

// Server answers exchanges. It serves once.
type Server struct {
	o     Options
	host  Decider
	queue *queue
	held  *held
	used  *sessions
	began time.Time

	web *web // HTTP on every listener

	stopping chan struct{} // closed when the server is told to end
	stopOnce sync.Once
	hard     context.Context // ends when what runs may take no longer
	cut      context.CancelFunc

	mu    sync.Mutex
	conns map[net.Conn]*state
	work  sync.WaitGroup // connections

	last   atomic.Int64 // when the last request came or was answered, Unix nanoseconds
	active atomic.Int64 // requests under way
}

// New makes a server that asks host. It listens nowhere yet.
func New(host Decider, o Options) *Server {
	s := &Server{o: o.withDefaults(), host: host, began: time.Now(), stopping: make(chan struct{}), conns: map[net.Conn]*state{}}
	s.queue = newQueue(s.o.Running, s.o.Queue)
	s.held = &held{most: s.o.MaxHeld}
	s.hard, s.cut = context.WithCancel(context.Background())
	s.used = &sessions{release: s.o.Release, idle: s.o.SessionIdle, most: s.o.Sessions, seen: map[string]*session{}}
	s.web = newWeb(s)
	s.o.Metrics.watch(s)
	return s
}

// state is what is known of a connection.
type state struct {
	http bool // HTTP has it, and ends it in its own way
}

// Listener is where a server listens.
type Listener struct {
	net.Listener
	Local bool        // a Unix socket, which only this user can open: lines of JSON are taken too
	Gone  func() bool // reports whether nobody can find it any more; nil: never
}

// Serve answers on all listeners until ctx ends or nobody has asked for
// Options.IdleExit. Then it listens no more, finishes what runs within Options.Drain
// and returns. The listeners are closed. An error is that of a listener.
func (s *Server) Serve(ctx context.Context, listeners ...Listener) error {
	s.last.Store(time.Now().UnixNano())
	s.web.start()
	failed := make(chan error, len(listeners))
	var accepting sync.WaitGroup
	for _, l := range listeners {
		accepting.Go(func() {
			if err := s.accept(l); err != nil {
				failed <- err
			}
		})
	}
	err := s.wait(ctx, failed, listeners)
	s.stopOnce.Do(func() { close(s.stopping) })
	for _, l := range listeners {
		l.Close()
	}
	accepting.Wait()
	s.finish()
	return err
}

// lookEvery is how often a server looks whether its socket is still there, which who
// sweeps temporary folders may have removed, and which sessions are over.
const lookEvery = 30 * time.Second

// wait returns when the server is to end, with the error of a listener if that is why.
func (s *Server) wait(ctx context.Context, failed <-chan error, listeners []Listener) error {
	var idle <-chan time.Time
	timer := time.NewTimer(max(s.o.IdleExit, time.Hour))
	defer timer.Stop()
	if s.o.IdleExit > 0 {
		timer.Reset(s.o.IdleExit)
		idle = timer.C
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-failed:
			return err
		case <-look.C:
			s.used.sweep()
			for _, l := range listeners {
				if l.Gone != nil && l.Gone() {
					s.o.Log.Info("ending: the socket is gone")
					return nil
				}
			}
		case <-idle:
			quiet := time.Since(time.Unix(0, s.last.Load()))
			if s.active.Load() == 0 && quiet >= s.o.IdleExit {
				s.o.Log.Info("ending: nobody asked", "for", s.o.IdleExit)
				return nil
			}
			timer.Reset(max(s.o.IdleExit-quiet, s.o.IdleExit/16))
		}
	}
}

// finish lets what runs end within the bound and cuts off what does not.
func (s *Server) finish() {
	s.mu.Lock()
	for c, is := range s.conns {
		if !is.http {
			c.SetReadDeadline(time.Unix(1, 0)) // no further request is read
		}
	}
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.web.shut(s.o.Drain)
		s.work.Wait()
		s.queue.drain(s.hard) // exchanges whose clients have had their answers, in vain
	}()
	bound := time.NewTimer(s.o.Drain)
	defer bound.Stop()
	select {
	case <-ended:
	case <-bound.C:
		s.o.Log.Warn("ending: exchanges were cut off", "running", s.queue.running())
		s.cut()
		s.mu.Lock()
		for c := range s.conns {
			c.Close()
		}
		s.mu.Unlock()
		// What still runs ignores its context; it is not waited for.
	}
	s.cut()
}

// accept takes connections until the listener is closed. A failure that may pass, such
// as too many open files, is waited out.
func (s *Server) accept(l Listener) error {
	const longest = time.Second
	pause := 5 * time.Millisecond
	for {
		conn, err := l.Accept()
		if err == nil {
			pause = 5 * time.Millisecond
			s.take(conn, l.Local)
			continue
		}
		var temporary interface{ Temporary() bool }
		if s.ended() || errors.Is(err, net.ErrClosed) || !errors.As(err, &temporary) || !temporary.Temporary() {
			if s.ended() {
				return nil
			}
			return err
		}
		timer := time.NewTimer(pause)
		select {
		case <-timer.C:
		case <-s.stopping:
			timer.Stop()
			return nil
		}
		pause = min(2*pause, longest)
	}
}

// take serves a connection in goroutines of its own, or refuses it where there are too
// many: its client then keeps its result.
func (s *Server) take(conn net.Conn, local bool) {
	s.mu.Lock()
	full := len(s.conns) >= s.o.Connections
	if !full {
		s.conns[conn] = &state{}
		s.work.Add(1)
	}
	s.mu.Unlock()
	if full {
		s.o.Metrics.refused.Inc()
		conn.Close()
		return
	}
	go s.serveConn(conn, local)
}

func (s *Server) release(conn net.Conn) {
	conn.Close()
	s.mu.Lock()
	delete(s.conns, conn)
	s.mu.Unlock()
	s.work.Done()
}

func (s *Server) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

func (s *Server) ended() bool {
	select {
	case <-s.stopping:
		return true
	default:
		return false
	}
}
