package auto

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

func countOf(t testing.TB, text []byte) int {
	t.Helper()
	n, err := New().CountTokens(context.Background(), [][]byte{text})
	require.NoError(t, err)
	require.Len(t, n, 1)
	return n[0]
}

// lines writes what lines of a kind look like, at least n bytes of them.
func lines(n int, line func(r *rand.Rand, i int) string) []byte {
	r := rand.New(rand.NewSource(7))
	var b bytes.Buffer
	for i := 0; b.Len() < n; i++ {
		b.WriteString(line(r, i))
	}
	return b.Bytes()
}

func logLine(r *rand.Rand, i int) string {
	return fmt.Sprintf("2026-03-%02d %02d:%02d:%02d,%03d INFO worker-%d served %s in %d ms\n",
		1+i/5000%28, i/200%24, i/60%60, i%60, r.Intn(1000), r.Intn(8), strings.Repeat("/item", 1+r.Intn(3)), r.Intn(400))
}

func japanese(r *rand.Rand, i int) string {
	words := []string{"設定", "ファイル", "は", "起動時に", "読み込まれます", "。", "エラー", "が", "発生した", "場合", "、"}
	var s strings.Builder
	for range 20 {
		s.WriteString(words[r.Intn(len(words))])
	}
	return s.String() + "\n"
}

func randomBase64(r *rand.Rand, _ int) string {
	b := make([]byte, 57)
	r.Read(b)
	return base64.StdEncoding.EncodeToString(b) + "\n"
}

func names(r *rand.Rand, i int) string {
	return fmt.Sprintf("test_%s_raises_%s (suite.Case%d) ... ok\n", []string{"frobnicate", "serialisation", "teardown"}[i%3], []string{"keyerror", "oserror"}[r.Intn(2)], i)
}

func TestSmallTextsAreCountedExactly(t *testing.T) {
	log := lines(2*ExactBytes, logLine)
	for _, n := range []int{0, 1, 100, 4096, ExactBytes} {
		assert.Equal(t, bpe.O200K().Count(log[:n]), countOf(t, log[:n]), "%d bytes", n)
	}
	assert.Equal(t, bpe.O200K().Count([]byte("a\xe6\xb1b")), countOf(t, []byte("a\xe6\xb1b")))
}

// allowed is how far a count of a large text may be off.
const allowed = 0.02

func TestLargeTextsAreWithinTwoPerCent(t *testing.T) {
	const size = 300 << 10
	log, ja, b64, tests := lines(size, logLine), lines(size, japanese), lines(size, randomBase64), lines(size, names)
	alternating := func(block int) []byte {
		var b []byte
		for i := 0; i+block <= size; i += block {
			for _, s := range [][]byte{log, ja, b64, tests} {
				b = append(b, bytes.ToValidUTF8(s[i:i+block], nil)...)
			}
		}
		return b
	}
	for name, text := range map[string][]byte{
		"a log":                               log,
		"japanese":                            ja,
		"base64":                              b64,
		"names":                               tests,
		"a log and then base64":               append(log[:size:size], b64...),
		"little of one in much of another":    append(log[:size:size], b64[:20<<10]...),
		"blocks of 1 KB":                      alternating(1 << 10),
		"blocks of 10 KB":                     alternating(10 << 10),
		"one line":                            bytes.ReplaceAll(log, []byte("\n"), []byte(" ")),
		"just over what is counted exactly":   log[:ExactBytes+1],
		"a period of a stratum":               bytes.Repeat(append(b64[:1024:1024], log[:7168]...), 64),
		"a period of a window":                bytes.Repeat(append(b64[:256:256], log[:256]...), 2000),
		"words that the estimate knows ill":   bytes.Repeat([]byte("ab "), size/3),
		"letters that the estimate knows ill": append(bytes.Repeat([]byte("ab"), size/2), log...),
	} {
		t.Run(name, func(t *testing.T) {
			truth, got := bpe.O200K().Count(text), countOf(t, text)
			assert.InDelta(t, 1, float64(got)/float64(truth), allowed, "%d of %d, estimated %d", got, truth, tokens.Estimate(text))
		})
	}
}

func TestTextsWithoutAPlaceToPartAt(t *testing.T) {
	for name, text := range map[string][]byte{
		"a rule":      bytes.Repeat([]byte("=-"), 150<<10),
		"blanks":      bytes.Repeat([]byte(" "), 300<<10),
		"one word":    bytes.Repeat([]byte("a"), 300<<10),
		"random word": lines(300<<10, func(r *rand.Rand, _ int) string { return string(rune('a' + r.Intn(26))) }),
	} {
		t.Run(name, func(t *testing.T) {
			assert.InEpsilon(t, bpe.O200K().Count(text), countOf(t, text), 0.04)
		})
	}
}

func TestHostileTextsKeepTheBounds(t *testing.T) {
	for name, text := range map[string][]byte{
		"one letter":    bytes.Repeat([]byte("a"), 200<<10),
		"blanks":        bytes.Repeat([]byte(" "), 200<<10),
		"invalid bytes": bytes.Repeat([]byte("\xff"), 50<<10),
		"marks":         bytes.Repeat([]byte("\u0301"), 50<<10),
	} {
		t.Run(name, func(t *testing.T) {
			got := countOf(t, text)
			assert.GreaterOrEqual(t, got, len(text)/longestToken)
			assert.LessOrEqual(t, got, len(text))
		})
	}
}

func TestTheCorrectionIsARatioOfSums(t *testing.T) {
	text := lines(100<<10, logLine)
	e := &Estimator{count: func(b []byte) int { return 3 * len(b) / 10 }, estimate: func(b []byte) int { return len(b) / 5 }}
	got, err := e.CountTokens(context.Background(), [][]byte{text})
	require.NoError(t, err)
	assert.InDelta(t, 3*len(text)/10, got[0], float64(len(text))/100)
	e.estimate = func([]byte) int { return 0 }
	got, err = e.CountTokens(context.Background(), [][]byte{text})
	require.NoError(t, err)
	assert.Equal(t, (len(text)+longestToken-1)/longestToken, got[0], "the least that a text can have")
}

func TestCountingStopsBetweenWindows(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	e := &Estimator{estimate: tokens.Estimate, count: func([]byte) int {
		if calls++; calls == 3 {
			cancel()
		}
		return 1
	}}
	_, err := e.CountTokens(ctx, [][]byte{lines(100<<10, logLine)})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 3, calls)
}

func TestInfoClaimsNoMargin(t *testing.T) {
	info := New().Info()
	assert.Equal(t, "auto", info.Name)
	assert.Equal(t, "o200k_base", info.Encoding)
	assert.False(t, info.Exact, "large texts are estimated")
	assert.Zero(t, info.Margin)
}

func TestWindowsAreSpreadOverTheText(t *testing.T) {
	text := lines(500<<10, logLine)
	k, sum, end := windows(len(text)), 0, 0
	for i := range k {
		w := window(text, i, k)
		at := cap(text) - cap(w)
		assert.GreaterOrEqual(t, at, i*len(text)/k-1, "window %d", i)
		assert.LessOrEqual(t, at, (i+1)*len(text)/k, "window %d", i)
		assert.GreaterOrEqual(t, at, end-edgeWithin)
		sum, end = sum+len(w), at+len(w)
	}
	assert.InDelta(t, k*windowBytes, sum, float64(k*windowBytes)/100)
}

// Where an edge is sure, the counts of both sides add up.
func FuzzEdge(f *testing.F) {
	f.Add([]byte("the till's open, 17 items: ok\n\n  next"), 5)
	f.Add([]byte("設定ファイルは。起動e\u0301 x"), 3)
	f.Add([]byte("a1b2 c3/d4\r\n/e"), 2)
	f.Fuzz(func(t *testing.T, text []byte, i int) {
		if i < 0 || i > len(text) || !utf8.Valid(text) {
			return
		}
		j := edge(text, i)
		require.GreaterOrEqual(t, j, i)
		require.LessOrEqual(t, j, len(text))
		require.True(t, utf8.Valid(text[:j]))
		whole := bpe.O200K().Count(text)
		parts := bpe.O200K().Count(text[:j]) + bpe.O200K().Count(text[j:])
		before, _ := utf8.DecodeLastRune(text[:j])
		after, _ := utf8.DecodeRune(text[j:])
		if j > 0 && isWord(before) && j < len(text) && !isWord(after) && after != '\'' && !unicode.IsMark(after) {
			assert.Equal(t, whole, parts, "%q | %q", text[:j], text[j:])
		}
		assert.LessOrEqual(t, math.Abs(float64(whole-parts)), float64(edgeWithin))
	})
}
