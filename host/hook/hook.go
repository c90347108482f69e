// Package hook turns what an agent tells its hook about a finished tool call into an
// exchange, and the decision on it into what the agent reads.
//
// An agent's tools each have results of a shape of their own, and an agent drops, or
// worse, shows as an error, what has another shape. So one text of the result is
// replaced and every other byte stays. Where there is nothing to gain, where a result is
// not known, and where anything at all goes wrong, the answer is None: the agent keeps
// its result as it is. A rewrite to the same text is never sent, since it could undo
// what another hook of the agent did.
package hook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// None is the output that changes nothing.
const None = "{}\n"

// maxInput is the most bytes of an input: those of the largest text that is planned,
// escaped, and some more.
const maxInput = 160 << 20

// minText is from how many bytes a text is worth asking about: the notice alone, which
// every replacement begins with, has some 200.
const minText = 512

// ErrLeft is wrapped by the reasons why a result is left alone without being asked about.
var ErrLeft = errors.New("hook: left alone")

func left(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrLeft, fmt.Sprintf(format, args...))
}

// Call is a finished tool call that is worth asking about.
type Call struct {
	Exchange []byte // the request, see package exchange

	length int                               // bytes of the text that may be replaced
	output func(text string) ([]byte, error) // what the agent reads where text takes its place
}

// Agent reads what one agent gives to its hook. Its errors are reasons to leave the
// result alone. The input is read only and must not change afterwards.
type Agent func(input []byte) (Call, error)

// Agents are the agents that are known, by the names that the command line has.
var Agents = map[string]Agent{"claude-code": ClaudeCode, "codex": Codex}

// Ask has a host decide on an exchange and returns its answer.
type Ask func(ctx context.Context, exchange []byte) (answer []byte, err error)

// Run is one call of a hook. The output is what the agent is to read, None included; the
// error says why it is None and is for people alone. It does not panic.
func Run(ctx context.Context, agent Agent, stdin io.Reader, ask Ask) (output []byte, why error) {
	defer func() {
		if v := recover(); v != nil {
			output, why = []byte(None), fmt.Errorf("hook: panic: %v", v)
		}
	}()
	output, why = run(ctx, agent, stdin, ask)
	if why != nil {
		return []byte(None), why
	}
	return output, nil
}

func run(ctx context.Context, agent Agent, stdin io.Reader, ask Ask) ([]byte, error) {
	input, err := io.ReadAll(io.LimitReader(stdin, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("hook: reading the input: %w", err)
	}
	if len(input) > maxInput {
		return nil, left("the input has more than %d bytes", maxInput)
	}
	// Valid is bounded in depth, by jsonedit.MaxDepth; what reads the members is not.
	if !json.Valid(input) {
		return nil, errors.New("hook: the input is no JSON; expected what an agent gives to a hook")
	}
	call, err := agent(input)
	if err != nil {
		return nil, err
	}
	answer, err := ask(ctx, call.Exchange)
	if err != nil {
		return nil, err
	}
	return call.Output(answer)
}

// Output turns an answer into what the agent reads. An error means no change.
func (c Call) Output(answer []byte) ([]byte, error) {
	text, err := replacement(answer)
	if err != nil {
		return nil, err
	}
	if len(text) >= c.length {
		return nil, fmt.Errorf("hook: the replacement has %d bytes, the text %d; expected fewer", len(text), c.length)
	}
	out, err := c.output(text)
	if err != nil {
		return nil, err
	}
	if !json.Valid(out) {
		return nil, errors.New("hook: the output is no JSON")
	}
	return append(out, '\n'), nil
}

// replacement is the shorter text of an answer.
func replacement(answer []byte) (string, error) {
	if !json.Valid(answer) {
		return "", errors.New("hook: the answer is no JSON; expected a decision and an outcome")
	}
	root := gjson.ParseBytes(answer)
	if action := jsonedit.At(root, "outcome.action"); action.Str != "replaced" {
		return "", left("%.80s: %.200s", jsonedit.At(root, "outcome.reason").String(), jsonedit.At(root, "outcome.detail").String())
	}
	content := jsonedit.At(root, "decision.content")
	blocks := content.Array()
	if !content.IsArray() || len(blocks) != 1 {
		return "", errors.New("hook: the answer has no single block; expected one text")
	}
	text := blocks[0].Get("text")
	if blocks[0].Get("type").Str != "text" || text.Type != gjson.String || text.Str == "" {
		return "", errors.New("hook: the answer's block is no text")
	}
	return text.Str, nil
}
