package json

import (
	"slices"
	"sync"
)

// memory keeps slices without pointers for the next content, up to keptValues long.
type memory[T any] struct{ pool sync.Pool }

// keptValues is as many values as usual contents have.
const keptValues = 1 << 15

var (
	nodeMemory memory[node]
	leafMemory memory[leaf]
)

// borrow is an empty slice with room for n.
func (m *memory[T]) borrow(n int) []T {
	if s, ok := m.pool.Get().(*[]T); ok {
		return slices.Grow((*s)[:0], n)
	}
	return make([]T, 0, n)
}

// giveBack leaves a slice to the next content; nobody may use it any more.
func (m *memory[T]) giveBack(s []T) {
	if cap(s) <= keptValues {
		m.pool.Put(&s)
	}
}
