// Frozen1 is a plugin as the first release of protocol 1 had it, with the code that
// was generated for it then and without the SDK. It never changes: every later host
// must run it. Its name says which of the two it is: riffle-processor-frozen or
// riffle-estimator-frozen.
package main

import (
	"bytes"
	"context"
	"os"
	"strings"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/host/supervise/testdata/frozen1/pluginv1"
)

func main() {
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  plugin.HandshakeConfig{MagicCookieKey: "RIFFLE_PLUGIN", MagicCookieValue: "b0d3a1c5-riffle-plugin"},
		VersionedPlugins: map[int]plugin.PluginSet{1: {"plugin": &glue{}}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, grpc.MaxRecvMsgSize(65<<20), grpc.MaxSendMsgSize(65<<20))...)
		},
	})
}

type glue struct{ plugin.NetRPCUnsupportedPlugin }

func (*glue) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	pluginv1.RegisterPluginServiceServer(s, &frozen{estimator: strings.Contains(os.Args[0], "riffle-estimator-")})
	return nil
}

func (*glue) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, status.Error(codes.Unimplemented, "a plugin only")
}

type frozen struct {
	pluginv1.UnimplementedPluginServiceServer
	estimator bool
}

func (f *frozen) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.DescribeResponse, error) {
	d := &pluginv1.DescribeResponse{Name: "frozen", Version: "1.0.0", Summary: "a plugin of the first release", SdkVersion: "none"}
	if f.estimator {
		d.Kind, d.Encoding, d.Margin = pluginv1.PluginKind_PLUGIN_KIND_ESTIMATOR, "bytes/4", 0.5
	} else {
		d.Kind, d.ContentKinds = pluginv1.PluginKind_PLUGIN_KIND_PROCESSOR, []string{"log"}
	}
	return d, nil
}

// Process keeps the lines that hold ERROR, in their order, and declines where there
// are none.
func (*frozen) Process(_ context.Context, req *pluginv1.ProcessRequest) (*pluginv1.ProcessResponse, error) {
	units := &pluginv1.Units{}
	plan := &pluginv1.Plan{Units: units, Groups: &pluginv1.Groups{}, Complete: false, Summary: "lines with ERROR"}
	end, at, n := 0, 0, int32(0)
	for line := range bytes.Lines(req.GetContent()) {
		if text := bytes.TrimRight(line, "\r\n"); bytes.Contains(text, []byte("ERROR")) {
			units.Start = append(units.Start, int32(at-end))
			units.Length = append(units.Length, int32(len(text)))
			units.Row = append(units.Row, min(n, 1)) // less the row before
			plan.Order = append(plan.Order, min(n, 1))
			end = at + len(text)
			n++
		}
		at += len(line)
	}
	if n == 0 {
		return &pluginv1.ProcessResponse{Outcome: &pluginv1.ProcessResponse_Declined{
			Declined: &pluginv1.Declined{Reason: "no line says ERROR"}}}, nil
	}
	return &pluginv1.ProcessResponse{Outcome: &pluginv1.ProcessResponse_Plan{Plan: plan}}, nil
}

func (*frozen) CountTokens(_ context.Context, req *pluginv1.CountTokensRequest) (*pluginv1.CountTokensResponse, error) {
	out := &pluginv1.CountTokensResponse{}
	for _, t := range req.GetTexts() {
		out.Counts = append(out.Counts, int64((len(t)+3)/4))
	}
	return out, nil
}
