package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/inspect"
)

func TestWhatStandsInForAKindIsDrawnAsLines(t *testing.T) {
	rig := newRig(t)
	for _, name := range []string{"html", "json", "csv"} {
		rig.procs.byName[name] = &fakeProcessor{name: name}
	}
	for _, c := range []struct{ kind, processor, want string }{
		{"html", "html", "html"}, {"html", "log", "text"}, {"html", "text", "text"}, {"json", "json", "json"}, {"json", "text", "text"}, {"csv", "csv", "csv"},
	} {
		r := rig.newRun(Input{})
		r.verdict, r.host, r.processor = inspect.Verdict{Kind: c.kind}, c.kind, c.processor
		require.Equal(t, c.want, r.drawnKind(), "%s by %s", c.kind, c.processor)
	}
}
