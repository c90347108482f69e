// Package exchange reads and writes one post-execute exchange: what a tool call
// was, what it returned and what listeners downstream decided come in as JSON,
// the decision and the outcome go out.
//
// What Riffle does not change keeps its bytes: unknown members, blocks of other
// types, numbers and the order of keys are spliced, never printed anew.
package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// ErrInvalid reports an input that is no exchange.
var ErrInvalid = errors.New("exchange: invalid")

// Exchange is one exchange. Its byte slices share the parsed input.
type Exchange struct {
	Exec     pipeline.Exec
	Result   pipeline.ToolResult
	Decision pipeline.Decision // what downstream said; a plain accept where the input has none
	Wishes   pipeline.Wishes   // the member options
	ID       json.RawMessage   // the member id, nil where there is none; the answer repeats it
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// Parse reads an exchange. The input must not change afterwards.
func Parse(data []byte) (*Exchange, error) {
	if jsonedit.Depth(data) > jsonedit.MaxDepth {
		return nil, invalid("nested deeper than %d levels; expected a tool result: check what writes it", jsonedit.MaxDepth)
	}
	if !gjson.ValidBytes(data) {
		return nil, invalid("the input is no JSON; expected an object with exec and result: check what writes it")
	}
	root := jsonedit.Members(gjson.ParseBytes(data))
	if root == nil {
		return nil, invalid("the input is no object; expected one with exec and result: check what writes it")
	}
	x := &Exchange{}
	if err := x.exec(root["exec"]); err != nil {
		return nil, err
	}
	if err := x.result(root["result"]); err != nil {
		return nil, err
	}
	if err := x.decision(root["decision"]); err != nil {
		return nil, err
	}
	if err := x.options(root["options"]); err != nil {
		return nil, err
	}
	if x.ID = raw(root["id"]); len(x.ID) > maxID {
		return nil, invalid("id has %d bytes; expected at most %d", len(x.ID), maxID)
	}
	return x, nil
}

func (x *Exchange) exec(v gjson.Result) error {
	m := jsonedit.Members(v)
	if m == nil || m["name"].Type != gjson.String {
		return invalid("exec.name is missing; expected the tool's name: give exec as an object with callId, name and arguments")
	}
	x.Exec = pipeline.Exec{
		CallID:    m["callId"].String(),
		Name:      m["name"].Str,
		Arguments: raw(m["arguments"]),
		Session:   m["session"].String(),
		Nested:    jsonedit.Given(m["parent"]),
	}
	return nil
}

func (x *Exchange) result(v gjson.Result) error {
	m := jsonedit.Members(v)
	if m == nil {
		return invalid("result is missing; expected what the tool returned: give an object with isError and content")
	}
	x.Result = pipeline.ToolResult{IsError: m["isError"].Bool(), Value: raw(m["value"]), Content: blocks(m["content"])}
	if status := m["exitStatus"]; status.Type == gjson.Number {
		n := int(status.Int())
		x.Result.ExitStatus = &n
	}
	return nil
}

func (x *Exchange) decision(v gjson.Result) error {
	if !v.Exists() {
		x.Decision = pipeline.Decision{Kind: pipeline.Accept, Raw: json.RawMessage(`{"kind":"accept"}`)}
		return nil
	}
	m := jsonedit.Members(v)
	if m == nil || m["kind"].Type != gjson.String {
		return invalid("decision.kind is missing; expected accept, block or another kind: leave decision out for a plain accept")
	}
	x.Decision = pipeline.Decision{
		Kind:               m["kind"].Str,
		Content:            blocks(m["content"]),
		Value:              raw(m["value"]),
		AdditionalContexts: raw(m["additionalContexts"]),
		Raw:                raw(v),
	}
	return nil
}

// blocks reads content. What is no list of blocks becomes one block of no type,
// so that it is not taken for text.
func blocks(v gjson.Result) []pipeline.Block {
	if !jsonedit.Given(v) {
		return nil
	}
	if !v.IsArray() {
		return []pipeline.Block{{Raw: raw(v)}}
	}
	out := []pipeline.Block{}
	v.ForEach(func(_, b gjson.Result) bool {
		out = append(out, block(b))
		return true
	})
	return out
}

func block(v gjson.Result) pipeline.Block {
	b := pipeline.Block{Raw: raw(v)}
	m := jsonedit.Members(v)
	if m["type"].Type != gjson.String {
		return b
	}
	b.Type = m["type"].Str
	if b.Type != "text" {
		return b
	}
	text := m["text"]
	if text.Type != gjson.String || jsonedit.HalfPair(text.Raw) {
		b.Type = "" // text that cannot be held as bytes, so it could not be restored either
		return b
	}
	b.Text = text.Str
	return b
}

// raw is the text of a value, nil where there is none.
func raw(v gjson.Result) json.RawMessage {
	if !v.Exists() {
		return nil
	}
	return json.RawMessage(v.Raw)
}

// Reply writes the answer: the decision, with its content put in where the
// pipeline replaced it, and the outcome. It ends with a line feed.
func (x *Exchange) Reply(d pipeline.Decision, o pipeline.Outcome) ([]byte, error) {
	decision := []byte(x.Decision.Raw)
	if o.Action == pipeline.Replaced {
		content, err := encode(d.Content)
		if err != nil {
			return nil, err
		}
		if decision, err = jsonedit.Set(decision, "content", content); err != nil {
			return nil, fmt.Errorf("exchange: writing the decision: %w", err)
		}
	}
	outcome, err := jsonedit.Marshal(o)
	if err != nil {
		return nil, fmt.Errorf("exchange: writing the outcome: %w", err)
	}
	var out bytes.Buffer
	out.WriteString(`{"decision":`)
	out.Write(decision)
	out.WriteString(`,"outcome":`)
	out.Write(outcome)
	out.WriteString("}\n")
	return out.Bytes(), nil
}

// encode writes blocks: the raw bytes of a block, with its text put in.
func encode(list []pipeline.Block) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('[')
	for i, b := range list {
		if i > 0 {
			out.WriteByte(',')
		}
		text := jsonedit.Quote(b.Text)
		switch {
		case b.Raw == nil:
			out.WriteString(`{"type":"text","text":`)
			out.Write(text)
			out.WriteByte('}')
		case b.Type == "text":
			block, err := jsonedit.Set(b.Raw, "text", text)
			if err != nil {
				return nil, fmt.Errorf("exchange: writing a text: %w", err)
			}
			out.Write(block)
		default:
			out.Write(b.Raw)
		}
	}
	out.WriteByte(']')
	return out.Bytes(), nil
}
