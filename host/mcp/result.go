package mcp

import (
	"context"
	"encoding/json"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/riffle-dev/riffle/host/exchange"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/internal/jsonedit"
)

// reasonPanic is the pipeline's word for a fault of Riffle's own.
const reasonPanic = pipeline.ReasonInternal

// rewrite makes the frame of a shorter result, or returns the frame itself with the
// reason why.
func (s *session) rewrite(ctx context.Context, k *call, m message, frame []byte) ([]byte, string) {
	result, ok := jsonedit.Unique(m.result)
	if !ok {
		return frame, ReasonBroken
	}
	if reason := s.notFinal(result); reason != "" {
		return frame, reason
	}
	blocks, reason := plain(result["content"])
	if reason != "" {
		return frame, reason
	}
	twin, reason := s.structured(k.tool, result["structuredContent"], blocks)
	if reason != "" {
		return frame, reason
	}
	if !sound(frame) { // what was read of a broken frame means nothing
		return frame, ReasonBroken
	}
	texts, reason := s.shorten(ctx, k, m, result["isError"].Bool(), blocks)
	var edits []jsonedit.Edit
	for i, text := range texts {
		if text != nil {
			edits = append(edits, jsonedit.Edit{Start: blocks[i].Index, End: blocks[i].End(), Text: text})
		}
	}
	switch {
	case twin.remove:
		edits = append(edits, jsonedit.Without(frame, result["structuredContent"]))
	case twin.mirror.Exists() && len(edits) > 0:
		edits = append(edits, jsonedit.Edit{Start: twin.mirror.Index, End: twin.mirror.End(), Text: texts[0]})
	}
	if len(edits) == 0 {
		return frame, reason
	}
	out := jsonedit.Apply(frame, edits)
	if !gjson.ValidBytes(out) {
		return frame, reasonPanic
	}
	return out, reason
}

// sound reports whether a frame is what any reader of JSON takes for the same.
func sound(frame []byte) bool {
	return utf8.Valid(frame) && jsonedit.Depth(frame) <= jsonedit.MaxFrameDepth && gjson.ValidBytes(frame)
}

// notFinal says why the result of a call is left alone as a whole.
func (s *session) notFinal(result map[string]jsonedit.Member) string {
	for _, name := range []string{"task", "inputRequests", "requestState"} {
		if result[name].Exists() {
			return ReasonUnfinished
		}
	}
	if kind := result["resultType"]; kind.Exists() && kind.Str != "complete" {
		return ReasonUnfinished
	}
	switch failed := result["isError"]; {
	case !failed.Exists() || failed.Type == gjson.False:
	case failed.Type != gjson.True || !s.opts.Errors:
		return ReasonError
	}
	return ""
}

// plain returns the texts of content, or says why it is left alone: each block must be
// a text and nothing else.
func plain(content jsonedit.Member) ([]jsonedit.Member, string) {
	if !content.IsArray() {
		return nil, ReasonNotPlain
	}
	var out []jsonedit.Member
	reason := ReasonNotPlain // of no blocks at all
	content.ForEach(func(_, block gjson.Result) bool {
		reason = ReasonNotPlain
		m, ok := jsonedit.Unique(block)
		if !ok || len(m) != 2 || m["type"].Type != gjson.String || m["type"].Str != "text" {
			return false
		}
		text := m["text"]
		if text.Type != gjson.String || jsonedit.HalfPair(text.Raw) {
			return false
		}
		out, reason = append(out, text), ""
		return len(out) < jsonedit.MaxMembers
	})
	if len(out) == jsonedit.MaxMembers {
		reason = ReasonNotPlain
	}
	return out, reason
}

// shorten asks the host for shorter texts. Each text is shortened by itself, so that
// every block stays what it was: nil where it stays as it is, else a JSON string.
func (s *session) shorten(ctx context.Context, k *call, m message, failed bool, blocks []jsonedit.Member) ([][]byte, string) {
	out, reason := make([][]byte, len(blocks)), pipeline.ReasonBelowMinTokens
	budgets := s.share(s.name(k.tool), blocks)
	for i, b := range blocks {
		if budgets[i].skip {
			continue
		}
		d, res := s.host.Decide(ctx, &exchange.Exchange{
			Exec:     pipeline.Exec{CallID: m.rawID, Name: s.name(k.tool), Arguments: k.args},
			Result:   pipeline.ToolResult{IsError: failed, Content: []pipeline.Block{{Type: "text", Text: b.Str}}},
			Decision: pipeline.Decision{Kind: pipeline.Accept, Raw: json.RawMessage(`{"kind":"accept"}`)},
			Wishes:   pipeline.Wishes{Overrides: budgets[i].Overrides},
		})
		if res.Outcome.Action != pipeline.Replaced || len(d.Content) != 1 || len(d.Content[0].Text) >= len(b.Str) {
			if reason != pipeline.ReasonOK {
				reason = res.Outcome.Reason
			}
			continue
		}
		out[i], reason = jsonedit.Quote(d.Content[0].Text), pipeline.ReasonOK
	}
	return out, reason
}
