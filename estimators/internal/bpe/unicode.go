package bpe

import (
	"sync"
	"unicode"
	"unicode/utf8"
)

// A class says what the splitting rules ask of a character, as a set of flags.
type class = uint8

const (
	upper   class = 1 << iota // may stand in the upper-case part of a word: Lu, Lt, Lm, Lo, M
	lower                     // may stand in the lower-case part of a word: Ll, Lm, Lo, M
	letter                    // L
	mark                      // M
	number                    // N
	space                     // white space, with line ends
	newline                   // CR and LF
)

// notSymbol tests for what symbols are not; marks are among them.
const notSymbol = letter | number | space

// ascii holds the classes of single bytes. Bytes beyond ASCII have none.
var ascii = func() (t [256]class) {
	for c := range utf8.RuneSelf {
		t[c] = classify(rune(c))
	}
	return t
}()

// tabled is how many code points have their class in a table: the planes of text
// and emoji. The planes beyond hold ideographs, tags and private use.
const tabled = 0x20000

// wide returns the classes of the first code points. It is built from the tables
// of Go when a text first needs it, range by range.
var wide = sync.OnceValue(func() *[tabled]class {
	t := new([tabled]class)
	for _, g := range general {
		fill(t, g.table, g.class)
	}
	for c := range rune(utf8.RuneSelf) {
		t[c] = ascii[c]
	}
	return t
})

var general = []struct {
	table *unicode.RangeTable
	class class
}{
	{unicode.Lu, letter | upper},
	{unicode.Lt, letter | upper},
	{unicode.Ll, letter | lower},
	{unicode.Lm, letter | upper | lower},
	{unicode.Lo, letter | upper | lower},
	{unicode.M, mark | upper | lower},
	{unicode.N, number},
	{unicode.White_Space, space},
}

func fill(t *[tabled]class, table *unicode.RangeTable, c class) {
	for _, r := range table.R16 {
		for i := uint32(r.Lo); i <= uint32(r.Hi); i += uint32(r.Stride) {
			t[i] = c
		}
	}
	for _, r := range table.R32 {
		for i := r.Lo; i <= r.Hi && i < tabled; i += r.Stride {
			t[i] = c
		}
	}
}

// classify returns the class of any code point, slowly.
func classify(r rune) class {
	if r == '\r' || r == '\n' {
		return space | newline
	}
	for _, g := range general {
		if unicode.Is(g.table, r) {
			return g.class
		}
	}
	return 0
}
