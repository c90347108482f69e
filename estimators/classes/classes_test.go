package classes

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/tokens"
)

func TestCountsAreThoseOfTheSDK(t *testing.T) {
	texts := [][]byte{nil, []byte("one"), []byte("2024-05-01 two three\n"), []byte("日本語")}
	n, err := New().CountTokens(context.Background(), texts)
	require.NoError(t, err)
	require.Len(t, n, len(texts))
	for i, text := range texts {
		assert.Equal(t, tokens.Estimate(text), n[i])
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
}
