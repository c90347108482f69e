package mcp

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// maxArguments is how many bytes of a call's arguments are kept until its answer, to
// see whether it read an original back.
const maxArguments = 64 << 10

// fromClient looks at a frame of the client. It is true where the frame is not for the
// server.
func (s *session) fromClient(frame []byte) bool {
	m, ok := parse(frame)
	switch {
	case !ok:
		s.tools.loseIf(batch(frame)) // its answers are not looked into
	case m.method == methodCancelled:
		s.calls.drop(idKey(jsonedit.Member{Result: m.params.Get("requestId")}))
	case !m.isRequest():
	case s.host != nil && m.method == methodCall:
		return s.called(m, frame)
	case s.host != nil && m.method == methodList:
		s.calls.add(s.ctx, m.id, call{method: methodList, first: !jsonedit.Given(m.params.Get("cursor"))})
	default:
		s.calls.add(s.ctx, m.id, call{method: m.method}) // its answer is waited for, no more
	}
	return false
}

// called notes a call of a tool. It is true where the proxy answers it itself.
func (s *session) called(m message, frame []byte) bool {
	params, ok := jsonedit.Unique(m.params)
	name := params["name"]
	if !ok || name.Type != gjson.String {
		return false
	}
	if s.tools.isOurs(name.Str) && sound(frame) {
		s.readBack(m)
		return true
	}
	s.calls.add(s.ctx, m.id, call{method: methodCall, tool: strings.Clone(name.Str), args: kept(params["arguments"].Result)})
	return false
}

// batch reports whether a frame holds several messages, as one old version of the
// protocol has them.
func batch(frame []byte) bool {
	return strings.HasPrefix(strings.TrimLeft(string(frame[:min(len(frame), 16)]), " \t\r\n"), "[")
}

// kept is what is kept of the arguments of a call.
func kept(args gjson.Result) json.RawMessage {
	if len(args.Raw) <= maxArguments {
		return json.RawMessage(args.Raw)
	}
	return pipeline.Digest(json.RawMessage(args.Raw), maxArguments)
}

// fromServer hands a frame of the server on: at once, or once its result is shortened.
// Its error is the client's stream's.
func (s *session) fromServer(frame []byte) error {
	if s.calls.idle() {
		return s.toClient.write(frame)
	}
	m, ok := parse(frame)
	if !ok {
		s.forget(frame)
		s.tools.loseIf(batch(frame) && s.calls.listing())
		return s.toClient.write(frame)
	}
	if !m.isResult() {
		return s.toClient.write(frame)
	}
	k := s.calls.answered(m.id)
	if k == nil {
		return s.toClient.write(frame)
	}
	switch {
	case s.host != nil && k.method == methodList:
		defer s.calls.done(m.id, k)
		return s.toClient.write(s.list(k, m, frame))
	case s.host == nil || k.method != methodCall:
		s.calls.done(m.id, k)
		return s.toClient.write(frame)
	}
	if !s.worthwhile(k, frame) {
		s.calls.done(m.id, k)
		return s.toClient.write(frame)
	}
	if load := loadOf(frame); s.load.Add(load) > maxLoad {
		s.load.Add(-load)
		s.calls.done(m.id, k)
		s.report(k, ReasonBusy, frame, frame)
		return s.toClient.write(frame)
	}
	s.running.Add(1) // by the pump that Run waits for first
	go s.answer(k, m, frame)
	return nil
}

// loadOf is what a frame counts as while it is worked on: small ones are few too.
func loadOf(frame []byte) int64 { return int64(max(len(frame), leastLoad)) }

// forget drops the request that a frame with an error answers.
func (s *session) forget(frame []byte) {
	if m, ok := jsonedit.Unique(gjson.ParseBytes(frame)); ok && m["error"].Exists() && !m["method"].Exists() {
		if k := s.calls.answered(idKey(m["id"])); k != nil {
			s.calls.done(idKey(m["id"]), k)
		}
	}
}

// worthwhile is false for a frame that is too short to be shortened: a token is at
// least a byte.
func (s *session) worthwhile(k *call, frame []byte) bool {
	return s.opts.Drop || len(frame) > s.host.Config().ForTool(s.name(k.tool)).MinTokens
}

// name is a tool's name in the configuration.
func (s *session) name(tool string) string {
	if s.opts.Server == "" {
		return tool
	}
	return "mcp__" + s.opts.Server + "__" + tool
}

// answer hands on the result of a call, shortened where that can be done in time. What
// comes too late is thrown away; it counts as load until it is over.
func (s *session) answer(k *call, m message, frame []byte) {
	defer s.running.Done()
	defer s.calls.done(m.id, k)
	ctx, cancel := context.WithTimeout(k.ctx, s.opts.Timeout)
	defer cancel()
	type made struct {
		frame  []byte
		reason string
	}
	result := make(chan made, 1)
	go func() {
		defer s.load.Add(-loadOf(frame))
		out := made{frame, ReasonBroken}
		defer func() {
			if recover() != nil {
				out = made{frame, reasonPanic}
			}
			result <- out
		}()
		out.frame, out.reason = s.rewrite(ctx, k, m, frame)
	}()
	out := made{frame, ReasonTimeout}
	select {
	case out = <-result:
	case <-ctx.Done():
	}
	_ = s.toClient.write(out.frame) // the pump has the same error
	s.report(k, out.reason, frame, out.frame)
}

func (s *session) report(k *call, reason string, before, after []byte) {
	s.opts.Report(Report{Tool: s.name(k.tool), Reason: reason, Before: len(before), After: len(after)})
}
