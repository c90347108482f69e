package supervise

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strconv"
	"sync/atomic"
)

// handshakeLine is what go-plugin prints once: core protocol, plugin protocol,
// network, address and more. A banner without a line end may stand before it.
var handshakeLine = regexp.MustCompile(`[0-9]\|([0-9]{1,9})\|(?:unix|tcp)\|`)

// handshakeFilter passes the handshake line of a plugin's standard output on and
// nothing else. Whatever a library prints before would end the start, and a line
// over 64 KB after it would block the plugin, so both go to stray.
type handshakeFilter struct {
	in       *bufio.Reader
	pipe     io.Closer
	stray    io.Writer
	out      []byte // what is left of the line
	seen     bool
	long     bool         // the middle of a line that is over the buffer's size
	protocol atomic.Int64 // one more than that of the plugin, 0 before the handshake
}

func newHandshakeFilter(pipe io.ReadCloser, stray io.Writer) *handshakeFilter {
	return &handshakeFilter{in: bufio.NewReaderSize(pipe, 64<<10), pipe: pipe, stray: stray}
}

// Read returns the handshake line and then blocks until the stream ends.
func (f *handshakeFilter) Read(p []byte) (int, error) {
	for len(f.out) == 0 {
		line, err := f.in.ReadSlice('\n')
		at := handshakeLine.FindSubmatchIndex(line)
		if f.seen || f.long || at == nil || errors.Is(err, bufio.ErrBufferFull) {
			_, _ = f.stray.Write(line)
		} else {
			_, _ = f.stray.Write(line[:at[0]])
			n, _ := strconv.Atoi(string(line[at[2]:at[3]]))
			f.protocol.Store(int64(n) + 1)
			f.out = bytes.Clone(line[at[0]:])
			f.seen = true
		}
		f.long = errors.Is(err, bufio.ErrBufferFull)
		if err != nil && !f.long && len(f.out) == 0 {
			// A deadline on the pipe means that the process has ended.
			return 0, io.EOF
		}
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

// spoken is the protocol of the plugin's handshake, if there was one.
func (f *handshakeFilter) spoken() (int, bool) {
	n := f.protocol.Load()
	return int(n) - 1, n > 0
}

// Close closes the pipe.
func (f *handshakeFilter) Close() error { return f.pipe.Close() }

// endReader turns the deadline that is set on a pipe when its process has ended
// into the end of the stream.
type endReader struct{ io.ReadCloser }

func (r endReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil {
		err = io.EOF
	}
	return n, err
}
