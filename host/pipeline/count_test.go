package pipeline

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/tokens"
)

func TestAScaleMakesTheBudgetSmaller(t *testing.T) {
	r := newRig(t)
	r.Config.Estimator.Scale = 1.5
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.LessOrEqual(t, float64(tokens.Estimate(res.Text))*1.5, float64(r.Config.TargetTokens))
	require.Equal(t, 1.5, res.Outcome.Scale)
	require.True(t, res.Outcome.Estimated, "a scale makes of exact counts an estimate")
	require.Contains(t, string(res.Text), fmt.Sprintf("~%d -> ~%d tokens (classes x1.5)", res.Outcome.TokensBefore, res.Outcome.TokensAfter))
}

func TestAMarginKeepsTheBudgetSmaller(t *testing.T) {
	r := newRig(t)
	r.est.margin = 0.25
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.LessOrEqual(t, float64(res.Outcome.TokensAfter)*1.25, float64(r.Config.TargetTokens))
}

func TestASlowEstimatorSamplesALargeContentAndSaysSo(t *testing.T) {
	r := newRig(t)
	r.est.slow = true
	raw := noisy(40000)
	res := r.Run(background, Input{Raw: raw, Tool: "bash"})
	require.True(t, res.Outcome.Sampled)
	require.InEpsilon(t, tokens.Estimate(raw), res.Outcome.TokensBefore, 0.05)
	require.Contains(t, string(res.Text), fmt.Sprintf("~%d -> ", res.Outcome.TokensBefore))
}

// partly is an estimator that counts nothing above a size exactly.
type partly struct {
	*fakeEstimator
	exact int
	above int // texts over that size that it was asked for
}

func (e *partly) ExactBytes() int { return e.exact }
func (e *partly) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := e.fakeEstimator.CountTokens(ctx, texts)
	for i, t := range texts {
		if len(t) > e.exact {
			e.above++
			counts[i] += counts[i] / 4
		}
	}
	return counts, err
}

func TestWhatIsDrawnIsCountedExactlyWhateverItsSize(t *testing.T) {
	r := newRig(t)
	est := &partly{fakeEstimator: r.est, exact: 1000}
	r.Estimator = est
	raw := noisy(3000)
	res := r.Run(background, Input{Raw: raw, Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.Greater(t, len(res.Text), 3*est.exact)
	require.Equal(t, 1, est.above, "the text before alone")
	require.InDelta(t, tokens.Estimate(res.Text), res.Outcome.TokensAfter, 5, "a token or so a cut")
	require.LessOrEqual(t, res.Outcome.TokensAfter, r.Config.TargetTokens)
	require.True(t, res.Outcome.Sampled)
	require.False(t, res.Outcome.Estimated)
	require.Contains(t, string(res.Text), fmt.Sprintf("~%d -> %d tokens", res.Outcome.TokensBefore, res.Outcome.TokensAfter))
}

// metered is partly with tokens that every text costs.
type metered struct{ *partly }

const each = 7

func (metered) PerText() int { return each }
func (e metered) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := e.partly.CountTokens(ctx, texts)
	for i := range counts {
		counts[i] += each
	}
	return counts, err
}

func TestWhatEveryTextCostsIsCountedOnceForATextInParts(t *testing.T) {
	r := newRig(t)
	r.Estimator = metered{&partly{fakeEstimator: r.est, exact: 1000}}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.InDelta(t, tokens.Estimate(res.Text)+each, res.Outcome.TokensAfter, 5, "a token or so a cut")
	require.Greater(t, res.Outcome.TokensAfter, r.Config.TargetTokens*98/100, "nor does each line cost it")
}

func TestWhatIsCountedExactlyIsNotMarked(t *testing.T) {
	r := newRig(t)
	r.Estimator = &partly{fakeEstimator: r.est, exact: 1 << 20}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.False(t, res.Outcome.Sampled)
	require.NotContains(t, string(res.Text), "~")
}

func TestEstimatesAreMarkedBeforeAndAfter(t *testing.T) {
	r := newRig(t)
	r.Estimator = &partly{fakeEstimator: r.est}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.True(t, res.Outcome.Estimated)
	require.False(t, res.Outcome.Sampled, "the whole text was looked at")
	require.Contains(t, string(res.Text), fmt.Sprintf("~%d -> ~%d tokens", res.Outcome.TokensBefore, res.Outcome.TokensAfter))
}

func TestWhatIsLeftAloneIsNotCounted(t *testing.T) {
	for name, in := range map[string]Input{
		"an excluded tool": {Tool: "read"},
		"a read-back":      {Tool: "bash", Command: "riffle get 0123456789ab"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			in.Raw = noisy(3000)
			res := r.Run(background, in)
			require.Equal(t, Passed, res.Outcome.Action)
			assert.Zero(t, r.est.calls)
			assert.Zero(t, res.Outcome.TokensBefore)
			assert.Equal(t, "log", res.Outcome.Kind)
		})
	}
}

func TestTheTextBeforeIsCountedOnce(t *testing.T) {
	r := newRig(t)
	raw := noisy(3000)
	est := &seen{fakeEstimator: r.est, text: raw}
	r.Estimator = est
	require.Equal(t, Replaced, r.Run(background, Input{Raw: raw, Tool: "bash"}).Outcome.Action)
	require.Equal(t, 1, est.times)
}

// seen counts how often it was asked for a text.
type seen struct {
	*fakeEstimator
	text  []byte
	times int
}

func (e *seen) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	for _, t := range texts {
		if bytes.Equal(t, e.text) {
			e.times++
		}
	}
	return e.fakeEstimator.CountTokens(ctx, texts)
}

func TestATextIsCutWhereNothingJoins(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string // the first part
	}{
		"before a numbered row":                     {"1: a\n2: b\n3: c and so on", "1: a\n2: b\n"},
		"before a marker":                           {"1: a\n[... 5 lines omitted]", "1: a\n"},
		"rather than before blanks":                 {"1: a\n2: b\n  c: and so on", "1: a\n"},
		"before blanks where there is nothing else": {"1: abcd\n  efghijklmnopq", "1: abcd\n"},
		"inside a line that has no end":             {"abcdefghijklmnopqrstuvwxyz", "abcdefghijkl"},
		"never inside a character":                  {"日本語日本語日本語", "日本語日"},
		"at the limit itself":                       {"1: abcdefgh\n2: x", "1: abcdefgh\n"},
	} {
		t.Run(name, func(t *testing.T) {
			n := cutAtLine([]byte(c.text), 12)
			assert.Equal(t, c.want, c.text[:n])
		})
	}
	long := strings.Repeat("a", 10000) + "\n" + strings.Repeat("b", 10000)
	assert.Equal(t, 15000, cutAtLine([]byte(long), 15000), "a line end far before the limit is not looked for")
}
