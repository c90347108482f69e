// Package decode reads text as a model's tokenizer is handed it: bytes that are no
// UTF-8 are one U+FFFD for every maximal subpart, as browsers and Python decode
// them, where Go's range counts one for every byte.
package decode

import "unicode/utf8"

// Rune returns the first code point of text, which must not be empty, and how many
// bytes of it stand for that code point.
func Rune(text []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(text)
	if r == utf8.RuneError && size == 1 {
		for size < len(text) && !utf8.FullRune(text[:size+1]) {
			size++
		}
	}
	return r, size
}

// Valid returns text with one U+FFFD for every maximal subpart that is no UTF-8;
// text itself where there is none.
func Valid(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		r, n := Rune(text)
		out = utf8.AppendRune(out, r)
		text = text[n:]
	}
	return out
}

// Units returns how many code points text has, and how many units of UTF-16.
func Units(text []byte) (points, utf16 int) {
	if utf8.Valid(text) {
		for _, c := range text {
			if c&0xC0 != 0x80 {
				points++
			}
			if c >= 0xF0 {
				utf16++
			}
		}
		return points, points + utf16
	}
	for len(text) > 0 {
		r, n := Rune(text)
		points++
		utf16++
		if r > 0xFFFF {
			utf16++
		}
		text = text[n:]
	}
	return points, utf16
}
