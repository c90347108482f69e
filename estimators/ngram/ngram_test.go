package ngram

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

func TestCountsAreThoseOfTheSDK(t *testing.T) {
	texts := [][]byte{nil, []byte("one"), []byte("2024-05-01 two three\n"), []byte("日本語")}
	for _, c := range []struct {
		estimator sdk.Estimator
		want      func([]byte) int
	}{{New(), tokens.Estimate}, {NewCL100K(), tokens.EstimateCL100K}} {
		n, err := c.estimator.CountTokens(context.Background(), texts)
		require.NoError(t, err)
		require.Len(t, n, len(texts))
		for i, text := range texts {
			assert.Equal(t, c.want(text), n[i], "%s: %q", c.estimator.Info().Name, text)
		}
	}
}

func TestCountingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().CountTokens(ctx, [][]byte{[]byte("x")})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestInfoSaysWhichTokenizerIsImitated(t *testing.T) {
	for _, c := range []struct {
		info           sdk.EstimatorInfo
		name, encoding string
	}{
		{New().Info(), "ngram", "o200k_base"},
		{NewCL100K().Info(), "ngram-cl100k", "cl100k_base"},
	} {
		assert.Equal(t, c.name, c.info.Name)
		assert.Equal(t, c.encoding, c.info.Encoding)
		assert.False(t, c.info.Exact)
		assert.Greater(t, c.info.Margin, 0.0)
	}
}
