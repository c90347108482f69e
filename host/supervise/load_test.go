//go:build unix

package supervise

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

// late is the answer of a call that missed its deadline.
var late = status.Error(codes.DeadlineExceeded, "late")

// answers returns one error after the other, then none.
func answers(errs ...error) func(context.Context) error {
	var n atomic.Int32
	return func(context.Context) error {
		if i := int(n.Add(1)) - 1; i < len(errs) {
			return errs[i]
		}
		return nil
	}
}

func TestAWornProcessServesUntilItsSuccessorIsReady(t *testing.T) {
	s := &script{launchIn: time.Second, answer: answers(late, late, late)}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 3 {
			assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
		}
		began := time.Now()
		require.NoError(t, plan(p))
		assert.Zero(t, time.Since(began), "no call waits for the start")
		assert.Zero(t, s.stopped())
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, 1, s.stopped())
		require.NoError(t, plan(p))
		assert.Equal(t, 2, p.Status().Generation)
	})
}

func TestAWornProcessServesOnWhereItsSuccessorDoesNotStart(t *testing.T) {
	s := &script{answer: answers(late, late, late, nil, late)}
	s.refuse = func(n int) error {
		if n == 2 {
			return errors.New("no")
		}
		return nil
	}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 3 {
			assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
		}
		synctest.Wait()
		require.NoError(t, plan(p))
		assert.Zero(t, s.stopped())
		assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)), "one more, and it is tried again")
		synctest.Wait()
		assert.Equal(t, 1, s.stopped())
		assert.Len(t, s.launched(), 3)
	})
}

func TestASuccessorOfOneThatIsGivenUpIsNotUsed(t *testing.T) {
	s := &script{launchIn: time.Second, answer: answers(late, late, late, late, late)}
	inTime(t, s, Options{}, func(p *supervisor) {
		for range 5 {
			assert.Equal(t, ReasonTimeout, ReasonOf(plan(p)))
		}
		assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
		time.Sleep(time.Second)
		synctest.Wait()
		assert.Equal(t, 2, s.stopped())
		assert.Equal(t, ReasonUnavailable, ReasonOf(plan(p)))
		assert.Equal(t, "open", p.Status().State)
	})
}

func TestHangingCallsHoldUpNoOthers(t *testing.T) {
	type stuck struct{}
	s := &script{answer: func(ctx context.Context) error {
		if ctx.Value(stuck{}) != nil {
			return hang(ctx)
		}
		return nil
	}}
	inTime(t, s, Options{}, func(p *supervisor) {
		ctx := context.WithValue(context.Background(), stuck{}, true)
		for range 7 {
			go func() { _, _ = p.Process(ctx, sdk.Request{Content: content}) }()
		}
		synctest.Wait()
		began := time.Now()
		require.NoError(t, plan(p))
		assert.Zero(t, time.Since(began))
		time.Sleep(3 * time.Second) // they end
	})
}

func TestTheBytesUnderWayAreBounded(t *testing.T) {
	var calls atomic.Int32
	s := &script{answer: func(ctx context.Context) error {
		calls.Add(1)
		return hang(ctx)
	}}
	inTime(t, s, Options{}, func(p *supervisor) {
		largest := make([]byte, serve.MaxContent)
		errs := make(chan error, 2)
		for range cap(errs) {
			go func() {
				_, err := p.Process(context.Background(), sdk.Request{Content: largest})
				errs <- err
			}()
		}
		synctest.Wait()
		require.EqualValues(t, 2, calls.Load(), "two of the largest size go together")
		err := plan(p)
		assert.Equal(t, ReasonTimeout, ReasonOf(err))
		assert.ErrorContains(t, err, "it worked on all the bytes that it may")
		assert.EqualValues(t, 2, calls.Load())
		assert.Zero(t, p.Status().Strikes, "waiting is no fault of the plugin")
		for range cap(errs) {
			assert.Equal(t, ReasonTimeout, ReasonOf(<-errs))
		}
	})
}
