// Package mcp stands between a client and a server of the Model Context Protocol that
// talk over standard input and output, and shortens what tools return.
//
// It is a pump of lines. A frame, one line of JSON, is handed on as it came; of the
// result of a tools/call alone the text is changed, spliced into the bytes around it, so
// that unknown members, the order of keys and numbers of any size stay. The transports
// of the official Go SDK would not do: they decode each frame into a message of known
// members and print it anew, refuse what they do not know, and end the session at a long
// line. Its typed client and server lose capabilities, unknown content and members too.
//
// Whatever is in doubt goes through unchanged: a proxy that breaks a session costs more
// than it saves.
package mcp

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/spill"
)

const (
	// DefaultTimeout is how long a result may be worked on; the host bounds a plugin's
	// call to 2 s and 1 s per MiB, so this covers a few of them.
	DefaultTimeout = 10 * time.Second
	// DefaultMaxFrame is the longest frame, in bytes, that is looked into: the official
	// SDKs for Go and others end a session at a longer one.
	DefaultMaxFrame = 16 << 20
	// maxLoad is how many bytes of frames are worked on at once. A frame that would
	// exceed it goes through unchanged, so that the reader never waits for the work.
	maxLoad = 64 << 20
	// leastLoad is what a small frame counts as: at most 64 are worked on at once.
	leastLoad = 1 << 20
)

// Decider is the host as the proxy needs it.
type Decider interface {
	Decide(ctx context.Context, x *exchange.Exchange) (pipeline.Decision, pipeline.Result)
	Config() config.Config
	Store() *spill.Store // nil where it cannot be used
}

var _ Decider = (*host.Host)(nil)

// Options say what the proxy may do.
type Options struct {
	Server   string        // tools go by mcp__SERVER__TOOL in the configuration; "": by their plain names
	NoMirror bool          // leave results alone whose structuredContent repeats the text
	Drop     bool          // take outputSchema out of lists of tools and structuredContent out of results
	Errors   bool          // shorten results that report an error too
	GetTool  bool          // offer a tool that reads originals back
	Timeout  time.Duration // for one result; 0: DefaultTimeout
	MaxFrame int           // bytes; longer frames go through unchanged; 0: DefaultMaxFrame
	Report   func(Report)  // told of every result of a tool; nil: nobody is. Called from many goroutines
}

// Report says what became of the result of a tool.
type Report struct {
	Tool   string // as the configuration knows it
	Reason string // "ok", a reason code of the pipeline, or one of this package
	Before int    // bytes of the frame
	After  int
}

// Reasons of this package why a result went through unchanged.
const (
	ReasonNotPlain   = "not-plain-text"     // other than text blocks without further members
	ReasonError      = "error-result"       // the tool reports an error
	ReasonUnfinished = "no-final-result"    // a task, or a request for more input
	ReasonStructured = "structured-content" // it has a structuredContent that may not be changed
	ReasonBroken     = "broken-frame"       // not JSON, not UTF-8, names twice, or too deep
	ReasonBusy       = "too-much-at-once"   // maxLoad
	ReasonTimeout    = "timeout"            // Options.Timeout, or the client gave the call up
)

// Proxy shortens results between one client and one server.
type Proxy struct {
	host Decider // nil: everything goes through
	opts Options

	waits atomic.Pointer[calls] // those of the session that runs
}

// New makes a proxy. Without a host it is a plain pump.
func New(h Decider, o Options) *Proxy {
	if o.Timeout <= 0 {
		o.Timeout = DefaultTimeout
	}
	if o.MaxFrame <= 0 {
		o.MaxFrame = DefaultMaxFrame
	}
	if o.Report == nil {
		o.Report = func(Report) {}
	}
	return &Proxy{host: h, opts: o}
}

// Busy reports whether the client waits for an answer of the server's.
func (p *Proxy) Busy() bool {
	c := p.waits.Load()
	return c != nil && !c.idle()
}

// Ends are the two directions of one peer.
type Ends struct {
	In  io.Reader // what the peer writes
	Out io.Writer // what the peer reads; closed at the end where it is an io.Closer
}

// Run pumps until the server's output has ended and what it said is written. The
// client's input ending closes the server's; its output ending, or a client that reads
// no more, ends the run. A reader of the client's input may be left behind, blocked in a
// Read; it writes nothing any more.
func (p *Proxy) Run(ctx context.Context, client, server Ends) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{
		Proxy: p, ctx: ctx, calls: newCalls(), tools: newTools(),
		toClient: &writer{w: client.Out}, toServer: &writer{w: server.Out},
	}
	p.waits.Store(s.calls)
	go s.pumpClient(client.In, server.Out)
	err := s.pumpServer(server.In)
	if err != nil {
		cancel() // nobody reads what is still worked on
	}
	s.last()
	closeOf(client.Out)
	return err
}

func closeOf(v any) {
	if c, ok := v.(io.Closer); ok {
		_ = c.Close() // the other side has the end either way
	}
}

// session is one run.
type session struct {
	*Proxy
	ctx                context.Context
	calls              *calls
	tools              *tools
	toClient, toServer *writer
	running            sync.WaitGroup // results that are worked on
	load               atomic.Int64   // bytes of frames that are worked on
	readings           readings
}

// last waits for what is still to be said to the client.
func (s *session) last() {
	s.running.Wait()
	s.endReading()
}

// pumpClient hands on what the client says.
func (s *session) pumpClient(in io.Reader, out io.Writer) {
	defer closeOf(out)
	defer s.clientEnded(in)
	frames := newReader(in, s.opts.MaxFrame)
	for {
		frame, whole, err := frames.next()
		if len(frame) > 0 {
			var failed error
			switch {
			case !whole:
				failed = s.toServer.stream(frame, frames)
			case !s.fromClient(frame):
				failed = s.toServer.write(frame)
			}
			if failed != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// clientEnded closes the client's stream where the server reads no more, so that the
// client learns of it.
func (s *session) clientEnded(in io.Reader) {
	if s.toServer.failed() {
		closeOf(in)
	}
}

// pumpServer hands on what the server says.
func (s *session) pumpServer(in io.Reader) error {
	frames := newReader(in, s.opts.MaxFrame)
	for {
		frame, whole, err := frames.next()
		if len(frame) > 0 {
			var failed error
			if err != nil {
				s.last() // a line without an end: what follows would continue it
			}
			if whole {
				failed = s.fromServer(frame)
			} else {
				s.tools.loseIf(s.calls.listing())
				failed = s.toClient.stream(frame, frames)
			}
			if failed != nil {
				closeOf(in) // the server gets an error when it writes
				return failed
			}
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}
