package score

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/tiktoken"
	"github.com/riffle-dev/riffle/internal/lineartest"
)

func newCounter(t testing.TB) *Counter {
	t.Helper()
	c, err := NewCounter()
	require.NoError(t, err)
	return c
}

var tokenSamples = []string{
	"", "a", "it's, they'LL; I'd've", "a'b 12's", "camelCase HTTPServer x86_64 1234567",
	"line\n  indented\n\n \t \n/path\r\n\r\n/other)\n/x", "{\"a\":[1,2.50,\"x\\n\"],\n\t\"b\": null}\n",
	"  two  spaces\tand\ttabs  \n   ", "naïve e\u0301a 日本語のテキスト。1２3 ½x", "emoji 👩‍👩‍👧 \u00a0nbsp\u2028ls",
	"a\n\u00a0\nb", "foo\n   \r\n bar", "a)\n\n  b", "x \n y", "==== FAIL: TestX (0.00s)\n    x_test.go:12: boom\n",
	"don\u2019t", "A\u0301b", "1\u0301 2", "\x00\x01 \x7f a",
}

// reference is the count of the tokenizer that everything here is measured by.
func reference(t testing.TB, s string) int {
	counts, err := tiktoken.New().CountTokens(context.Background(), [][]byte{[]byte(s)})
	require.NoError(t, err)
	return counts[0]
}

func TestCountIsThatOfTheReference(t *testing.T) {
	c := newCounter(t)
	for _, s := range tokenSamples {
		assert.Equal(t, reference(t, s), c.Count(s), "%q", s)
	}
	assert.Equal(t, c.Count("a\uFFFD\uFFFDb"), c.Count("a\xff\xfeb"), "bad bytes count as replaced")
}

func TestCountIsLinearOnLongRuns(t *testing.T) {
	c := newCounter(t)
	for _, s := range []string{"a", " ", "\n", "-", "漢", " \n", "a'"} {
		lineartest.Check(t, 1<<14, func(n int) { assert.Positive(t, c.Count(strings.Repeat(s, n/len(s)))) })
	}
}

func FuzzCount(f *testing.F) {
	for _, s := range tokenSamples {
		f.Add(s)
	}
	c := newCounter(f)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 2048 && utf8.ValidString(s) { // the reference cuts longer runs
			assert.Equal(t, reference(t, s), c.Count(s))
		}
	})
}
