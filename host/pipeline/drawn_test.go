package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/inspect"
)

func TestWhatStandsInForAKindIsDrawnAsLines(t *testing.T) {
	for _, c := range []struct{ kind, processor, want string }{
		{"html", "html", "html"}, {"html", "log", "text"}, {"html", "text", "text"}, {"json", "json", "json"}, {"json", "text", "text"}, {"csv", "csv", "csv"},
	} {
		r := run{verdict: inspect.Verdict{Kind: c.kind}, host: c.kind, processor: c.processor}
		require.Equal(t, c.want, r.drawnAs(), "%s by %s", c.kind, c.processor)
	}
}
