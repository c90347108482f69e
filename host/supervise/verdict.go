package supervise

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// deathWait is how long a broken connection waits for the news that the process
// has ended.
const deathWait = 500 * time.Millisecond

// panicked is a panic of a plugin that runs in this process.
type panicked struct{ said string }

func (p panicked) Error() string { return "panic: " + p.said }

// weight is what a fault says of the plugin's health.
type weight int

const (
	harmless weight = iota // the plugin is well
	striking               // it lives on, but counts against it
	missing                // a strike, and one more missed deadline
	deadly                 // the process is gone or useless
)

// verdict turns the error of a call into what the caller gets and what it says of
// the plugin.
func verdict(caller context.Context, g generation, err error) (string, weight) {
	code := status.Code(err)
	var p panicked
	switch {
	case caller.Err() != nil && errors.Is(caller.Err(), context.Canceled):
		return ReasonCanceled, harmless
	case caller.Err() != nil:
		return ReasonTimeout, harmless
	case errors.Is(err, sdk.ErrInvalidPlan), errors.Is(err, serve.ErrInvalidReply):
		return ReasonInvalidReply, striking
	case errors.As(err, &p):
		return ReasonPanicked, striking
	case errors.Is(err, context.DeadlineExceeded), code == codes.DeadlineExceeded:
		return ReasonTimeout, missing
	case code == codes.Unavailable, code == codes.Canceled && isDead(g, deathWait):
		return ReasonCrashed, deadly
	case isDead(g, 0):
		return ReasonCrashed, deadly
	case code == codes.ResourceExhausted:
		return ReasonTooLarge, harmless
	case code == codes.Internal:
		if _, ok := serve.Panicked(err); ok {
			return ReasonPanicked, striking
		}
		// A reply that gRPC can't encode or decode, such as a text that is not UTF-8.
		return ReasonInvalidReply, striking
	}
	return ReasonError, harmless
}

// isDead reports whether g ends within d.
func isDead(g generation, d time.Duration) bool {
	select {
	case <-g.dead():
		return true
	default:
	}
	if d <= 0 || g.dead() == nil {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-g.dead():
		return true
	case <-timer.C:
		return false
	}
}

// message is an error's text without gRPC's frame.
func message(err error) string {
	if said, ok := serve.Panicked(err); ok {
		return "panic: " + said
	}
	if st, ok := status.FromError(err); ok {
		return st.Message()
	}
	return err.Error()
}
