package pipeline

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/sdk"
)

func TestThePreviewKeepsTheLinesOfEvidence(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return errors.New("broken") }, "log", "text")
	res := r.Run(background, Input{Raw: noisy(5000), Tool: "bash"})
	require.Equal(t, "preview", res.Outcome.Processor, res.Outcome.Detail)
	require.Contains(t, string(res.Text), "\nline 2501: 10:00:01 ERROR boom: shard 7 lost its leader\n")
	require.Equal(t, EvidenceCount{Found: 2, Kept: 2}, res.Outcome.Evidence)
	require.Equal(t, 2, strings.Count(string(res.Text), " chars omitted: "), "a marker before it and one behind")
}

// The spans of markers, the pieces and both ends make up the whole content.
func TestTheSpansOfAPreviewAreExact(t *testing.T) {
	r := newRig(t)
	r.fail(func() error { return errors.New("broken") }, "log", "text")
	raw := noisy(5000)
	text := string(r.Run(background, Input{Raw: raw, Tool: "bash"}).Text)
	_, body, _ := strings.Cut(text, "]\n")
	shown, at := 0, 0
	for _, l := range strings.SplitAfter(body, "\n") {
		var n, from, to, line int
		if k, _ := fmt.Sscanf(l, "[... %d chars omitted: %d-%d]", &n, &from, &to); k == 3 {
			require.Equal(t, n, to-from)
			require.Equal(t, string(raw[at:from]), strings.TrimSuffix(body[shown:strings.Index(body, l)], "\n")[:from-at])
			at, shown = to, strings.Index(body, l)+len(l)
		} else if k, _ := fmt.Sscanf(l, "line %d: ", &line); k == 1 {
			require.Equal(t, line-1, bytes.Count(raw[:at], []byte("\n")))
			shown += len(fmt.Sprintf("line %d: ", line))
		}
	}
	require.Equal(t, string(raw[at:]), body[shown:])
}

func TestPiecesAreWholeLinesOrCutWhereWordsEnd(t *testing.T) {
	long := strings.Repeat("word ", 100)
	content := []byte("one\n" + long + "exit status 137 in the end" + strings.Repeat(" more", 100) + "\nzürich: error: no space left\n")
	at := func(s string) int { return bytes.Index(content, []byte(s)) }
	got := pieces(content, []sdk.Span{
		{Start: at("ror: no"), End: at("space left")},
		{Start: at("it status"), End: at("7 in the end")},
		{Start: at("error:"), End: at("no space")},
	})
	require.Len(t, got, 2, "one for both of a line")
	require.Equal(t, "zürich: error: no space left", string(got[0].Text))
	require.Equal(t, 3, got[0].Line)
	require.False(t, got[0].Before || got[0].After)
	require.Equal(t, at("zürich"), got[0].Char, "all before it is ASCII")
	require.Equal(t, "status", string(got[1].Text))
	require.Equal(t, 2, got[1].Line)
	require.True(t, got[1].Before && got[1].After)
	require.Less(t, len("exit status 137"), evidence.MaxBytes)
}
