package wire

import (
	"math"

	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// DescribeProcessor converts what a processor says of itself.
func DescribeProcessor(info sdk.Info) *pluginv1.DescribeResponse {
	out := &pluginv1.DescribeResponse{
		Kind:         pluginv1.PluginKind_PLUGIN_KIND_PROCESSOR,
		Name:         info.Name,
		Version:      info.Version,
		Summary:      info.Summary,
		ContentKinds: info.Kinds,
		Priority:     int32(max(math.MinInt32, min(info.Priority, math.MaxInt32))),
		Stability:    info.Stability,
	}
	for _, m := range info.Magic {
		out.Magic = append(out.Magic, []byte(m))
	}
	return out
}

// DescribeEstimator converts what an estimator says of itself.
func DescribeEstimator(info sdk.EstimatorInfo) *pluginv1.DescribeResponse {
	return &pluginv1.DescribeResponse{
		Kind:     pluginv1.PluginKind_PLUGIN_KIND_ESTIMATOR,
		Name:     info.Name,
		Version:  info.Version,
		Summary:  info.Summary,
		Encoding: info.Encoding,
		Exact:    info.Exact,
		Margin:   info.Margin,

		Stability: info.Stability,
		ExactUpTo: int64(info.ExactUpTo),
		PerText:   int64(info.PerText),
	}
}

// Processor returns the description of a processor.
func Processor(m *pluginv1.DescribeResponse) sdk.Info {
	info := sdk.Info{
		Name: m.GetName(), Version: m.GetVersion(), Summary: m.GetSummary(), Kinds: m.GetContentKinds(),
		Priority: int(m.GetPriority()), Stability: m.GetStability(),
	}
	for _, magic := range m.GetMagic() {
		info.Magic = append(info.Magic, string(magic))
	}
	return info
}

// Estimator returns the description of an estimator.
func Estimator(m *pluginv1.DescribeResponse) sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: m.GetName(), Version: m.GetVersion(), Summary: m.GetSummary(),
		Encoding: m.GetEncoding(), Exact: m.GetExact(), Margin: m.GetMargin(), Stability: m.GetStability(),
		ExactUpTo: int(m.GetExactUpTo()), PerText: int(m.GetPerText()),
	}
}

// EncodeSample converts a sample. Kind, tool and command must be valid UTF-8.
func EncodeSample(s sdk.Sample) *pluginv1.MatchRequest {
	return &pluginv1.MatchRequest{Head: s.Head, ContentBytes: int64(s.Bytes), Kind: s.Kind, Tool: s.Tool, Command: s.Command}
}

// DecodeSample converts a sample. The result shares the head of the message.
func DecodeSample(m *pluginv1.MatchRequest) sdk.Sample {
	return sdk.Sample{Head: m.GetHead(), Bytes: int(m.GetContentBytes()), Kind: m.GetKind(), Tool: m.GetTool(), Command: m.GetCommand()}
}
