package classes

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
)

func countOf(t testing.TB, text string) int {
	t.Helper()
	n, err := New().CountTokens(context.Background(), [][]byte{[]byte(text)})
	require.NoError(t, err)
	return n[0]
}

// The sums are worked out by hand from the table, in hundredths of a token.
func TestCountsAreSumsOfWeights(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"nothing":                  {"", 0},
		"a word":                   {"hello", 1},                 // 55+5*2 = 65
		"two words and a line end": {"hello world\n", 3},         // 2*65 + 33+3 + 86 = 252
		"capitals part a word":     {"getUserName", 4},           // lower 55*3+9*2, upper 85*2+2*2 = 357
		"digits":                   {"1234567890", 3},            // 116+170 = 286
		"punctuation":              {"a->b", 2},                  // 2*57 + 71+34 = 219
		"blanks are one run":       {strings.Repeat(" ", 20), 1}, // 33+60 = 93
		"han":                      {"設定", 2},                    // 39+136 = 175
		"kana":                     {"ファイル", 2},                  // 10+4*56 = 234
		"cyrillic":                 {"настройка", 2},             // 50+135 = 185
		"emoji":                    {"🚀🚀", 3},                    // 300
		"a cut character is one":   {"\xe6\xb1", 2},              // 150, rounded up
		"not below the least":      {strings.Repeat("\n", 1000), 8},
		"not more than bytes":      {"É", 1},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, countOf(t, c.text))
		})
	}
}

func TestEstimatesAreNear(t *testing.T) {
	for name, text := range map[string]string{
		"a log":    strings.Repeat("2026-03-01 10:00:01,123 INFO worker-3 served /item in 42 ms\n", 50),
		"code":     strings.Repeat("func (s *Shelf) Add(item Item) error {\n\treturn s.store.Put(item.ID, item)\n}\n", 20),
		"english":  strings.Repeat("The settings are read when the program starts, and are not read again. ", 20),
		"russian":  strings.Repeat("Настройки загружаются при запуске программы и не изменяются. ", 20),
		"japanese": strings.Repeat("設定ファイルは起動時に読み込まれます。", 20),
	} {
		t.Run(name, func(t *testing.T) {
			truth := bpe.O200K().Count([]byte(text))
			assert.InEpsilon(t, truth, countOf(t, text), 0.4, "a rule of thumb")
		})
	}
}

func TestCountingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().CountTokens(ctx, [][]byte{[]byte("x")})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestInfoSaysItIsAnEstimate(t *testing.T) {
	info := New().Info()
	assert.Equal(t, "classes", info.Name)
	assert.Equal(t, "o200k_base", info.Encoding)
	assert.False(t, info.Exact)
	assert.Positive(t, info.Margin)
}

func FuzzEstimate(f *testing.F) {
	for _, s := range []string{"", "hello world", "日本", "\xff\xfe", "\xf0\x9f\x98"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		n := estimate(text)
		assert.GreaterOrEqual(t, n, (len(text)+127)/128)
		assert.LessOrEqual(t, n, len(text))
		assert.Equal(t, n, estimate(bytes.Clone(text)))
	})
}
