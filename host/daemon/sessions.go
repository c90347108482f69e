package daemon

import (
	"sync"
	"time"
)

// sessions are those that the server has had exchanges of. The store holds what it
// stored for a session, and a file open with it, until it is told to let go: a server
// that lives for weeks would fill the quota with what nobody reads any more.
type sessions struct {
	release func(session string) error // nil: nothing is held
	idle    time.Duration
	most    int

	mu   sync.Mutex
	seen map[string]*session
}

type session struct {
	running int
	last    time.Time
}

// enter notes that an exchange of a session runs; leave that it has ended.
func (s *sessions) enter(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen[name] == nil {
		s.seen[name] = &session{}
	}
	s.seen[name].running++
}

func (s *sessions) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	x := s.seen[name]
	x.running--
	x.last = time.Now()
	for len(s.seen) > s.most && s.letGo(s.oldest()) {
	}
}

// sweep lets go of all sessions without an exchange for the idle time.
func (s *sessions) sweep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		name, ok := s.oldest()
		if !ok || time.Since(s.seen[name].last) < s.idle || !s.letGo(name, ok) {
			return
		}
	}
}

// oldest is the session whose last exchange ended first, false where exchanges of all
// of them run.
func (s *sessions) oldest() (name string, ok bool) {
	for n, x := range s.seen {
		if x.running == 0 && (!ok || x.last.Before(s.seen[name].last)) {
			name, ok = n, true
		}
	}
	return name, ok
}

func (s *sessions) letGo(name string, ok bool) bool {
	if !ok {
		return false
	}
	delete(s.seen, name)
	if s.release != nil {
		_ = s.release(name) // a lease that cannot be removed ends with this process
	}
	return true
}
