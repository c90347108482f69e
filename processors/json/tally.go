package json

import (
	"encoding/binary"
	"math/bits"
)

// tally counts hashes in an open table: a column has one for its values and one for
// their shapes, and most of the time of a plan went into maps for them.
type tally struct {
	slots []tallySlot // a power of two of them, or none
	n     int         // different hashes
	most  int32       // how often the most frequent one occurs
	taken []int32     // by slot: how many of a hash came up while choosing
}

type tallySlot struct {
	hash  uint64
	count int32 // 0: the slot is free
}

const firstSlots = 8

// place is where hash stands, or would stand. There is always a free slot.
func (t *tally) place(hash uint64) int {
	mask := uint64(len(t.slots) - 1)
	for i := (hash * spread) >> 32 & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.count == 0 || s.hash == hash {
			return int(i)
		}
	}
}

func (t *tally) slot(hash uint64) *tallySlot { return &t.slots[t.place(hash)] }

// add counts a hash; beyond maxDistinct different ones only those that are known.
func (t *tally) add(hash uint64) {
	if t.slots == nil {
		t.slots = make([]tallySlot, firstSlots)
	}
	s := t.slot(hash)
	if s.count == 0 {
		if t.n >= maxDistinct {
			return
		}
		if t.n++; t.n*4 > len(t.slots)*3 {
			t.grow()
			s = t.slot(hash)
		}
		s.hash = hash
	}
	s.count++
	t.most = max(t.most, s.count)
}

func (t *tally) grow() {
	old := t.slots
	t.slots = make([]tallySlot, 2*len(old))
	for _, s := range old {
		if s.count > 0 {
			*t.slot(s.hash) = s
		}
	}
}

// of is how often a hash was counted.
func (t *tally) of(hash uint64) int32 {
	if t.slots == nil {
		return 0
	}
	return t.slot(hash).count
}

// numbers numbers hashes from 1, in an open table.
type numbers struct {
	slots []numbered // a power of two of them, or none
	n     int
}

type numbered struct {
	hash   uint64
	number int32 // 0: the slot is free
}

// reset forgets all hashes and has room for n.
func (t *numbers) reset(n int) {
	size := 1 << bits.Len(uint(n+n/2+1))
	if cap(t.slots) < size {
		t.slots = make([]numbered, size)
	} else {
		t.slots = t.slots[:size]
		clear(t.slots)
	}
	t.n = 0
}

func (t *numbers) of(hash uint64) int {
	if t.n*4 >= len(t.slots)*3 {
		old := t.slots
		t.slots = make([]numbered, max(firstSlots, 2*len(old)))
		for _, s := range old {
			if s.number > 0 {
				*t.slot(s.hash) = s
			}
		}
	}
	s := t.slot(hash)
	if s.number == 0 {
		t.n++
		s.hash, s.number = hash, int32(t.n)
	}
	return int(s.number)
}

func (t *numbers) slot(hash uint64) *numbered {
	mask := uint64(len(t.slots) - 1)
	for i := (hash * spread) >> 32 & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.number == 0 || s.hash == hash {
			return s
		}
	}
}

// spread is 2^64 over the golden ratio: multiplied by it, hashes that differ in few
// bits are far apart (Knuth, The Art of Computer Programming, 6.4).
const spread = 0x9e3779b97f4a7c15

// mix folds a product of 128 bits, which is the step of the hash.
func mix(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return high ^ low
}

// hashBytes is a hash of b, eight bytes at a time. It is the same on every run.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b))*spread ^ 0xa0761d6478bd642f
	for len(b) >= 8 {
		h = mix(h^binary.LittleEndian.Uint64(b), spread)
		b = b[8:]
	}
	tail := uint64(0)
	for i, c := range b {
		tail |= uint64(c) << (8 * i)
	}
	return mix(h^tail, 0xe7037ed1a0b428db)
}
