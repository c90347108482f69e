package lines

import (
	"unicode"
	"unicode/utf8"
)

// Chunks parts a long text into pieces of at most max bytes, at good places: after
// a blank, a comma or a closing bracket where one stands in the second half, and
// never inside a character or between a character and what modifies or is joined
// to it. A piece may pass max where one such sequence is longer. The pieces cover
// the text without gaps.
func Chunks(text []byte, max int) []Span {
	if max < utf8.UTFMax {
		max = utf8.UTFMax
	}
	var out []Span
	for at := 0; at < len(text); {
		// a short rest is not worth a piece of its own
		if len(text)-at <= max+max/4 {
			return append(out, Span{at, len(text)})
		}
		end := at + goodCut(text[at:], max)
		out = append(out, Span{at, end})
		at = end
	}
	return out
}

// longSequence is how many bytes past the limit of a piece are searched for the end
// of a sequence that fills it; longer ones are cut between characters.
const longSequence = 256

func goodCut(text []byte, to int) int {
	for i := to; i > to/2; i-- {
		switch text[i-1] {
		case ' ', ',', ';', '\t', ')', '}', ']', '\n':
			if Boundary(text, i) && !inNumber(text, i) {
				return i
			}
		}
	}
	for i := to; i > to/2; i-- {
		if Boundary(text, i) && !inToken(text, i) && !inNumber(text, i) {
			return i
		}
	}
	for i := to; i > 0; i-- {
		if Boundary(text, i) {
			return i
		}
	}
	// one sequence fills the piece: take all of it, but not without end
	for i := to + 1; i <= len(text) && i < to+longSequence; i++ {
		if Boundary(text, i) {
			return i
		}
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return to
}

// inToken reports whether byte i stands within a word or a number of ASCII: half a number
// is another number.
func inToken(text []byte, i int) bool {
	return i > 0 && i < len(text) && (wordByte(text[i-1]) || text[i-1] == '.' || text[i-1] == '-') && (wordByte(text[i]) || text[i] == '.' || text[i] == '%')
}

// inNumber reports whether byte i stands behind the comma of a number.
func inNumber(text []byte, i int) bool {
	return i > 1 && i < len(text) && text[i-1] == ',' && digit(text[i-2]) && digit(text[i])
}

// Boundary reports whether text may be cut at byte i without parting a character
// or a sequence that is drawn as one: base and combining mark, emoji and skin tone
// or variation selector, joined emoji, a flag's two letters.
func Boundary(text []byte, i int) bool {
	if i <= 0 || i >= len(text) {
		return true
	}
	if !utf8.RuneStart(text[i]) {
		return false
	}
	next, _ := utf8.DecodeRune(text[i:])
	if next < 0x300 && text[i-1] < utf8.RuneSelf {
		return !(text[i-1] == '\r' && next == '\n')
	}
	prev, _ := utf8.DecodeLastRune(text[:i])
	if prev == '\u200d' || joins(next) {
		return false
	}
	if flagLetter(prev) && flagLetter(next) {
		return !oddFlagLetters(text[:i])
	}
	return true
}

// joins reports whether r is drawn together with the character before it.
func joins(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == '\u200d', r >= 0xfe00 && r <= 0xfe0f, r >= 0x1f3fb && r <= 0x1f3ff, r >= 0xe0020 && r <= 0xe007f:
		return true
	}
	return unicode.Is(unicode.M, r)
}

func flagLetter(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// oddFlagLetters reports whether text ends in an odd number of flag letters, of
// which at most the last 256 are looked at.
func oddFlagLetters(text []byte) bool {
	n := 0
	for ; n < 256; n++ {
		r, size := utf8.DecodeLastRune(text)
		if !flagLetter(r) {
			break
		}
		text = text[:len(text)-size]
	}
	return n%2 == 1
}
