package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/host/spill"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

var background = context.Background()

func accepts(context.Context) (Decision, error) { return Decision{Kind: Accept}, nil }

func textResult(s []byte) ToolResult {
	return ToolResult{Content: []Block{{Type: "text", Text: string(s)}}}
}

func TestAReplacementIsShortFaithfulAndRecoverable(t *testing.T) {
	r := newRig(t)
	raw := noisy(3000)
	status := 3
	res := r.Run(background, Input{Raw: raw, Tool: "bash", ExitStatus: &status})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.Equal(t, ReasonOK, res.Outcome.Reason)
	text := string(res.Text)
	require.True(t, strings.HasPrefix(text, render.Prefix), "the notice stands at position 0")
	require.Contains(t, text, "boom: shard 7 lost its leader")
	require.Contains(t, text, "exit 3")
	require.Equal(t, tokens.Estimate(res.Text), res.Outcome.TokensAfter)
	require.LessOrEqual(t, res.Outcome.TokensAfter, r.Config.TargetTokens)
	require.Less(t, len(res.Text), len(raw))
	stored, err := os.ReadFile(res.Locator.Path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(raw, stored))
	require.Contains(t, text, res.Locator.ID)
	require.Contains(t, text, res.Locator.Path)
	require.Equal(t, "1.2.3", res.Outcome.ProcessorVersion)
	require.NotEmpty(t, res.Shown)
	require.NotEmpty(t, res.Omitted)
}

func TestTheSameInputGivesTheSameBytes(t *testing.T) {
	raw := noisy(2000)
	r := newRig(t)
	first := r.Run(background, Input{Raw: raw, Tool: "bash"})
	for range 3 {
		require.Equal(t, string(first.Text), string(r.Run(background, Input{Raw: raw, Tool: "bash"}).Text))
	}
}

func TestAReplacementPassesThroughASecondRun(t *testing.T) {
	r := newRig(t)
	first := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	small := config.Overrides{MinTokens: 64, TargetTokens: 128, MaxTokens: 256}
	again := r.Run(background, Input{Raw: first.Text, Tool: "bash", Overrides: small})
	require.Nil(t, again.Text)
	require.Equal(t, ReasonOwnOutput, again.Outcome.Reason)
}

func TestATextThatOnlyImitatesANoticeIsTreatedLikeAnyText(t *testing.T) {
	r := newRig(t)
	first := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	notice, _, _ := strings.Cut(string(first.Text), "]\n")
	fake := notice + "]\n" + string(noisy(2500))
	res := r.Run(background, Input{Raw: []byte(fake), Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action)
}

func TestTheCanonicalValueIsNeverReplacedAndContextsSurvive(t *testing.T) {
	r := newRig(t)
	next := func(context.Context) (Decision, error) {
		return Decision{Kind: Accept, AdditionalContexts: json.RawMessage(`[{"a":1}]`)}, nil
	}
	result := textResult(noisy(3000))
	result.Value = json.RawMessage(`{"n": 9007199254740993}`)
	d, out, err := r.Guard(background, Exec{Name: "bash"}, result, next)
	require.NoError(t, err)
	require.Equal(t, Replaced, out.Action)
	require.Nil(t, d.Value)
	require.JSONEq(t, `[{"a":1}]`, string(d.AdditionalContexts))
	require.Equal(t, `{"n": 9007199254740993}`, string(result.Value))
}

func TestNothingThatTheCallerPassedInIsChanged(t *testing.T) {
	r := newRig(t)
	raw := noisy(3000)
	in := append([]byte(nil), raw...)
	r.Run(background, Input{Raw: in, Tool: "bash"})
	require.True(t, bytes.Equal(raw, in))
	result := textResult(raw)
	exec := Exec{Name: "bash", Arguments: json.RawMessage(`{"command":"make"}`)}
	_, _, err := r.Guard(background, exec, result, accepts)
	require.NoError(t, err)
	require.Equal(t, textResult(raw), result)
}

func TestWhatIsNotPlainTextPassesUnchanged(t *testing.T) {
	r := newRig(t)
	text := Block{Type: "text", Text: string(noisy(3000))}
	image := Block{Type: "image", Raw: json.RawMessage(`{"type":"image"}`)}
	for name, blocks := range map[string][]Block{"an image": {image}, "mixed": {text, image}, "none": {}} {
		d, out, err := r.Guard(background, Exec{Name: "bash"}, ToolResult{Content: blocks}, accepts)
		require.NoError(t, err)
		require.Nil(t, d.Content, name)
		require.Equal(t, Passed, out.Action, name)
		require.Contains(t, []string{ReasonNotText, ReasonEmpty}, out.Reason, name)
	}
}

func TestOnlyAPlainAcceptGoesOn(t *testing.T) {
	r := newRig(t)
	for name, c := range map[string]struct {
		d      Decision
		exec   Exec
		reason string
	}{
		"block":          {Decision{Kind: Reject}, Exec{Name: "bash"}, ReasonDownstream},
		"replaced value": {Decision{Kind: Accept, Value: json.RawMessage("1")}, Exec{Name: "bash"}, ReasonDownstream},
		"nested call":    {Decision{Kind: Accept}, Exec{Name: "bash", Nested: true}, ReasonNested},
	} {
		d, out, err := r.Guard(background, c.exec, textResult(noisy(3000)), func(context.Context) (Decision, error) { return c.d, nil })
		require.NoError(t, err)
		require.Equal(t, c.d, d, name)
		require.Equal(t, c.reason, out.Reason, name)
	}
	broken := errors.New("downstream broke")
	_, _, err := r.Guard(background, Exec{}, textResult(noisy(10)), func(context.Context) (Decision, error) { return Decision{}, broken })
	require.ErrorIs(t, err, broken)
}

func TestDownstreamContentIsWhatIsShortened(t *testing.T) {
	r := newRig(t)
	next := func(context.Context) (Decision, error) {
		return Decision{Kind: Accept, Content: []Block{{Type: "text", Text: string(noisy(3000))}}}, nil
	}
	d, out, err := r.Guard(background, Exec{Name: "bash"}, textResult([]byte("short")), next)
	require.NoError(t, err)
	require.Equal(t, Replaced, out.Action)
	require.Contains(t, d.Content[0].Text, "boom")
}

func TestWhatCannotReachTheThresholdStartsNothing(t *testing.T) {
	r := newRig(t)
	res := r.Run(background, Input{Raw: []byte(strings.Repeat("x", 1000)), Tool: "bash"})
	require.Equal(t, ReasonBelowMinTokens, res.Outcome.Reason)
	require.Zero(t, r.est.calls)
	require.Empty(t, r.procs.opened)
	res = r.Run(background, Input{Raw: noisy(60), Tool: "bash"})
	require.Equal(t, ReasonBelowMinTokens, res.Outcome.Reason)
	require.Empty(t, r.procs.opened)
}

func TestExemptionsPassThroughWhateverTheirSize(t *testing.T) {
	r := newRig(t)
	first := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	huge := noisy(20000)
	for name, in := range map[string]Input{
		ReasonExcludedTool: {Raw: huge, Tool: "read"},
		ReasonReadBack:     {Raw: huge, Tool: "bash", Command: "cd /x && riffle get 0123456789ab --lines 1-9000"},
		"sed on the store": {Raw: huge, Tool: "bash", Command: "sed -n '1,9000p' " + first.Locator.Path},
		"path argument":    {Raw: huge, Tool: "mcp__fs__read_file", Paths: []string{first.Locator.Path}},
	} {
		res := r.Run(background, in)
		require.Nil(t, res.Text, name)
		require.Contains(t, []string{ReasonExcludedTool, ReasonReadBack}, res.Outcome.Reason, name)
	}
}

func TestAnyFaultInAnyStageLeavesTheOriginal(t *testing.T) {
	fails := func(err error) func(*rig) {
		return func(r *rig) {
			r.fail(func() error { return err }, "log", "text")
		}
	}
	for name, c := range map[string]struct {
		breaks func(*rig)
		reason string
	}{
		"a crashed plugin":   {fails(&supervise.Fault{Reason: supervise.ReasonCrashed, Err: errors.New("gone")}), supervise.ReasonCrashed},
		"a plugin too late":  {fails(&supervise.Fault{Reason: supervise.ReasonTimeout, Err: errors.New("late")}), supervise.ReasonTimeout},
		"a plugin that lies": {fails(&supervise.Fault{Reason: supervise.ReasonInvalidReply, Err: errors.New("lie")}), supervise.ReasonInvalidReply},
		"an unknown error":   {fails(errors.New("odd")), ReasonInternal},
		"a panic in a stage": {func(r *rig) {
			r.fail(func() error { panic("x") }, "log", "text")
		}, ReasonInternal},
		"an estimator's error": {func(r *rig) { r.est.err = errors.New("no") }, ReasonEstimator},
		"an estimator's panic": {func(r *rig) { r.est.panic = true }, ReasonInternal},
		"no store":             {func(r *rig) { r.Store = nil }, ReasonNoStore},
		"a refused save":       {func(r *rig) { r.Store = refusing{r.store, "save"} }, ReasonNoStore},
		"a refused record":     {func(r *rig) { r.Store = refusing{r.store, "record"} }, ReasonNoStore},
		"a store that panics":  {func(r *rig) { r.Store = refusing{r.store, "panic"} }, ReasonInternal},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			c.breaks(r)
			res := r.Run(background, Input{Raw: noisy(600), Tool: "bash", Overrides: config.Overrides{MaxTokens: 1 << 20}})
			require.Nil(t, res.Text)
			require.Nil(t, res.Locator)
			require.Equal(t, Passed, res.Outcome.Action)
			require.Equal(t, c.reason, res.Outcome.Reason, res.Outcome.Detail)
			require.Equal(t, res.Outcome.TokensBefore, res.Outcome.TokensAfter)
		})
	}
}

// refusing is a store that fails in one step.
type refusing struct {
	*spill.Store
	step string
}

func (s refusing) Save(ctx context.Context, m spill.Meta, original, cleaned []byte) (spill.Locator, error) {
	switch s.step {
	case "save":
		return spill.Locator{}, errors.New("spill: disk full")
	case "panic":
		panic("store")
	}
	return s.Store.Save(ctx, m, original, cleaned)
}

func (s refusing) Record(loc spill.Locator, text []byte) error {
	if s.step == "record" {
		return errors.New("spill: disk full")
	}
	return s.Store.Record(loc, text)
}

func TestOverTheCeilingAFaultGivesThePreviewWithTheOriginalStored(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return &supervise.Fault{Reason: supervise.ReasonTimeout, Err: errors.New("late")} }, "log", "text")
	raw := quiet(5000)
	res := r.Run(background, Input{Raw: raw, Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action)
	require.Equal(t, "preview", res.Outcome.Processor)
	require.Equal(t, supervise.ReasonTimeout, res.Outcome.Reason)
	require.Equal(t, "preview", res.Outcome.Fallback)
	require.LessOrEqual(t, res.Outcome.TokensAfter, r.Config.MaxTokens)
	stored, err := os.ReadFile(res.Locator.Path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(raw, stored))
	m := regexp.MustCompile(`omitted: (\d+)-(\d+)`).FindStringSubmatch(string(res.Text))
	require.NotNil(t, m)
	from, _ := strconv.Atoi(m[1])
	to, _ := strconv.Atoi(m[2])
	require.Equal(t, r.Config.Preview.HeadChars, from)
	require.Equal(t, len(raw)-r.Config.Preview.TailChars, to)
	again := r.Run(background, Input{Raw: res.Text, Tool: "bash", Overrides: config.Overrides{MinTokens: 64, TargetTokens: 100, MaxTokens: 200}})
	require.Equal(t, ReasonOwnOutput, again.Outcome.Reason)
}

func TestThePreviewHasTheBoundsThatTheCallerAsksFor(t *testing.T) {
	r := newRig(t)
	r.procs.byName["log"].f, r.procs.byName["text"].f = decline, decline
	raw := quiet(3000)
	res := r.Run(background, Input{Raw: raw, Preview: &config.Preview{ThresholdChars: 900, HeadChars: 300, TailChars: 200}})
	require.Equal(t, "preview", res.Outcome.Processor)
	require.Contains(t, string(res.Text), fmt.Sprintf("omitted: 300-%d", len(raw)-200))
	res = r.Run(background, Input{Raw: raw, Preview: &config.Preview{ThresholdChars: len(raw), HeadChars: 300, TailChars: 200}, Overrides: config.Overrides{MaxTokens: 1 << 20}})
	require.Equal(t, Passed, res.Outcome.Action)
}

func TestADeclineMovesOnToTextThenToThePreview(t *testing.T) {
	r := newRig(t)
	r.procs.byName["log"].f = decline
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, "text", res.Outcome.Processor)
	r.procs.byName["text"].f = decline
	res = r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Equal(t, "preview", res.Outcome.Processor)
	require.Equal(t, ReasonDeclined, res.Outcome.Reason)
}

func TestARouteComesBeforeTheDeclaredKinds(t *testing.T) {
	r := newRig(t)
	r.Config.Routes = []config.Route{{Command: regexp.MustCompile("^kubectl"), Processor: "other"}}
	r.procs.byName["other"] = &fakeProcessor{name: "other", f: planLines}
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash", Command: "kubectl logs x"})
	require.Equal(t, "other", res.Outcome.Processor)
}

func TestTheErrorFlagAndTheExitStatusAreSaid(t *testing.T) {
	r := newRig(t)
	status := 137
	res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash", ExitStatus: &status})
	require.Contains(t, strings.SplitN(string(res.Text), "\n", 2)[0], "exit 137")
	res = r.Run(background, Input{Raw: noisy(3000), Tool: "bash", IsError: true, Overrides: config.Overrides{TargetTokens: 300}})
	require.Contains(t, strings.SplitN(string(res.Text), "\n", 2)[0], "tool error")
}

func TestACancelledCallPasses(t *testing.T) {
	r := newRig(t)
	ctx, cancel := context.WithCancel(background)
	r.procs.byName["log"].f = func(context.Context, sdk.Request) (sdk.Plan, error) {
		cancel()
		return planLines(background, sdk.Request{Content: []byte("x boom\n")})
	}
	res := r.Run(ctx, Input{Raw: noisy(600), Tool: "bash", Overrides: config.Overrides{MaxTokens: 1 << 20}})
	require.Nil(t, res.Text)
	require.Equal(t, ReasonCancelled, res.Outcome.Reason)
}

func TestCleanedContentIsShownAndTheExactBytesAreStored(t *testing.T) {
	r := newRig(t)
	raw := append([]byte("\x1b[31mred\x1b[0m bad \xff byte\n"), noisy(3000)...)
	res := r.Run(background, Input{Raw: raw, Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action)
	require.NotContains(t, string(res.Text), "\x1b")
	stored, err := os.ReadFile(res.Locator.Path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(raw, stored))
	cleaned, err := os.ReadFile(res.Locator.TextPath)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(cleaned, []byte("red bad \ufffd byte\n")))
	require.Contains(t, string(res.Text), filepath.Base(res.Locator.TextPath), "the hint names the file that lines count in")
}

func TestTerminalControlCountsWhereItWouldPassThrough(t *testing.T) {
	r := newRig(t)
	raw := bytes.ReplaceAll(noisy(100), []byte(" "), []byte("\x1b[38;5;123m \x1b[0m"))
	require.Less(t, tokens.Estimate(noisy(100)), r.Config.MinTokens, "the text itself is small")
	res := r.Run(background, Input{Raw: raw, Tool: "bash"})
	require.Equal(t, Replaced, res.Outcome.Action, res.Outcome.Detail)
	require.Equal(t, tokens.Estimate(raw), res.Outcome.TokensBefore)
	require.LessOrEqual(t, res.Outcome.TokensAfter, r.Config.TargetTokens)
}

func TestWithoutRetentionAReplacementSaysThatNothingWasKept(t *testing.T) {
	r := newRig(t)
	r.Config.RetainOriginal = false
	for name, store := range map[string]Store{"no store": nil, "a store that fails": refusing{r.store, "save"}} {
		r.Store = store
		res := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
		require.Equal(t, Replaced, res.Outcome.Action, "%s: %s", name, res.Outcome.Detail)
		require.Contains(t, string(res.Text), "The original was not kept.]", name)
		require.Nil(t, res.Locator, name)
	}
}

func TestASaveThatFailsOnceCostsOnlyItsOwnText(t *testing.T) {
	r := newRig(t)
	r.Config.RetainOriginal = false
	failing := &failsOnce{Store: r.store}
	r.Store = failing
	first := r.Run(background, Input{Raw: noisy(3000), Tool: "bash"})
	require.Nil(t, first.Locator)
	second := r.Run(background, Input{Raw: noisy(3001), Tool: "bash"})
	require.NotNil(t, second.Locator, "the store is asked again")
	require.True(t, failing.failed)
}

// failsOnce is a store whose first save fails.
type failsOnce struct {
	*spill.Store
	failed bool
}

func (s *failsOnce) Save(ctx context.Context, m spill.Meta, original, cleaned []byte) (spill.Locator, error) {
	if !s.failed {
		s.failed = true
		return spill.Locator{}, errors.New("spill: disk full")
	}
	return s.Store.Save(ctx, m, original, cleaned)
}

func FuzzRun(f *testing.F) {
	f.Add(noisy(300))
	f.Add([]byte("\xff\xfea\x00b\x00"))
	f.Add([]byte(strings.Repeat("{", 3000)))
	r := newRig(f)
	r.Store = &kept{} // a store on disk flushes each original, and is fuzzed by itself
	f.Fuzz(func(t *testing.T, raw []byte) {
		res := r.Run(background, Input{Raw: raw, Tool: "bash", Overrides: config.Overrides{MinTokens: 1, TargetTokens: 160, MaxTokens: 200}})
		if res.Outcome.Reason == ReasonInternal {
			t.Fatal(res.Outcome.Detail)
		}
		if res.Text != nil && !bytes.Equal(r.Store.(*kept).last, raw) {
			t.Fatalf("the original of %d bytes was not kept", len(raw))
		}
		if res.Text != nil && (tokens.Estimate(res.Text) > 200 || len(res.Text) >= len(raw)) {
			t.Fatalf("%d bytes became %d", len(raw), len(res.Text))
		}
	})
}

// marks counts two words and exclamation marks, so that a text may have fewer tokens than
// another and more bytes.
type marks struct{ fakeEstimator }

func (*marks) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = bytes.Count(t, []byte("one token")) + 8*bytes.Count(t, []byte("!"))
	}
	return out, nil
}

func TestATargetJustBelowTheContentGivesFewerBytes(t *testing.T) {
	r := newRig(t)
	r.Estimator = &marks{}
	for _, p := range r.procs.byName {
		p.f = func(_ context.Context, req sdk.Request) (sdk.Plan, error) {
			b := sdk.NewBuilder(req)
			const line = len("a line that has one token\n")
			for at := 0; at+line < len(req.Content); at += line {
				b.Keep(sdk.Span{Start: at, End: at + line - 1}, 1)
			}
			b.Keep(sdk.Span{Start: len(req.Content) - len("all!\n"), End: len(req.Content) - 1}, 0.001)
			return b.Plan(), nil
		}
	}
	raw := []byte(strings.Repeat("a line that has one token\n", 100) + "all!\n")
	planned, err := r.Plan(background, Input{Raw: raw, Tool: "bash"})
	require.NoError(t, err)
	c, err := planned.Fit(background, planned.Tokens-1, spill.Locator{ID: "0123456789ab", Path: "/var/lib/riffle/0123456789ab"})
	require.NoError(t, err)
	require.Less(t, len(c.Text), len(raw))
}
