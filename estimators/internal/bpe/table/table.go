// Package table lays the tokens of an encoding out so that they can be looked up
// in place, in the form in which they are embedded in the program: a process that
// lives for milliseconds spends none of them on building a map.
//
// A table is the number of its slots as 4 bytes, the slots of 8 bytes each, the
// bytes of the tokens in the order of their ranks, and padding. All numbers are
// little endian. A token stands in the first free slot from the one that its hash
// names. A slot that is 0 is free, else it holds, from the lowest bit,
//
//	18 bits  the low bits of the token's hash
//	18 bits  its rank
//	 7 bits  its length in bytes, less one
//	21 bits  where its bytes begin, behind the slots
package table

import (
	"fmt"
	"math/bits"
)

const (
	tagBits  = 18
	rankBits = 18
	lenBits  = 7
	offBits  = 64 - tagBits - rankBits - lenBits

	rankShift = tagBits
	lenShift  = rankShift + rankBits
	offShift  = lenShift + lenBits

	header   = 4
	slotSize = 8
)

// MaxLen is the length of the longest token that a table may hold, in bytes.
const MaxLen = 1 << lenBits

// Pad is how many bytes must be readable behind a token that is looked up.
const Pad = 8

// slotsPerToken is a compromise between the size of the table and the number of
// slots that a lookup in vain has to see: 2.5 of them on average.
const slotsPerToken = 2

// Table is a set of tokens with their ranks.
type Table struct {
	slots  string
	bytes  string
	number uint64 // of slots
}

// Open returns the table that Build has laid out as data. It reads nothing but the
// header.
func Open(data string) Table {
	n := le32(data, 0)
	end := header + slotSize*int(n)
	return Table{slots: data[header:end], bytes: data[end:], number: uint64(n)}
}

// Find returns the rank of the token text[i:i+n]. Pad more bytes must be there
// behind it; what they are does not matter.
func (t *Table) Find(text []byte, i, n int) (uint32, bool) {
	if n > MaxLen {
		return 0, false
	}
	last := word(text, i+(n-1)&^7) & masks[(n-1)&7]
	h := uint64(n) * seed
	for k := i; k < i+(n-1)&^7; k += 8 {
		h = mix(h, word(text, k))
	}
	h = mix(h, last)
	at, _ := bits.Mul64(h, t.number)
	want := h&(1<<tagBits-1) | uint64(n-1)<<lenShift
	for {
		slot := le64(t.slots, int(at)*slotSize)
		if slot == 0 {
			return 0, false
		}
		if (slot^want)&(1<<tagBits-1|(1<<lenBits-1)<<lenShift) == 0 && t.same(int(slot>>offShift), text, i, n, last) {
			return uint32(slot>>rankShift) & (1<<rankBits - 1), true
		}
		if at++; at == t.number {
			at = 0
		}
	}
}

// same compares bytes: a hash alone could name a token that is not there.
func (t *Table) same(off int, text []byte, i, n int, last uint64) bool {
	whole := (n - 1) &^ 7
	if le64(t.bytes, off+whole)&masks[(n-1)&7] != last {
		return false
	}
	return whole == 0 || t.bytes[off:off+whole] == string(text[i:i+whole])
}

// Build lays out a table of the tokens. Their ranks must be all the numbers from 0.
func Build(ranks map[string]int) ([]byte, error) {
	tokens := make([]string, len(ranks))
	size := 0
	for token, rank := range ranks {
		if rank < 0 || rank >= len(tokens) || rank >= 1<<rankBits || tokens[rank] != "" {
			return nil, fmt.Errorf("table: the rank %d of %q leaves a gap, is taken or is too high for %d bits", rank, token, rankBits)
		}
		if token == "" || len(token) > MaxLen {
			return nil, fmt.Errorf("table: the token of rank %d has %d bytes, expected 1 to %d", rank, len(token), MaxLen)
		}
		tokens[rank] = token
		size += len(token)
	}
	if size >= 1<<offBits {
		return nil, fmt.Errorf("table: the tokens have %d bytes, more than %d bits can address", size, offBits)
	}
	number := uint64(slotsPerToken*len(tokens) + 1)
	slots := make([]uint64, number)
	bytes := make([]byte, 0, size+Pad)
	for rank, token := range tokens {
		off := len(bytes)
		bytes = append(bytes, token...)
		h := hash(append([]byte(token), make([]byte, Pad)...), len(token))
		at, _ := bits.Mul64(h, number)
		for slots[at] != 0 {
			at = (at + 1) % number
		}
		slots[at] = h&(1<<tagBits-1) | uint64(rank)<<rankShift | uint64(len(token)-1)<<lenShift | uint64(off)<<offShift
	}
	out := appendLE(nil, number, header)
	for _, s := range slots {
		out = appendLE(out, s, slotSize)
	}
	return append(append(out, bytes...), make([]byte, Pad)...), nil
}
