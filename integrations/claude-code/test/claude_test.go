// Package test runs Claude Code against a model server on loopback and reads what it
// tells the model.
package test

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/agenttest"
)

func TestMain(m *testing.M) { agenttest.Main(m) }

// program is where npm puts Claude Code's own binary.
const program = "node_modules/@anthropic-ai/claude-code-*/claude"

// session is one agent with one riffle and one model.
type session struct {
	*agenttest.Host
	t         *testing.T
	claude    string
	workspace string
	extra     []string
}

func start(t *testing.T) *session {
	claude := agenttest.Find(t, "claude-code", program)
	return &session{Host: agenttest.NewHost(t), t: t, claude: claude, workspace: t.TempDir()}
}

// ask has the model call one tool, and returns what the agent tells it of the result.
func (s *session) ask(call agenttest.Call) (text string, isError bool) {
	s.t.Helper()
	model := agenttest.Messages(s.t, call)
	log := filepath.Join(s.t.TempDir(), "debug.log")
	env := append([]string{
		"ANTHROPIC_BASE_URL=" + model.URL, "ANTHROPIC_API_KEY=fake", "DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
	}, s.Env...)
	args := append([]string{
		"-p", "print a big log", "--debug-file", log,
		"--allowedTools", "Bash,Grep,Read,mcp__test__blocks,mcp__test__structured",
	}, s.extra...)
	out, err := agenttest.Run(s.t, s.workspace, env, s.claude, args...)
	require.NoError(s.t, err, out)
	assert.Contains(s.t, out, "all done")
	debug, err := os.ReadFile(log)
	require.NoError(s.t, err)
	assert.NotContains(s.t, string(debug), "does not match", "Claude Code says that the shape is another")
	results, isError := model.Results()
	require.Len(s.t, results, 1)
	return results[0], isError
}

func bash(command string) agenttest.Call {
	return agenttest.Call{Tool: "Bash", Input: map[string]any{"command": command, "description": "log"}}
}

// printed is what a command prints.
func printed(t *testing.T, command string) string {
	out, err := exec.Command("bash", "-c", command).Output()
	require.NoError(t, err)
	return string(out)
}

const (
	// Claude Code hands a model up to 30,000 characters as they are, and of more a preview.
	short = `for i in $(seq 1 600); do echo "INFO request $i took $((i * 7919 % 997)) ms"; done; echo "error: disk full"`
	long  = `for i in $(seq 1 3000); do echo "INFO request $i took $((i * 7919 % 997)) ms"; done; echo "error: disk full"`
)

func TestACommandsOutputIsShortenedAndKept(t *testing.T) {
	s := start(t)
	s.Riffle("install", "claude-code")
	s.Serve()
	text, isError := s.ask(bash(short))
	t.Logf("%d bytes printed, %d told: %.250q", len(printed(t, short)), len(text), text)
	assert.False(t, isError)
	assert.Less(t, len(text), 8000)
	assert.Contains(t, text, "error: disk full")
	// Claude Code itself takes the last line end off.
	assert.Equal(t, strings.TrimSuffix(printed(t, short), "\n"), s.Original(text))
}

// One command is all that a user types: the hook of a project is found, and starts the
// server that it asks.
func TestTheHookOfAProjectStartsAServer(t *testing.T) {
	s := start(t)
	s.Dir = s.workspace
	s.Riffle("install", "claude-code", "--project")
	t.Cleanup(func() { agenttest.StopServers(s.Socket()) })
	text, tries := "", 0
	// A start that takes longer than a hook waits for leaves the result as it is.
	for tries = 1; tries <= 5 && !strings.HasPrefix(text, "[riffle: "); tries++ {
		text, _ = s.ask(bash(short))
	}
	t.Logf("%d tries, told: %.250q", tries-1, text)
	assert.Equal(t, strings.TrimSuffix(printed(t, short), "\n"), s.Original(text))
}

func TestALongOutputIsReadFromItsFile(t *testing.T) {
	s := start(t)
	s.Riffle("install", "claude-code")
	s.Serve()
	text, _ := s.ask(bash(long))
	t.Logf("%d bytes printed, %d told: %.250q", len(printed(t, long)), len(text), text)
	assert.NotContains(t, text, "<persisted-output>")
	assert.Contains(t, text, "error: disk full")
	assert.Equal(t, printed(t, long), s.Original(text))
}

func TestGrepAndMCPAreShortened(t *testing.T) {
	server, env := agenttest.Server()
	config, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"test": map[string]any{"command": server, "env": env}}})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "mcp.json")
	require.NoError(t, os.WriteFile(file, config, 0o600))
	for _, tc := range []struct {
		name string
		call agenttest.Call
		want string
	}{
		{"blocks of text", agenttest.Call{Tool: "mcp__test__blocks", Input: map[string]any{}}, agenttest.MCPText()},
		{"structured content", agenttest.Call{Tool: "mcp__test__structured", Input: map[string]any{}}, agenttest.MCPText()},
		{"Grep", agenttest.Call{Tool: "Grep", Input: map[string]any{"pattern": "INFO", "output_mode": "content"}}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t)
			s.extra = []string{"--mcp-config", file}
			require.NoError(t, os.WriteFile(filepath.Join(s.workspace, "log.txt"), []byte(agenttest.Lines(400)), 0o600))
			s.Riffle("install", "claude-code")
			s.Serve()
			text, isError := s.ask(tc.call)
			t.Logf("told: %.250q", text)
			assert.False(t, isError)
			if inner := struct{ Content string }{}; json.Unmarshal([]byte(text), &inner) == nil {
				text = inner.Content // the string member of the structured content
			}
			original := s.Original(text)
			if tc.want != "" {
				assert.Equal(t, tc.want, original)
			}
			assert.Greater(t, len(original), len(text))
		})
	}
}

func TestWhatTheHookMayNotReplaceIsAsWithoutIt(t *testing.T) {
	without := start(t)
	failing := bash(short + "; exit 3")
	want, wantError := without.ask(failing)
	require.True(t, wantError)
	s := start(t)
	s.Riffle("install", "claude-code")
	s.Serve()
	got, isError := s.ask(failing)
	assert.True(t, isError)
	assert.Equal(t, want, got)
}

// Whatever becomes of the server, the agent goes on with what the tool printed.
func TestTheAgentGetsTheOriginalWhereTheServerFails(t *testing.T) {
	want := strings.TrimSuffix(printed(t, short), "\n")
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("no: such key\n"), 0o600))
	for _, tc := range []struct {
		name  string
		fault func(*session)
	}{
		{"none answers and none can start", func(*session) {}},
		{"it is killed in mid-call", func(s *session) {
			agenttest.KillInCall(s.t, s.Serve(), s.Socket())
		}},
		{"it ends the connection", func(s *session) { agenttest.Misbehave(s.t, s.Socket(), func(net.Conn) {}) }},
		{"it answers garbage", func(s *session) {
			agenttest.Misbehave(s.t, s.Socket(), func(c net.Conn) { c.Write([]byte("{\"decision\": nonsense\n")) })
		}},
		{"it hangs", func(s *session) {
			hang := make(chan struct{})
			s.t.Cleanup(func() { close(hang) })
			agenttest.Misbehave(s.t, s.Socket(), func(net.Conn) { <-hang })
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := start(t)
			s.Riffle("install", "claude-code")
			tc.fault(s)
			s.Env = append(s.Env, "RIFFLE_CONFIG="+broken) // no other server starts
			text, isError := s.ask(bash(short))
			assert.False(t, isError)
			assert.Equal(t, want, text)
		})
	}
}
