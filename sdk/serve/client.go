package serve

import (
	"context"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/internal/wire"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// MaxContent is the most bytes of content in one request, and of all texts in one
// count.
const MaxContent = wire.MaxContent

// ErrInvalidReply is what an error wraps that stands for a reply that can't be
// decoded.
var ErrInvalidReply = wire.ErrInvalid

// Client calls a plugin over a connection. Its errors are those of gRPC, or wrap
// sdk.ErrDeclined or ErrInvalidReply. It checks the form of a reply, not the
// contract of a plan: sdk.CheckPlan does that.
type Client struct {
	rpc pluginv1.PluginServiceClient
}

// NewClient returns the client of the plugin at the other end of conn.
func NewClient(conn grpc.ClientConnInterface) *Client {
	return &Client{rpc: pluginv1.NewPluginServiceClient(conn)}
}

func callOptions() []grpc.CallOption {
	return []grpc.CallOption{
		grpc.MaxCallRecvMsgSize(wire.MaxMessage),
		grpc.MaxCallSendMsgSize(wire.MaxMessage),
	}
}

// Describe asks what the plugin is.
func (c *Client) Describe(ctx context.Context) (Description, error) {
	m, err := c.rpc.Describe(ctx, &pluginv1.DescribeRequest{}, grpc.MaxCallRecvMsgSize(1<<20))
	if err != nil {
		return Description{}, err
	}
	d := Description{SDKVersion: m.GetSdkVersion(), Protocol: Protocol, Capabilities: m.GetCapabilities()}
	switch m.GetKind() {
	case pluginv1.PluginKind_PLUGIN_KIND_PROCESSOR:
		d.Kind, d.Processor = KindProcessor, wire.Processor(m)
	case pluginv1.PluginKind_PLUGIN_KIND_ESTIMATOR:
		d.Kind, d.Estimator = KindEstimator, wire.Estimator(m)
	}
	return d, nil
}

// Process asks for a plan. The transport reads req.Content without copying it,
// perhaps still after the call where ctx ended it, so the content must never change.
func (c *Client) Process(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
	m, err := wire.EncodeRequest(&req)
	if err != nil {
		return sdk.Plan{}, status.Error(codes.InvalidArgument, err.Error())
	}
	reply, err := c.rpc.Process(ctx, m, grpc.ForceCodecV2(wire.Codec{}), grpc.MaxCallSendMsgSize(wire.MaxMessage),
		grpc.MaxCallRecvMsgSize(wire.MaxReply(len(req.Content))))
	if err != nil {
		return sdk.Plan{}, err
	}
	return wire.DecodeReply(reply)
}

// CountTokens asks for the counts of texts, in the same order.
func (c *Client) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	// A count takes at most ten bytes.
	limit := 1<<16 + 10*len(texts)
	reply, err := c.rpc.CountTokens(ctx, &pluginv1.CountTokensRequest{Texts: texts},
		grpc.MaxCallSendMsgSize(wire.MaxMessage), grpc.MaxCallRecvMsgSize(limit))
	if err != nil {
		return nil, err
	}
	return wire.DecodeCounts(reply, texts)
}

// Match asks which of the processor's own kinds a content is of, "" for none. Only a
// plugin with sdk.CapabilityMatch can answer.
func (c *Client) Match(ctx context.Context, s sdk.Sample) (string, error) {
	reply, err := c.rpc.Match(ctx, wire.EncodeSample(s), grpc.MaxCallRecvMsgSize(1<<16))
	return reply.GetKind(), err
}

// Panicked reports whether err stands for a panic in a handler of the plugin, and
// what it said.
func Panicked(err error) (string, bool) {
	s, ok := status.FromError(err)
	if !ok || s.Code() != codes.Internal {
		return "", false
	}
	return strings.CutPrefix(s.Message(), wire.PanicMark)
}
