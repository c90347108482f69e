// Package journal is an append-only record of parcel events, kept in numbered
// segments.
//
// A journal is the only truth of the tracking service: every state of a parcel
// is derived from its events, and nothing is answered to a scanner before its
// event is in the journal. Segments are written in order and never reopened for
// writing once they are full. A reader may follow a journal while it is written.
//
// # Segments
//
// A segment is a plain file of lines, one event a line, each with a sequence
// number, a parcel id, a kind and a free text. When a segment would grow beyond
// its limit the next one of the list is opened; the last takes all that comes. A segment that cannot be written
// is left behind and never tried again: what was acknowledged stands in the
// segments before it, and what was refused was never acknowledged.
//
// # Failure
//
// Append returns an error that wraps ErrSegment when the current segment fails.
// The journal is read-only from then on until Recover succeeds, which moves on
// to the next segment. Callers are expected to shed load while it is read-only,
// for a scanner repeats what it was refused, but does not repeat what it was
// promised. The sequence number of a refused event is used again.
package journal

import (
	"errors"
	"fmt"
	"os"
	"sync"
)

// ErrSegment reports that the current segment took no more events.
var ErrSegment = errors.New("journal: segment failed")

// ErrReadOnly reports that the journal waits for Recover.
var ErrReadOnly = errors.New("journal: read-only")

// Event is one thing that happened to a parcel.
type Event struct {
	Parcel string // "PX-004211"
	Kind   string // "received", "weighed", "sorted", "loaded", "delivered"
	Note   string // free text, at most 200 bytes
}

// Journal is an open journal. Its methods may be called at the same time.
type Journal struct {
	mu       sync.Mutex
	paths    []string
	limit    int64
	current  int
	file     *os.File
	size     int64
	sequence int64
	readOnly bool
}

// Open opens the first segment of the list. The limit is the size in bytes at
// which a segment is full; a limit of 0 means one segment for everything.
func Open(paths []string, limit int64) (*Journal, error) {
	if len(paths) == 0 {
		return nil, errors.New("journal: no segments given; expected at least one path")
	}
	j := &Journal{paths: paths, limit: limit}
	if err := j.open(0); err != nil {
		return nil, err
	}
	return j, nil
}

func (j *Journal) open(n int) error {
	if n >= len(j.paths) {
		return fmt.Errorf("%w: no segment left after %s", ErrSegment, j.paths[len(j.paths)-1])
	}
	f, err := os.OpenFile(j.paths[n], os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrSegment, err)
	}
	if j.file != nil {
		j.file.Close()
	}
	j.file, j.size, j.current = f, 0, n
	return nil
}

// Append writes an event and returns its sequence number, from 1.
func (j *Journal) Append(e Event) (int64, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.readOnly {
		return 0, ErrReadOnly
	}
	line := fmt.Sprintf("%d %s %s %q\n", j.sequence+1, e.Parcel, e.Kind, e.Note)
	more := j.current+1 < len(j.paths) // the last segment takes all that comes
	if more && j.limit > 0 && j.size+int64(len(line)) > j.limit {
		if err := j.open(j.current + 1); err != nil {
			j.readOnly = true
			return 0, err
		}
	}
	if _, err := j.file.WriteString(line); err != nil {
		j.readOnly = true
		return 0, fmt.Errorf("%w: %v", ErrSegment, err)
	}
	j.size += int64(len(line))
	j.sequence++
	return j.sequence, nil
}

// Recover leaves the failed segment and opens the next. It does nothing on a
// journal that is not read-only.
func (j *Journal) Recover() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.readOnly {
		return nil
	}
	if err := j.open(j.current + 1); err != nil {
		return err
	}
	j.readOnly = false
	return nil
}

// Segment is the number of the segment in use, from 1.
func (j *Journal) Segment() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.current + 1
}

// Close closes the segment in use. The journal must not be used afterwards.
func (j *Journal) Close() error { return j.file.Close() }
