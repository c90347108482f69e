package mcp

import (
	"bytes"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// Methods that the proxy looks at.
const (
	methodCall      = "tools/call"
	methodList      = "tools/list"
	methodCancelled = "notifications/cancelled"
)

// message is what matters of a frame.
type message struct {
	id             string // a key for the id; "" where there is none
	rawID          string // the id as it came
	method         string
	params, result gjson.Result
}

// kind of a message, by its members.
func (m message) isRequest() bool      { return m.method != "" && m.id != "" }
func (m message) isNotification() bool { return m.method != "" && m.id == "" }
func (m message) isResult() bool       { return m.method == "" && m.id != "" && m.result.Exists() }

// parse reads a frame that is a single message. It does not check what is inside of
// params and result.
func parse(frame []byte) (message, bool) {
	trimmed := bytes.TrimLeft(frame, " \t\r\n")
	if len(trimmed) == 0 || trimmed[0] != '{' {
		return message{}, false
	}
	m, ok := jsonedit.Unique(gjson.ParseBytes(frame))
	if !ok || m["error"].Exists() {
		return message{}, false
	}
	return message{
		id: idKey(m["id"]), rawID: m["id"].Raw, method: m["method"].Str,
		params: m["params"].Result, result: m["result"].Result,
	}, true
}

// idKey tells ids apart: 1 and "1" differ, and so do two spellings of a number, since
// a peer that changes the spelling may mean another call.
func idKey(v jsonedit.Member) string {
	switch v.Type {
	case gjson.String:
		return `"` + v.Str
	case gjson.Number:
		return v.Raw
	}
	return ""
}
