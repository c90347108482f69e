package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/sdk"
)

// evalDir names the variable with folders of more cases, laid out as the corpus is.
const evalDir = "RIFFLE_EVAL"

// failing is a processor that fails every call in its way.
type failing struct {
	sdk.Processor
	way func(sdk.Request) (sdk.Plan, error)
}

func (f failing) Process(_ context.Context, req sdk.Request) (sdk.Plan, error) { return f.way(req) }

// ways are the faults of a call that a host sees in process.
var ways = map[string]func(sdk.Request) (sdk.Plan, error){
	"an error": func(sdk.Request) (sdk.Plan, error) { return sdk.Plan{}, errors.New("broken") },
	"a panic":  func(sdk.Request) (sdk.Plan, error) { panic("broken") },
	"an invalid plan": func(req sdk.Request) (sdk.Plan, error) {
		return sdk.Plan{Units: []sdk.Unit{{Span: sdk.Span{Start: 0, End: len(req.Content) + 1}, Group: -1}}, Order: []int{0}}, nil
	},
}

// keptWithout is the mean over cases of the part of their facts' weight that the text
// shows literally (the JSON processor writes most in other words), with the default budgets; how makes the processor of the kind fail, nil leaves
// it well.
func keptWithout(t *testing.T, cases []corpus.Case, kind string, how func(sdk.Request) (sdk.Plan, error)) float64 {
	b := bundled()
	if how != nil {
		well := b.Processors[kind]
		b.Processors[kind] = func() sdk.Processor { return failing{well(), how} }
	}
	cfg := config.Default()
	cfg.Spill.Dir, cfg.Plugins.Isolation = t.TempDir(), config.InProcess
	cfg.ExcludeTools = nil
	sum, n := 0.0, 0
	for _, c := range cases {
		if c.Kind != kind {
			continue
		}
		h, err := host.New(cfg, host.WithBundled(b)) // a new one: no fault is another case's
		require.NoError(t, err)
		out, err := h.Compress(context.Background(), host.Input{Raw: c.Data, Tool: c.Tool, Command: c.Command})
		require.NoError(t, err)
		require.NoError(t, h.Close())
		found, all := 0.0, 0.0
		for _, f := range c.Facts {
			if all += f.Weight; strings.Contains(string(out.Text), f.Text) {
				found += f.Weight
			}
		}
		sum, n = sum+found/all, n+1
	}
	return sum / float64(n)
}

// Most of what a processor keeps is kept though it fails.
func TestWhatAFaultyProcessorCosts(t *testing.T) {
	cases, err := corpus.Load("../../corpus")
	require.NoError(t, err)
	if dir := os.Getenv(evalDir); dir != "" {
		more, err := corpus.Load(dir)
		require.NoError(t, err)
		cases = append(cases, more...)
	}
	for kind, least := range map[string]float64{"log": 0.75, "json": 0.55, "html": 0.45} {
		t.Logf("%s: %.3f of the facts' weight with its processor", kind, keptWithout(t, cases, kind, nil))
		for name, way := range ways {
			kept := keptWithout(t, cases, kind, way)
			t.Logf("%s: %.3f with %s", kind, kept, name)
			assert.GreaterOrEqual(t, kept, least, "%s: %s", kind, name)
		}
	}
}
