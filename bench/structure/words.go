package structure

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// vocabulary is what a document says: the words of its bytes as they stand, and with
// markup, entities and escapes decoded.
type vocabulary struct {
	words map[string]bool
	forms []string
}

var (
	inlineOf = regexp.MustCompile(`(?i)</?(a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)\b[^>]*>|<!--.*?-->|</[^a-zA-Z>][^>]*>|<[?!][^>]*>`) // tags of no name are comments
	blockOf  = regexp.MustCompile(`(?i)</?(address|article|aside|blockquote|br|button|caption|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|option|p|pre|section|select|table|tbody|td|tfoot|th|thead|title|tr|ul)\b[^>]*>`)
	tagsOf   = regexp.MustCompile(`<[^>]*>`)
	escapeOf = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`)
	colourOf = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]?")
)

func learn(content string) *vocabulary {
	v := &vocabulary{words: map[string]bool{}}
	v.add(content)
	for range 6 { // strings in strings
		v.add(html.UnescapeString(content))
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(content, " ")))
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(content, "")))
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(blockOf.ReplaceAllString(content, " "), ""))) // tags of unknown names part no word
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(inlineOf.ReplaceAllString(content, ""), " ")))
		if strings.IndexByte(content, '\\') < 0 {
			break
		}
		content = unescape(content)
		v.add(content)
		plain := colourOf.ReplaceAllString(content, "")
		v.add(plain)
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(plain, "")))
		v.add(html.UnescapeString(tagsOf.ReplaceAllString(inlineOf.ReplaceAllString(plain, ""), " ")))
	}
	return v
}

// unescape decodes the escapes of JSON wherever they stand.
func unescape(s string) string {
	var b strings.Builder
	for s != "" {
		m := escapeOf.FindStringIndex(s)
		if m == nil {
			break
		}
		b.WriteString(s[:m[0]])
		e := s[m[0]:m[1]]
		if e[1] == 'u' {
			// pairs of them make one character, which the standard library knows to join
			for n := 0; n < 1 && strings.HasPrefix(s[m[1]:], `\u`) && m[1]+6 <= len(s); n++ {
				if u, err := strconv.Unquote(`"` + s[m[0]:m[1]+6] + `"`); err == nil {
					e, m[1] = u, m[1]+6
				}
			}
		}
		if u, err := strconv.Unquote(`"` + e + `"`); err == nil {
			b.WriteString(u)
		} else if n, err := strconv.ParseUint(e[2:], 16, 32); err == nil && e[1] == 'u' && utf16.IsSurrogate(rune(n)) {
			b.WriteRune(unicode.ReplacementChar) // half a pair
		} else if strings.HasPrefix(e, `\u`) {
			b.WriteString(e) // cut off, or with something between
		} else {
			b.WriteString(e[1:])
		}
		s = s[m[1]:]
	}
	return b.String() + s
}

func (v *vocabulary) add(form string) {
	v.forms = append(v.forms, form)
	for _, w := range wordsOf(form) {
		v.words[w] = true
	}
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !wordRune(r) })
}

// has reports whether the document has a word, or has one that was cut there.
func (v *vocabulary) has(w string, cut bool) bool {
	if v.words[w] {
		return true
	}
	if !cut {
		return false
	}
	return v.hasCut(w, true, true)
}

// hasCut reports whether the document has a text with edges, as far as they are asked
// for, at which it may be cut.
func (v *vocabulary) hasCut(w string, start, end bool) bool {
	for _, f := range v.forms {
		for from := 0; ; {
			i := strings.Index(f[from:], w)
			if i < 0 {
				break
			}
			i += from
			if (!start || badCut(f, i) == "") && (!end || badCut(f, i+len(w)) == "") {
				return true
			}
			from = i + 1
		}
	}
	return false
}

// joined reports whether a word is two of the document between which a broken tag stands.
func (v *vocabulary) joined(w string) bool {
	for i := range w {
		if i > 0 && v.words[w[:i]] && v.words[w[i:]] && strings.ContainsRune(v.forms[0], '<') {
			return true
		}
	}
	return false
}

var (
	labelOf = regexp.MustCompile(`\[\d+(?::\d+)?\]`)
	linesOf = regexp.MustCompile(`^\d+:`)
	nameOf  = regexp.MustCompile(`\["(?:[^"\\]|\\.)*"\]`) // of a path
	sgrOf   = regexp.MustCompile(`\\+u001[bB]\[[0-?]*[ -/]*[@-~]?`)
	endOf   = regexp.MustCompile(`\\[nrtbf](?: ?…)?$`) // an escape that ends a row is no part of a word
)

// judgeWords holds every word of a text against what the document says.
func (t *trial) judgeWords(d *drawn) {
	v := t.vocabulary()
	t.checks += len(d.page.body)
	for _, row := range d.page.body {
		if _, marker := readMarker(row); marker || strings.Contains(row, " arrays omitted: ") {
			continue
		}
		row = nameOf.ReplaceAllStringFunc(row, unescape)
		said := labelOf.ReplaceAllString(copiesOf.ReplaceAllString(row, " "), " ")
		if d.page.numbered {
			said = linesOf.ReplaceAllString(said, "")
		}
		class, word := "", ""
		for _, colour := range []string{"", " ", "$0"} { // may stand in a word, part two, or be text
			class, word = v.breach(endOf.ReplaceAllString(sgrOf.ReplaceAllString(said, colour), " "))
			if class == "" {
				break
			}
		}
		if class != "" {
			t.find("words-stand", class, "at %d tokens: the row %q says %q", d.budget, row, word)
		}
	}
}

// breach finds the first word of a row that the document does not say, and how.
func (v *vocabulary) breach(said string) (class, word string) {
	for _, w := range wordsOf(said) {
		if v.words[w] {
			continue
		}
		class := "word-not-in-content"
		if v.has(w, true) {
			class = "cut-unmarked"
		}
		if marksCut(said, w) {
			if v.has(w, true) && (!isNumber(w) || len(w) > longNumber || v.hasBeside(said, w)) {
				continue
			}
			if strings.Contains(strings.Join(v.forms, "\n"), w) {
				class = "cut-in-word"
			}
		}
		return class, w
	}
	return "", ""
}

func isNumber(w string) bool {
	return strings.IndexFunc(w, func(r rune) bool { return !unicode.IsDigit(r) }) < 0
}

// hasBeside reports whether a number that is cut, as the middle of a long run of letters
// and digits may be, stands in the document with what stands beside it in the row: few
// digits alone stand anywhere.
func (v *vocabulary) hasBeside(row, w string) bool {
	const beside = 12 // bytes
	for _, p := range strings.Split(row, "…") {
		switch p = strings.TrimSpace(p); {
		case strings.HasPrefix(p, w):
			return v.hasCut(strings.ToValidUTF8(p[:min(len(p), len(w)+beside)], ""), true, false)
		case strings.HasSuffix(p, w):
			return v.hasCut(strings.ToValidUTF8(p[max(0, len(p)-len(w)-beside):], ""), false, true)
		}
	}
	return false
}

// marksCut reports whether a mark of a gap stands beside a word, with a blank or not.
func marksCut(row, w string) bool {
	for _, beside := range []string{"…" + w, w + "…", "… " + w, w + " …"} {
		if strings.Contains(row, beside) {
			return true
		}
	}
	return false
}

// vocabulary is made once.
func (t *trial) vocabulary() *vocabulary {
	if t.voc == nil {
		t.voc = learn(string(t.content))
	}
	return t.voc
}
