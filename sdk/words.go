package sdk

import (
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// reading is what some bytes of the content say, in the forms in which a reader may
// know them: as they stand, and with markup, entities and escapes decoded.
type reading struct {
	span  Span
	raw   string
	forms []form // the bytes as they stand first; the others when they are asked for
	all   bool   // whether the others are there
	words map[string]bool
}

// form is one way to read some bytes: its tokens, and for each place the first token
// from there on that is no markup and so must not be passed over in silence.
type form struct {
	text   string
	tokens []string
	must   []int // one longer than tokens; nil where no token is markup
}

func read(content []byte, span Span) *reading {
	r := &reading{span: span, raw: string(content[span.Start:span.End])}
	r.learn(r.raw)
	return r
}

func (r *reading) learn(text string) {
	f := form{text: text}
	var markup []bool
	some := false
	tokensOf(text, func(t string, tag bool) {
		if t != ellipsis {
			f.tokens, markup = append(f.tokens, t), append(markup, tag)
			some = some || tag
		}
	})
	if some {
		f.must = make([]int, len(f.tokens)+1)
		f.must[len(f.tokens)] = len(f.tokens)
		for k := len(f.tokens) - 1; k >= 0; k-- {
			if f.must[k] = k; markup[k] {
				f.must[k] = f.must[k+1]
			}
		}
	}
	r.forms = append(r.forms, f)
}

// tokensOf calls f for each token of a text, and says whether it is one of markup: the
// bracket of a tag makes no comparison with what stands beside it.
func tokensOf(text string, f func(token string, tag bool)) {
	for at := 0; at < len(text); {
		from, to := nextMarkup(text, at)
		eachToken(text[at:from], func(t string) bool { f(t, false); return true })
		eachToken(text[from:to], func(t string) bool { f(t, true); return true })
		at = to
	}
}

// nextMarkup finds the next tag or comment at or behind a place; both ends are the end
// of the text where there is none. The text may begin within a tag, behind an
// attribute's value.
func nextMarkup(text string, at int) (from, to int) {
	if end := strings.IndexAny(text, "<>"); at == 0 && end >= 0 && text[end] == '>' && strings.Contains(text[:end], `="`) {
		return 0, end + 1
	}
	for i := at; i < len(text); i++ {
		k := strings.IndexAny(text[i:], "</")
		if k < 0 || i+k+1 == len(text) {
			break
		}
		i += k
		end := -1
		switch c := text[i+1]; {
		case text[i] == '<' && (c|0x20 >= 'a' && c|0x20 <= 'z' || c == '/' || c == '!' || c == '?'):
			end = endOfTag(text[i:])
		case text[i] == '/' && c == '*':
			if end = strings.Index(text[i+2:], "*/"); end >= 0 {
				end += 3
			}
		}
		if end >= 0 {
			return i, i + end + 1
		}
	}
	return len(text), len(text)
}

// endOfTag is the last byte of the tag at the beginning of s, with what a script or a
// style sheet holds; -1 where it has no end.
func endOfTag(s string) int {
	for _, name := range [...]string{"script", "style"} {
		if len(s) > len(name)+1 && strings.EqualFold(s[1:1+len(name)], name) {
			if k := strings.Index(s, "</"+s[1:1+len(name)]); k >= 0 {
				if end := strings.IndexByte(s[k:], '>'); end >= 0 {
					return k + end
				}
				return len(s) - 1
			}
		}
	}
	if strings.HasPrefix(s, "<!--") {
		if k := strings.Index(s, "-->"); k >= 0 {
			return k + 2
		}
	}
	return strings.IndexByte(s, '>')
}

// decoded adds the forms that are not the bytes as they stand.
func (r *reading) decoded() []form {
	if r.all {
		return r.forms
	}
	r.all = true
	text := r.raw
	for level := 0; ; level++ {
		if level > 0 {
			r.learn(text)
		}
		if strings.IndexByte(text, '&') >= 0 {
			r.learn(html.UnescapeString(text))
		}
		tags, coloured := strings.IndexByte(text, '<') >= 0, strings.IndexByte(text, '\x1b') >= 0
		if tags {
			r.learnTagged(text)
		}
		if tags && coloured {
			r.learnTagged(dropEscapes(text, "", dropAll))
		}
		if coloured && strings.IndexByte(text, '&') >= 0 {
			r.learn(html.UnescapeString(dropEscapes(text, "", dropAll)))
		}
		if coloured {
			for _, apart := range [...]string{"", " "} {
				for _, mode := range [...]int{dropAll, keepTitles, keepNumbers} {
					r.learn(dropEscapes(text, apart, mode))
				}
			}
		}
		if level == maxEscapes || strings.IndexByte(text, '\\') < 0 {
			return r.forms
		}
		text = unescapeJSON(text)
	}
}

// learnTagged adds the forms of a text without its tags.
func (r *reading) learnTagged(text string) {
	r.learn(html.UnescapeString(dropTags(text, false)))
	r.learn(html.UnescapeString(dropTags(text, true)))
}

// has reports whether any form holds a token.
func (r *reading) has(token string) bool {
	if r.words == nil {
		r.words = map[string]bool{}
		for _, f := range r.decoded() {
			for _, t := range f.tokens {
				r.words[t] = true
			}
		}
	}
	return r.words[token]
}

// hasPart reports whether any form holds a word inside a longer one. A word with a
// digit must stand whole.
func (r *reading) hasPart(w string) bool {
	if strings.IndexFunc(w, unicode.IsDigit) >= 0 {
		return false
	}
	for _, f := range r.decoded() {
		if strings.Contains(f.text, w) {
			return true
		}
	}
	return false
}

// How dropEscapes reads sequences that have no end, where readers differ.
const (
	dropAll     = iota // titles and links go on to the next line, numbers as far as they reach
	keepTitles         // of a title or link only its beginning is dropped
	keepNumbers        // of what begins with ESC [ only ESC is
)

// dropEscapes leaves out terminal sequences: those that begin with ESC [, up to
// their last byte or to what cannot be part of them, and strings such as titles and
// links, up to what ends them or to the next line, as mode says. apart is put in their
// place.
func dropEscapes(s, apart string, mode int) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\x1b')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		switch s = s[i+1:]; s[0] {
		case '[':
			i = 1
			for i < len(s) && s[i] >= ' ' && s[i] <= '?' && (mode != keepNumbers || s[i] < '0' || s[i-1] >= '0') { // parameters
				i++
			}
			if i < len(s) && s[i] >= '@' && s[i] <= '~' {
				i++
			} else if mode == keepNumbers {
				i = 0
			}
		case ']', 'P', 'X', '^', '_':
			for i = 1; mode == dropAll && i < len(s) && s[i] != '\a' && s[i] != '\x1b' && s[i] != '\n'; {
				i++
			}
		case '\x1b': // begins one itself
			i = 0
		default:
			i = 1
		}
		b.WriteString(apart)
		s = s[i:]
	}
}

// maxEscapes is how many times over escapes are decoded: a document may stand in a
// string of a document that stands in one itself.
const maxEscapes = 4

func notWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// eachToken calls f for every word of s, a maximal run of letters, digits and marks,
// and for what turns the sense of words: a point or comma between digits belongs to
// the number, as do its minus and its percent sign, and a comparison or an ellipsis
// is a token of its own.
func eachToken(s string, f func(string) bool) {
	start, last := -1, ' ' // where the word began; the character before
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case !notWord(r):
			if start < 0 {
				start = i
			}
		case start >= 0 && isDigit(last) && (r == '.' || r == ',') && i+1 < len(s) && isDigit(rune(s[i+1])):
		default:
			if r == '%' && start >= 0 && isDigit(last) {
				if !f(s[start : i+1]) {
					return
				}
				start = -1
				break
			}
			if start >= 0 && !f(s[start:i]) {
				return
			}
			start = -1
			if (r == '-' || r == '\u2212') && notWord(last) && i+n < len(s) && isDigit(rune(s[i+n])) {
				start = i
			} else if skip, m := comparison(s[i:], s[:i]); m > 0 {
				if !f(s[i+skip : i+skip+m]) {
					return
				}
				n = skip + m
			} else {
				n = max(n, skip)
			}
		}
		last = r
		i += n
	}
	if start >= 0 {
		f(s[start:])
	}
}

// ellipsis in a text says that something of its bytes is left out there.
const ellipsis = "…"

// comparison is how many bytes a comparison takes at the beginning of s, 0 where
// there is none, and skip how many before it belong to nothing. A lone < or > is
// none: tags, arrows and quotes have them.
func comparison(s string, before string) (skip, n int) {
	switch s[0] {
	case '!', '=', '<', '>':
		run := 1
		for run < len(s) && strings.IndexByte("!=<>", s[run]) >= 0 {
			run++
		}
		switch {
		case before != "" && strings.IndexByte("-/", before[len(before)-1]) >= 0 || run < len(s) && s[run] == '-': // arrows
		case s[0] == '>' && inTag(before):
		case run == 2 && s[:2] == "==" && !strings.HasSuffix(before, " ") && !strings.HasPrefix(s[2:], " "): // key==value
		case run == 2 && isComparison(s[:2]):
			return 0, run
		case run == 3 && s[0] == '=' && s[1:3] != "==" && isComparison(s[1:3]): // key=>=5
			return 1, 2
		}
		return run, 0
	case 0xe2: // the first byte of each of them
		for _, sign := range [...]string{"≠", "≤", "≥", ellipsis} {
			if strings.HasPrefix(s, sign) {
				return 0, len(sign)
			}
		}
	}
	return 0, 0
}

// inTag reports whether a text ends within a tag.
func inTag(s string) bool {
	const longest = 64 // bytes
	s = s[max(0, len(s)-longest):]
	k := strings.LastIndexAny(s, "<>")
	return k >= 0 && s[k] == '<' && k+1 < len(s) && (s[k+1] == '/' || s[k+1]|0x20 >= 'a' && s[k+1]|0x20 <= 'z')
}

func isComparison(s string) bool { return s[1] == '=' && s[0] != '>' || s == ">=" }

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

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
