package wire

import (
	"errors"
	"fmt"
	"strings"

	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// EncodeRequest converts a request. The message shares req.Content. Tool, command
// and options must be valid UTF-8.
func EncodeRequest(req *sdk.Request) (*pluginv1.ProcessRequest, error) {
	out := &pluginv1.ProcessRequest{
		Content:   req.Content,
		Kind:      req.Kind,
		Tool:      req.Tool,
		Command:   req.Command,
		MaxTokens: int64(req.MaxTokens),
		Options:   req.Options,
	}
	bad, start := false, 0
	for _, s := range req.Evidence {
		out.EvidenceStart = narrow(out.EvidenceStart, s.Start-start, &bad)
		out.EvidenceLength = narrow(out.EvidenceLength, s.Len(), &bad)
		start = s.Start
	}
	if bad {
		return nil, invalid("a span of evidence has a number over 32 bits")
	}
	return out, nil
}

// DecodeRequest converts a request. The result shares the content of the message.
func DecodeRequest(m *pluginv1.ProcessRequest) (sdk.Request, error) {
	starts, lengths := m.GetEvidenceStart(), m.GetEvidenceLength()
	if len(starts) != len(lengths) {
		return sdk.Request{}, invalid("evidence_start has %d entries, evidence_length %d", len(starts), len(lengths))
	}
	req := sdk.Request{
		Content:   m.GetContent(),
		Kind:      m.GetKind(),
		Tool:      m.GetTool(),
		Command:   m.GetCommand(),
		MaxTokens: int(m.GetMaxTokens()),
		Options:   m.GetOptions(),
	}
	if len(starts) > 0 {
		req.Evidence = make([]sdk.Span, len(starts))
		start := 0
		for i := range req.Evidence {
			start += int(starts[i])
			if start < 0 || lengths[i] < 0 || start+int(lengths[i]) > len(req.Content) {
				return sdk.Request{}, invalid("evidence [%d,%d) of %d bytes", start, start+int(lengths[i]), len(req.Content))
			}
			req.Evidence[i] = sdk.Span{Start: start, End: start + int(lengths[i])}
		}
	}
	return req, nil
}

// EncodeDeclined converts an error that wraps sdk.ErrDeclined.
func EncodeDeclined(err error) *pluginv1.Declined {
	reason := strings.TrimPrefix(err.Error(), sdk.ErrDeclined.Error())
	reason = strings.TrimPrefix(reason, ": ")
	return &pluginv1.Declined{Reason: strings.ToValidUTF8(reason[:min(len(reason), MaxReason)], "")}
}

// DecodeDeclined returns an error that wraps sdk.ErrDeclined.
func DecodeDeclined(m *pluginv1.Declined) error {
	reason := m.GetReason()
	if reason == "" {
		return sdk.ErrDeclined
	}
	return fmt.Errorf("%w: %s", sdk.ErrDeclined, strings.ToValidUTF8(reason[:min(len(reason), MaxReason)], ""))
}

// EncodeReply converts what a processor returned. The error is not nil where it
// returned a fault.
func EncodeReply(p *sdk.Plan, err error) (*pluginv1.ProcessResponse, error) {
	if errors.Is(err, sdk.ErrDeclined) {
		return &pluginv1.ProcessResponse{Outcome: &pluginv1.ProcessResponse_Declined{Declined: EncodeDeclined(err)}}, nil
	}
	if err != nil {
		return nil, err
	}
	plan, err := EncodePlan(p)
	if err != nil {
		return nil, err
	}
	return &pluginv1.ProcessResponse{Outcome: &pluginv1.ProcessResponse_Plan{Plan: plan}}, nil
}

// DecodeReply returns the plan of a reply, an error that wraps sdk.ErrDeclined, or
// one that wraps ErrInvalid.
func DecodeReply(m *pluginv1.ProcessResponse) (sdk.Plan, error) {
	switch o := m.GetOutcome().(type) {
	case *pluginv1.ProcessResponse_Plan:
		return DecodePlan(o.Plan)
	case *pluginv1.ProcessResponse_Declined:
		return sdk.Plan{}, DecodeDeclined(o.Declined)
	}
	return sdk.Plan{}, invalid("the reply has neither a plan nor a decline")
}

// DecodeCounts converts the counts of texts.
func DecodeCounts(m *pluginv1.CountTokensResponse, texts [][]byte) ([]int, error) {
	if len(m.GetCounts()) != len(texts) {
		return nil, invalid("%d counts for %d texts", len(m.GetCounts()), len(texts))
	}
	counts := make([]int, len(texts))
	for i, c := range m.GetCounts() {
		counts[i] = int(c)
	}
	return counts, nil
}
