package batch

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func length(text []byte) int { return len(text) }

func TestEachTextHasItsCount(t *testing.T) {
	got, err := Count(context.Background(), [][]byte{nil, []byte("a"), []byte("abc")}, length)
	require.NoError(t, err)
	assert.Equal(t, []int{0, 1, 3}, got)
}

func TestCountingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err := Count(ctx, [][]byte{nil, nil, nil}, func([]byte) int {
		calls++
		cancel()
		return 0
	})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, calls)
}
