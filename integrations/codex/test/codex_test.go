// Package test runs Codex against a model server on loopback and reads what it tells the
// model.
package test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/agenttest"
)

func TestMain(m *testing.M) { agenttest.Main(m) }

// program is where npm puts Codex's own binary.
const program = "node_modules/@openai/codex-*/vendor/*/bin/codex"

// session is one agent with one riffle.
type session struct {
	*agenttest.Host
	t         *testing.T
	codex     string
	home      string
	workspace string
}

func start(t *testing.T) *session {
	s := &session{codex: agenttest.Find(t, "codex", program), t: t}
	s.Host = agenttest.NewHost(t)
	s.home, s.workspace = filepath.Join(s.Home, ".codex"), t.TempDir()
	require.NoError(t, os.MkdirAll(s.home, 0o700))
	return s
}

// settings are those of a model server on loopback, and of an MCP server.
func settings(url string) string {
	server, env := agenttest.Server()
	var vars []string
	for name, value := range env {
		vars = append(vars, fmt.Sprintf("%s = %q", name, value))
	}
	return fmt.Sprintf(`model = "fake"
model_provider = "loop"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.loop]
name = "loop"
base_url = %q
wire_api = "responses"
[analytics]
enabled = false
[mcp_servers.test]
command = %q
env = { %s }
`, url+"/v1", server, strings.Join(vars, ", "))
}

// install puts the hook in and approves it, as a user does with /hooks: Codex itself
// says under which key and with which hash.
func (s *session) install() string {
	s.Riffle("install", "codex")
	require.NoError(s.t, os.WriteFile(filepath.Join(s.home, "config.toml"), []byte(settings("http://127.0.0.1:1")), 0o600))
	cmd := exec.Command(s.codex, "app-server")
	cmd.Env, cmd.Dir = s.Env, s.workspace
	in, err := cmd.StdinPipe()
	require.NoError(s.t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(s.t, err)
	require.NoError(s.t, cmd.Start())
	defer func() { cmd.Process.Kill(); cmd.Wait() }()
	cwd, _ := json.Marshal(s.workspace)
	fmt.Fprintf(in, "%s\n%s\n{\"id\":2,\"method\":\"hooks/list\",\"params\":{\"cwds\":[%s]}}\n",
		`{"id":1,"method":"initialize","params":{"clientInfo":{"name":"test","version":"1"}}}`, `{"method":"initialized"}`, cwd)
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if gjson.GetBytes(lines.Bytes(), "id").Int() != 2 {
			continue
		}
		hook := gjson.GetBytes(lines.Bytes(), "result.data.0.hooks.0")
		require.True(s.t, hook.Exists(), lines.Text())
		return fmt.Sprintf("[hooks.state.%q]\ntrusted_hash = %q\n", hook.Get("key").Str, hook.Get("currentHash").Str)
	}
	s.t.Fatal("Codex does not list its hooks")
	return ""
}

// ask has the model call one tool, and returns what the agent tells it of the result.
func (s *session) ask(call agenttest.Call, approval string) string {
	s.t.Helper()
	model := agenttest.Responses(s.t, call)
	require.NoError(s.t, os.WriteFile(filepath.Join(s.home, "config.toml"), []byte(settings(model.URL)+approval), 0o600))
	out, err := agenttest.Run(s.t, s.workspace, append([]string{"OPENAI_API_KEY=fake"}, s.Env...), s.codex, "exec", "--skip-git-repo-check", "print a big log")
	require.NoError(s.t, err, out)
	assert.Contains(s.t, out, "all done")
	assert.NotContains(s.t, out, "PostToolUse Failed")
	results, _ := model.Results()
	require.Len(s.t, results, 1)
	return results[0]
}

const command = `for i in $(seq 1 1500); do echo "INFO request $i took $((i * 7919 % 997)) ms"; done; echo "error: disk full"; exit 3`

func printed(t *testing.T) string {
	out, err := exec.Command("bash", "-c", command).Output()
	require.Equal(t, 3, err.(*exec.ExitError).ExitCode())
	return string(out)
}

// body is what follows the lines of a result that differ on every run.
func body(text string) string {
	_, rest, _ := strings.Cut(text, "Output:\n")
	return rest
}

func TestACommandsOutputIsShortenedAndKept(t *testing.T) {
	s := start(t)
	approval := s.install()
	s.Serve()
	text := s.ask(agenttest.Call{Input: command}, approval)
	t.Logf("%d bytes printed, %d told: %.330q", len(printed(t)), len(text), text)
	notice, _, _ := strings.Cut(text, "]")
	assert.Contains(t, notice, "exit 3", "the block hides what Codex says of it")
	assert.Contains(t, text, "error: disk full")
	assert.Equal(t, printed(t), s.Original(text), "the whole output, of which Codex shows its model a part")
}

func TestMCPIsShortenedAndKept(t *testing.T) {
	for _, tool := range []string{"blocks", "structured"} {
		t.Run(tool, func(t *testing.T) {
			s := start(t)
			approval := s.install()
			s.Serve()
			text := s.ask(agenttest.Call{Tool: tool, Namespace: "mcp__test", Input: map[string]any{}}, approval)
			t.Logf("told: %.250q", text)
			assert.Equal(t, agenttest.MCPText(), s.Original(text))
		})
	}
}

func TestDoctorKnowsWhetherCodexRunsTheHook(t *testing.T) {
	s := start(t)
	approval := s.install()
	s.Serve()
	text := s.ask(agenttest.Call{Input: command}, "")
	assert.True(t, strings.HasPrefix(body(text), "Warning: truncated output"), "a hook that is not approved does not run")
	cmd := exec.Command(s.Program, "doctor", "codex")
	cmd.Env, cmd.Dir = s.Env, s.workspace
	out, err := cmd.Output()
	assert.Error(t, err)
	assert.Contains(t, string(out), "broken  approved in Codex: not yet")
	s.ask(agenttest.Call{Input: command}, approval)
	t.Logf("%s", s.Riffle("doctor", "codex"))
}

// Whatever becomes of the server, the agent goes on with what it would have told.
func TestTheAgentGetsTheOriginalWhereTheServerFails(t *testing.T) {
	without := start(t)
	want := body(without.ask(agenttest.Call{Input: command}, ""))
	require.NotEmpty(t, want)
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("no: such key\n"), 0o600))
	for _, tc := range []struct {
		name  string
		fault func(*session)
	}{
		{"none answers and none can start", func(*session) {}},
		{"it is killed in mid-call", func(s *session) { agenttest.KillInCall(s.t, s.Serve(), s.Socket()) }},
		{"it ends the connection", func(s *session) { agenttest.Misbehave(s.t, s.Socket(), func(net.Conn) {}) }},
		{"it answers garbage", func(s *session) {
			agenttest.Misbehave(s.t, s.Socket(), func(c net.Conn) { c.Write([]byte("{\"decision\": nonsense\n")) })
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t)
			approval := s.install()
			tc.fault(s)
			s.Env = append(s.Env, "RIFFLE_CONFIG="+broken) // no other server starts
			assert.Equal(t, want, body(s.ask(agenttest.Call{Input: command}, approval)))
		})
	}
}
