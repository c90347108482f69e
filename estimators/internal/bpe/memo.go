package bpe

// A memo remembers the counts of pieces of up to memoBytes bytes, which are nine of
// ten: texts repeat their words. An entry holds the bytes themselves, so that it is
// never wrong, and a newer piece takes the place of an older one with the same hash.
type memo [1 << memoBits]memoEntry

// memoEntry is a piece in 16 bytes, little endian: the bytes of the piece, filled up
// with zeros, then its length in 4 bits and its count in 4 bits.
type memoEntry struct{ w0, w1 uint64 }

const (
	memoBits  = 13 // 128 KB, which the second cache of a core holds
	memoBytes = 15
	memoRead  = 16
	memoShift = 60
	memoCount = 15 << memoShift
)

// Odd constants without a pattern: the golden ratio and the square root of 3.
const (
	memoFactor0 = 0x9e3779b97f4a7c15
	memoFactor1 = 0xddb3d742c265539d
)

// keyMasks keeps the first bytes of two words, by the length of the piece.
var keyMasks = func() (t [16][2]uint64) {
	for n := range t {
		for k := range n {
			t[n][k/8] |= 0xff << (k % 8 * 8)
		}
	}
	return t
}()

// known is what was found lately of a few bytes: most questions are about these, the
// same come again and again in a script of many bytes to a character, and the whole
// table does not fit a cache of the processor.
type known struct {
	key  uint64 // up to knownBytes bytes, then their number
	rank uint32
}

const (
	knownBits  = 12 // 64 KB
	knownBytes = 7
)
