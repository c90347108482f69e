//go:build unix

package supervise

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func TestVerdicts(t *testing.T) {
	gone := &scripted{s: &script{}, ended: make(chan struct{})}
	close(gone.ended)
	lives := &scripted{s: &script{}, ended: make(chan struct{})}
	for _, test := range []struct {
		name   string
		g      generation
		err    error
		reason string
		weight weight
	}{
		{"unavailable", gone, status.Error(codes.Unavailable, "reset"), ReasonCrashed, deadly},
		{"a broken connection to a process that lives", lives, status.Error(codes.Unavailable, "reset"), ReasonCrashed, deadly},
		{"canceled by its end", gone, status.Error(codes.Canceled, ""), ReasonCrashed, deadly},
		{"canceled by the plugin", lives, status.Error(codes.Canceled, ""), ReasonError, harmless},
		{"deadline", lives, status.Error(codes.DeadlineExceeded, ""), ReasonTimeout, missing},
		{"too large", lives, status.Error(codes.ResourceExhausted, ""), ReasonTooLarge, harmless},
		{"a panic", lives, status.Error(codes.Internal, "riffle: panic: x"), ReasonPanicked, striking},
		{"an encoding error", lives, status.Error(codes.Internal, "grpc: x"), ReasonInvalidReply, striking},
		{"a plan against the contract", lives, sdk.ErrInvalidPlan, ReasonInvalidReply, striking},
		{"columns that do not agree", lives, serve.ErrInvalidReply, ReasonInvalidReply, striking},
		{"invalid argument", lives, status.Error(codes.InvalidArgument, ""), ReasonError, harmless},
		{"unimplemented", lives, status.Error(codes.Unimplemented, ""), ReasonError, harmless},
		{"its own error", lives, status.Error(codes.Unknown, ""), ReasonError, harmless},
	} {
		t.Run(test.name, func(t *testing.T) {
			reason, w := verdict(context.Background(), test.g, test.err)
			assert.Equal(t, test.reason, reason)
			assert.Equal(t, test.weight, w)
		})
	}
}
