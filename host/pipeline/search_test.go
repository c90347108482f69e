package pipeline

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

func TestAFaultOfOneProcessorIsFollowedByTheNext(t *testing.T) {
	for name, c := range map[string]struct {
		fails  func() error
		reason string
	}{
		"a crash":          {func() error { return &supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")} }, supervise.ReasonCrashed},
		"an invalid reply": {func() error { return &supervise.Fault{Reason: supervise.ReasonInvalidReply, Err: errors.New("lie")} }, supervise.ReasonInvalidReply},
		"a start":          {func() error { return &supervise.Fault{Reason: supervise.ReasonStartFailed, Err: errors.New("no exec")} }, supervise.ReasonStartFailed},
		"an error":         {func() error { return errors.New("odd") }, ReasonInternal},
		"a panic":          {func() error { panic("x") }, ReasonInternal},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.fail(c.fails, "log")
			res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
			require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
			require.Equal(t, c.reason, res.Outcome.Reason)
			require.Equal(t, "text", res.Outcome.Processor)
			require.Equal(t, "text", res.Outcome.Fallback)
			require.Equal(t, "1.2.3", res.Outcome.ProcessorVersion)
			require.Contains(t, res.Outcome.Detail, "log: ")
			require.Contains(t, string(res.Text), "boom: shard 7 lost its leader")
		})
	}
}

func TestAProcessorThatCannotBeOpenedIsFollowedByTheNext(t *testing.T) {
	r := newRig(t)
	r.Config.Routes = []config.Route{{Tool: "bash", Processor: "gone"}}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.Equal(t, "log", res.Outcome.Fallback)
	require.Contains(t, res.Outcome.Detail, `gone: no processor "gone"`)
}

func TestADeclineIsNoFault(t *testing.T) {
	r := newRig(t)
	r.procs.byName["log"].f = decline
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, ReasonOK, res.Outcome.Reason)
	require.Empty(t, res.Outcome.Fallback)
	require.Empty(t, res.Outcome.Detail)
}

func TestWhereAllFailTheFirstFaultIsTheReason(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return &supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")} }, "log")
	r.fail(func() error { return &supervise.Fault{Reason: supervise.ReasonTimeout, Err: errors.New("late")} }, "text")
	res := r.Run(background, Input{Raw: noisy(600), Tool: "bash", Overrides: config.Overrides{MaxTokens: 1 << 20}})
	require.Equal(t, Passed, res.Outcome.Action)
	require.Equal(t, supervise.ReasonCrashed, res.Outcome.Reason)
	require.Equal(t, "log", res.Outcome.Processor)
	require.Equal(t, "log: gone", res.Outcome.Detail)
	require.Empty(t, res.Outcome.Fallback)
}

func TestWhatEndsTheTextLaterStandsBeforeAnEarlierFault(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return &supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")} }, "log")
	r.Store = refusing{r.store, "save"}
	res := r.Run(background, Input{Raw: noisy(600), Tool: "bash"})
	require.Equal(t, Passed, res.Outcome.Action)
	require.Equal(t, ReasonNoStore, res.Outcome.Reason)
	require.Equal(t, "spill: disk full; after plugin-crashed: log: gone", res.Outcome.Detail)
}

func TestMarkupWhoseProcessorFailsIsReadAsLines(t *testing.T) {
	page := []byte("<!doctype html>\n<html><body>\n" + strings.Repeat("<p>a line of a page</p>\n", 2000) + "</body></html>\n")
	for reason, f := range map[string]func(context.Context, sdk.Request) (sdk.Plan, error){
		"plugin-crashed": func(context.Context, sdk.Request) (sdk.Plan, error) {
			return sdk.Plan{}, &supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")}
		},
		ReasonOK: decline,
	} {
		r := newRig(t)
		r.procs.byName["html"] = &fakeProcessor{name: "html", f: f}
		res := r.Run(background, Input{Raw: page, Tool: "http"})
		require.Equal(t, reason, res.Outcome.Reason, res.Outcome.Detail)
		require.Equal(t, map[string]string{"plugin-crashed": "log", ReasonOK: "text"}[reason], res.Outcome.Processor)
	}
}

func TestACallerThatGaveUpIsNotFollowed(t *testing.T) {
	r := newRig(t)
	ctx, cancel := context.WithCancel(background)
	r.fail(func() error {
		cancel()
		return &supervise.Fault{Reason: supervise.ReasonCanceled, Err: ctx.Err()}
	}, "log")
	res := r.Run(ctx, Input{Raw: noisy(600), Tool: "bash", Overrides: config.Overrides{MaxTokens: 1 << 20}})
	require.Equal(t, ReasonCancelled, res.Outcome.Reason)
	require.Equal(t, []string{"log"}, r.procs.opened)
}

// hangs ends with its context, as a call of a plugin does.
func hangs(ctx context.Context, _ sdk.Request) (sdk.Plan, error) {
	<-ctx.Done()
	return sdk.Plan{}, &supervise.Fault{Reason: supervise.ReasonTimeout, Err: ctx.Err()}
}

func TestAProcessorThatHangsLeavesTheNextItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		var left []time.Duration // that the call of each had
		note := func(f func(context.Context, sdk.Request) (sdk.Plan, error)) func(context.Context, sdk.Request) (sdk.Plan, error) {
			return func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
				until, _ := ctx.Deadline()
				left = append(left, time.Until(until))
				return f(ctx, req)
			}
		}
		r.procs.byName["log"].f, r.procs.byName["text"].f = note(hangs), note(planLines)
		for _, c := range []struct{ search, caller, want time.Duration }{
			{8 * time.Second, time.Hour, 4 * time.Second},
			{time.Hour, 6 * time.Second, 3 * time.Second},
		} {
			left, r.bounds = nil, bounds{search: c.search, draw: time.Minute}
			ctx, cancel := context.WithTimeout(background, c.caller)
			res := r.Run(ctx, Input{Raw: noisy(600), Tool: "bash"})
			cancel()
			require.Equal(t, []time.Duration{c.want, c.want}, left)
			require.Equal(t, Replaced, res.Outcome.Action)
			require.Equal(t, supervise.ReasonTimeout, res.Outcome.Reason)
			require.Equal(t, "text", res.Outcome.Fallback, res.Outcome.Detail)
		}
	})
}

func TestTheTimeOfAllProcessorsIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		r.procs.byName["log"].f, r.procs.byName["text"].f = hangs, hangs
		began := time.Now()
		res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
		require.LessOrEqual(t, time.Since(began), 31*time.Second)
		require.Equal(t, supervise.ReasonTimeout, res.Outcome.Reason)
		require.Equal(t, "preview", res.Outcome.Fallback)
	})
}

// stuck is an estimator whose count of a drawn text does not end before its context.
type stuck struct {
	fakeEstimator
	free int // calls that it answers at once
}

func (e *stuck) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	if e.free--; e.free < 0 {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return e.fakeEstimator.CountTokens(ctx, texts)
}

func TestAPlanThatIsNotDrawnInTimeIsFollowedByTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		r.Estimator = &stuck{free: 1}
		res := r.Run(background, Input{Raw: noisy(600), Tool: "bash", Overrides: config.Overrides{MaxTokens: 1 << 20}})
		require.Equal(t, []string{"log", "text"}, r.procs.opened)
		require.Equal(t, Passed, res.Outcome.Action)
		require.Equal(t, ReasonDrawTimeout, res.Outcome.Reason, res.Outcome.Detail)
		require.Contains(t, res.Outcome.Detail, "log: its plan was not drawn within 5.")
	})
}

func TestAPlanThatBreaksTheDrawingIsFollowedByTheNext(t *testing.T) {
	r := newRig(t)
	r.procs.byName["log"].f = func(context.Context, sdk.Request) (sdk.Plan, error) {
		return sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 2, End: 5}, Group: -1, Needs: []int{7}}}, Order: []int{0}}, nil
	}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.Equal(t, ReasonInternal, res.Outcome.Reason)
	require.Equal(t, "text", res.Outcome.Fallback)
}

func TestAPlanSaysWhyAnotherProcessorServes(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return &supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")} }, "log")
	p, err := r.Plan(background, Input{Raw: noisy(600), Tool: "bash"})
	require.NoError(t, err)
	require.Equal(t, "text", p.Processor)
	require.Equal(t, "plugin-crashed: log: gone", p.Fault)
}
