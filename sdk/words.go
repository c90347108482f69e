package sdk

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// vocabulary holds what some bytes of the content say: their words, as they stand
// and with markup, entities and escapes decoded.
type vocabulary struct {
	words map[string]bool
	forms []string // the decoded forms, for words that were cut
}

func newVocabulary(raw []byte) *vocabulary {
	v := &vocabulary{words: map[string]bool{}}
	text := string(raw)
	for level := 0; ; level++ {
		v.learn(text)
		if strings.IndexByte(text, '&') >= 0 {
			v.learn(html.UnescapeString(text))
		}
		if strings.IndexByte(text, '<') >= 0 {
			v.learn(html.UnescapeString(dropTags(text, false)))
			v.learn(html.UnescapeString(dropTags(text, true)))
		}
		if strings.Contains(text, "\x1b[") {
			v.learn(dropColours(text))
		}
		if level == maxEscapes || strings.IndexByte(text, '\\') < 0 {
			return v
		}
		text = unescapeJSON(text)
	}
}

// dropColours leaves out the terminal sequences that begin with ESC [.
func dropColours(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		for i += 2; i < len(s) && s[i] >= ' ' && s[i] <= '?'; i++ { // parameters
		}
		if i < len(s) && s[i] >= '@' && s[i] <= '~' {
			i++
		}
		s = s[i:]
	}
}

// maxEscapes is how many times over escapes are decoded: a document may stand in a
// string of a document that stands in one itself.
const maxEscapes = 4

func (v *vocabulary) learn(s string) {
	v.forms = append(v.forms, s)
	eachWord(s, func(w string) bool { v.words[w] = true; return true })
}

// cut reports whether the bytes hold the word inside a longer one. A word with a
// digit must stand whole.
func (v *vocabulary) cut(w string) bool {
	if strings.IndexFunc(w, unicode.IsDigit) >= 0 {
		return false
	}
	for _, f := range v.forms {
		if strings.Contains(f, w) {
			return true
		}
	}
	return false
}

// missingWord returns the first word of text that none of the vocabularies has,
// or "". Only the first and the last word may be cut out of longer ones, as where
// a text without spaces is clipped; that keeps the time linear.
func missingWord(text string, vocs []*vocabulary) string {
	any := func(ok func(*vocabulary) bool) bool {
		for _, v := range vocs {
			if ok(v) {
				return true
			}
		}
		return false
	}
	missing, first := "", true
	eachWord(text, func(w string) bool {
		if missing != "" {
			return false
		}
		whole := any(func(v *vocabulary) bool { return v.words[w] })
		if !whole && !(first && any(func(v *vocabulary) bool { return v.cut(w) })) {
			missing = w
		}
		first = false
		return true
	})
	if missing != "" && strings.HasSuffix(strings.TrimRightFunc(text, notWord), missing) &&
		any(func(v *vocabulary) bool { return v.cut(missing) }) {
		return ""
	}
	return missing
}

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// eachWord calls f for every maximal run of letters, digits and marks in s; a
// point or comma between digits belongs to the run, so that 1.5 is one word.
func eachWord(s string, f func(string) bool) {
	start, digit := -1, false
	for i := 0; i <= len(s); {
		r, n := utf8.RuneError, 1
		if i < len(s) {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		in := i < len(s) && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
		if !in && start >= 0 && digit && (r == '.' || r == ',') && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
			in = true
		}
		if in {
			if start < 0 {
				start = i
			}
			digit = unicode.IsDigit(r)
		} else {
			if start >= 0 && !f(s[start:i]) {
				return
			}
			start, digit = -1, false
		}
		i += n
	}
}

// dropTags leaves out everything between < and >. Where apart is set, only the
// tags that stand inside words go without a trace, and others part the words
// around them, as the cells of a table do.
func dropTags(s string, apart bool) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		j := strings.IndexByte(s[i:], '>')
		if j < 0 {
			return b.String()
		}
		if apart && !inline(s[i+1:i+j]) {
			b.WriteByte(' ')
		}
		s = s[i+j+1:]
	}
}

var inlineTags = map[string]bool{
	"a": true, "abbr": true, "acronym": true, "b": true, "bdi": true, "bdo": true, "big": true, "cite": true, "code": true, "data": true,
	"del": true, "dfn": true, "em": true, "font": true, "i": true, "ins": true, "kbd": true, "label": true, "mark": true, "nobr": true,
	"q": true, "s": true, "samp": true, "small": true, "span": true, "strike": true, "strong": true, "sub": true, "sup": true,
	"time": true, "tt": true, "u": true, "var": true, "wbr": true,
}

// inline reports whether a tag, without its brackets, is one that may stand inside
// a word; comments may.
func inline(tag string) bool {
	tag = strings.TrimPrefix(tag, "/")
	n := 0
	for n < len(tag) && (tag[n]|0x20 >= 'a' && tag[n]|0x20 <= 'z') {
		n++
	}
	const longest = 8 // bytes; no name in the table is longer
	return strings.HasPrefix(tag, "!") || n <= longest && inlineTags[strings.ToLower(tag[:n])]
}

// unescapeJSON decodes the escapes of JSON strings wherever they stand.
func unescapeJSON(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n', 'r', 't', 'b', 'f':
			b.WriteByte(' ')
		case 'u':
			r, n := hexRune(s[i-1:])
			if n == 0 {
				b.WriteString(`\u`)
				continue
			}
			b.WriteRune(r)
			i += n - 2
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// hexRune reads \uXXXX or a surrogate pair of them and returns how many bytes it
// took, 0 where there is none.
func hexRune(s string) (rune, int) {
	one := func(s string) (rune, bool) {
		if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
			return 0, false
		}
		v, err := strconv.ParseUint(s[2:6], 16, 32)
		return rune(v), err == nil
	}
	r, ok := one(s)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := one(s[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != unicode.ReplacementChar {
				return pair, 12
			}
		}
		return unicode.ReplacementChar, 6
	}
	return r, 6
}
