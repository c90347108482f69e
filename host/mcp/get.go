package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/retrieve"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// getNames are the names that our own tool may have, the first that the server leaves
// free.
var getNames = []string{"riffle_get", "riffle_get_original"}

// maxRead is the most bytes that one call of our own tool returns. An original may have
// gigabytes, and a client holds an answer in memory.
const maxRead = 128 << 10

// errFull ends the reading of an original.
var errFull = errors.New("mcp: full")

const getDescription = "Read back what a shortened tool result left out. A result that begins with [riffle: names an ID and says, for example, " +
	"riffle get ID --lines 41-811: call this tool with that id and with lines, chars, grep or path. Lines, characters and paths count " +
	"as the markers in the shortened result do. At most 128 KiB are returned at once."

// definition is our own tool as it stands in a list of tools.
func definition(name string) []byte {
	return fmt.Appendf(nil, `{"name":%s,"title":"Read an original","description":%s,"inputSchema":{"type":"object","properties":{`+
		`"id":{"type":"string","description":"the ID or path that the notice names"},`+
		`"lines":{"type":"string","description":"lines A-B, from 1, both included"},`+
		`"chars":{"type":"string","description":"characters A-B, from 0, B not included"},`+
		`"grep":{"type":"string","description":"a regular expression: lines that match, with their numbers; goes with lines"},`+
		`"context":{"type":"integer","description":"with grep: lines before and after each match"},`+
		`"path":{"type":"string","description":"a JSONPath such as $.items[3:10].name"}},"required":["id"]},`+
		`"annotations":{"readOnlyHint":true,"openWorldHint":false}}`, jsonedit.Quote(name), jsonedit.Quote(getDescription))
}

// readings are the calls of our own tool that are worked on. The client may make one
// while the session ends.
type readings struct {
	sync.WaitGroup
	mu   sync.Mutex
	over bool
	turn sync.Mutex // one original is read at a time
}

func (r *readings) begin() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over {
		r.Add(1)
	}
	return !r.over
}

// endReading waits for the answers under way and lets none begin.
func (s *session) endReading() {
	s.readings.mu.Lock()
	s.readings.over = true
	s.readings.mu.Unlock()
	s.readings.Wait()
}

// readBack answers a call of our own tool.
func (s *session) readBack(m message) {
	if !s.readings.begin() {
		return // the session is over
	}
	k := s.calls.start(s.ctx, m.id)
	go func() {
		defer s.readings.Done()
		defer s.calls.done(m.id, k)
		ctx, cancel := context.WithTimeout(k.ctx, s.opts.Timeout)
		defer cancel()
		answer := make(chan []byte, 1)
		go func() { answer <- s.original(ctx, m) }()
		select {
		case frame := <-answer:
			if k.ctx.Err() == nil { // a call that was given up gets no answer
				_ = s.toClient.write(frame)
			}
		case <-ctx.Done():
			if k.ctx.Err() == nil {
				_ = s.toClient.write(reply(m, fmt.Sprintf("mcp: reading took longer than %v: ask for less", s.opts.Timeout), true))
			}
		}
	}()
}

// original reads a part of an original into the frame of an answer.
func (s *session) original(ctx context.Context, m message) (frame []byte) {
	s.readings.turn.Lock()
	defer s.readings.turn.Unlock()
	defer func() {
		if v := recover(); v != nil {
			frame = reply(m, "mcp: the original cannot be read: internal error", true)
		}
	}()
	text, err := s.read(ctx, m.params.Get("arguments"))
	if err != nil {
		return reply(m, err.Error(), true)
	}
	return reply(m, text, false)
}

func (s *session) read(ctx context.Context, args gjson.Result) (string, error) {
	o := retrieve.Options{
		Lines: args.Get("lines").String(), Chars: args.Get("chars").String(), Grep: args.Get("grep").String(),
		Context: int(args.Get("context").Int()), Path: args.Get("path").String(),
	}
	if err := retrieve.Check(o); err != nil {
		return "", err
	}
	id := strings.TrimSpace(args.Get("id").String())
	if id == "" {
		return "", errors.New("mcp: the id is missing; expected the ID that a notice names")
	}
	entry, err := s.host.Store().Find(id)
	if err != nil {
		return "", err
	}
	out := &capped{ctx: ctx}
	if err := retrieve.Write(out, entry, o); err != nil && !errors.Is(err, errFull) {
		return "", err
	}
	return out.text(), nil
}

// capped keeps the first maxRead bytes, and refuses more.
type capped struct {
	buf  bytes.Buffer // not embedded: its ReadFrom would take all
	ctx  context.Context
	full bool
}

func (c *capped) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	if room := maxRead - c.buf.Len(); len(b) > room {
		_, _ = c.buf.Write(b[:room])
		c.full = true
		return room, errFull
	}
	return c.buf.Write(b)
}

func (c *capped) text() string {
	text := c.buf.Bytes()
	if !c.full {
		return strings.ToValidUTF8(string(text), "\uFFFD")
	}
	for k := 0; k < utf8.UTFMax && len(text) > 0 && !utf8.Valid(text[max(0, len(text)-utf8.UTFMax):]); k++ {
		if r, _ := utf8.DecodeLastRune(text); r != utf8.RuneError {
			break
		}
		text = text[:len(text)-1]
	}
	return strings.ToValidUTF8(string(text), "\uFFFD") +
		fmt.Sprintf("\n[cut here: more than %d bytes; ask for a part of it by lines, chars or grep]", maxRead)
}

// reply is the frame of an answer of ours.
func reply(m message, text string, failed bool) []byte {
	out := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":%s}]`, m.rawID, jsonedit.Quote(text))
	if failed {
		out = append(out, `,"isError":true`...)
	}
	return append(out, "}}\n"...)
}
