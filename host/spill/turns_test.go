package spill

import (
	"context"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestCallersTakeTurnsInTheOrderInWhichTheyCame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turns turns
		done, err := turns.take(t.Context(), "a")
		require.NoError(t, err)
		var order []int
		for i := range 5 {
			go func() {
				done, err := turns.take(t.Context(), "a")
				assert.NoError(t, err)
				order = append(order, i)
				done()
			}()
			synctest.Wait()
		}
		other, err := turns.take(t.Context(), "b")
		require.NoError(t, err, "another folder is free")
		other()

		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = turns.take(gone, "a")
		require.ErrorIs(t, err, context.Canceled)
		assert.Empty(t, order)
		done()
		synctest.Wait()
		assert.Equal(t, []int{0, 1, 2, 3, 4}, order)
		assert.Empty(t, turns.lines, "nothing is remembered of a folder that no one is in")
	})
}
