package bpe

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

func counts(t testing.TB, e sdk.Estimator, texts ...string) []int {
	t.Helper()
	b := make([][]byte, len(texts))
	for i, s := range texts {
		b[i] = []byte(s)
	}
	n, err := e.CountTokens(context.Background(), b)
	require.NoError(t, err)
	require.Len(t, n, len(texts))
	return n
}

// The counts are those of OpenAI's own implementation.
func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"hello world", 2, 2},
		{"a\n    \n", 2, 2},
		{"<|endoftext|>", 7, 7},
		{"\xe6\xb1", 1, 1},
		{strings.Repeat(" ", 128), 1, 1},
		{"{\"id\":12345,\"name\":\"Ann's\",\"tags\":[\"a\",\"b\"]}", 18, 17},
		{"関数は、入力を読み取り、結果を返します。", 14, 20},
	} {
		assert.Equal(t, c.o200k, counts(t, New(), c.text)[0], "o200k_base of %q", c.text)
		assert.Equal(t, c.cl100k, counts(t, NewCL100K(), c.text)[0], "cl100k_base of %q", c.text)
	}
}

func TestABatchCountsLikeSingleTexts(t *testing.T) {
	texts := []string{"one text", "", "another text\n", strings.Repeat("x", 5000), "関数は"}
	e := New()
	all := counts(t, e, texts...)
	for i, s := range texts {
		assert.Equal(t, counts(t, e, s)[0], all[i])
	}
	assert.Empty(t, counts(t, e))
}

func TestConcurrentCountsAreTheSame(t *testing.T) {
	texts := []string{strings.Repeat("func (s *Server) handle(w io.Writer) error {\n", 50), strings.Repeat("関数は、入力を読み取り", 40), strings.Repeat("q", 20000)}
	e := New()
	want := counts(t, e, texts...)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { assert.Equal(t, want, counts(t, e, texts...)) })
	}
	wg.Wait()
}

func TestCountingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().CountTokens(ctx, [][]byte{[]byte("text")})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestInfo(t *testing.T) {
	for _, c := range []struct {
		e              sdk.Estimator
		name, encoding string
	}{{New(), "bpe", "o200k_base"}, {NewCL100K(), "bpe-cl100k", "cl100k_base"}} {
		assert.Equal(t, c.name, c.e.Info().Name)
		assert.Equal(t, c.encoding, c.e.Info().Encoding)
		assert.True(t, c.e.Info().Exact)
		assert.Zero(t, c.e.Info().Margin)
	}
}
