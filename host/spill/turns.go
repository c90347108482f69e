package spill

import (
	"context"
	"sync"
)

// turns lets the callers of one process come to each folder one at a time, in the
// order in which they asked.
type turns struct {
	mu    sync.Mutex
	lines map[string]*line // folders that someone is in or waits for
}

type line struct {
	door chan struct{} // holds one token while someone is in; senders wait in order
	len  int           // who is in, and who waits
}

// take waits for a turn at dir and returns what ends it.
func (t *turns) take(ctx context.Context, dir string) (done func(), err error) {
	t.mu.Lock()
	l := t.lines[dir]
	if l == nil {
		if t.lines == nil {
			t.lines = map[string]*line{}
		}
		l = &line{door: make(chan struct{}, 1)}
		t.lines[dir] = l
	}
	l.len++
	t.mu.Unlock()
	select {
	case l.door <- struct{}{}:
		return func() { <-l.door; t.leave(dir, l) }, nil
	case <-ctx.Done():
		t.leave(dir, l)
		return nil, ctx.Err()
	}
}

func (t *turns) leave(dir string, l *line) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l.len--; l.len == 0 {
		delete(t.lines, dir)
	}
}
