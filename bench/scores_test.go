package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
)

func TestScoresHoldNoWords(t *testing.T) {
	c := logCase()
	c.Facts[0].Why = "what the reader came for"
	run := measureAll(t, []corpus.Case{c}, Baselines(), Options{Texts: true})
	whole, err := run.Encode()
	require.NoError(t, err)
	scores, err := run.Scores().Encode()
	require.NoError(t, err)
	for _, words := range []string{c.Facts[0].Text, c.Facts[0].Why, "served /cart", "silent:"} {
		assert.Contains(t, string(whole), words)
		assert.NotContains(t, string(scores), words)
	}
	again, err := run.Encode()
	require.NoError(t, err)
	assert.Equal(t, string(whole), string(again), "the run itself keeps them")
	read, err := runfile.Parse(scores)
	require.NoError(t, err)
	assert.Equal(t, run.Summaries, read.Summaries)
	assert.Less(t, len(scores)*3, len(whole))
	assert.False(t, strings.Contains(string(scores), `"timings"`))
}
