//go:build unix

package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// descriptors counts the open files of this process, 0 where that is not known.
func descriptors() int {
	list, _ := os.ReadDir("/proc/self/fd")
	return len(list)
}

func TestEightClientsAtOnceLoseNothingAndLeaveNothing(t *testing.T) {
	s, socket, _ := running(t, Options{})
	warm, err := net.Dial("unix", socket) // all that a server needs is there once it has answered
	require.NoError(t, err)
	_, err = io.WriteString(warm, ask("", "warm")+"\n")
	require.NoError(t, err)
	assert.Equal(t, "warm", (&client{Conn: warm, r: bufio.NewReader(warm)}).read(t).text())
	warm.Close()
	require.Eventually(t, func() bool { return s.connections() == 0 }, time.Minute, time.Millisecond)
	goroutines, files := runtime.NumGoroutine(), descriptors()
	const clients, exchanges = 8, 60
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 1))
			var c *client
			for n := range exchanges {
				if c == nil {
					conn, err := net.Dial("unix", socket)
					if !assert.NoError(t, err) {
						return
					}
					c = &client{Conn: conn, r: bufio.NewReader(conn)}
				}
				tool := fmt.Sprint(i, "-", n)
				line := ask("", tool)
				line = strings.Replace(line, "long", strings.Repeat("long", rng.IntN(1<<(4+rng.IntN(14)))), 1)
				switch rng.IntN(8) {
				case 0: // it goes away in the middle of a request
					_, _ = io.WriteString(c, line[:len(line)/2])
					c.Close()
					c = nil
				case 1: // it goes away before its answer
					_, _ = io.WriteString(c, line+"\n")
					c.Close()
					c = nil
				default:
					_, err := io.WriteString(c, line+"\n")
					assert.NoError(t, err)
					assert.Equal(t, tool, c.read(t).text())
				}
			}
			if c != nil {
				c.Close()
			}
		})
	}
	wg.Wait()
	assert.Eventually(t, func() bool { // in a goroutine of its own, which counts too
		return s.connections() == 0 && s.active.Load() == 0 && runtime.NumGoroutine() <= goroutines+1 && descriptors() <= files
	}, time.Minute, time.Millisecond, "goroutines, files or connections are left")
	assert.Zero(t, s.held.bytes())
	assert.Zero(t, s.queue.running())
	assert.Zero(t, s.queue.waiting())
}

// FuzzConnection checks that each line of whatever comes has one answer, that is one
// line of JSON, and that the connection then ends.
func FuzzConnection(f *testing.F) {
	for _, seed := range []string{
		ask("1", "a") + "\n" + ask("", "b"), "{", "{}\n{}\n\n {}\r\n", "{\"id\":\"\\ud800\"}\n\x00\n[[[[", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", " \n\n",
		`{"exec":{"name":"t"},"result":{},"options":{"spill":{"locator":"/a"}}}` + "\n" + `{"id":[1,{}],"exec":{"name":"t"},"result":{},"decision":{"kind":"x"}}`,
	} {
		f.Add([]byte(seed))
	}
	socket := socketPath(f)
	l, err := Listen(socket)
	require.NoError(f, err)
	s := New(decide(short), Options{MaxRequest: 2000})
	ctx := f.Context()
	go func() { _ = s.Serve(ctx, l) }()
	f.Fuzz(func(t *testing.T, data []byte) {
		conn, err := net.Dial("unix", socket)
		require.NoError(t, err)
		defer conn.Close()
		go func() {
			_, _ = conn.Write(data)
			_ = conn.(*net.UnixConn).CloseWrite()
		}()
		conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		all, err := io.ReadAll(conn)
		begins := bytes.TrimLeft(data, " \t\r\n")
		if len(begins) == 0 || begins[0] != '{' {
			return // HTTP, which may reset what it does not understand
		}
		require.NoError(t, err)
		want := 0
		for line := range bytes.Lines(data) {
			if len(bytes.TrimLeft(line, " \t\r\n")) > 0 {
				want++
			}
		}
		got := 0
		for line := range bytes.Lines(all) {
			assert.True(t, json.Valid(line), "%q", line)
			got++
		}
		assert.Equal(t, want, got, "%q", all)
	})
}
