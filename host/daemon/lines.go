package daemon

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/riffle-dev/riffle/host/exchange"
)

// lines reads requests, one a line, with bounded memory.
type lines struct {
	r     *bufio.Reader
	limit int   // bytes of a line
	held  *held // what lines may hold together
}

// headBytes is how much of a line that is not read whole is kept, for its id.
const headBytes = 4 << 10

// blanks are what stands between requests. What else Unicode takes for white space is
// a line that wants an answer.
const blanks = " \t\r\n"

// next reads one line without its line end. A line that is too long, or for which there
// is no room, is skipped to its end and comes with the reason and its beginning. The
// last line needs no line end. An error is that of the reader; what was read before it
// of a line is dropped, save at the end of the stream.
func (l *lines) next() (request, error) {
	var q request
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		if q.fail == "" {
			q.fail = l.room(&q, len(line)+len(part))
			if q.fail == "" {
				line = append(line, part...)
			} else {
				line = append(line, part[:min(len(part), headBytes)]...)
				line = append([]byte(nil), line[:min(len(line), headBytes)]...)
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil, errors.Is(err, io.EOF) && len(bytes.TrimLeft(line, blanks)) > 0:
			q.data = bytes.TrimRight(line, "\r\n")
			q.id = exchange.PeekID(q.data)
			return q, nil
		}
		l.held.give(q.held)
		return request{}, err
	}
}

// stepBytes is in what steps room is reserved.
const stepBytes = 256 << 10

// room reserves what a line of n bytes needs, and gives the reason where it may not
// have it. What was reserved is given back then.
func (l *lines) room(q *request, n int) string {
	reason := ""
	switch {
	case n > l.limit+2: // a line end does not count
		reason = ReasonRequestTooLarge
	case n > q.held:
		step := (n - q.held + stepBytes - 1) / stepBytes * stepBytes
		if l.held.take(step) {
			q.held += step
			return ""
		}
		reason = ReasonQueueFull
	}
	if reason != "" {
		l.held.give(q.held)
		q.held = 0
	}
	return reason
}
