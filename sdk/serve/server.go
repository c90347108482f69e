package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/internal/wire"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// maxErrorText is the most bytes of an error's text that travel in a status.
const maxErrorText = 512

// NewServer returns a gRPC server that serves impl as a plugin process does, for
// use over a connection within one process.
func NewServer(impl any) (*grpc.Server, error) {
	s := newServer(nil)
	return s, register(s, impl)
}

// newServer sets both caps: gRPC's own for what a server receives is 4 MB, and its
// own for what it sends has no bound.
func newServer(opts []grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts,
		grpc.MaxRecvMsgSize(wire.MaxMessage),
		grpc.MaxSendMsgSize(wire.MaxMessage),
		grpc.ForceServerCodecV2(wire.Codec{}),
		grpc.UnaryInterceptor(recoverPanic),
	)...)
}

func register(s *grpc.Server, impl any) error {
	d, err := describe(impl)
	if err != nil {
		return err
	}
	svc := &service{description: d}
	svc.processor, _ = impl.(sdk.Processor)
	svc.estimator, _ = impl.(sdk.Estimator)
	svc.matcher, _ = impl.(sdk.Matcher)
	pluginv1.RegisterPluginServiceServer(s, svc)
	return nil
}

// recoverPanic keeps a panic in one handler from ending the process and with it
// every other call. A panic in a goroutine that a handler started can't be caught.
func recoverPanic(ctx context.Context, req any, _ *grpc.UnaryServerInfo, next grpc.UnaryHandler) (reply any, err error) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "panic: %v\n%s", r, debug.Stack())
			reply, err = nil, status.Error(codes.Internal, wire.PanicMark+shortText(fmt.Sprint(r)))
		}
	}()
	return next(ctx, req)
}

func shortText(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), maxErrorText)], "")
}

type service struct {
	pluginv1.UnimplementedPluginServiceServer
	description Description
	processor   sdk.Processor
	estimator   sdk.Estimator
	matcher     sdk.Matcher
}

func (s *service) Describe(context.Context, *pluginv1.DescribeRequest) (*pluginv1.DescribeResponse, error) {
	d := s.description
	out := wire.DescribeProcessor(d.Processor)
	if d.Kind == KindEstimator {
		out = wire.DescribeEstimator(d.Estimator)
	}
	out.SdkVersion, out.Capabilities = d.SDKVersion, d.Capabilities
	return out, nil
}

func (s *service) Process(ctx context.Context, m *pluginv1.ProcessRequest) (*pluginv1.ProcessResponse, error) {
	if s.processor == nil {
		return nil, status.Errorf(codes.Unimplemented, "%q is an estimator", s.description.Name())
	}
	if len(m.GetContent()) > wire.MaxContent {
		return nil, status.Errorf(codes.ResourceExhausted, "a content of %d bytes, at most %d are allowed", len(m.GetContent()), wire.MaxContent)
	}
	req, err := wire.DecodeRequest(m)
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, err.Error())
	}
	plan, err := s.processor.Process(ctx, req)
	reply, err := wire.EncodeReply(&plan, err)
	if err != nil {
		return nil, asStatus(ctx, err)
	}
	return reply, nil
}

func (s *service) CountTokens(ctx context.Context, m *pluginv1.CountTokensRequest) (*pluginv1.CountTokensResponse, error) {
	if s.estimator == nil {
		return nil, status.Errorf(codes.Unimplemented, "%q is a processor", s.description.Name())
	}
	counts, err := s.estimator.CountTokens(ctx, m.GetTexts())
	if err != nil {
		return nil, asStatus(ctx, err)
	}
	out := &pluginv1.CountTokensResponse{Counts: make([]int64, len(counts))}
	for i, c := range counts {
		out.Counts[i] = int64(c)
	}
	return out, nil
}

func (s *service) Match(ctx context.Context, m *pluginv1.MatchRequest) (*pluginv1.MatchResponse, error) {
	if s.matcher == nil || s.processor == nil {
		return nil, status.Errorf(codes.Unimplemented, "%q matches no content", s.description.Name())
	}
	kind, err := s.matcher.Match(ctx, wire.DecodeSample(m))
	if err != nil {
		return nil, asStatus(ctx, err)
	}
	return &pluginv1.MatchResponse{Kind: kind}, nil
}

// asStatus keeps apart a caller that is gone, a plan that can't travel and an error
// of the plugin.
func asStatus(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return status.FromContextError(ctx.Err()).Err()
	}
	if errors.Is(err, wire.ErrInvalid) {
		return status.Error(codes.Internal, shortText(err.Error()))
	}
	return status.Error(codes.Unknown, shortText(err.Error()))
}
