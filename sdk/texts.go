package sdk

import (
	"hash/maphash"
	"math/bits"
)

// textSeed makes hashes differ from process to process, so that no content can be
// made to collide. What is found does not depend on it.
var textSeed = maphash.MakeSeed()

// texts finds equal texts among n that are told by their numbers. It keeps none of
// them.
type texts struct {
	slots []uint64 // upper half: of the hash; lower half: the number plus 1, 0 where free
	shift int
	has   func(n int, text []byte) bool
}

// newTexts makes room for n texts, in slots where those are enough; has reports
// whether a text is that of a number.
func newTexts(slots []uint64, n int, has func(int, []byte) bool) *texts {
	size := bits.Len(uint(2*n + 1))
	slots = resized(slots, 1<<size)
	clear(slots)
	return &texts{slots: slots, shift: 64 - size, has: has}
}

// first returns the first number that was asked for with a text equal to that of i.
func (t *texts) first(i int, text []byte) int {
	hash := maphash.Bytes(textSeed, text)
	mask := len(t.slots) - 1
	for at := int(hash >> t.shift); ; at = (at + 1) & mask {
		slot := t.slots[at]
		if slot == 0 {
			t.slots[at] = hash&^0xffffffff | uint64(i+1)
			return i
		}
		if n := int(uint32(slot)) - 1; slot>>32 == hash>>32 && t.has(n, text) {
			return n
		}
	}
}
