package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/pipeline"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Plugins of the test itself: the host must not know the bundled ones.
type lineProcessor struct{}

func (lineProcessor) Info() sdk.Info {
	return sdk.Info{Name: "log", Version: "1.0.0", Kinds: []string{"log", "text"}}
}

func (lineProcessor) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) {
	b := sdk.NewBuilder(req)
	at := 0
	for _, l := range bytes.SplitAfter(req.Content, []byte("\n")) {
		if n := len(bytes.TrimSpace(l)); n > 0 {
			b.Keep(sdk.Span{Start: at, End: at + n}, 0.1+float64(bytes.Count(l, []byte("boom"))))
		}
		at += len(l)
	}
	return b.Plan(), nil
}

type classEstimator struct{}

func (classEstimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "auto", Version: "1.0.0", Encoding: tokens.Encoding, ExactUpTo: 2048, PerText: 3}
}

func (classEstimator) CountTokens(_ context.Context, texts [][]byte) ([]int, error) {
	out := make([]int, len(texts))
	for i, t := range texts {
		out[i] = tokens.Estimate(t)
	}
	return out, nil
}

func newHost(t *testing.T, change func(*config.Config)) *Host {
	t.Helper()
	cfg := config.Default()
	cfg.Spill.Dir = t.TempDir()
	cfg.Plugins.Isolation = config.InProcess
	if change != nil {
		change(&cfg)
	}
	h, err := New(cfg, WithBundled(registry.Bundled{
		Processors: map[string]func() sdk.Processor{"log": func() sdk.Processor { return lineProcessor{} }},
		Estimators: map[string]func() sdk.Estimator{"auto": func() sdk.Estimator { return classEstimator{} }},
		InHost:     []string{"auto"},
	}), WithPluginDir(t.TempDir()), WithSession("test"))
	require.NoError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

func TestTheHostKnowsOfAnEstimatorWhatItSaysOfItself(t *testing.T) {
	counts := newHost(t, nil).pipeline.Estimator.(counter)
	require.Equal(t, 2048, counts.ExactBytes())
	require.Equal(t, 3, counts.PerText())
	require.True(t, counts.Fast(), "as the set of bundled plugins says")
	counts.inHost = false
	require.False(t, counts.Fast())
}

func someLog(lines int) string {
	var b strings.Builder
	for i := range lines {
		if i == lines/2 {
			b.WriteString("boom: the ledger is gone\n")
			continue
		}
		fmt.Fprintf(&b, "request %d was served in %d ms\n", i, i%77)
	}
	return b.String()
}

func TestCompressTakesBytesAndReaders(t *testing.T) {
	h := newHost(t, nil)
	raw := someLog(3000)
	a, err := h.Compress(context.Background(), Input{Raw: []byte(raw), Tool: "bash"})
	require.NoError(t, err)
	require.True(t, a.Replaced(), a.Outcome.Detail)
	require.Contains(t, string(a.Text), "boom: the ledger is gone")
	b, err := h.Compress(context.Background(), Input{Reader: iotest.OneByteReader(strings.NewReader(raw)), Tool: "bash"})
	require.NoError(t, err)
	require.Equal(t, string(a.Text), string(b.Text))
	path := filepath.Join(t.TempDir(), "log")
	require.NoError(t, os.WriteFile(path, []byte(raw), 0o600))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	c, err := h.Compress(context.Background(), Input{Reader: f, Tool: "bash"})
	require.NoError(t, err)
	require.Equal(t, string(a.Text), string(c.Text))
}

func TestWhatPassesIsTheExactInput(t *testing.T) {
	h := newHost(t, nil)
	for _, raw := range []string{"", "short\r\n", "\xff\xfe\x00", "\x1b[31mred"} {
		out, err := h.Compress(context.Background(), Input{Reader: strings.NewReader(raw), Tool: "bash"})
		require.NoError(t, err)
		require.False(t, out.Replaced())
		require.Equal(t, raw, string(out.Text))
	}
}

func TestAReaderThatBreaksGivesWhatItHad(t *testing.T) {
	h := newHost(t, nil)
	broken := errors.New("connection reset")
	out, err := h.Compress(context.Background(), Input{Reader: io.MultiReader(strings.NewReader("half"), iotest.ErrReader(broken))})
	require.ErrorIs(t, err, broken)
	require.Equal(t, "half", string(out.Text))
}

// big reads n bytes of lines that count up.
func big(n int64) io.Reader {
	pr, pw := io.Pipe()
	go func() {
		var b bytes.Buffer
		for i := 0; n > 0; {
			b.Reset()
			for ; b.Len() < 1<<16; i++ {
				if i == 400_000 {
					b.WriteString("error: the disk of shard 7 is full\n")
				}
				fmt.Fprintf(&b, "line %d of a stream that is too large to plan, with some words\n", i)
			}
			k := min(int64(b.Len()), n)
			if _, err := pw.Write(b.Bytes()[:k]); err != nil {
				return
			}
			n -= k
		}
		pw.Close()
	}()
	return pr
}

func TestATextOverTheCapStreamsIntoTheStoreAndGetsThePreview(t *testing.T) {
	h := newHost(t, nil)
	const size = pipeline.MaxContent + 5<<20
	out, err := h.Compress(context.Background(), Input{Reader: big(size), Tool: "bash"})
	require.NoError(t, err)
	require.True(t, out.Replaced(), out.Outcome.Detail)
	require.Nil(t, out.Rest)
	require.Equal(t, pipeline.ReasonTooLarge, out.Outcome.Reason)
	require.Equal(t, "preview", out.Outcome.Processor)
	require.EqualValues(t, size, out.Outcome.BytesBefore)
	require.True(t, strings.HasPrefix(string(out.Text), "[riffle: preview, "))
	require.Contains(t, string(out.Text), ": error: the disk of shard 7 is full\n", "evidence from far inside")
	info, err := os.Stat(out.Locator.Path)
	require.NoError(t, err)
	require.EqualValues(t, size, info.Size())
}

func TestATextOverTheCapThatCannotBeStoredPassesWhole(t *testing.T) {
	for name, change := range map[string]func(*config.Config){
		"a file in place of the store": func(c *config.Config) {
			c.Spill.Dir = filepath.Join(c.Spill.Dir, "file")
			os.WriteFile(c.Spill.Dir, nil, 0o600)
		},
		"a quota that is hit in the middle": func(c *config.Config) { c.Spill.MaxBytes = 40 << 20 },
		"disabled":                          func(c *config.Config) { c.Enabled = false },
	} {
		t.Run(name, func(t *testing.T) {
			h := newHost(t, change)
			const size = pipeline.MaxContent + 1<<20
			out, err := h.Compress(context.Background(), Input{Reader: big(size), Tool: "bash"})
			require.NoError(t, err)
			require.False(t, out.Replaced())
			require.Empty(t, out.Text)
			got, want := &digest{}, &digest{}
			_, err = io.Copy(got, out.Rest)
			require.NoError(t, err)
			io.Copy(want, big(size))
			require.Equal(t, *want, *got)
		})
	}
}

// digest tells two long texts apart without keeping them.
type digest struct {
	n   int64
	sum uint64
}

func (d *digest) Write(b []byte) (int, error) {
	for _, c := range b {
		d.sum = d.sum*1099511628211 + uint64(c)
	}
	d.n += int64(len(b))
	return len(b), nil
}

func TestGuardIsAStepOfAWaterfall(t *testing.T) {
	h := newHost(t, nil)
	next := func(context.Context) (pipeline.Decision, error) { return pipeline.Decision{Kind: pipeline.Accept}, nil }
	exec := pipeline.Exec{Name: "bash", Session: "s1", Arguments: json.RawMessage(`{"command":"make"}`)}
	result := pipeline.ToolResult{Content: []pipeline.Block{{Type: "text", Text: someLog(3000)}}}
	d, out, err := h.Guard(context.Background(), exec, result, next)
	require.NoError(t, err)
	require.Equal(t, pipeline.Replaced, out.Action)
	require.Contains(t, d.Content[0].Text, "boom")
}

func TestAnUnknownEstimatorIsAnErrorAtOnce(t *testing.T) {
	cfg := config.Default()
	cfg.Estimator.Name = "guesswork"
	_, err := New(cfg, WithPluginDir(t.TempDir()))
	require.ErrorIs(t, err, registry.ErrUnknown)
	require.ErrorContains(t, err, "guesswork")
}

func TestDebugPlanPrintsTheRanking(t *testing.T) {
	h := newHost(t, nil)
	var b bytes.Buffer
	require.NoError(t, h.DebugPlan(context.Background(), &b, Input{Raw: []byte(someLog(100)), Tool: "bash"}))
	lines := strings.Split(b.String(), "\n")
	require.Contains(t, lines[0], "processor log")
	require.Contains(t, lines[1], "boom: the ledger is gone", "the best unit comes first")
}
