//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// warm is a riffle serve that a test started.
type warm struct {
	program
	socket string
	cmd    *exec.Cmd
}

// startServe starts a server in the foreground of a private folder and waits until it
// answers.
func startServe(t *testing.T, bin string, args ...string) *warm {
	home, err := os.MkdirTemp("", "rf") // short: it holds a socket
	require.NoError(t, err)
	t.Cleanup(func() { os.RemoveAll(home) })
	w := &warm{program: program{t, bin, home}, socket: filepath.Join(home, "s.sock")}
	w.cmd = exec.Command(filepath.Join(bin, "riffle"), append([]string{"serve", "--socket", w.socket}, args...)...)
	w.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}
	require.NoError(t, w.cmd.Start())
	t.Cleanup(func() { _ = w.cmd.Process.Kill(); _ = w.cmd.Wait() })
	require.Eventually(t, func() bool {
		conn, err := net.Dial("unix", w.socket)
		if err == nil {
			conn.Close()
		}
		return err == nil
	}, time.Minute, time.Millisecond)
	return w
}

// ask sends one line and reads one.
func (w *warm) ask(line string) string {
	w.t.Helper()
	conn, err := net.Dial("unix", w.socket)
	require.NoError(w.t, err)
	defer conn.Close()
	_, err = conn.Write([]byte(line + "\n"))
	require.NoError(w.t, err)
	answer, err := bufio.NewReaderSize(conn, 1<<20).ReadString('\n')
	require.NoError(w.t, err)
	return answer
}

func soakExchange(t *testing.T, members string) string {
	text, err := json.Marshal(readSoak(t))
	require.NoError(t, err)
	return `{` + members + `"exec":{"callId":"c","name":"bash","session":"s"},"result":{"content":[{"type":"text","text":` + string(text) + `}]}}`
}

type answered struct {
	ID       int
	Decision struct{ Content []struct{ Text string } }
	Outcome  struct{ Action, Reason, Transport string }
	Locator  *struct{ ID, Path string }
}

func TestServe(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	bin := t.TempDir()
	require.NoError(t, os.Chmod(bin, 0o755))
	build := exec.Command("go", "build", "-o", bin+"/", ".", "../riffle-processor-log", "../riffle-processor-text")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))

	t.Run("an exchange, and its original", func(t *testing.T) {
		w := startServe(t, bin)
		var a answered
		require.NoError(t, json.Unmarshal([]byte(w.ask(soakExchange(t, `"id":7,`))), &a))
		assert.Equal(t, 7, a.ID)
		assert.Equal(t, "replaced", a.Outcome.Action)
		assert.Equal(t, "subprocess", a.Outcome.Transport)
		assert.Equal(t, readSoak(t), w.ok("", "get", "--raw", a.Locator.ID))
		again := w.ask(soakExchange(t, `"id":7,`))
		var b answered
		require.NoError(t, json.Unmarshal([]byte(again), &b))
		assert.Equal(t, a.Decision, b.Decision)
	})

	t.Run("an original that the caller stored", func(t *testing.T) {
		w := startServe(t, bin)
		var a answered
		require.NoError(t, json.Unmarshal([]byte(w.ask(soakExchange(t, `"options":{"targetTokens":900,"spill":{"locator":"/spills/7","hint":"Use read."}},`))), &a))
		assert.Equal(t, "/spills/7", a.Locator.Path)
		assert.Contains(t, a.Decision.Content[0].Text, "/spills/7")
		err := filepath.WalkDir(w.home, func(path string, d fs.DirEntry, err error) error {
			assert.NotContains(t, path, "spill")
			return err
		})
		require.NoError(t, err)
	})

	t.Run("SIGTERM removes the socket and ends it with 0", func(t *testing.T) {
		w := startServe(t, bin)
		w.ask(soakExchange(t, ""))
		require.NoError(t, w.cmd.Process.Signal(syscall.SIGTERM))
		require.NoError(t, w.cmd.Wait())
		_, err := os.Lstat(w.socket)
		assert.ErrorIs(t, err, fs.ErrNotExist)
	})

	t.Run("the next one takes the socket of one that was killed", func(t *testing.T) {
		w := startServe(t, bin)
		require.NoError(t, w.cmd.Process.Kill())
		_ = w.cmd.Wait()
		_, err := os.Lstat(w.socket)
		require.NoError(t, err)
		w.ok("", "serve", "--start", "--socket", w.socket)
		assert.Contains(t, w.ask(soakExchange(t, "")), `"action":"replaced"`)
		w.end()
	})

	t.Run("the second at a socket ends with 0 and says nothing", func(t *testing.T) {
		w := startServe(t, bin)
		assert.Empty(t, w.ok("", "serve", "--socket", w.socket))
		assert.Equal(t, w.socket+"\n", w.ok("", "serve", "--start", "--socket", w.socket))
	})

	t.Run("it ends when nobody asks", func(t *testing.T) {
		w := startServe(t, bin, "--idle-exit", "2s")
		require.NoError(t, w.cmd.Wait())
		_, err := os.Lstat(w.socket)
		assert.ErrorIs(t, err, fs.ErrNotExist)
	})

	t.Run("a plugin that dies is counted and started again", func(t *testing.T) {
		w := startServe(t, bin)
		w.ask(soakExchange(t, ""))
		assert.Contains(t, w.metrics(), `riffle_plugin_restarts_total{kind="processor",plugin="log"} 0`)
		plugins := children(w.cmd.Process.Pid)
		if len(plugins) == 0 {
			t.Skip("no /proc, so the plugin is not found")
		}
		for _, pid := range plugins {
			require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
		}
		assert.Eventually(t, func() bool {
			w.ask(soakExchange(t, ""))
			return strings.Contains(w.metrics(), `riffle_plugin_restarts_total{kind="processor",plugin="log"} 1`)
		}, time.Minute, time.Millisecond)
	})
}

func TestServeRefuses(t *testing.T) {
	s := newShell(t)
	for _, tc := range []struct {
		name, want string
		args       []string
	}{
		{"another machine's address", "is no loopback address", []string{"--socket", filepath.Join(s.dir, "s.sock"), "--http", "0.0.0.0:0"}},
		{"a path that is too long", "the system takes at most", []string{"--socket", "/tmp/" + strings.Repeat("x", 200)}},
		{"a negative time", "--idle-exit is -1s", []string{"--idle-exit", "-1s"}},
		{"no deadline", "--deadline is 0s", []string{"--deadline", "0"}},
		{"two things at once", "none of the others can be", []string{"--start", "--print-socket"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", append([]string{"serve"}, tc.args...)...)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.want)
			assert.NotZero(t, status)
		})
	}
}

// children are the processes that a process started.
func children(pid int) (out []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		data, _ := os.ReadFile(list)
		for _, word := range strings.Fields(string(data)) {
			if n, err := strconv.Atoi(word); err == nil {
				out = append(out, n)
			}
		}
	}
	return out
}

// end ends a server that was started in the background.
func (w *warm) end() {
	w.t.Helper()
	var health struct{ PID int }
	require.NoError(w.t, json.Unmarshal([]byte(w.get("/healthz")), &health))
	require.NoError(w.t, syscall.Kill(health.PID, syscall.SIGTERM))
}

func (w *warm) metrics() string { return w.get("/metrics") }

func (w *warm) get(path string) string {
	w.t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, Dial: func(_, _ string) (net.Conn, error) { return net.Dial("unix", w.socket) }}}
	res, err := client.Get("http://riffle" + path)
	require.NoError(w.t, err)
	defer res.Body.Close()
	var b strings.Builder
	_, err = bufio.NewReader(res.Body).WriteTo(&b)
	require.NoError(w.t, err)
	return b.String()
}
