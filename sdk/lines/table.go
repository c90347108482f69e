package lines

import (
	"bytes"
	"hash/maphash"
	"math"
	"slices"
)

// tableSeed makes hashes differ from process to process, so that no content can be
// made to collide. The numbers that a table gives do not depend on it.
var tableSeed = maphash.MakeSeed()

// table numbers byte strings from 0 in the order in which they come. It holds their
// bytes in one slice and hashes in another: a map of strings allocates for each.
type table struct {
	slots []slot
	shift uint     // 32 less the bits of a slot's index
	at    []extent // where each string stands in bytes
	bytes []byte   // grows, or is a content that is not written to
}

type extent struct{ start, end uint32 }

// slot repeats where its string stands, so that a look-up touches less memory.
type slot struct {
	hash   uint32
	number int32 // plus 1, 0 where the slot is free
	extent
}

// tableSlots is how many slots a new table has, and tableLarge from how many it
// doubles; powers of two.
const (
	tableSlots = 64
	tableLarge = 1 << 13
)

// len is how many strings have a number.
func (t *table) len() int { return len(t.at) }

// text is the string with a number. It is valid until the next one is added.
func (t *table) text(n int32) []byte {
	e := t.at[n]
	return t.bytes[e.start:e.end]
}

// reset forgets all strings and keeps the memory.
func (t *table) reset() {
	if len(t.at)*4 < len(t.slots) && len(t.slots) > tableSlots {
		// most of the table is free: a smaller one costs less to clear next time
		t.slots = t.slots[:len(t.slots)/2]
		t.shift = shiftOf(len(t.slots))
	}
	clear(t.slots)
	t.at, t.bytes = t.at[:0], t.bytes[:0]
}

func shiftOf(slots int) uint {
	shift := uint(32)
	for ; slots > 1; slots >>= 1 {
		shift--
	}
	return shift
}

// find returns the number of a string, -1 where it has none, and what insert takes.
func (t *table) find(s []byte) (n int32, hash uint32) {
	hash = uint32(maphash.Bytes(tableSeed, s) >> 32)
	if len(t.slots) == 0 {
		return -1, hash
	}
	for i := hash >> t.shift; ; i = (i + 1) & uint32(len(t.slots)-1) {
		slot := &t.slots[i]
		if slot.number == 0 {
			return -1, hash
		}
		if slot.hash == hash && bytes.Equal(t.bytes[slot.start:slot.end], s) {
			return slot.number - 1, hash
		}
	}
}

// insert numbers a string that find did not find.
func (t *table) insert(s []byte, hash uint32) int32 {
	from := len(t.bytes)
	if from > math.MaxUint32-len(s) {
		s = nil // no content is as large
	}
	t.bytes = append(t.bytes, s...)
	return t.insertAt(extent{uint32(from), uint32(len(t.bytes))}, hash)
}

// insertAt is insert for a string that stands in bytes already.
func (t *table) insertAt(e extent, hash uint32) int32 {
	if len(t.at)*3 >= len(t.slots)*2 {
		t.grow()
	}
	n := int32(len(t.at))
	t.at = append(t.at, e)
	t.put(hash, n)
	return n
}

// add returns the number of a string, and whether it is new.
func (t *table) add(s []byte) (n int32, fresh bool) {
	n, hash := t.find(s)
	if n >= 0 {
		return n, false
	}
	return t.insert(s, hash), true
}

func (t *table) put(hash uint32, n int32) {
	i := hash >> t.shift
	for t.slots[i].number != 0 {
		i = (i + 1) & uint32(len(t.slots)-1)
	}
	t.slots[i] = slot{hash, n + 1, t.at[n]}
}

func (t *table) grow() {
	old, times := t.slots, 4
	if len(old) >= tableLarge {
		times = 2 // room counts for more than the time to move
	}
	t.slots = make([]slot, max(tableSlots, times*len(old)))
	t.shift = shiftOf(len(t.slots))
	for _, slot := range old {
		if slot.number != 0 {
			t.put(slot.hash, slot.number-1)
		}
	}
}

// counter counts strings by the numbers of a table.
type counter struct {
	table
	counts []int
}

func (c *counter) reset() {
	c.table.reset()
	c.counts = c.counts[:0]
}

// add counts a string and returns its number.
func (c *counter) add(s []byte) int32 {
	n, fresh := c.table.add(s)
	if fresh {
		c.counts = append(c.counts, 0)
	}
	c.counts[n]++
	return n
}

// addBelow is add, but counts no new string once there are limit of them.
func (c *counter) addBelow(s []byte, limit int) {
	n, hash := c.find(s)
	if n < 0 {
		if c.len() >= limit {
			return
		}
		n = c.insert(s, hash)
		c.counts = append(c.counts, 0)
	}
	c.counts[n]++
}

// most returns the numbers of the k most frequent strings, of equally frequent ones
// those that sort first.
func (c *counter) most(k int) []int32 {
	out := make([]int32, 0, k+1)
	for i := range c.counts {
		n := int32(i)
		at := len(out)
		for at > 0 && c.before(n, out[at-1]) {
			at--
		}
		if at == k {
			continue
		}
		out = slices.Insert(out, at, n)
		out = out[:min(len(out), k)]
	}
	return out
}

func (c *counter) before(a, b int32) bool {
	if c.counts[a] != c.counts[b] {
		return c.counts[a] > c.counts[b]
	}
	return bytes.Compare(c.text(a), c.text(b)) < 0
}
