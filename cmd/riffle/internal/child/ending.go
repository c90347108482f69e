package child

import (
	"os"
	"time"
)

// How long a command has to end. The protocol for servers has them end with their input,
// then by SIGTERM, then by SIGKILL, each after a reasonable time. Clients that others
// wrote take two seconds for each step and do the same to this process meanwhile, so the
// steps after a signal are shorter: they are over before this process is killed.
const (
	afterInput  = 2 * time.Second
	afterSignal = 1500 * time.Millisecond
	// A client that waits for an answer with its own side closed, as a script may, gets as
	// long as the official SDKs wait for one; each word of the server begins it anew.
	afterWord = time.Minute
	// pace is how often is looked whether anything is left.
	pace = 20 * time.Millisecond
)

// Client is on whose behalf a command runs. It decides how long the command is waited
// for once its input is closed.
type Client struct {
	Busy func() bool     // an answer of the command is waited for; nil: never
	Gone <-chan struct{} // closed when nobody reads what the command says; nil: never
}

// wind ends the command and whatever is in its process group.
func (d *Duplex) wind() {
	defer close(d.over)
	defer d.group.forget()
	s, alone := d.patient()
	switch {
	case s == nil && d.left(0), s != nil && s != terminate && d.left(afterSignal):
		d.group.signal(terminate)
		d.left(afterSignal)
	case s == terminate: // the group has it
		d.left(afterSignal)
	}
	if d.left(0) {
		d.group.signal(os.Kill)
		d.left(afterSignal)
	}
	_ = d.out.SetReadDeadline(time.Now().Add(grace))
	if alone || s != nil {
		time.AfterFunc(grace, func() { close(d.abandoned) })
	}
}

// patient waits for the command to end by itself. It returns early where this process is
// told to end, with the signal, and where the client has waited for long or is gone,
// which leaves the command alone.
func (d *Duplex) patient() (told os.Signal, alone bool) {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	closed := time.Now()
	idle, gone := closed, d.client.Gone
	for d.left(0) {
		select {
		case s := <-d.hurry:
			return s, alone
		case <-gone:
			gone, alone = nil, true
			idle = time.Now()
		case <-tick.C:
		}
		limit, since := afterInput, idle
		if !alone && d.client.Busy != nil && d.client.Busy() {
			idle = time.Now()
			limit, since = afterWord, latest(closed, time.Unix(0, d.heard.Load()))
		}
		if time.Since(since) >= limit {
			return nil, alone
		}
	}
	return nil, alone
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Abandoned returns a channel that closes when all is over and nobody can be waiting for
// the rest of what the command said: the client is gone, or this process was told to end.
func (d *Duplex) Abandoned() <-chan struct{} { return d.abandoned }

// left reports whether the command or something in its group is still there after a
// time, which ends early where nothing is.
func (d *Duplex) left(limit time.Duration) bool {
	until := time.Now().Add(limit)
	for {
		select {
		case <-d.done:
			if !d.group.alive() {
				return false
			}
		default:
		}
		if !time.Now().Before(until) {
			return true
		}
		time.Sleep(pace)
	}
}

// signal passes a signal on to the command's group. One that means the end begins it.
func (d *Duplex) signal(s os.Signal) {
	d.group.signal(s)
	if !ends(s) {
		return
	}
	select {
	case d.hurry <- s:
	default: // told often enough
	}
	_ = d.Stdin().Close()
}
