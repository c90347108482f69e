package document

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// minSentence is the fewest bytes of a sentence; a shorter one stays with the next.
const minSentence = 25

// CutSentence returns where the first sentence of text ends and where the next
// one starts; both are len(text) where there is no second one.
func CutSentence(text []byte) (end, next int) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '.' || c == '!' || c == '?':
			e := closing(text, i+1)
			if e >= len(text) || !isSpace(text[e]) || e < minSentence || c == '.' && abbreviated(text[:i]) {
				continue
			}
			n := skipSpace(text, e)
			if n >= len(text) {
				return len(text), len(text)
			}
			if r, _ := utf8.DecodeRune(text[n:]); unicode.IsLower(r) {
				continue
			}
			return e, n
		case c == 0xE3 || c == 0xEF: // 。 is E3 80 82, ！ EF BC 81, ？ EF BC 9F
			if w := wideStop(text[i:]); w > 0 {
				e := closing(text, i+w)
				if n := skipSpace(text, e); e >= minSentence && n < len(text) {
					return e, n
				}
			}
		}
	}
	return len(text), len(text)
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func skipSpace(text []byte, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return i
}

func wideStop(text []byte) int {
	r, n := utf8.DecodeRune(text)
	if r == '。' || r == '！' || r == '？' {
		return n
	}
	return 0
}

// closing skips quotes and brackets that close behind a full stop.
func closing(text []byte, i int) int {
	for i < len(text) {
		r, n := utf8.DecodeRune(text[i:])
		switch r {
		case '"', '\'', ')', ']', '*', '_', '`', '”', '’', '»', '」', '』', '）', '】':
			i += n
		default:
			return i
		}
	}
	return i
}

var shortForms = map[string]bool{
	"eg": true, "ie": true, "etc": true, "vs": true, "cf": true, "mr": true, "mrs": true, "dr": true, "prof": true,
	"fig": true, "no": true, "st": true, "approx": true, "resp": true, "sec": true, "vol": true, "pp": true, "al": true,
}

// abbreviated reports whether the text ends with a word whose point ends no
// sentence: "e.g", "etc", an initial.
func abbreviated(text []byte) bool {
	start := len(text)
	for start > 0 && len(text)-start < 12 && !isSpace(text[start-1]) && text[start-1] != '(' {
		start--
	}
	w := text[start:]
	if len(w) > 0 && len(w) < 6 && bytes.IndexByte(w, '.') > 0 && !hasDigit(w) {
		return true
	}
	if len(w) == 1 && w[0] >= 'A' && w[0] <= 'Z' {
		return true
	}
	return len(w) < 8 && shortForms[string(bytes.ToLower(w))]
}

func hasDigit(b []byte) bool {
	for _, c := range b {
		if c >= '0' && c <= '9' {
			return true
		}
	}
	return false
}
