package dsh

import (
	"context"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"
)

// The counts are computed by hand: Math.ceil(text.length / 4) + 4.
func TestCountsAreThoseOfTheMeter(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"no text is no block":                    {"", 0},
		"one unit":                               {"a", 5},
		"four units":                             {"abcd", 5},
		"five units":                             {"abcde", 6},
		"one unit for each of the basic plane":   {"日本語日", 5},
		"two units for each beyond":              {"😀😀😀", 6},
		"a family of emoji has eight units":      {"👨‍👩‍👧", 6},
		"a cut character is one":                 {"abc\xe6\xb1", 5},
		"a result of a hundred thousand letters": {strings.Repeat("x", 100_000), 25_004},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := New().CountTokens(context.Background(), [][]byte{[]byte(c.text)})
			require.NoError(t, err)
			assert.Equal(t, []int{c.want}, got)
		})
	}
}

func TestInfoNamesTheMeter(t *testing.T) {
	info := New().Info()
	assert.Equal(t, "dsh", info.Name)
	assert.Equal(t, "dsh-meter", info.Encoding)
	assert.True(t, info.Exact, "it is the meter's own count")
	assert.Zero(t, info.Margin)
}

func FuzzCount(f *testing.F) {
	for _, s := range []string{"", "abcd", "日本", "😀", "\xff\xfe", "\xf0\x9f\x98"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		decoded, err := unicode.UTF8.NewDecoder().Bytes(text)
		require.NoError(t, err)
		want := 0
		if len(text) > 0 {
			want = (len(utf16.Encode([]rune(string(decoded))))+3)/4 + 4
		}
		assert.Equal(t, want, count(text))
	})
}
