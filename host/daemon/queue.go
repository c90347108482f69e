package daemon

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// errFull is the error of a queue that takes no more.
var errFull = errors.New("serve: the queue is full")

// queue lets a few exchanges run and some wait.
type queue struct {
	slots chan struct{}
	most  int64
	wait  atomic.Int64
}

func newQueue(running, waiting int) *queue {
	return &queue{slots: make(chan struct{}, running), most: int64(waiting)}
}

// enter takes a slot, waiting for one where the queue has a place. leave gives it back.
func (q *queue) enter(ctx context.Context) error {
	select {
	case q.slots <- struct{}{}:
		return nil
	default:
	}
	defer q.wait.Add(-1)
	if q.wait.Add(1) > q.most {
		return errFull
	}
	select {
	case q.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (q *queue) leave() { <-q.slots }

// drain waits until nothing runs, and leaves nothing to be taken.
func (q *queue) drain(ctx context.Context) {
	for range cap(q.slots) {
		select {
		case q.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
	}
}

func (q *queue) running() int { return len(q.slots) }
func (q *queue) waiting() int { return int(q.wait.Load()) }

// held counts the bytes of all requests that are being read or worked on.
type held struct {
	mu   sync.Mutex
	now  int64
	most int64
}

// take reserves n bytes and reports whether there was room.
func (h *held) take(n int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.now+int64(n) > h.most {
		return false
	}
	h.now += int64(n)
	return true
}

func (h *held) give(n int) {
	h.mu.Lock()
	h.now -= int64(n)
	h.mu.Unlock()
}

func (h *held) bytes() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}
