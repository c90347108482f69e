// Package words finds where words and numbers of a content begin and end, so that
// nothing that is drawn of it is cut inside one: 137 shown as 1 says something else.
package words

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Cut reports whether an edge at byte i lies inside a character, a word, a number
// with its sign and percent, or an escape. Scripts that put no blanks between words
// may be cut between any two characters.
func Cut(content []byte, i int) bool {
	if i <= 0 || i >= len(content) {
		return false
	}
	if a, b := content[i-1], content[i]; a < utf8.RuneSelf && b < utf8.RuneSelf && !tight[a] && !tight[b] {
		return false
	}
	if !utf8.RuneStart(content[i]) {
		return true
	}
	before, n := utf8.DecodeLastRune(content[:i])
	behind, _ := utf8.DecodeRune(content[i:])
	switch {
	case unicode.IsMark(behind), before == '\\':
		return true
	case joins(before) && joins(behind):
		return true
	case isDigit(before) && inNumber(behind) && isDigitAt(content, i+1):
		return true
	case inNumber(before) && isDigit(behind) && isDigitAt(content, i-2):
		return true
	case isDigit(before) && (behind == '%' || behind == '‰' || behind == '°'):
		return true
	case isSign(before) && isDigit(behind):
		last, _ := utf8.DecodeLastRune(content[:i-n])
		return i == n || !joins(last)
	}
	return false
}

// tight are the ASCII bytes beside which an edge may be a cut.
var tight = func() (t [utf8.RuneSelf]bool) {
	for c := range t {
		t[c] = joins(rune(c)) || inNumber(rune(c)) || isSign(rune(c)) || c == '%' || c == '\\'
	}
	return t
}()

// Ahead returns the first place at or behind byte i that is no Cut, at most `most`
// bytes behind it; else the first edge of a character.
func Ahead(content []byte, i, most int) int {
	for k := i; k <= min(i+most, len(content)); k++ {
		if !Cut(content, k) {
			return k
		}
	}
	for i < len(content) && !utf8.RuneStart(content[i]) {
		i++
	}
	return i
}

// Back returns the last place at or before byte i that is no Cut, at most `most`
// bytes before it; else the last edge of a character.
func Back(content []byte, i, most int) int {
	for k := i; k >= max(0, i-most); k-- {
		if !Cut(content, k) {
			return k
		}
	}
	for i > 0 && i < len(content) && !utf8.RuneStart(content[i]) {
		i--
	}
	return i
}

// joins reports whether r is part of a word that must stand whole.
func joins(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || isDigit(r) || r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !unicode.In(r, dense...)
}

// dense are the scripts that are written without blanks between words.
var dense = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// inNumber reports whether r may stand between two digits of one number, date, time
// or version.
func inNumber(r rune) bool {
	return r == '.' || r == ',' || r == ':' || r == '-' || r == '/' || r == '\''
}

func isSign(r rune) bool {
	return r == '-' || r == '+' || r == '−' || r == '$' || r == '€' || r == '£' || r == '¥'
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isDigitAt(content []byte, i int) bool {
	return i >= 0 && i < len(content) && isDigit(rune(content[i]))
}

// Within reports whether an edge at byte i lies within a run of letters and digits of
// whatever script. An escape of a JSON string, however often it is escaped itself,
// counts as what it stands for.
func Within(content []byte, i int) bool {
	if i <= 0 || i >= len(content) {
		return false
	}
	return endsInWord(content[:i]) && beginsInWord(content[i:])
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func beginsInWord(b []byte) bool {
	if b[0] == '\\' {
		r, ok := escaped(bytes.TrimLeft(b, `\`))
		return ok && inWord(r)
	}
	r, _ := utf8.DecodeRune(b)
	return inWord(r)
}

func endsInWord(b []byte) bool {
	if n := len(b) - len("u0000"); n > 0 && b[n-1] == '\\' {
		if r, ok := escaped(b[n:]); ok {
			return inWord(r)
		}
	}
	r, n := utf8.DecodeLastRune(b)
	return inWord(r) && (n == len(b) || b[len(b)-n-1] != '\\')
}

// escaped reads the uXXXX of an escape.
func escaped(b []byte) (rune, bool) {
	if len(b) < len("u0000") || b[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b[1:5]), 16, 32)
	return rune(n), err == nil
}
