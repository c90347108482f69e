package chars4

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFourCodePointsAreAToken(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"nothing is nothing":           {"", 0},
		"one is rounded up":            {"a", 1},
		"four are one":                 {"abcd", 1},
		"five are two":                 {"abcde", 2},
		"bytes do not count":           {"日本語日", 1},
		"nor do units of UTF-16":       {"😀😀😀😀", 1},
		"joined characters are parted": {"👨‍👩‍👧", 2},
		"cut characters are one each":  {"\xe6\xb1\xe6\xb1\xe6\xb1\xe6\xb1\xe6\xb1", 2},
		"a line end is a character":    {"abcd\n", 2},
		"a long text":                  {strings.Repeat("0123456789", 1000), 2500},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := New().CountTokens(context.Background(), [][]byte{[]byte(c.text)})
			require.NoError(t, err)
			assert.Equal(t, []int{c.want}, got)
		})
	}
}

func TestInfoClaimsAMarginAndNoExactness(t *testing.T) {
	info := New().Info()
	assert.Equal(t, "chars4", info.Name)
	assert.False(t, info.Exact)
	assert.Positive(t, info.Margin)
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", "abcd", "日本", "\xff\xfe", "\xf0\x9f\x98"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n := count(text)
		assert.GreaterOrEqual(t, n, (len(text)+15)/16, "a code point has four bytes at most")
		assert.LessOrEqual(t, n, (len(text)+3)/4)
		if utf8.Valid(text) {
			assert.Equal(t, (utf8.RuneCount(text)+3)/4, n)
		}
	})
}
