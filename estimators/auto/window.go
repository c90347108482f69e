package auto

import (
	"unicode"
	"unicode/utf8"
)

// A text has minWindows windows of windowBytes, or one for every bytesPerWindow
// where those are more: of a long text a sixteenth is counted, which takes about as
// long as the estimate of the whole.
const (
	windowBytes    = 512
	minWindows     = 64
	bytesPerWindow = 16 * windowBytes
)

// windows is how many windows a text of n bytes has.
func windows(n int) int { return max(minWindows, n/bytesPerWindow) }

// golden is the fraction of the golden ratio in units of 1/65536. Its multiples fall
// evenly into every part of a stratum, so that no period of a text meets the
// windows' own.
const golden = 40503

// window is the i-th of k windows: a place in the i-th of k equal parts of the text.
// Both of its edges move on to where the encoding surely parts the text, so that no
// token is cut, and the bytes of a long word are as likely in a window as any.
func window(text []byte, i, k int) []byte {
	part := len(text) / k
	from := i*part + (i*golden&0xFFFF)*(part-windowBytes)>>16
	return text[edge(text, from):edge(text, from+windowBytes)]
}

// edgeWithin is how many bytes an edge moves on at most: longer words are cut.
const edgeWithin = 256

// edge is the first place from i on where o200k_base surely parts a text: behind a
// letter or a number, where neither of them, no mark and no apostrophe follows. Where
// none is near it is the first edge of a character. An edge never lies before that of
// a smaller i.
func edge(text []byte, i int) int {
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	r, _ := utf8.DecodeLastRune(text[:i])
	behind := isWord(r)
	for j := i; j < min(len(text), i+edgeWithin); {
		r, n := utf8.DecodeRune(text[j:])
		word := isWord(r)
		if behind && !word && r != '\'' && !unicode.IsMark(r) {
			return j
		}
		behind = word
		j += n
	}
	return i
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
