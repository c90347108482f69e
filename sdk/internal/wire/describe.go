package wire

import (
	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// DescribeProcessor converts what a processor says of itself.
func DescribeProcessor(info sdk.Info) *pluginv1.DescribeResponse {
	return &pluginv1.DescribeResponse{
		Kind:         pluginv1.PluginKind_PLUGIN_KIND_PROCESSOR,
		Name:         info.Name,
		Version:      info.Version,
		Summary:      info.Summary,
		ContentKinds: info.Kinds,
	}
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
	}
}

// Processor returns the description of a processor.
func Processor(m *pluginv1.DescribeResponse) sdk.Info {
	return sdk.Info{Name: m.GetName(), Version: m.GetVersion(), Summary: m.GetSummary(), Kinds: m.GetContentKinds()}
}

// Estimator returns the description of an estimator.
func Estimator(m *pluginv1.DescribeResponse) sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: m.GetName(), Version: m.GetVersion(), Summary: m.GetSummary(),
		Encoding: m.GetEncoding(), Exact: m.GetExact(), Margin: m.GetMargin(),
	}
}
