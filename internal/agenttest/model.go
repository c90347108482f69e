// Package agenttest runs real agents against a model server on loopback, so that a test
// can read what the agent tells its model.
//
// The servers follow a script: the first request that offers the scripted tool is
// answered with one call of it, every other request with a closing sentence.
package agenttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Call is the one tool call that a model asks for.
type Call struct {
	Tool      string
	Namespace string // for the Responses protocol: the server of a tool of MCP
	Input     any
}

// Model is a model server.
type Model struct {
	URL string

	mu       sync.Mutex
	requests [][]byte
}

// Requests are the bodies of the requests for a reply, in the order of their arrival.
func (m *Model) Requests() [][]byte {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([][]byte(nil), m.requests...)
}

func (m *Model) record(r *http.Request) []byte {
	body, _ := io.ReadAll(r.Body)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, body)
	return body
}

func serve(t testing.TB, handler func(*Model, http.ResponseWriter, *http.Request)) *Model {
	m := &Model{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler(m, w, r) }))
	t.Cleanup(s.Close)
	m.URL = s.URL
	return m
}

type object = map[string]any

// event writes one server-sent event.
func event(w io.Writer, kind string, data object) {
	data["type"] = kind
	text, _ := json.Marshal(data)
	fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, text)
}

func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("content-type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}

// closing is what a model says that asks for no call.
const closing = "all done"

// Messages is a server of the Anthropic Messages protocol.
func Messages(t testing.TB, call Call) *Model {
	return serve(t, func(m *Model, w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/v1/messages") {
			reply(w, http.StatusOK, object{})
			return
		}
		if strings.Contains(r.URL.Path, "count_tokens") {
			reply(w, http.StatusOK, object{"input_tokens": 100})
			return
		}
		m.messages(w, m.record(r), call)
	})
}

func (m *Model) messages(w http.ResponseWriter, body []byte, call Call) {
	var q struct {
		Model    string
		Stream   bool
		Tools    []struct{ Name string }
		Messages []struct{ Content json.RawMessage }
	}
	json.Unmarshal(body, &q)
	wanted := len(q.Messages) > 0 && !strings.Contains(string(body), `"tool_result"`)
	offered := false
	for _, t := range q.Tools {
		offered = offered || t.Name == call.Tool
	}
	block, stop := object{"type": "text", "text": closing}, "end_turn"
	start, delta := object{"type": "text", "text": ""}, object{"type": "text_delta", "text": closing}
	if wanted && offered {
		input, _ := json.Marshal(call.Input)
		stop = "tool_use"
		block = object{"type": "tool_use", "id": "toolu_01A", "name": call.Tool, "input": call.Input}
		start = object{"type": "tool_use", "id": "toolu_01A", "name": call.Tool, "input": object{}}
		delta = object{"type": "input_json_delta", "partial_json": string(input)}
	}
	message := object{
		"id": "msg_1", "type": "message", "role": "assistant", "model": q.Model, "content": []any{block},
		"stop_reason": stop, "stop_sequence": nil, "usage": object{"input_tokens": 10, "output_tokens": 5},
	}
	if !q.Stream {
		reply(w, http.StatusOK, message)
		return
	}
	w.Header().Set("content-type", "text/event-stream")
	message["content"], message["stop_reason"] = []any{}, nil
	event(w, "message_start", object{"message": message})
	event(w, "content_block_start", object{"index": 0, "content_block": start})
	event(w, "content_block_delta", object{"index": 0, "delta": delta})
	event(w, "content_block_stop", object{"index": 0})
	event(w, "message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": 5}})
	event(w, "message_stop", object{})
}

// Responses is a server of the OpenAI Responses protocol. Of a call without a tool's
// name, the input is a command line for whatever shell tool the agent offers.
func Responses(t testing.TB, call Call) *Model {
	return serve(t, func(m *Model, w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/responses") {
			reply(w, http.StatusNotFound, object{})
			return
		}
		m.responses(w, m.record(r), call)
	})
}

func (m *Model) responses(w http.ResponseWriter, body []byte, call Call) {
	item := object{
		"type": "message", "id": "m1", "role": "assistant", "status": "completed",
		"content": []any{object{"type": "output_text", "text": closing, "annotations": []any{}}},
	}
	if !strings.Contains(string(body), `call_output"`) {
		if c, ok := shell(body, call); ok {
			input, _ := json.Marshal(c.Input)
			item = object{"type": "function_call", "id": "fc1", "call_id": "call_1", "name": c.Tool, "status": "completed", "arguments": string(input)}
			if c.Namespace != "" {
				item["namespace"] = c.Namespace
			}
		}
	}
	usage := object{"input_tokens": 10, "input_tokens_details": nil, "output_tokens": 5, "output_tokens_details": nil, "total_tokens": 15}
	w.Header().Set("content-type", "text/event-stream")
	event(w, "response.created", object{"response": object{"id": "r1"}})
	event(w, "response.output_item.done", object{"output_index": 0, "item": item})
	event(w, "response.completed", object{"response": object{"id": "r1", "output": []any{item}, "usage": usage}})
}

// shell turns a command line into a call of the shell tool that is offered.
func shell(body []byte, call Call) (Call, bool) {
	if call.Tool != "" {
		return call, true
	}
	var q struct {
		Tools []struct{ Name, Type string }
	}
	json.Unmarshal(body, &q)
	for _, t := range q.Tools {
		switch {
		case t.Name == "exec_command":
			return Call{Tool: t.Name, Input: object{"cmd": call.Input}}, true
		case t.Name == "shell_command":
			return Call{Tool: t.Name, Input: object{"command": call.Input}}, true
		case t.Name == "shell":
			return Call{Tool: t.Name, Input: object{"command": []any{"bash", "-lc", call.Input}}}, true
		}
	}
	return Call{}, false
}
