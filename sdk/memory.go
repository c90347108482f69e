package sdk

import (
	"sync"

	"github.com/riffle-dev/riffle/sdk/rank"
)

// blockUnits is how many units are allocated at once: as many as 8 KiB hold.
const blockUnits = 56

// memory is what a builder works in. A plan has its own: it takes what the order
// reaches, often a part of what was added, and leaves the rest to the next builder.
type memory struct {
	blocks  []*[blockUnits]builtUnit // so that units never move
	used    int                      // units that are not zero
	needs   []int                    // of all units, cut up
	keys    map[string]int32
	classes map[string]int32

	items []rank.Item
	slots []uint64 // of texts
	text  []byte
	rows  []rowPlace // by dense number
	row   []int32    // by unit: its row's dense number
	at    []int32    // by unit: its place in the order, plus 1; later that in the plan
	kept  []int32
}

// rowPlace is what is known of a row.
type rowPlace struct {
	parts int32
	last  int // where its last unit begins
}

// Memory is kept up to these sizes, which usual results stay below.
const (
	keptUnits = 1 << 14
	keptNeeds = 1 << 16
	keptNames = 1 << 12
	keptText  = 1 << 20
)

var memories = sync.Pool{New: func() any {
	return &memory{keys: map[string]int32{}, classes: map[string]int32{}}
}}

func borrow() *memory { return memories.Get().(*memory) }

// giveBack leaves the memory to the next builder, without what the units refer to.
func (m *memory) giveBack() {
	if m.used > keptUnits || cap(m.needs) > keptNeeds || len(m.keys) > keptNames || len(m.classes) > keptNames || cap(m.text) > keptText {
		return
	}
	for i, left := 0, m.used; left > 0; i, left = i+1, left-blockUnits {
		clear(m.blocks[i][:min(left, blockUnits)])
	}
	m.used, m.needs = 0, m.needs[:0]
	clear(m.keys)
	clear(m.classes)
	clear(m.items) // their needs may be in memory that is not used any more
	memories.Put(m)
}

// unit is the unit with a handle.
func (m *memory) unit(n int) *builtUnit { return &m.blocks[n/blockUnits][n%blockUnits] }

// room is the next unit, n.
func (m *memory) room(n int) *builtUnit {
	if n/blockUnits == len(m.blocks) {
		m.blocks = append(m.blocks, new([blockUnits]builtUnit))
	}
	m.used = n + 1
	return m.unit(n)
}

// needing adds handles to a list of some, which grows in place where it is the last.
func (m *memory) needing(list, units []int) []int {
	from := len(m.needs)
	if n := len(list); n > 0 && from > 0 && &list[n-1] == &m.needs[from-1] {
		from -= n
	} else {
		m.needs = append(m.needs, list...)
	}
	m.needs = append(m.needs, units...)
	return m.needs[from:len(m.needs):len(m.needs)]
}

// resized is a slice of n values of any kind, in the memory of s where that is
// enough.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
