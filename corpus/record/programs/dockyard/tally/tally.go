// Package tally counts what cranes lift.
package tally

import "sync"

// Book counts lifts per berth. Sum may be called while cranes still add.
type Book struct {
	mu    sync.Mutex
	lifts map[string]int
	last  string
}

// New gives an empty book.
func New() *Book { return &Book{lifts: map[string]int{}} }

// Add counts n lifts at a berth.
func (b *Book) Add(berth string, n int) {
	b.mu.Lock()
	b.lifts[berth] += n
	b.mu.Unlock()
	b.last = berth
}

// Sum is the number of lifts at all berths.
func (b *Book) Sum() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	sum := 0
	for _, n := range b.lifts {
		sum += n
	}
	return sum
}

// Last is the berth that was served last.
func (b *Book) Last() string { return b.last }
