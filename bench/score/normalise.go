package score

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// ansi matches the terminal's control sequences: CSI, the strings of OSC, DCS, APC,
// PM and SOS up to their end, and escapes of two or three bytes (ECMA-48).
var ansi = regexp.MustCompile("\x1b(?:\\[[0-?]*[ -/]*[@-~]|[\\]P_^X][^\x07\x1b\n]*(?:\x07|\x1b\\\\)?|[ -/]*[0-~])")

// Normalise is the form in which facts and outputs are compared: without terminal
// sequences, escapes and entities decoded, composed (NFC), without Markdown
// emphasis and back-ticks, and with every run of white space and of " \ , : = | as
// one space. What a faithful rewrite may change does not matter in it.
func Normalise(s string) string {
	if strings.IndexByte(s, 0x1b) >= 0 {
		s = ansi.ReplaceAllString(s, "")
	}
	if strings.IndexByte(s, '\\') >= 0 {
		s = unescape(s)
		if strings.IndexByte(s, 0x1b) >= 0 {
			s = ansi.ReplaceAllString(s, "")
		}
	}
	for range 2 { // twice: a page about entities may be shown decoded once
		if strings.IndexByte(s, '&') >= 0 {
			s = html.UnescapeString(s)
		}
	}
	return squeeze(norm.NFC.String(s))
}

// squeeze drops emphasis and makes one space of each run of space and separators.
func squeeze(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch r {
		case '*', '_', '`':
			continue
		case '"', '\\', ',', ':', '=', '|':
			space = true
			continue
		}
		if unicode.IsSpace(r) {
			space = true
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// unescape decodes the escapes of JSON strings and drops back-slashes before
// punctuation, however often they were escaped. Other back-slashes stay.
func unescape(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		j := i
		for j < len(s) && s[j] == '\\' {
			j++
		}
		text, n := escaped(s[j:])
		if n == 0 {
			text = s[i:j]
		}
		b.WriteString(text)
		i = j + n
	}
	return b.String()
}

// escaped says what the bytes after a back-slash stand for and how many they are;
// 0 where they are no escape.
func escaped(s string) (text string, n int) {
	if s == "" {
		return "", 0
	}
	switch c := s[0]; {
	case c == 'n' || c == 'r' || c == 't':
		return " ", 1
	case c == 'u' && len(s) >= 5:
		v, err := strconv.ParseUint(s[1:5], 16, 32)
		if err != nil {
			return "", 0
		}
		if r := rune(v); utf8.ValidRune(r) && (r >= ' ' || r == 0x1b) {
			return string(r), 5
		}
		return " ", 5
	case strings.IndexByte("[]`*_{}()#+.!|<>~$/-", c) >= 0:
		return s[:1], 1
	}
	return "", 0
}

// Needle is a fact's text, made ready to be looked for in normalised outputs.
type Needle struct {
	text    string
	numeric bool // digits and no letters
}

// NewNeedle normalises a fact's text.
func NewNeedle(fact string) Needle {
	n := Needle{text: strings.TrimSpace(Normalise(fact))}
	n.numeric = strings.IndexFunc(n.text, unicode.IsLetter) < 0 && strings.IndexFunc(n.text, unicode.IsDigit) >= 0
	return n
}

// In reports whether the fact stands in a normalised text. A fact of digits without
// letters must not be part of a longer number or word: 32 is not in 1320 or 32.5.
func (n Needle) In(normalised string) bool { return n.Index(normalised) >= 0 }

// Index is where the fact first stands in a normalised text, or -1.
func (n Needle) Index(normalised string) int {
	if n.text == "" {
		return -1
	}
	if !n.numeric {
		return strings.Index(normalised, n.text)
	}
	for from := 0; ; {
		k := strings.Index(normalised[from:], n.text)
		if k < 0 {
			return -1
		}
		from += k
		if n.stands(normalised, from, from+len(n.text)) {
			return from
		}
		from++
	}
}

// stands checks both ends of s[a:b]; an end of the fact that is no digit is free.
func (n Needle) stands(s string, a, b int) bool {
	if digit(n.text[0]) && a > 0 {
		r, _ := utf8.DecodeLastRuneInString(s[:a])
		if wordRune(r) || r == '.' && a > 1 && digit(s[a-2]) {
			return false
		}
	}
	if digit(n.text[len(n.text)-1]) && b < len(s) {
		r, _ := utf8.DecodeRuneInString(s[b:])
		if wordRune(r) || r == '.' && b+1 < len(s) && digit(s[b+1]) {
			return false
		}
	}
	return true
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
