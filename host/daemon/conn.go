package daemon

import (
	"bufio"
	"context"
	"net"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// readBuffer is the buffer of a connection, in bytes.
const readBuffer = 32 << 10

// serveConn looks at the first byte of a connection: an object's brace begins lines of
// JSON, anything else is HTTP.
func (s *Server) serveConn(conn net.Conn, local bool) {
	handed := false
	defer func() {
		if v := recover(); v != nil {
			s.o.Log.Error("a panic on a connection", "panic", v, "stack", string(debug.Stack()))
		}
		if !handed {
			s.release(conn)
		}
	}()
	if !local {
		handed = true
		s.hand(conn, nil)
		return
	}
	s.mayRead(conn, s.o.ConnIdle)
	r := bufio.NewReaderSize(conn, readBuffer)
	first, err := firstByte(r)
	if err != nil {
		return
	}
	if first != '{' {
		handed = true
		s.hand(conn, r)
		return
	}
	s.ndjson(conn, r)
}

// hand gives a connection to HTTP.
func (s *Server) hand(conn net.Conn, read *bufio.Reader) {
	s.mu.Lock()
	s.conns[conn].http = true
	conn.SetReadDeadline(time.Time{})
	s.mu.Unlock()
	s.web.hand(&webConn{Conn: conn, read: read, server: s})
}

// mayRead sets how long a read may take from now. It never undoes what finish set.
func (s *Server) mayRead(conn net.Conn, d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended() {
		conn.SetReadDeadline(time.Unix(1, 0))
		return
	}
	conn.SetReadDeadline(time.Now().Add(d))
}

// firstByte waits for a byte that is no white space, and leaves it to be read.
func firstByte(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.Peek(1)
		if err != nil {
			return 0, err
		}
		if strings.IndexByte(blanks, b[0]) < 0 {
			return b[0], nil
		}
		_, _ = r.Discard(1)
	}
}

// ndjson answers line by line: those without an id in the order of the requests, the
// others when they are ready. It returns when all that was read is answered.
func (s *Server) ndjson(conn net.Conn, r *bufio.Reader) {
	ctx, cancel := context.WithCancel(s.hard)
	defer cancel()
	w := &answers{conn: conn, bound: s.o.WriteTime, fail: func() { cancel(); conn.Close() }}
	in := &lines{r: r, limit: s.o.MaxRequest, held: s.held}
	slots := make(chan struct{}, s.o.PerConn)
	var work sync.WaitGroup
	defer work.Wait()
	before := make(chan struct{}) // closed when the answer before the next one is written
	close(before)
	for {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		s.mayRead(conn, s.o.ConnIdle)
		if _, err := firstByte(r); err != nil || s.ended() {
			return
		}
		s.mayRead(conn, s.o.ReadTime)
		q, err := in.next()
		if err != nil {
			return
		}
		turn, done := before, make(chan struct{})
		if q.id != nil {
			turn = nil
		} else {
			before = done
		}
		work.Go(func() {
			defer func() { <-slots }()
			defer close(done)
			line := s.answer(ctx, q)
			if turn != nil {
				<-turn
			}
			w.write(line)
		})
	}
}

// answers writes whole answers, one at a time.
type answers struct {
	mu    sync.Mutex
	conn  net.Conn
	bound time.Duration
	fail  func() // ends the connection
}

// write ends the connection of a client that does not take its answers.
func (a *answers) write(line []byte) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.conn.SetWriteDeadline(time.Now().Add(a.bound))
	if _, err := a.conn.Write(line); err != nil {
		a.fail()
	}
}
