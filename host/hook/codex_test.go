package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// rollout writes Codex's record of a session, as much of it as matters.
func rollout(t *testing.T, lines ...string) string {
	path := filepath.Join(t.TempDir(), "rollout.jsonl")
	require.NoError(t, os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	return path
}

func ended(id string, exit int, output string) string {
	return fmt.Sprintf(`{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":%q,"command":["bash"],`+
		`"aggregated_output":%s,"exit_code":%d}}}`, id, quoted(output), exit)
}

func codexInput(transcript, response string) string {
	return fmt.Sprintf(`{"session_id":"s1","turn_id":"u1","transcript_path":%q,"hook_event_name":"PostToolUse","model":"m","tool_name":"Bash",`+
		`"tool_input":{"command":"make"},"tool_response":%s,"tool_use_id":"c1"}`, transcript, quoted(response))
}

func TestCodexReadsHowACommandEndedAndAllThatItPrinted(t *testing.T) {
	whole := strings.Repeat("a longer line of text\n", 2000)
	cut := "Warning: truncated output (original token count: 9000)\nTotal output lines: 2000\n\n" + big
	record := rollout(t, `{"type":"session_meta"}`, ended("c0", 7, "another"), ended("c1", 3, whole), `{"payload":{"item":{"type":"UserMessage","id":"c1"}}}`, "{broken")
	h, out, why := run1(t, "codex", codexInput(record, cut))
	require.NoError(t, why)
	assert.Equal(t, `{"decision":"block","reason":`+quoted(short)+"}\n", out)
	assert.Equal(t, whole, text(t, h))
	assert.Equal(t, 3, *h.asked.Result.ExitStatus)
	assert.Equal(t, "make", string(h.asked.Exec.Arguments[12:16]))
}

func TestCodexSaysWhereItKeepsOnlyAPart(t *testing.T) {
	part := big + "\n" + codexGap + "\n" + big
	_, out, why := run1(t, "codex", codexInput(rollout(t, ended("c1", 0, part)), big))
	require.NoError(t, why)
	want := fmt.Sprintf("%s[note: Codex itself keeps %d bytes of this output; its middle is lost]\n", short, len(part))
	assert.Equal(t, `{"decision":"block","reason":`+quoted(want)+"}\n", out)
}

// The model would no longer learn how the command ended.
func TestCodexChangesNothingWithoutAnExitCode(t *testing.T) {
	for _, tc := range []struct{ name, record string }{
		{"a record of other calls", rollout(t, ended("c2", 0, big))},
		{"a command that still runs", rollout(t, `{"payload":{"item":{"type":"CommandExecution","id":"c1","exit_code":null}}}`)},
		{"an empty record", rollout(t)},
		{"no record", "/nowhere/rollout.jsonl"},
		{"a record beyond what is read", rollout(t, ended("c1", 0, big), strings.Repeat("x", endBytes))},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, out, why := run1(t, "codex", codexInput(tc.record, big))
			assert.Equal(t, None, out)
			assert.Error(t, why)
			assert.Nil(t, h.asked)
		})
	}
}

func TestCodexShortensTheTextOfMCP(t *testing.T) {
	input := func(rest string) string {
		return `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_response":{"content":[{"type":"text","text":` + quoted(big) + `}]` + rest + `}}`
	}
	for _, tc := range []struct{ name, input string }{
		{"text alone", input("")},
		{"text, and structured content that is the same", input(`,"structuredContent":{"content":` + quoted(big) + `}`)},
		{"text, and no structured content", input(`,"structuredContent":null,"isError":false`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h, out, why := run1(t, "codex", tc.input)
			require.NoError(t, why)
			assert.Equal(t, `{"decision":"block","reason":`+quoted(short)+"}\n", out)
			assert.Equal(t, big, text(t, h))
		})
	}
}
