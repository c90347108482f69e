package hook

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// ClaudeCode reads the input of a PostToolUse hook of Claude Code, 2.1.121 or later:
// since then updatedToolOutput holds for every tool. The shapes of the results are those
// of 2.1.197.
//
// Read is left alone: the line numbers that its reader sees are put before the lines
// after the hook, and would be wrong. Glob, Edit, Write and the like are short or
// are read by programs.
func ClaudeCode(input []byte) (Call, error) {
	root := gjson.ParseBytes(input)
	if event := jsonedit.At(root, "hook_event_name").Str; event != "PostToolUse" {
		return Call{}, left("the event is %.40q; expected PostToolUse", event)
	}
	response := jsonedit.At(root, "tool_response")
	if !response.Exists() {
		return Call{}, left("there is no tool_response")
	}
	a := asked{
		tool:      jsonedit.At(root, "tool_name").Str,
		callID:    jsonedit.At(root, "tool_use_id").Str,
		session:   jsonedit.At(root, "session_id").Str,
		arguments: jsonedit.At(root, "tool_input").Raw,
	}
	switch {
	case a.tool == "Bash":
		return claudeBash(a, response)
	case a.tool == "Grep":
		if mode := jsonedit.At(response, "mode").Str; mode != "content" {
			return Call{}, left("a list of files, mode %.20q", mode)
		}
		return claudeMember(a, response, "content")
	case a.tool == "WebFetch":
		return claudeMember(a, response, "result")
	case pipeline.ReadTool(a.tool):
		return Call{}, left("%s reads originals back", a.tool)
	case strings.HasPrefix(a.tool, "mcp__"):
		return claudeMCP(a, response)
	}
	return Call{}, left("the tool %.80q", a.tool)
}

// claudeMember asks about a member that is a string.
func claudeMember(a asked, response gjson.Result, name string) (Call, error) {
	text := jsonedit.At(response, name)
	if text.Type != gjson.String {
		return Call{}, left("%s of %s is no text", name, a.tool)
	}
	if len(text.Str) < minText {
		return Call{}, left("%d bytes", len(text.Str))
	}
	a.content = oneBlock(text.Raw)
	return Call{Exchange: a.exchange(), length: len(text.Str), output: func(text string) ([]byte, error) {
		out, err := replace(response.Raw, name, jsonedit.Quote(text))
		return claudeOutput(out), err
	}}, nil
}

// claudeBash asks about the larger of the two streams, which is replaced alone: the
// other one stays whole. What Claude Code found too long for a model it has cut already
// and stored in a file; then that file is asked about.
func claudeBash(a asked, response gjson.Result) (Call, error) {
	stdout, stderr := jsonedit.At(response, "stdout"), jsonedit.At(response, "stderr")
	switch {
	case stdout.Type != gjson.String:
		return Call{}, left("stdout is no text")
	case jsonedit.At(response, "isImage").Bool():
		return Call{}, left("an image")
	case jsonedit.Given(jsonedit.At(response, "structuredContent")):
		return Call{}, left("there is structured content")
	case jsonedit.At(response, persistedPath).Str != "":
		return claudePersisted(a, response)
	case stderr.Type == gjson.String && len(stderr.Str) > len(stdout.Str):
		return claudeMember(a, response, "stderr")
	}
	return claudeMember(a, response, "stdout")
}

// Members of a result of Bash whose output is in a file.
const (
	persistedPath = "persistedOutputPath"
	persistedSize = "persistedOutputSize"
)

// claudePersisted asks about the whole output, where the result holds its beginning. Both
// members that name the file go: with them the model is shown a preview of 2 KB instead
// of whatever stdout holds.
func claudePersisted(a asked, response gjson.Result) (Call, error) {
	path := jsonedit.At(response, persistedPath).Str
	data, err := readOwn(path, maxPersisted)
	if err != nil {
		return Call{}, err
	}
	if size := jsonedit.At(response, persistedSize); size.Type == gjson.Number && size.Int() != int64(len(data)) {
		return Call{}, left("%s has %d bytes; expected %s", path, len(data), size.Raw)
	}
	text := string(data)
	if valid := strings.ToValidUTF8(text, "\uFFFD"); valid != text {
		// JSON has no form for such bytes. They stay where Claude Code keeps them.
		text, a.stored, a.sha256 = valid, path, fmt.Sprintf("%x", sha256.Sum256(data))
	}
	a.content = oneBlock(string(jsonedit.Quote(text)))
	return Call{Exchange: a.exchange(), length: len(text), output: func(text string) ([]byte, error) {
		out, err := replace(response.Raw, "stdout", jsonedit.Quote(text))
		if err != nil {
			return nil, err
		}
		object := string(out)
		for _, name := range []string{persistedPath, persistedSize} {
			if object, err = remove(object, name); err != nil {
				return nil, err
			}
		}
		return claudeOutput([]byte(object)), nil
	}}, nil
}

// claudeMCP asks about the result of a tool of an MCP server. Claude Code has it as a
// list of blocks, and as a string of JSON where the server gave structured content.
func claudeMCP(a asked, response gjson.Result) (Call, error) {
	switch {
	case response.Type == gjson.String:
		return claudeString(a, response)
	case response.IsArray():
		return claudeBlocks(a, response, func(out []byte) ([]byte, error) { return claudeOutput(out), nil })
	case jsonedit.Given(jsonedit.At(response, "structuredContent")), jsonedit.At(response, "isError").Bool():
		return Call{}, left("structured content, or an error")
	}
	content := jsonedit.At(response, "content")
	if content.Type == gjson.String {
		return claudeMember(a, response, "content")
	}
	return claudeBlocks(a, content, func(out []byte) ([]byte, error) {
		out, err := replace(response.Raw, "content", out)
		return claudeOutput(out), err
	})
}

// claudeString asks about a string. Where it is an object of one member that is a
// string, as file servers have it, that one is asked about: the model then reads it
// without a level of escapes counted in.
func claudeString(a asked, response gjson.Result) (Call, error) {
	if len(response.Str) < minText {
		return Call{}, left("%d bytes", len(response.Str))
	}
	if name, ok := soleString(response.Str); ok {
		inner := jsonedit.At(gjson.Parse(response.Str), name)
		a.content = oneBlock(inner.Raw)
		return Call{Exchange: a.exchange(), length: len(inner.Str), output: func(text string) ([]byte, error) {
			out, err := replace(response.Str, name, jsonedit.Quote(text))
			return claudeOutput(jsonedit.Quote(string(out))), err
		}}, nil
	}
	a.content = oneBlock(response.Raw)
	return Call{Exchange: a.exchange(), length: len(response.Str), output: func(text string) ([]byte, error) {
		return claudeOutput(jsonedit.Quote(text)), nil
	}}, nil
}

// claudeBlocks asks about a list of blocks. The first block takes the text of all.
func claudeBlocks(a asked, blocks gjson.Result, output func([]byte) ([]byte, error)) (Call, error) {
	n, ok := plainBlocks(blocks)
	if !ok {
		return Call{}, left("not all of it is text")
	}
	if n < minText {
		return Call{}, left("%d bytes", n)
	}
	a.content = []byte(blocks.Raw)
	first := blocks.Array()[0].Raw
	return Call{Exchange: a.exchange(), length: n, output: func(text string) ([]byte, error) {
		block, err := replace(first, "text", jsonedit.Quote(text))
		if err != nil {
			return nil, err
		}
		return output(fmt.Appendf(nil, "[%s]", block))
	}}, nil
}

func claudeOutput(response []byte) []byte {
	out := []byte(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":`)
	return append(append(out, response...), "}}"...)
}
