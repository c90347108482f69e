// Package dial asks a running server for the decision on one tool result, and starts
// the server where there is none.
//
// Whatever goes wrong is an error within a bound of time, and what an error means is
// always the same: the caller keeps its result as it is.
package dial

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// Defaults of Options.
const (
	// DefaultBudget is what a start may take: more would be felt in every call of an
	// agent whose server cannot start.
	DefaultBudget = 300 * time.Millisecond
	// DefaultTimeout bounds an exchange where the context does not: more than the
	// server's own deadline, so that its answer still arrives.
	DefaultTimeout = 15 * time.Second
)

// MaxAnswer is the most bytes of an answer. It is less than a request, which is at
// most the largest text and what surrounds it.
const MaxAnswer = 160 << 20

// Options say which server is asked.
type Options struct {
	Socket   string        // path of the socket; "": RIFFLE_SOCKET, else by the configuration
	Config   string        // configuration file that is named; "": the one that is found from the working directory
	PickedUp string        // in place of both: one that another process found above its working directory
	Start    bool          // start a server where none answers
	Budget   time.Duration // what a start may take; 0: DefaultBudget
	Program  string        // the program that serves; "": the running one
}

func (o Options) program() string {
	if o.Program != "" {
		if path, err := filepath.Abs(o.Program); err == nil {
			return path
		}
		return o.Program
	}
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// Exchange sends one exchange and returns the answer, one line without its line end.
// The context bounds it; where it has no deadline, DefaultTimeout does. The request is
// read only.
func Exchange(ctx context.Context, o Options, request []byte) ([]byte, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, DefaultTimeout)
		defer cancel()
	}
	line, err := oneLine(request)
	if err != nil {
		return nil, err
	}
	p, err := find(o, os.Getenv)
	if err != nil {
		return nil, err
	}
	answer, err := once(ctx, o, p, line)
	if err != nil && o.Start && errors.Is(err, errEnded) && ctx.Err() == nil {
		// A server that ends takes connections to its last moment. Another is asked,
		// once: a request that ends servers ends two.
		answer, err = once(ctx, o, p, line)
	}
	return answer, err
}

// errEnded is the error of a connection that ended before any of an answer came.
var errEnded = errors.New("the server ended the connection")

func once(ctx context.Context, o Options, p place, line []byte) ([]byte, error) {
	conn, err := connect(ctx, o, p)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return ask(ctx, conn, line)
}

// oneLine is a copy of JSON as a line with its line end. Between its tokens a line end is as good as a space, and
// within its strings there is none.
func oneLine(request []byte) ([]byte, error) {
	line := bytes.TrimSpace(request)
	if len(line) == 0 || line[0] != '{' {
		return nil, errors.New("dial: the request is no JSON object; expected an exchange")
	}
	out := make([]byte, len(line)+1)
	for i, c := range line {
		if c == '\n' || c == '\r' {
			c = ' '
		}
		out[i] = c
	}
	out[len(line)] = '\n'
	return out, nil
}

// ask writes a line and reads one. Both end when ctx does.
func ask(ctx context.Context, conn net.Conn, line []byte) ([]byte, error) {
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	// The answer is awaited while the request is written: a server that refuses says
	// so before it has read all, and then reads no more.
	written := make(chan error, 1)
	go func() {
		_, err := conn.Write(line)
		written <- err
	}()
	answer, err := readLine(conn)
	if err == nil {
		return answer, nil
	}
	conn.SetDeadline(time.Unix(1, 0))
	werr := <-written
	if ctx.Err() != nil {
		return nil, fmt.Errorf("dial: no answer in time: %w", ctx.Err())
	}
	return nil, fmt.Errorf("dial: no answer: %w", errors.Join(err, werr))
}

// readLine reads to the first line end.
func readLine(r io.Reader) ([]byte, error) {
	b := bufio.NewReaderSize(io.LimitReader(r, MaxAnswer), 64<<10)
	line, err := b.ReadBytes('\n')
	switch {
	case err == nil:
	case len(line) == 0 && !errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fmt.Errorf("%w: %w", errEnded, err)
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("the answer breaks off after %d bytes: %w", len(line), io.ErrUnexpectedEOF)
	default:
		return nil, err
	}
	return bytes.TrimSuffix(line, []byte("\n")), nil
}
