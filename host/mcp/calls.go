package mcp

import (
	"container/list"
	"context"
	"encoding/json"
	"sync"
)

// maxCalls bounds the requests of a client that wait for an answer. Beyond it the
// oldest is forgotten, and its answer goes through unchanged.
const maxCalls = 4096

// call is a request of the client that the server has not answered.
type call struct {
	method string
	tool   string          // tools/call: the name that the server knows
	args   json.RawMessage // tools/call: what of the arguments may matter
	first  bool            // tools/list: the request for the first page
	ctx    context.Context
	cancel context.CancelFunc
}

// calls holds what is known of requests by their ids. It knows those of one direction
// alone: the server's own requests count their ids for themselves.
type calls struct {
	mu      sync.Mutex
	waiting map[string]*list.Element // of entry
	order   *list.List               // the oldest first
	working map[string]*call         // answered by the server, and worked on
	lists   int                      // waiting calls of tools/list
}

type entry struct {
	id string
	*call
}

func newCalls() *calls {
	return &calls{waiting: map[string]*list.Element{}, order: list.New(), working: map[string]*call{}}
}

// add notes a request. Two that wait with one id cannot be told apart: both are
// forgotten.
func (c *calls) add(ctx context.Context, id string, k call) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.waiting[id]; e != nil {
		c.remove(e).cancel()
		return
	}
	if c.order.Len() >= maxCalls {
		c.remove(c.order.Front()).cancel()
	}
	k.ctx, k.cancel = context.WithCancel(ctx)
	c.waiting[id] = c.order.PushBack(entry{id, &k})
	if k.method == methodList {
		c.lists++
	}
}

func (c *calls) remove(e *list.Element) *call {
	k := c.order.Remove(e).(entry)
	delete(c.waiting, k.id)
	if k.method == methodList {
		c.lists--
	}
	return k.call
}

// answered takes the request that an answer is for, nil where none is known.
func (c *calls) answered(id string) *call {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.waiting[id]
	if e == nil {
		return nil
	}
	k := c.remove(e)
	c.working[id] = k
	return k
}

// done forgets a call that was answered.
func (c *calls) done(id string, k *call) {
	k.cancel()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.working[id] == k {
		delete(c.working, id)
	}
}

// start notes a call that the proxy answers itself.
func (c *calls) start(ctx context.Context, id string) *call {
	k := &call{}
	k.ctx, k.cancel = context.WithCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.working[id] = k
	return k
}

// drop forgets a call that the client gave up; an answer that is worked on is then
// handed on as it is.
func (c *calls) drop(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.waiting[id]; e != nil {
		c.remove(e).cancel()
	}
	if k := c.working[id]; k != nil {
		k.cancel()
	}
}

// idle reports whether no answer is waited for.
func (c *calls) idle() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len() == 0
}

// listing reports whether a list of tools is waited for.
func (c *calls) listing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lists > 0
}
