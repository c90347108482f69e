//go:build unix

package agenttest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// KillInCall has a running server take a call, not answer it, and be killed: it is stopped
// at once, and killed when somebody has connected to its socket.
func KillInCall(t testing.TB, server *exec.Cmd, socket string) {
	if _, err := os.Stat("/proc/net/unix"); err != nil {
		t.Skip("who connects to a socket can't be seen here")
	}
	if err := server.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ended, killed := make(chan struct{}), make(chan struct{})
	go func() {
		for {
			table, _ := os.ReadFile("/proc/net/unix")
			if bytes.Count(table, []byte(" "+socket+"\n")) > 1 { // the one that listens, and a caller's
				time.Sleep(50 * time.Millisecond) // for the request to be written
				server.Process.Kill()
				close(killed)
				return
			}
			select {
			case <-ended:
				return
			case <-time.After(time.Millisecond):
			}
		}
	}()
	t.Cleanup(func() {
		close(ended)
		select {
		case <-killed:
		default:
			t.Error("nobody called the server")
		}
	})
}

// StopServers ends the servers that were started in the background for a socket. They are
// found by their command line; a test that names its socket finds no others.
func StopServers(socket string) {
	processes, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range processes {
		line, _ := os.ReadFile(file)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && bytes.Contains(line, []byte("\x00serve\x00--socket\x00"+socket+"\x00")) {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
}
