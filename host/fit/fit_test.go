package fit

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// logPlan is a plan of n lines, of which the one in the middle is worth most.
func logPlan(n int) ([]byte, sdk.Plan) {
	var b strings.Builder
	for i := range n {
		if i == n/2 {
			b.WriteString("ERROR the disk of shard 7 is full\n")
			continue
		}
		fmt.Fprintf(&b, "request %d served in %d ms by worker %d\n", i, i%37, i%5)
	}
	content := []byte(b.String())
	req := sdk.Request{Content: content, Kind: "log", MaxTokens: 8192}
	builder := sdk.NewBuilder(req)
	at := 0
	for i, l := range strings.SplitAfter(string(content), "\n") {
		if l == "" {
			continue
		}
		v := 0.1 + float64(i%11)/100
		if strings.HasPrefix(l, "ERROR") {
			v = 3
		}
		builder.Keep(sdk.Span{Start: at, End: at + len(l) - 1}, v, sdk.Section(i*24/n))
		at += len(l)
	}
	return content, builder.Plan()
}

func counter(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = tokens.Estimate(t)
	}
	return out, nil
}

func notice(before int) func(int) render.Notice {
	return func(budget int) render.Notice {
		return render.Notice{Processor: "log", Before: before, Estimator: "classes", ID: "0123456789ab",
			Path: "/var/lib/riffle/spill/0123456789ab-bash.log", Hint: render.HintShell, Short: budget < render.ShortBelow}
	}
}

func job(content []byte, plan sdk.Plan, evidence []sdk.Span) Job {
	plan, cover := Cover(content, plan, evidence)
	return Job{Page: render.NewPage(content, &plan), Evidence: cover, Count: counter, Notice: notice(tokens.Estimate(content))}
}

func TestFitHoldsTheBudgetAndStatesItsOwnTokens(t *testing.T) {
	content, plan := logPlan(2000)
	for _, budget := range []int{128, 200, 256, 512, 1024, 1536, 4096} {
		c, err := Fit(context.Background(), job(content, plan, nil), budget)
		require.NoError(t, err)
		require.LessOrEqual(t, c.Tokens, budget)
		require.Greater(t, c.Tokens, budget*3/4, "budget %d is left unused", budget)
		require.Equal(t, tokens.Estimate([]byte(c.Text)), c.Tokens)
		require.Regexp(t, fmt.Sprintf("-> ?%d (classes )?tokens", c.Tokens), c.Text)
		require.Contains(t, c.Text, "ERROR the disk of shard 7 is full")
	}
}

func TestWhatIsShownAtABudgetIsShownAtTwiceTheBudget(t *testing.T) {
	content, plan := logPlan(3000)
	var before map[int]bool
	for budget := 128; budget <= 8192; budget *= 2 {
		c, err := Fit(context.Background(), job(content, plan, []sdk.Span{{Start: 10, End: 40}}), budget)
		require.NoError(t, err)
		now := map[int]bool{}
		for _, i := range c.Shown {
			now[i] = true
		}
		for i := range before {
			require.True(t, now[i], "unit %d is gone at %d", i, budget)
		}
		before = now
	}
}

func TestEvidenceIsShownThoughTheRankingLeavesItOut(t *testing.T) {
	content, plan := logPlan(400)
	at := strings.Index(string(content), "request 250 ")
	e := sdk.Span{Start: at, End: at + 12}
	units := plan.Units[:0:0]
	for i := range plan.Units {
		if !plan.Units[i].Span.Contains(e) {
			continue
		}
		units = append(units, plan.Units[i])
	}
	require.Len(t, units, 1)
	c, err := Fit(context.Background(), job(content, plan, []sdk.Span{e}), 160)
	require.NoError(t, err)
	require.Contains(t, c.Text, "request 250 served")
}

func TestEvidenceThatNoUnitCoversIsInsertedVerbatim(t *testing.T) {
	content := []byte("alpha one\nbeta two\ngamma three\n")
	plan := sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: 9}, Group: -1}}, Order: []int{0}}
	got, cover := Cover(content, plan, []sdk.Span{{Start: 10, End: 18}})
	require.Len(t, got.Units, 2)
	require.Equal(t, [][]int{{1}}, cover)
	require.Equal(t, sdk.Span{Start: 10, End: 18}, got.Units[1].Span)
	require.NoError(t, sdk.CheckPlan(sdk.Request{Content: content}, &got))
}

func TestABudgetWithoutRoomIsSaid(t *testing.T) {
	content, plan := logPlan(100)
	_, err := Fit(context.Background(), job(content, plan, nil), 20)
	require.ErrorIs(t, err, ErrNoRoom)
}
