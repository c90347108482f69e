package tiktoken

import (
	"unicode"
	"unicode/utf8"
)

// Runs without a sure place to part at are cut, as the encoder's time grows with
// the square of a run. 1152 is a multiple of 128 and of 3: spaces and symbols make
// tokens of up to 128 characters, digits of up to 3, so that most cuts fall between
// tokens.
const (
	longestRun = 2304 // bytes
	cutRun     = 1152 // bytes
)

// What stands before a place to part at.
const (
	other  byte = iota // no letter and no number: never part behind it
	letter             // of ASCII
	digit              // of ASCII
	wide               // a letter or number beyond ASCII
)

var classes = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		if c >= '0' && c <= '9' {
			t[c] = digit
		} else if c|0x20 >= 'a' && c|0x20 <= 'z' {
			t[c] = letter
		}
	}
	return t
}()

// nextCut returns the length of the first piece of text, which must not be empty.
// Both encodings part a text by a regular expression before they encode it, and
// both always part it behind a letter or a number where anything but a letter, a
// mark, a number or an apostrophe follows, and between an ASCII letter and an ASCII
// digit. So the counts of such pieces add up to the count of the whole. Where no
// such place comes in longestRun bytes, the piece is cutRun bytes long.
func nextCut(text []byte) int {
	before := other
	for i := 0; i < len(text); {
		if i > longestRun {
			return runeEdge(text, cutRun)
		}
		class, n, parts := other, 1, true
		if c := text[i]; c < utf8.RuneSelf {
			class = classes[c]
			parts = c != '\'' && (class == other || before+class == letter+digit)
		} else {
			var r rune
			if r, n = utf8.DecodeRune(text[i:]); unicode.IsLetter(r) || unicode.IsNumber(r) {
				class, parts = wide, false
			} else {
				parts = !unicode.IsMark(r)
			}
		}
		if parts && before != other {
			return i
		}
		before = class
		i += n
	}
	return len(text)
}

// runeEdge returns the last edge of a character in text up to n.
func runeEdge(text []byte, n int) int {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
