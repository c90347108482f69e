package agenttest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Host is a riffle of the test's own: its store, its sockets and its user's home.
type Host struct {
	Program string
	Home    string
	Dir     string   // where its commands are run
	Env     []string // for whatever is to use this riffle

	t testing.TB
}

// NewHost makes a host.
func NewHost(t testing.TB) *Host {
	h := &Host{Program: Riffle(t), Home: t.TempDir(), t: t}
	h.Dir = h.Home
	// The path of a socket is short, whatever the test is called.
	run, err := os.MkdirTemp("", "rt")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(run) })
	h.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + h.Home, "TMPDIR=" + run, "XDG_RUNTIME_DIR=" + run,
		"RIFFLE_SOCKET=" + filepath.Join(run, "s.sock"),
	}
	return h
}

// Socket is where a server of this host listens.
func (h *Host) Socket() string {
	for _, v := range h.Env {
		if path, ok := strings.CutPrefix(v, "RIFFLE_SOCKET="); ok {
			return path
		}
	}
	return ""
}

// Serve runs a server until the test ends, and returns when it listens.
func (h *Host) Serve() *exec.Cmd {
	cmd := exec.Command(h.Program, "serve", "--socket", h.Socket())
	cmd.Env = h.Env
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	for range 1000 {
		if _, err := os.Stat(h.Socket()); err == nil {
			return cmd
		}
		time.Sleep(10 * time.Millisecond)
	}
	h.t.Fatal("the server does not listen")
	return nil
}

// Riffle runs one command and returns its standard output.
func (h *Host) Riffle(args ...string) []byte {
	h.t.Helper()
	cmd := exec.Command(h.Program, args...)
	cmd.Env = h.Env
	cmd.Dir = h.Dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		h.t.Fatalf("riffle %v: %v\n%s%s", args, err, out, stderr.Bytes())
	}
	return out
}

var noticeID = regexp.MustCompile(`^\[riffle: [^]]*?sha256 ([0-9a-f]{12})`)

// Original is the original that a shortened text names, as riffle get brings it back.
func (h *Host) Original(text string) string {
	h.t.Helper()
	m := noticeID.FindStringSubmatch(text)
	if m == nil {
		h.t.Fatalf("the text begins with no notice: %.300q", text)
	}
	return string(h.Riffle("get", "--raw", m[1]))
}
