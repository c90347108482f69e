//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// bashInput is what Claude Code says of a command that printed a text.
func bashInput(t *testing.T, text string) string {
	in, err := json.Marshal(map[string]any{
		"session_id": "s", "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": "t",
		"tool_input":    map[string]any{"command": "make soak"},
		"tool_response": map[string]any{"stdout": text, "stderr": "", "interrupted": false},
	})
	require.NoError(t, err)
	return string(in)
}

const updated = "hookSpecificOutput.updatedToolOutput.stdout"

func TestAHookDecidesInItsOwnProcess(t *testing.T) {
	s := newShell(t)
	text := readSoak(t)
	out := s.ok(bashInput(t, text), "hook", "claude-code", "--in-process")
	short := gjson.Get(out, updated).Str
	require.True(t, strings.HasPrefix(short, "[riffle: log, "), out)
	id := regexp.MustCompile(`sha256 ([0-9a-f]{12})`).FindStringSubmatch(short)[1]
	assert.Equal(t, text, s.ok("", "get", "--raw", id))
	assert.Equal(t, "{}\n", s.ok(bashInput(t, short), "hook", "claude-code", "--in-process"), "a replacement is left alone")
}

// An agent shows a status other than 0 to its model, and what is on standard error too.
func TestAHookNeverFails(t *testing.T) {
	s := newShell(t)
	in := bashInput(t, readSoak(t))
	file := s.write("file", "")
	broken := s.write("broken.yaml", "minTokens: none\n")
	unstored := s.write("unstored.yaml", "spill: {dir: "+file+"/store}\n")
	disabled := s.write("disabled.yaml", "enabled: false\n")
	for _, tc := range []struct {
		name, stdin string
		args        []string
	}{
		{"nothing to read", "", nil},
		{"garbage", "\x00{", nil},
		{"a small result", bashInput(t, "few"), nil},
		{"a broken configuration", in, []string{"--config", broken}},
		{"a configuration that is not there", in, []string{"--config", "/nowhere.yaml"}},
		{"a store that can't be written", in, []string{"--config", unstored}},
		{"Riffle is off", in, []string{"--config", disabled}},
		{"an unknown flag", "", []string{"--later"}},
		{"an unknown argument", "", []string{"later"}},
	} {
		for _, agent := range []string{"claude-code", "codex"} {
			t.Run(tc.name+", "+agent, func(t *testing.T) {
				args := append([]string{"hook", agent, "--in-process"}, tc.args...)
				assert.Equal(t, "{}\n", s.ok(tc.stdin, args...))
			})
		}
	}
	_, stderr, status := s.run(in, "hook", "claude-code", "--in-process", "--debug", "--config", disabled)
	assert.Zero(t, status)
	assert.Equal(t, "riffle: hook: left alone: disabled:\n", stderr)
}

// withSocket runs riffle with a socket for its server.
func (p program) withSocket(socket, stdin string, args ...string) (stdout string, status int) {
	p.t.Helper()
	cmd := exec.Command(filepath.Join(p.bin, "riffle"), args...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.home, "RIFFLE_SOCKET=" + socket}
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Dir = p.home
	var out, complaints bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaints
	if err := cmd.Run(); cmd.ProcessState == nil {
		require.NoError(p.t, err)
	}
	assert.Empty(p.t, complaints.String())
	return out.String(), cmd.ProcessState.ExitCode()
}

func TestHookProgram(t *testing.T) {
	bin := binaries(t)
	text := readSoak(t)
	in := bashInput(t, text)
	hook := []string{"hook", "claude-code"}

	t.Run("a server answers", func(t *testing.T) {
		w := startServe(t, bin)
		out, status := w.withSocket(w.socket, in, hook...)
		assert.Zero(t, status)
		assert.True(t, strings.HasPrefix(gjson.Get(out, updated).Str, "[riffle: log, "), out)
	})

	t.Run("what is installed works, and is gone after its removal", func(t *testing.T) {
		w := startServe(t, bin)
		out, status := w.withSocket(w.socket, "", "install", "claude-code")
		require.Zero(t, status, out)
		settings := filepath.Join(w.home, ".claude", "settings.json")
		assert.Contains(t, out, settings+": written")
		out, status = w.withSocket(w.socket, "", "doctor", "claude-code")
		assert.Zero(t, status, out)
		assert.Regexp(t, `(?m)^ok      a sample is shortened: \d+ bytes to \d+`, out)
		assert.Regexp(t, `(?m)^ok      the original is recovered: byte for byte`, out)
		out, _ = w.withSocket(w.socket, "", "spill", "list")
		assert.NotContains(t, out, "Bash", "the sample is not kept")
		out, status = w.withSocket(w.socket, "", "install", "claude-code", "--remove")
		require.Zero(t, status, out)
		assert.NoFileExists(t, settings)
		out, status = w.withSocket(w.socket, "", "doctor", "claude-code")
		assert.Equal(t, 1, status)
		assert.Contains(t, out, "to do: riffle install claude-code --user")
	})

	t.Run("the proxy goes before a server, and away again", func(t *testing.T) {
		p := program{t, bin, t.TempDir()}
		const servers = `{"mcpServers": {"a": {"command": "cat"}, "b": {"url": "http://127.0.0.1:1"}}}`
		file := filepath.Join(p.home, ".mcp.json")
		require.NoError(t, os.WriteFile(file, []byte(servers), 0o600))
		socket := filepath.Join(p.home, "none", "s.sock")
		out, status := p.withSocket(socket, "", "install", "mcp", "--print")
		require.Zero(t, status, out)
		assert.Contains(t, out, file+": would be changed")
		out, status = p.withSocket(socket, "", "install", "mcp")
		require.Zero(t, status, out)
		out, status = p.withSocket(socket, "", "doctor", "mcp")
		assert.Zero(t, status, out)
		assert.Regexp(t, `(?m)^ok      the original is recovered: byte for byte`, out)
		out, status = p.withSocket(socket, "", "install", "mcp", "--remove")
		require.Zero(t, status, out)
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, servers, string(data))
		out, status = p.withSocket(socket, "", "doctor", "mcp")
		assert.Equal(t, 1, status)
		assert.Contains(t, out, "broken  server a: started without riffle")
	})

	for name, answer := range map[string]func(net.Conn){
		"a server that ends the connection": func(net.Conn) {},
		"a server that answers garbage":     func(c net.Conn) { c.Write([]byte("garbage\n")) },
		"a server that ends in an answer":   func(c net.Conn) { c.Write([]byte(`{"decision":{"kind":"accept","content":[{"type":"te`)) },
	} {
		t.Run(name, func(t *testing.T) {
			home, err := os.MkdirTemp("", "rf") // short: it holds a socket
			require.NoError(t, err)
			t.Cleanup(func() { os.RemoveAll(home) })
			// No other server starts in its place.
			require.NoError(t, os.WriteFile(filepath.Join(home, ".riffle.yaml"), []byte("no: such key\n"), 0o600))
			l, err := net.Listen("unix", filepath.Join(home, "s.sock"))
			require.NoError(t, err)
			t.Cleanup(func() { l.Close() })
			go func() {
				for {
					c, err := l.Accept()
					if err != nil {
						return
					}
					c.Read(make([]byte, 1024))
					answer(c)
					c.Close()
				}
			}()
			p := program{t, bin, home}
			out, status := p.withSocket(filepath.Join(home, "s.sock"), in, hook...)
			assert.Zero(t, status)
			assert.Equal(t, "{}\n", out)
		})
	}

	t.Run("no server, and none can start", func(t *testing.T) {
		p := program{t, bin, t.TempDir()}
		out, status := p.withSocket("/nowhere/at/all/s.sock", in, hook...)
		assert.Zero(t, status)
		assert.Equal(t, "{}\n", out)
	})
}
