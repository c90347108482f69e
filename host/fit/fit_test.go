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
	return Job{Page: render.NewPage(content, &plan, sdk.KindLog), Evidence: cover, Count: counter, Notice: notice(tokens.Estimate(content))}
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

// wordPlan is a plan of many short lines, each a unit or two.
func wordPlan(n int) ([]byte, sdk.Plan) {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "item %d %s\n", i, strings.Repeat("x", i*i%7))
	}
	content := []byte(b.String())
	builder := sdk.NewBuilder(sdk.Request{Content: content, Kind: "log", MaxTokens: 16384})
	at := 0
	for i, l := range strings.SplitAfter(strings.TrimSuffix(string(content), "\n"), "\n") {
		l = strings.TrimRight(l, " \n")
		builder.Keep(sdk.Span{Start: at, End: at + len(l)}, 1+float64(i*7919%n)/float64(n))
		at += strings.IndexByte(string(content[at:]), '\n') + 1
	}
	return content, builder.Plan()
}

// perText is a counter that adds something for every text, so that lines cost more
// one by one than together.
func perText(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = (len(t)+3)/4 + 4
	}
	return out, nil
}

func TestABudgetThatThePlanCanFillIsFilledToOnePerCent(t *testing.T) {
	content, plan := wordPlan(6000)
	for name, test := range map[string]struct {
		count   Counter
		perText int
	}{"tokens that add up": {counter, 0}, "more for every text": {perText, 4}} {
		for budget := 256; budget <= 8192; budget *= 2 {
			j := job(content, plan, nil)
			j.Count, j.PerText = test.count, test.perText
			c, err := Fit(context.Background(), j, budget)
			require.NoError(t, err)
			require.Less(t, len(c.Shown), len(plan.Order), "units are left")
			require.LessOrEqual(t, c.Tokens, budget)
			require.LessOrEqual(t, budget-c.Tokens, max(4, budget/100), "%s, budget %d", name, budget)
		}
	}
}

func TestNoTextIsCountedTwice(t *testing.T) {
	content, plan := logPlan(2000)
	seen := map[string]bool{}
	j := job(content, plan, []sdk.Span{{Start: 10, End: 40}})
	j.Count = func(ctx context.Context, texts [][]byte) ([]int, error) {
		for _, text := range texts {
			require.False(t, seen[string(text)], "%q", text)
			seen[string(text)] = true
		}
		return counter(ctx, texts)
	}
	_, err := Fit(context.Background(), j, 2048)
	require.NoError(t, err)
	require.Greater(t, len(seen), 100)
}

func TestTheSameFitEveryTime(t *testing.T) {
	content, plan := wordPlan(3000)
	want, err := Fit(context.Background(), job(content, plan, nil), 700)
	require.NoError(t, err)
	for range 3 {
		got, err := Fit(context.Background(), job(content, plan, nil), 700)
		require.NoError(t, err)
		require.Equal(t, want.Text, got.Text)
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
