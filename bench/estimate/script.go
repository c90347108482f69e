package estimate

import (
	"unicode"
	"unicode/utf8"
)

// Scripts are the words of Script, in the order of tables.
var Scripts = []string{"ascii", "latin", "cyrillic", "greek", "han", "kana", "hangul", "arabic", "hebrew", "devanagari", "thai", "other"}

// Places in Scripts.
const (
	ascii = iota
	latin
	cyrillic
	greek
	han
	kana
	hangul
	arabic
	hebrew
	devanagari
	thai
	other
)

var tables = [...]struct {
	script int
	table  *unicode.RangeTable
}{
	{latin, unicode.Latin}, {cyrillic, unicode.Cyrillic}, {greek, unicode.Greek}, {han, unicode.Han},
	{kana, unicode.Hiragana}, {kana, unicode.Katakana}, {hangul, unicode.Hangul}, {arabic, unicode.Arabic},
	{hebrew, unicode.Hebrew}, {devanagari, unicode.Devanagari}, {thai, unicode.Thai},
}

// One Latin letter of diacritic in a hundred makes a text one with diacritics (English
// has fewer, German and Spanish twice as many), one kana of ten makes Han Japanese.
const (
	diacritics = 100
	kanaOfHan  = 10
)

// Script is the script that most bytes of the letters and symbols of a text belong to:
// "ascii" where those are letters of ASCII, or where there are none; "latin" for Latin
// letters of which some have diacritics; "kana" for Japanese, the Han characters in it
// included; "other" for symbols, emoji and all other scripts. Marks and the full stops
// of a script count where the script has them.
func Script(text []byte) string {
	var bytes [other + 1]int
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c|0x20 >= 'a' && c|0x20 <= 'z' {
				bytes[ascii]++
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		if s, ok := scriptOf(r); ok {
			bytes[s] += n
		}
	}
	letters := bytes[ascii] + bytes[latin]/2 // a letter with a diacritic has two bytes
	bytes[ascii], bytes[latin] = bytes[ascii]+bytes[latin], 0
	if japanese := bytes[han] + bytes[kana]; bytes[kana]*kanaOfHan >= japanese && japanese > 0 {
		bytes[han], bytes[kana] = 0, japanese
	}
	best := ascii
	for s := range bytes {
		if bytes[s] > bytes[best] {
			best = s
		}
	}
	if accented := bytes[ascii] - letters; best == ascii && accented*diacritics >= letters && accented > 0 {
		best = latin
	}
	return Scripts[best]
}

// scriptOf is false for what belongs to no script: punctuation, digits, blanks.
func scriptOf(r rune) (script int, ok bool) {
	for _, t := range tables {
		if unicode.Is(t.table, r) {
			return t.script, true
		}
	}
	return other, unicode.IsLetter(r) || unicode.In(r, unicode.So, unicode.Sk)
}
