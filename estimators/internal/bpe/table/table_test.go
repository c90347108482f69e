package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// padded is a text of which all may be looked up.
func padded(s string) []byte { return append([]byte(s), "\xff\xff\xff\xff\xff\xff\xff\xff"...) }

func TestEveryTokenIsFoundAndNothingElse(t *testing.T) {
	ranks := map[string]int{}
	for i := range 256 {
		ranks[string([]byte{byte(i)})] = i
	}
	for n := 2; n <= MaxLen; n++ {
		ranks[strings.Repeat("x", n)] = len(ranks)
		ranks[strings.Repeat("\x00", n)] = len(ranks)
		ranks[fmt.Sprintf("%0*d", n, n)] = len(ranks)
	}
	data, err := Build(ranks)
	require.NoError(t, err)
	table := Open(string(data))
	for token, rank := range ranks {
		got, ok := table.Find(padded("ab"+token), 2, len(token))
		require.True(t, ok, "%q", token)
		require.Equal(t, uint32(rank), got, "%q", token)
	}
	for _, s := range []string{"ab", "xxxxxxxxy", "yxxxxxxxx", "\x00x", "x\x00", strings.Repeat("x", MaxLen+1), strings.Repeat("\x00", MaxLen+1)} {
		_, ok := table.Find(padded(s), 0, len(s))
		assert.False(t, ok, "%q", s)
	}
}

func TestWhatATableCannotHoldIsRefused(t *testing.T) {
	for name, ranks := range map[string]map[string]int{
		"a gap in the ranks":    {"a": 0, "b": 2},
		"a rank twice":          {"a": 0, "b": 0},
		"a negative rank":       {"a": -1},
		"an empty token":        {"": 0},
		"a token that is long":  {strings.Repeat("a", MaxLen+1): 0},
		"more ranks than bits":  many(1<<rankBits + 1),
		"more bytes than bits ": long(1<<offBits/MaxLen + 1),
	} {
		_, err := Build(ranks)
		assert.ErrorContains(t, err, "table: ", name)
	}
}

func many(n int) map[string]int {
	ranks := make(map[string]int, n)
	for i := range n {
		ranks[fmt.Sprint(i)] = i
	}
	return ranks
}

func long(n int) map[string]int {
	ranks := make(map[string]int, n)
	for i := range n {
		ranks[fmt.Sprintf("%0*d", MaxLen, i)] = i
	}
	return ranks
}
