package mcp

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// letters repeats a letter without holding it, and notes the heap meanwhile.
type letters struct {
	left int64
	peak uint64
}

func (l *letters) Read(b []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	if l.left%(1<<20) == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		l.peak = max(l.peak, m.HeapAlloc)
	}
	n := min(int64(len(b)), l.left, 1<<20)
	if over := l.left % (1 << 20); over > 0 {
		n = min(n, over)
	}
	for i := range b[:n] {
		b[i] = 'x'
	}
	l.left -= n
	return int(n), nil
}

type counter struct{ bytes, lines int64 }

func (c *counter) Write(b []byte) (int, error) {
	c.bytes += int64(len(b))
	c.lines += int64(bytes.Count(b, []byte("\n")))
	return len(b), nil
}

// Frames over the cap stream through in both directions, in bounded memory.
func TestLongFramesStream(t *testing.T) {
	const size = 128 << 20
	before := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"`
	stream := func(l *letters) io.Reader {
		return io.MultiReader(strings.NewReader(before), l, strings.NewReader("\"}]}}\n{}\n"))
	}
	want := counter{int64(size + len(before) + len("\"}]}}\n{}\n")), 2}
	down, up := &letters{left: size}, &letters{left: size}
	var toClient, toServer counter
	clientDone := make(chan struct{})
	err := New(newFakeHost(), Options{MaxFrame: 1 << 20}).Run(context.Background(),
		Ends{stream(up), &toClient}, Ends{io.MultiReader(stream(down), waitFor(clientDone)), &closing{&toServer, clientDone}})
	require.NoError(t, err)
	assert.Equal(t, want, toClient)
	assert.Equal(t, want, toServer)
	assert.Less(t, max(down.peak, up.peak), uint64(48<<20))
}

// closing says when a stream has been closed.
type closing struct {
	io.Writer
	done chan struct{}
}

func (c *closing) Close() error { close(c.done); return nil }

type waitFor chan struct{}

func (w waitFor) Read([]byte) (int, error) { <-w; return 0, io.EOF }

// A frame over the cap may be a list of tools: what was learned of them is in doubt.
func TestALongListPutsSchemasInDoubt(t *testing.T) {
	s := start(t, newFakeHost(), Options{MaxFrame: chunkBytes})
	defer s.end()
	s.list("1", `{"tools":[{"name":"t","outputSchema":{"type":"object"}}]}`)
	mirrored := func(id string) string {
		s.call(id, "t")
		s.server.say(frame(id, `{"content":[{"type":"text","text":"`+long+`"}],"structuredContent":{"c":"`+long+`"}}`))
		return s.client.next()
	}
	assert.Contains(t, mirrored("2"), short)
	got := s.list("3", `{"tools":[{"name":"t","description":"`+strings.Repeat("x", 3*chunkBytes)+`"}]}`)
	assert.Greater(t, len(got), 3*chunkBytes)
	assert.NotContains(t, mirrored("4"), short)
	s.list("5", `{"tools":[{"name":"t"}]}`)
	assert.Contains(t, mirrored("6"), short)
}
