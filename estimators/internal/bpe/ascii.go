package bpe

import (
	"encoding/binary"
	"math/bits"
)

// prefixes holds 1 for the bytes that may stand before a word as a part of it.
var prefixes = func() (t [256]uint8) {
	for c := range 128 {
		if ascii[c]&(letter|number|newline) == 0 {
			t[c] = 1
		}
	}
	return t
}()

// Eight bytes at a time, one to each byte of a word.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

// notLower returns a word whose high bits say which bytes of w are no ASCII letters
// of lower case.
func notLower(w uint64) uint64 {
	low := w &^ highs
	from := low + (0x80-'a')*ones     // the high bit: at least 'a'
	beyond := low + (0x80-'z'-1)*ones // the high bit: more than 'z'
	return (^from | beyond | w) & highs
}

// lowerASCII returns the end of the run of ASCII letters of lower case at i.
func (s *splitter) lowerASCII(i int) int {
	for i+8 <= len(s.text) {
		if stop := notLower(binary.LittleEndian.Uint64(s.text[i:])); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += 8
	}
	for i < len(s.text) && ascii[s.text[i]]&lower != 0 {
		i++
	}
	return i
}

// letterASCII returns the end of the run of ASCII letters at i.
func (s *splitter) letterASCII(i int) int {
	for i+8 <= len(s.text) {
		if stop := notLower(binary.LittleEndian.Uint64(s.text[i:]) | 0x20*ones); stop != 0 {
			return i + bits.TrailingZeros64(stop)/8
		}
		i += 8
	}
	for i < len(s.text) && ascii[s.text[i]]&letter != 0 {
		i++
	}
	return i
}
