package rank

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestListsHoldWhatWasAddedInItsOrder(t *testing.T) {
	l := listsOf(4, func(add func(list, item int)) {
		add(2, 7)
		add(0, 1)
		add(2, 5)
		add(3, 9)
		add(2, 6)
	})
	assert.Equal(t, []int32{1}, l.of(0))
	assert.Empty(t, l.of(1))
	assert.Equal(t, []int32{7, 5, 6}, l.of(2))
	assert.Equal(t, []int32{9}, l.of(3))
	empty := listsOf(2, func(func(list, item int)) {})
	assert.Empty(t, empty.of(1))
}

func TestNumbersMayBeFarApart(t *testing.T) {
	items := []Item{{Key: 1 << 40}, {Key: -3}, {Key: 1 << 40}, {Key: 2}}
	c := countsOf(items, func(it *Item) int { return it.Key })
	assert.Equal(t, c.id[0], c.id[2])
	assert.NotEqual(t, c.id[0], c.id[1])
	assert.Len(t, c.n, 3)
}
