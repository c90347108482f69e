package table

import (
	"encoding/binary"
	"math/bits"
)

// Odd constants without a pattern: the golden ratio and the square root of 2.
const (
	seed   = 0x9e3779b97f4a7c15
	factor = 0xb504f333f9de6485
)

// masks keeps the first k+1 bytes of a word.
var masks = [8]uint64{0xff, 0xffff, 0xffffff, 0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff, 0xffffffffffffffff}

// hash is over the words of the first n bytes of text, behind which Pad more are.
func hash(text []byte, n int) uint64 {
	h := uint64(n) * seed
	k := 0
	for ; k < (n-1)&^7; k += 8 {
		h = mix(h, word(text, k))
	}
	return mix(h, word(text, k)&masks[(n-1)&7])
}

// mix folds the product of 128 bits, so that each bit of h and w has its say in
// the high bits, which choose the slot, and in the low ones, which are the tag.
func mix(h, w uint64) uint64 {
	hi, lo := bits.Mul64(h^w, factor)
	return hi ^ lo
}

func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// le64 is one load on the machines that matter; the compiler sees to it.
func le64(s string, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func le32(s string, i int) uint32 {
	s = s[i : i+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func appendLE(b []byte, x uint64, n int) []byte {
	for range n {
		b = append(b, byte(x))
		x >>= 8
	}
	return b
}
