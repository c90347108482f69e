package clean

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// decodeUTF16 decodes b by its byte order mark, which it drops; without one it
// returns b. Unpaired surrogates and an odd last byte become U+FFFD.
func decodeUTF16(b []byte) []byte {
	var high, low int
	switch {
	case bytes.HasPrefix(b, []byte(bomUTF16LE)):
		high, low = 1, 0
	case bytes.HasPrefix(b, []byte(bomUTF16BE)):
		high, low = 0, 1
	default:
		return b
	}
	b = b[2:]
	unit := func(i int) rune { return rune(b[i+high])<<8 | rune(b[i+low]) }
	out := make([]byte, 0, len(b)/2+len(b)/8)
	for i := 0; i < len(b); i += 2 {
		if i+1 == len(b) {
			out = utf8.AppendRune(out, utf8.RuneError)
			break
		}
		r := unit(i)
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if i+3 < len(b) {
				pair = utf16.DecodeRune(r, unit(i+2))
			}
			if r = pair; r != utf8.RuneError {
				i += 2
			}
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// nextRune decodes the first character of b, which must not be empty. Bytes that
// are no UTF-8 give U+FFFD and the length of their maximal subpart: the longest
// start of a character that is there, or one byte.
func nextRune(b []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(b)
	if r != utf8.RuneError || size != 1 {
		return r, size
	}
	return r, subpart(b)
}

// subpart is the number of bytes at the start of b that could begin a character,
// at least 1.
func subpart(b []byte) int {
	n := 1
	for n < len(b) && !utf8.FullRune(b[:n+1]) {
		n++
	}
	return n
}
