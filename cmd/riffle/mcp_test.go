//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
)

// Variables that make this test's binary another program.
const (
	asRiffle = "RIFFLE_TEST_AS_RIFFLE" // "1": riffle itself
	asServer = "RIFFLE_TEST_AS_SERVER" // an MCP server, of this mood
)

func init() {
	if mood := os.Getenv(asServer); mood != "" && len(os.Args) == 2 && os.Args[1] == asServer {
		serveMCP(mood)
	}
	if os.Getenv(asRiffle) == "1" {
		os.Exit(run(context.Background(), newApp(), os.Args[1:]))
	}
}

// serveMCP is a server whose one tool returns a long log. Its mood says what else it
// does.
func serveMCP(mood string) {
	in := bufio.NewReader(os.Stdin)
	fmt.Fprintln(os.Stderr, "the server's own words")
	if strings.Contains(mood, "deaf") {
		signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGPIPE)
	}
	if path := os.Getenv("RIFFLE_TEST_FIFO"); path != "" {
		fifo, _ := os.OpenFile(path, os.O_WRONLY, 0)
		defer fifo.Close()
		if strings.Contains(mood, "parent") {
			child := exec.Command(os.Args[0], asServer)
			child.Env = append(os.Environ(), asServer+"=deaf child", "RIFFLE_TEST_FIFO=")
			child.Stdin, child.Stdout, child.ExtraFiles = os.Stdin, os.Stdout, []*os.File{fifo}
			ready, _ := child.StderrPipe()
			_ = child.Start()
			_, _ = ready.Read(make([]byte, 1))
		}
	}
	if mood == "deaf child" {
		fmt.Fprintln(os.Stderr, "ready")
		select {}
	}
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			if mood == "stubborn" || strings.HasPrefix(mood, "deaf") {
				select {} // neither the end of its input nor of its output ends it
			}
			os.Exit(5)
		}
		var m struct {
			ID     json.RawMessage
			Method string
		}
		if json.Unmarshal([]byte(line), &m) != nil || m.ID == nil {
			continue
		}
		switch {
		case m.Method != "tools/call":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":{}}`+"\n", m.ID)
		case mood == "slow":
			time.Sleep(3 * time.Second) // more than a server has to end
			fmt.Println(serverResult(string(m.ID)))
		case mood == "crash":
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,"res`, m.ID)
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		default:
			fmt.Println(serverResult(string(m.ID)))
		}
	}
}

func serverText() string {
	var b strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&b, "request %d was served\n", i)
	}
	return b.String()
}

func serverResult(id string) string {
	text, _ := json.Marshal(serverText())
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"n":9007199254740993, "content":[{"type":"text","text":%s}]}}`, id, text)
}

// proxy is a running riffle mcp before such a server.
type proxy struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	pipe   *os.File // what out reads
	stderr bytes.Buffer
	home   string
}

func startProxy(t *testing.T, mood string, env []string, flags ...string) *proxy {
	t.Helper()
	p := &proxy{t: t, home: t.TempDir()}
	p.cmd = exec.Command(os.Args[0], append(append([]string{"mcp"}, flags...), "--", os.Args[0], asServer)...)
	p.cmd.Dir = p.home
	p.cmd.Env = append(os.Environ(), asRiffle+"=1", asServer+"="+mood, "HOME="+p.home, "XDG_STATE_HOME="+filepath.Join(p.home, "state"), "XDG_CONFIG_HOME="+p.home)
	p.cmd.Env = append(p.cmd.Env, env...)
	p.cmd.Stderr = &p.stderr
	var err error
	p.in, err = p.cmd.StdinPipe()
	require.NoError(t, err)
	out, err := p.cmd.StdoutPipe()
	require.NoError(t, err)
	p.pipe = out.(*os.File)
	p.out = bufio.NewReader(out)
	require.NoError(t, p.cmd.Start())
	t.Cleanup(func() { _ = p.cmd.Process.Kill() })
	return p
}

func (p *proxy) say(frame string) {
	p.t.Helper()
	_, err := io.WriteString(p.in, frame+"\n")
	require.NoError(p.t, err)
}

func (p *proxy) hear() string {
	p.t.Helper()
	line, err := p.out.ReadString('\n')
	require.NoError(p.t, err)
	return strings.TrimSuffix(line, "\n")
}

// end waits for the end and returns the exit status and what was still printed.
func (p *proxy) end() (status int, rest string) {
	p.t.Helper()
	b, err := io.ReadAll(p.out)
	require.NoError(p.t, err)
	_ = p.cmd.Wait()
	if s, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return -int(s.Signal()), string(b)
	}
	return p.cmd.ProcessState.ExitCode(), string(b)
}

const toolCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log","arguments":{}}}`

func TestMCPShortensAndKeepsTheOriginal(t *testing.T) {
	p := startProxy(t, "plain", nil, "--verbose", "--server", "s")
	p.say(toolCall)
	got := p.hear()
	require.NoError(t, p.in.Close())
	status, rest := p.end()
	assert.Equal(t, 5, status, "the server's")
	assert.Empty(t, rest)
	assert.Contains(t, p.stderr.String(), "the server's own words\n")
	assert.Regexp(t, `riffle: mcp: mcp__s__log: ok, [0-9]+ -> [0-9]+ bytes\n`, p.stderr.String())

	before, text, found := strings.Cut(got, `"text":"`)
	require.True(t, found)
	assert.Equal(t, `{"jsonrpc":"2.0","id":1,"result":{"n":9007199254740993, "content":[{"type":"text",`, before)
	assert.True(t, strings.HasPrefix(text, "[riffle: log, "), text)
	assert.True(t, strings.HasSuffix(text, `"}]}}`))
	stored, err := filepath.Glob(filepath.Join(p.home, "state", "riffle", "spill", "*", "*-mcp__s__log"))
	require.NoError(t, err)
	require.Len(t, stored, 1)
	data, err := os.ReadFile(stored[0])
	require.NoError(t, err)
	assert.Equal(t, serverText(), string(data))
}

func TestMCPFailsOpen(t *testing.T) {
	t.Run("a broken configuration", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "broken.yaml")
		require.NoError(t, os.WriteFile(file, []byte("minTokens: none\n"), 0o600))
		p := startProxy(t, "plain", nil, "--config", file)
		p.say(toolCall)
		assert.Equal(t, serverResult("1"), p.hear())
		require.NoError(t, p.in.Close())
		status, _ := p.end()
		assert.Equal(t, 5, status)
		assert.Contains(t, p.stderr.String(), "the results of the server are not shortened")
	})
	t.Run("no store", func(t *testing.T) {
		p := startProxy(t, "plain", []string{"XDG_STATE_HOME=/dev/null/nowhere"}, "--verbose")
		p.say(toolCall)
		assert.Equal(t, serverResult("1"), p.hear())
		require.NoError(t, p.in.Close())
		p.end()
		assert.Contains(t, p.stderr.String(), pipeline.ReasonNoStore)
	})
	t.Run("no time", func(t *testing.T) {
		p := startProxy(t, "plain", nil, "--timeout", "1ms")
		p.say(toolCall)
		assert.Equal(t, serverResult("1"), p.hear())
		require.NoError(t, p.in.Close())
		p.end()
	})
}

func TestMCPEndsAsItsServer(t *testing.T) {
	t.Run("a crash in the middle of a call", func(t *testing.T) {
		p := startProxy(t, "crash", nil)
		p.say(toolCall)
		status, rest := p.end()
		assert.Equal(t, 128+int(syscall.SIGKILL), status)
		assert.Equal(t, `{"jsonrpc":"2.0","id":1,"res`, rest)
	})
	t.Run("a signal", func(t *testing.T) {
		p := startProxy(t, "plain", nil)
		p.say(`{"jsonrpc":"2.0","id":0,"method":"ping"}`)
		p.hear() // the server runs
		require.NoError(t, p.cmd.Process.Signal(syscall.SIGTERM))
		status, _ := p.end()
		assert.Equal(t, 128+int(syscall.SIGTERM), status)
	})
	t.Run("no such program", func(t *testing.T) {
		s := newShell(t)
		stdout, stderr, status := s.run("", "mcp", "--", "no-such-command-here")
		assert.Equal(t, 127, status)
		assert.Empty(t, stdout)
		assert.Contains(t, stderr, "no-such-command-here")
	})
}

// A server that heeds nothing ends with its client, and so does what it started.
func TestMCPEndsItsServer(t *testing.T) {
	closes := func(p *proxy, _ *os.File) { _ = p.in.Close() }
	sends := func(s syscall.Signal) func(*proxy, *os.File) {
		return func(p *proxy, _ *os.File) { _ = p.cmd.Process.Signal(s) }
	}
	hangsUp := func(_ *proxy, out *os.File) { _ = out.Close() }
	for _, tc := range []struct {
		name, mood string
		end        func(p *proxy, out *os.File)
		status     int // of the proxy
	}{
		{"the client closes its side", "stubborn", closes, 128 + 15},
		{"and the server ignores SIGTERM", "deaf", closes, 128 + 9},
		{"and its child does", "parent", closes, 5},
		{"and both do", "deaf parent", closes, 128 + 9},
		{"SIGTERM", "deaf parent", sends(syscall.SIGTERM), 128 + 9},
		{"SIGINT", "deaf parent", sends(syscall.SIGINT), 128 + 9},
		{"SIGHUP", "deaf", sends(syscall.SIGHUP), 128 + 9},
		{"SIGTERM to a server that heeds it, and not its child", "parent", sends(syscall.SIGTERM), 128 + 15},
		{"the client reads no more", "deaf parent", hangsUp, 128 + 9},
		{"SIGKILL", "deaf", sends(syscall.SIGKILL), -9},
		{"SIGKILL, with a child", "deaf parent", sends(syscall.SIGKILL), -9},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel() // they wait for the most part
			path := filepath.Join(t.TempDir(), "alive")
			require.NoError(t, syscall.Mkfifo(path, 0o600))
			p := startProxy(t, tc.mood, []string{"RIFFLE_TEST_FIFO=" + path})
			alive, err := os.Open(path) // ends when all who have it open have
			require.NoError(t, err)
			defer alive.Close()
			p.say(`{"jsonrpc":"2.0","id":0,"method":"ping"}`)
			p.hear()
			tc.end(p, p.pipe)
			_, err = io.ReadAll(alive)
			require.NoError(t, err)
			_ = p.cmd.Wait()
			got := p.cmd.ProcessState.ExitCode()
			if s := p.cmd.ProcessState.Sys().(syscall.WaitStatus); s.Signaled() {
				got = -int(s.Signal())
			}
			assert.Equal(t, tc.status, got, p.stderr.String())
		})
	}
}

// Who says all at once and waits for the answers, as a script does, gets them.
func TestMCPWaitsForAnAnswer(t *testing.T) {
	p := startProxy(t, "slow", nil)
	p.say(toolCall)
	require.NoError(t, p.in.Close())
	assert.Contains(t, p.hear(), "[riffle: log, ")
	status, _ := p.end()
	assert.Equal(t, 5, status)
}

func TestMCPRefusesFlagsThatMeanNothing(t *testing.T) {
	s := newShell(t)
	for _, tc := range []struct {
		name, stderr string
		args         []string
	}{
		{"no server", "requires at least 1 arg", []string{"mcp", "--get-tool"}},
		{"a word for structured", `--structured is "both"; expected keep or drop`, []string{"mcp", "--structured", "both", "--", "true"}},
		{"no time at all", "--timeout is 0s; expected at least 1ms", []string{"mcp", "--timeout", "0s", "--", "true"}},
		{"no tokens", "--target-tokens is 0", []string{"mcp", "--target-tokens", "0", "--", "true"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			stdout, stderr, status := s.run("", tc.args...)
			assert.Equal(t, 2, status)
			assert.Empty(t, stdout)
			assert.Contains(t, stderr, tc.stderr)
		})
	}
}

// Budgets on the command line win over those of single tools.
func TestMCPBudgets(t *testing.T) {
	s := newShell(t)
	s.write(".riffle.yaml", "tools: {log: {targetTokens: 3000}, other: {minTokens: 100}}\n")
	a := &app{stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, workdir: s.dir, env: func(string) string { return "" }}
	var flags mcpFlags
	flags.budget.TargetTokens = 700
	flags.options.GetTool = true
	h, err := flags.host(a)
	require.NoError(t, err)
	defer h.Close()
	assert.Equal(t, 700, h.Config().ForTool("log").TargetTokens)
	assert.Equal(t, 700, h.Config().ForTool("else").TargetTokens)
	assert.Equal(t, 100, h.Config().ForTool("other").MinTokens)
	assert.Equal(t, "riffle", h.Config().Spill.Hint, "the notice names what the tool takes")
}

// What the page for agents says to put into their configurations is what riffle takes.
func TestMCPSnippets(t *testing.T) {
	page := readDoc(t, "agents/mcp.md")
	words := regexp.MustCompile(`"mcp"((?:, "[^"]*")+)\]`).FindAllStringSubmatch(page, -1)
	require.Len(t, words, 5)
	for _, m := range words {
		var args []string
		require.NoError(t, json.Unmarshal([]byte("["+m[1][2:]+"]"), &args), m[0])
		cmd := newApp().mcpCommand()
		require.NoError(t, cmd.ParseFlags(args))
		assert.Equal(t, []string{"npx", "-y", "@modelcontextprotocol/server-filesystem", "/home/me/notes"}, cmd.Flags().Args())
	}
	blocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(page, -1)
	require.Len(t, blocks, 4)
	for _, m := range blocks {
		assert.True(t, json.Valid([]byte(m[1])), m[1])
	}
	c, err := config.Parse("docs", []byte(codeBlock(t, page, "yaml")))
	require.NoError(t, err)
	assert.True(t, c.Excluded("mcp__fs__read_text_file"))
}

// Why a result went through unchanged is said in the words of the page for agents.
func TestMCPReasonsAreDocumented(t *testing.T) {
	page := readDoc(t, "agents/mcp.md")
	codes := reasonCodes(t, "../../host/mcp")
	require.Greater(t, len(codes), 5)
	for _, code := range codes {
		assert.Contains(t, page, "`"+code+"`")
	}
}

// TestRealMCPClients makes the same calls directly and behind the proxy, with clients
// and servers that others wrote.
func TestRealMCPClients(t *testing.T) {
	if testing.Short() {
		t.Skip("installs packages")
	}
	needNode(t)
	const source = "../../integrations/mcp"
	dir := t.TempDir()
	names, err := filepath.Glob(filepath.Join(source, "*.js*"))
	require.NoError(t, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.Base(name)), data, 0o600))
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		if os.Getenv(nodeVariable) == "1" {
			t.Fatalf("npm ci: %v\n%s", err, out)
		}
		t.Skipf("npm cannot install the clients and servers: they are not run; %s=1 makes this a failure\n%s", nodeVariable, out)
	}
	// Built as for users: the race detector, which other tests run the proxy under, would
	// take most of the time.
	riffle := filepath.Join(dir, "riffle")
	build := exec.Command("go", "build", "-trimpath", "-o", riffle, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command("node", "compare.js", riffle)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	out, err = cmd.CombinedOutput()
	t.Logf("%s", out)
	require.NoError(t, err)
	assert.NotContains(t, string(out), "FAIL")
	assert.GreaterOrEqual(t, strings.Count(string(out), "ok    "), 9)
}
