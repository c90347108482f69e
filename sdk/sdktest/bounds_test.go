package sdktest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/serve"
)

func TestAPluginThatNeverAnswersHoldsNobodyUp(t *testing.T) {
	r := newKit(serve.KindProcessor, &code{make: func() any {
		return worse{process: func(context.Context, sdk.Request) (sdk.Plan, error) { select {} }}
	}}, append(about(), WithTimeout(20*time.Millisecond))).report(t.Context())
	assert.LessOrEqual(t, r.Count(Fail), maxHung)
	assert.ErrorContains(t, r.Err(), "did not return within 20ms")
	assert.Contains(t, r.String(), "not tried: the plugin did not answer in 3 cases")
}

func TestTheCallerMayGiveUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	r := newKit(serve.KindProcessor, &code{make: func() any {
		return worse{process: func(ctx context.Context, req sdk.Request) (sdk.Plan, error) {
			if calls++; calls == 3 {
				cancel()
			}
			return reference{}.Process(ctx, req)
		}}
	}}, about()).report(ctx)
	assert.Zero(t, r.Count(Fail), "%s", r)
	assert.NotZero(t, r.Count(Skipped))
}

func TestOptions(t *testing.T) {
	quick := append(about(), Skip("large", "measured elsewhere"), Skip("cancel", "measured elsewhere"), WithKinds(kindTable))
	r := newKit(serve.KindProcessor, &code{make: func() any { return reference{} }}, quick).report(t.Context())
	require.NoError(t, r.Err())
	assert.Contains(t, r.String(), "skip  large: measured elsewhere")
	assert.Equal(t, "reference", r.Name)
	assert.Contains(t, r.String(), "skip  groups-true: no plan has a group", "the other kinds are not tried")

	err := Check(t.Context(), reference{}, Skip("no-such-case", "why"))
	assert.ErrorContains(t, err, `Skip names "no-such-case"`)
}

func TestCheckJoinsWhatFails(t *testing.T) {
	require.NoError(t, CheckEstimator(t.Context(), quarter{}, about()...))
	err := CheckEstimator(t.Context(), brokenEstimators["estimator-bad-bytes"](), about()...)
	assert.ErrorContains(t, err, "estimator-bad-bytes: an Estimator must not fail on bytes that are no UTF-8")
	assert.ErrorContains(t, err, "docs/plugins/conformance.md#estimator-bad-bytes")
	err = Check(t.Context(), worse{info: func(sdk.Info) sdk.Info { panic("no info") }}, about()...)
	assert.ErrorContains(t, err, "panic: no info")
}

func TestAQuickCallMayRunToItsEnd(t *testing.T) {
	deaf := brokenProcessors["cancel"]
	k := newKit(serve.KindProcessor, &code{make: func() any { return deaf() }}, append(about(), func(c *config) { c.quick = quickWork }))
	for _, c := range processorCases {
		if c.name == "cancel" {
			assert.Equal(t, Pass, k.result(t.Context(), c).Status, "it waits and computes little")
		}
	}
}
