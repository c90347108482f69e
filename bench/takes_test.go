package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/supervise"
	"github.com/riffle-dev/riffle/sdk"
)

// ferries takes a kind of its own and one of the host's.
type ferries struct{}

func (ferries) Info() sdk.Info {
	return sdk.Info{Name: "ferries", Version: "1.0.0", Kinds: []string{"ferry", sdk.KindJSON}}
}

func (ferries) Process(context.Context, sdk.Request) (sdk.Plan, error) {
	return sdk.Plan{}, sdk.ErrDeclined
}

func TestAProcessorIsMeasuredOnItsOwnKindsToo(t *testing.T) {
	reg := PipelineOptions{}.registry()
	defer reg.Close()
	plugin := supervise.InProcess("ferries", ferries{}, supervise.Options{})
	defer plugin.Close()
	s, err := alone(plugin, reg, nil)
	require.NoError(t, err)
	for name, tc := range map[string]struct {
		kind, content string
		want          bool
	}{
		"a kind of its own by the corpus's word":      {"ferry", "left at six\nback at nine\n", true},
		"a kind of its own that looks like another's": {"ferry", `<html><body><p>left at six</p></body></html>`, true},
		"another plugin's kind":                       {"train", "left at six\nback at nine\n", false},
		"a kind of the host by the inspector's":       {"log", `{"left": 6, "back": 9}`, true},
		"and not by the corpus's":                     {"json", "left at six\nback at nine\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			subject := &score.Subject{Case: &corpus.Case{Kind: tc.kind}, Content: tc.content}
			assert.Equal(t, tc.want, s.Takes(subject))
		})
	}
}
