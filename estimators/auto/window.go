package auto

import (
	"unicode"
	"unicode/utf8"
)

// A text has minWindows windows of windowBytes and one more for every bytesPerWindow:
// of a text of 1 MB that is a fortieth, which takes half as long as the estimate of the
// whole. Smaller windows would err less for as many bytes, but more where a text has
// no place to part at.
const (
	windowBytes    = 512
	minWindows     = 44
	bytesPerWindow = 128 << 10
)

// windows is how many windows a text of n bytes has.
func windows(n int) int { return minWindows + n/bytesPerWindow }

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
// none is near, it is the first edge of a character behind a multiple of longestToken:
// tokens of rules and blanks are of lengths that part it. An edge never lies before
// that of a smaller i.
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
	i = min(len(text), (i+longestToken-1)/longestToken*longestToken)
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsNumber(r)
}
