package hook

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// Codex reads the input of a PostToolUse hook of Codex; the shapes are those of 0.171.0.
// A hook of Codex can't hand in another output: it blocks the call with a reason, and
// the model reads the reason in place of the output and of everything that stood around
// it. The call has run all the same.
func Codex(input []byte) (Call, error) {
	root := gjson.ParseBytes(input)
	if event := jsonedit.At(root, "hook_event_name").Str; event != "PostToolUse" {
		return Call{}, left("the event is %.40q; expected PostToolUse", event)
	}
	a := asked{
		tool:      jsonedit.At(root, "tool_name").Str,
		callID:    jsonedit.At(root, "tool_use_id").Str,
		session:   jsonedit.At(root, "session_id").Str,
		arguments: jsonedit.At(root, "tool_input").Raw,
	}
	response := jsonedit.At(root, "tool_response")
	switch {
	case a.tool == "Bash":
		return codexBash(a, response, jsonedit.At(root, "transcript_path").Str)
	case pipeline.ReadTool(a.tool):
		return Call{}, left("%s reads originals back", a.tool)
	case strings.HasPrefix(a.tool, "mcp__"):
		return codexMCP(a, response)
	}
	return Call{}, left("the tool %.80q", a.tool)
}

// codexBash asks about the output of a command. The input has at most some 10,000
// characters of it and not how the command ended; Codex's own record of the session has
// both. Where it does not tell the exit code, nothing is changed: the model would no
// longer learn it.
func codexBash(a asked, response gjson.Result, transcript string) (Call, error) {
	if response.Type != gjson.String {
		return Call{}, left("the response of %s is no text", a.tool)
	}
	if len(response.Str) < minText {
		return Call{}, left("%d bytes", len(response.Str))
	}
	ran, err := readRun(transcript, a.callID)
	if err != nil {
		return Call{}, err
	}
	a.exitStatus = &ran.exit
	remark := ""
	switch {
	case ran.output == nil && codexCut(response.Str):
		return Call{}, left("Codex cut the output and did not record it")
	case ran.output == nil:
		a.content = oneBlock(response.Raw)
	default:
		a.content = oneBlock(string(jsonedit.Quote(*ran.output)))
		if strings.Contains(*ran.output, codexGap) {
			remark = fmt.Sprintf("[note: Codex itself keeps %d bytes of this output; its middle is lost]\n", len(*ran.output))
		}
	}
	return Call{Exchange: a.exchange(), length: len(response.Str), output: func(text string) ([]byte, error) {
		return codexOutput(text + remark), nil
	}}, nil
}

// codexGap is what Codex puts in place of the middle of an output of more than 64 KiB.
const codexGap = "... command output truncated for persistence ..."

// codexCut reports whether an output is not whole.
func codexCut(text string) bool { return strings.HasPrefix(text, "Warning: truncated output (") }

// codexMCP asks about the result of a tool of an MCP server. Of a result with structured
// content Codex shows the model that alone, so it is asked about only where it is the
// text once more.
func codexMCP(a asked, response gjson.Result) (Call, error) {
	if jsonedit.At(response, "isError").Bool() {
		return Call{}, left("an error")
	}
	content := jsonedit.At(response, "content")
	n, ok := plainBlocks(content)
	if !ok {
		return Call{}, left("not all of it is text")
	}
	if n < minText {
		return Call{}, left("%d bytes", n)
	}
	if s := jsonedit.At(response, "structuredContent"); jsonedit.Given(s) {
		name, sole := soleString(s.Raw)
		if !sole || len(content.Array()) != 1 || jsonedit.At(s, name).Str != content.Array()[0].Get("text").Str {
			return Call{}, left("structured content that says more than the text")
		}
	}
	a.content = []byte(content.Raw)
	return Call{Exchange: a.exchange(), length: n, output: func(text string) ([]byte, error) {
		return codexOutput(text), nil
	}}, nil
}

func codexOutput(text string) []byte {
	return fmt.Appendf(nil, `{"decision":"block","reason":%s}`, jsonedit.Quote(text))
}
