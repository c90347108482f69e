package daemon

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/riffle-dev/riffle/host/exchange"
)

// web is HTTP for connections that were accepted elsewhere.
type web struct {
	http  *http.Server
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
	s     *Server
}

// maxHeader bounds the headers of a request, in bytes.
const maxHeader = 16 << 10

func newWeb(s *Server) *web {
	w := &web{conns: make(chan net.Conn), done: make(chan struct{}), s: s}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/post-execute", w.postExecute)
	mux.HandleFunc("GET /healthz", w.healthz)
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.o.Metrics.registry, promhttp.HandlerOpts{}))
	w.http = &http.Server{
		Handler: guarded(mux), MaxHeaderBytes: maxHeader,
		ReadHeaderTimeout: s.o.ReadTime, ReadTimeout: s.o.ReadTime, IdleTimeout: s.o.ReadTime,
		WriteTimeout: s.o.ReadTime + s.o.Deadline*9/8 + s.o.WriteTime,
		ErrorLog:     slog.NewLogLogger(s.o.Log.Handler(), slog.LevelDebug),
	}
	return w
}

// start has HTTP take connections.
func (w *web) start() { go func() { _ = w.http.Serve(w) }() }

// hand gives a connection to HTTP, which closes it.
func (w *web) hand(c net.Conn) {
	select {
	case w.conns <- c:
	case <-w.done:
		c.Close()
	}
}

// shut lets requests end within d.
func (w *web) shut(d time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	if w.http.Shutdown(ctx) != nil {
		_ = w.http.Close()
	}
}

// Accept, Close and Addr make web the listener of its server.
func (w *web) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.done:
		return nil, net.ErrClosed
	}
}

func (w *web) Close() error   { w.once.Do(func() { close(w.done) }); return nil }
func (w *web) Addr() net.Addr { return &net.UnixAddr{Net: "unix"} }

// webConn is a connection of which some bytes were read, and that the server counts.
type webConn struct {
	net.Conn
	read   *bufio.Reader // nil where nothing was read
	server *Server
	once   sync.Once
}

func (c *webConn) Read(b []byte) (int, error) {
	if c.read != nil && c.read.Buffered() > 0 {
		return c.read.Read(b[:min(len(b), c.read.Buffered())])
	}
	return c.Conn.Read(b)
}

func (c *webConn) Close() error {
	err := net.ErrClosed
	c.once.Do(func() { err = c.Conn.Close(); c.server.release(c.Conn) })
	return err
}

// guarded refuses what a browser sends on behalf of a page: a name that leads here for
// the moment, and any request with an origin.
func guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
		if tcp, ok := local.(*net.TCPAddr); ok && (r.Header.Get("Origin") != "" || !loopbackHost(r.Host, tcp)) {
			http.Error(w, "refused: expected a request by a program of this machine, to 127.0.0.1, [::1] or localhost", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// loopbackHost reports whether a Host header names this machine by itself.
func loopbackHost(host string, local *net.TCPAddr) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	if name == "localhost" {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.Equal(local.IP)
}

func (w *web) healthz(out http.ResponseWriter, _ *http.Request) {
	status, code := "ok", http.StatusOK
	if w.s.ended() {
		status, code = "stopping", http.StatusServiceUnavailable
	}
	out.Header().Set("Content-Type", "application/json")
	out.WriteHeader(code)
	_ = json.NewEncoder(out).Encode(struct {
		Status  string `json:"status"`
		Version string `json:"version"`
		PID     int    `json:"pid"`
		Seconds int64  `json:"seconds"` // since it started
		Running int    `json:"running"`
		Waiting int    `json:"waiting"`
	}{status, w.s.o.Version, os.Getpid(), int64(time.Since(w.s.began).Seconds()), w.s.queue.running(), w.s.queue.waiting()})
}

// postExecute answers one exchange. What is no exchange or was not decided on has an
// answer too, and the status of success: a client needs to look at one thing alone.
func (w *web) postExecute(out http.ResponseWriter, r *http.Request) {
	q := w.readBody(r)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(w.s.hard, cancel)()
	line := w.s.answer(ctx, q)
	out.Header().Set("Content-Type", "application/json")
	_, _ = out.Write(line)
}

// readBody reads a body of any size with bounded memory.
func (w *web) readBody(r *http.Request) request {
	var q request
	room := &lines{limit: w.s.o.MaxRequest, held: w.s.held}
	if n := r.ContentLength; n > int64(w.s.o.MaxRequest) {
		q.fail = ReasonRequestTooLarge
		return q
	}
	var body bytes.Buffer
	for {
		n, err := io.CopyN(&body, r.Body, stepBytes)
		if q.fail = room.room(&q, body.Len()); q.fail != "" {
			q.data = append([]byte(nil), body.Bytes()[:min(body.Len(), headBytes)]...)
			q.id = exchange.PeekID(q.data)
			return q
		}
		if err != nil || n == 0 {
			q.data = body.Bytes() // what is cut is no exchange, and answered as such
			if err != nil && !errors.Is(err, io.EOF) {
				q.data = nil
			}
			q.id = exchange.PeekID(q.data)
			return q
		}
	}
}
