//go:build unix

package daemon

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// socketPath is a path that is short enough everywhere, in a folder of its own.
func socketPath(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "rs")
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "s.sock")
}

func TestTheSocketIsThisUsersAlone(t *testing.T) {
	socket := filepath.Join(filepath.Dir(socketPath(t)), "new", "s.sock")
	l, err := Listen(socket)
	require.NoError(t, err)
	for path, want := range map[string]fs.FileMode{socket: 0o600 | fs.ModeSocket, socket + ".lock": 0o600, filepath.Dir(socket): 0o700 | fs.ModeDir} {
		info, err := os.Lstat(path)
		require.NoError(t, err)
		assert.Equal(t, want, info.Mode(), path)
	}
	require.NoError(t, l.Close())
	_, err = os.Lstat(socket)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Error(t, l.Close(), "a second time")
}

func TestOneServerHasTheSocket(t *testing.T) {
	socket := socketPath(t)
	const starters = 8
	var won, lost []error
	var listeners []Listener
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range starters {
		wg.Go(func() {
			l, err := Listen(socket)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				won, listeners = append(won, err), append(listeners, l)
				return
			}
			lost = append(lost, err)
		})
	}
	wg.Wait()
	assert.Len(t, won, 1)
	require.Len(t, lost, starters-1)
	for _, err := range lost {
		assert.ErrorIs(t, err, ErrServing)
	}
	conn, err := net.Dial("unix", socket)
	require.NoError(t, err)
	conn.Close()
	require.NoError(t, listeners[0].Close())
	again, err := Listen(socket)
	require.NoError(t, err)
	require.NoError(t, again.Close())
}

func TestTheSocketOfADeadServerIsTaken(t *testing.T) {
	socket := socketPath(t)
	dead, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	require.NoError(t, err)
	dead.SetUnlinkOnClose(false)
	dead.Close()
	_, err = net.Dial("unix", socket)
	require.Error(t, err)
	l, err := Listen(socket)
	require.NoError(t, err)
	conn, err := net.Dial("unix", socket)
	require.NoError(t, err)
	conn.Close()
	l.Close()
}

func TestASocketThatWasSweptAwayIsKnownToBeGone(t *testing.T) {
	socket := socketPath(t)
	l, err := Listen(socket)
	require.NoError(t, err)
	assert.False(t, l.Gone())
	require.NoError(t, os.Remove(socket))
	require.NoError(t, os.Remove(socket+".lock"))
	assert.True(t, l.Gone())
	other, err := Listen(socket)
	require.NoError(t, err)
	defer other.Close()
	assert.True(t, l.Gone())
	require.NoError(t, l.Close())
	assert.False(t, other.Gone(), "the other's socket is left alone")
}

func TestListenRefuses(t *testing.T) {
	open := func(t *testing.T, mode fs.FileMode) string {
		socket := socketPath(t)
		require.NoError(t, os.Chmod(filepath.Dir(socket), mode))
		return socket
	}
	for _, tc := range []struct {
		name   string
		socket func(t *testing.T) string
		want   string
	}{
		{"a folder that the world may write", func(t *testing.T) string { return open(t, 0o777) }, "writable by group or world (mode 0777)"},
		{"a folder that the group may write", func(t *testing.T) string { return open(t, 0o770) }, "writable by group or world (mode 0770)"},
		{"a folder that is missing with its parent", func(t *testing.T) string { return filepath.Join(filepath.Dir(socketPath(t)), "a", "b", "s.sock") }, "no such file"},
		{"a path that is too long", func(t *testing.T) string { return "/tmp/" + strings.Repeat("x", 200) }, "has 205 bytes, the system takes at most"},
		{"a file", func(t *testing.T) string {
			socket := socketPath(t)
			require.NoError(t, os.WriteFile(socket, []byte("precious"), 0o600))
			return socket
		}, "is there and is no socket"},
		{"a link in place of the lock file", func(t *testing.T) string {
			socket := socketPath(t)
			require.NoError(t, os.Symlink("/dev/null", socket+".lock"))
			return socket
		}, "the lock file"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			socket := tc.socket(t)
			_, err := Listen(socket)
			assert.ErrorContains(t, err, tc.want)
			if data, err := os.ReadFile(socket); err == nil {
				assert.Equal(t, "precious", string(data))
			}
		})
	}
}

func TestHTTPIsForThisMachineAlone(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:80", "localhost:0", "example.org:80", "7433"} {
		_, err := ListenHTTP(address)
		assert.ErrorContains(t, err, "expected", address)
	}
	l, err := ListenHTTP("127.0.0.1:0")
	require.NoError(t, err)
	l.Close()
}

// running serves on a socket and on loopback until the test ends.
func running(t *testing.T, o Options) (s *Server, socket, address string) {
	socket = socketPath(t)
	l, err := Listen(socket)
	require.NoError(t, err)
	web, err := ListenHTTP("127.0.0.1:0")
	require.NoError(t, err)
	address = web.Addr().String()
	s = New(decide(short), o)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l, web) }()
	t.Cleanup(func() {
		stop()
		assert.NoError(t, <-ended)
		_, err := os.Lstat(socket)
		assert.ErrorIs(t, err, fs.ErrNotExist)
	})
	return s, socket, address
}

func TestAClientMayCloseItsHalfAndReadsAllAnswers(t *testing.T) {
	_, socket, _ := running(t, Options{})
	conn, err := net.Dial("unix", socket)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, ask("", "a")+"\n"+ask("", "b")) // the last without a line end
	require.NoError(t, err)
	require.NoError(t, conn.(*net.UnixConn).CloseWrite())
	c := &client{Conn: conn, r: bufio.NewReader(conn)}
	assert.Equal(t, "a", c.read(t).text())
	assert.Equal(t, "b", c.read(t).text())
	_, err = c.r.ReadByte()
	assert.ErrorIs(t, err, io.EOF)
}

func TestHTTP(t *testing.T) {
	_, socket, address := running(t, Options{Version: "1.2.3", MaxRequest: 1000})
	local := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", socket)
	}}}
	defer local.CloseIdleConnections()
	loopback := &http.Client{Transport: &http.Transport{}}
	defer loopback.CloseIdleConnections()
	for _, tc := range []struct {
		name, method, path, body string
		client                   *http.Client
		change                   func(*http.Request)
		status                   int
		want                     string
	}{
		{"an exchange", "POST", "/v1/post-execute", ask("5", "bash"), local, nil, 200, `{"id":5,"decision":{"kind":"accept","content":[{"type":"text","text":"bash"}]}`},
		{"an exchange on loopback", "POST", "/v1/post-execute", ask("", "bash"), loopback, nil, 200, `"text":"bash"`},
		{"an exchange on many lines", "POST", "/v1/post-execute", strings.ReplaceAll(ask("", "bash"), ",", ",\n"), local, nil, 200, `"text":"bash"`},
		{"no exchange", "POST", "/v1/post-execute", "hello", local, nil, 200, `{"decision":null,"outcome":{"action":"passed","reason":"invalid-exchange"`},
		{"a body that is too large", "POST", "/v1/post-execute", strings.Repeat("x", 2000), local, nil, 200, `"reason":"request-too-large"`},
		{"a body of unknown length that is too large", "POST", "/v1/post-execute", `{"id":9,` + strings.Repeat("x", 1<<20), local,
			func(r *http.Request) { r.ContentLength = -1 }, 200, `{"id":9,"decision":null,"outcome":{"action":"passed","reason":"request-too-large"`},
		{"health", "GET", "/healthz", "", local, nil, 200, `{"status":"ok","version":"1.2.3","pid":`},
		{"metrics", "GET", "/metrics", "", loopback, nil, 200, "\nriffle_requests_total{action=\"replaced\",reason=\"ok\"} 3\n"},
		{"another path", "GET", "/", "", local, nil, 404, "404"},
		{"another method", "GET", "/v1/post-execute", "", local, nil, 405, "Method"},
		{"a page's request", "POST", "/v1/post-execute", ask("", "bash"), loopback, func(r *http.Request) { r.Header.Set("Origin", "http://example.org") }, 403, "refused"},
		{"a name that leads here for the moment", "GET", "/metrics", "", loopback, func(r *http.Request) { r.Host = "example.org" }, 403, "refused"},
		{"the name of this machine", "GET", "/healthz", "", loopback, func(r *http.Request) { r.Host = "localhost:1" }, 200, "ok"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			req, err := http.NewRequest(tc.method, "http://"+address+tc.path, strings.NewReader(tc.body))
			require.NoError(t, err)
			if tc.change != nil {
				tc.change(req)
			}
			res, err := tc.client.Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			assert.Equal(t, tc.status, res.StatusCode)
			assert.Contains(t, string(body), tc.want)
		})
	}
}

func TestLinesOfJSONAreTakenOnTheSocketAlone(t *testing.T) {
	_, _, address := running(t, Options{})
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, ask("", "a")+"\n\n")
	require.NoError(t, err)
	all, err := io.ReadAll(conn)
	require.NoError(t, err)
	assert.Contains(t, string(all), "400 Bad Request")
}
