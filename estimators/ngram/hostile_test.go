package ngram

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/ngram/internal/hostile"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// few is what the count of a short text may be off besides, in tokens.
const few = 10

// The exact counts come from `go run ./estimators/ngram/fit -hostile
// estimators/ngram/testdata/hostile.tsv`.
func TestHostileTextsStayWithinAFactorOfThree(t *testing.T) {
	golden, err := os.ReadFile("testdata/hostile.tsv")
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(golden), "\n"), "\n")
	texts := hostile.Texts()
	require.Len(t, lines, len(texts))
	for i, text := range texts {
		f := strings.Split(lines[i], "\t")
		require.Len(t, f, 4, lines[i])
		require.Equal(t, text.Name, f[0])
		require.Equal(t, strconv.Itoa(len(text.Text)), f[1], text.Name)
		for k, estimate := range []func([]byte) int{tokens.Estimate, tokens.EstimateCL100K} {
			exact, err := strconv.Atoi(f[2+k])
			require.NoError(t, err)
			n, factor := estimate(text.Text), 3
			if text.Loose {
				factor = 5
			}
			assert.True(t, n <= factor*exact+few && exact <= factor*n+few, "%s, encoding %d: estimate %d, exact %d", text.Name, k, n, exact)
		}
	}
}

func TestHostileTextsAreTheSameEveryTime(t *testing.T) {
	assert.Equal(t, hostile.Texts(), hostile.Texts())
}
