package mcp

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"sync"
)

// chunkBytes is how much of a long frame is held at a time.
const chunkBytes = 256 << 10

// reader parts a stream into frames, which are lines. It never changes a byte.
type reader struct {
	in    *bufio.Reader
	limit int
}

func newReader(in io.Reader, limit int) *reader {
	return &reader{in: bufio.NewReaderSize(in, chunkBytes), limit: limit}
}

// next returns the next frame with its line end, or where it is longer than the limit
// its beginning, and whole is false: the rest is then to be read by rest. The last frame
// of a stream may lack its line end. The caller owns the frame.
func (r *reader) next() (frame []byte, whole bool, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		if room := cap(frame) - len(frame); len(part) > room {
			frame = slices.Grow(frame, max(len(part), len(frame))) // append would copy more often
		}
		frame = append(frame, part...)
		switch {
		case err == nil:
			return frame, true, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return frame, true, err
		case len(frame) > r.limit:
			return frame, false, nil
		}
	}
}

// rest writes the rest of a frame as it comes. It is cut where the stream ends before
// the line does.
func (r *reader) rest(w io.Writer) (cut bool, err error) {
	for {
		part, err := r.in.ReadSlice('\n')
		if _, failed := w.Write(part); failed != nil {
			return false, failed
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err != nil, nil // the next read says what it was again
		}
	}
}

// writer writes whole frames, one at a time. After an error it writes nothing.
type writer struct {
	mu   sync.Mutex
	w    io.Writer
	open bool // a streamed frame broke off within its line
	err  error
}

func (w *writer) write(frame []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open {
		w.open = false
		_ = w.put([]byte("\n")) // this frame must not be lost with that one
	}
	return w.put(frame)
}

func (w *writer) put(b []byte) error {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
	return w.err
}

// stream writes a frame whose rest is yet to be read. No other frame comes between.
func (w *writer) stream(head []byte, r *reader) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.put(head); err != nil {
		return err
	}
	w.open, w.err = r.rest(w.w)
	return w.err
}

func (w *writer) failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err != nil
}
