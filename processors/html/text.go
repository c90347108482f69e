package html

import (
	"html"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
)

// text adds the bytes of a text token to the present block: entities decoded, and
// white space made one space except in code.
func (r *reader) text(from, to int) {
	raw := r.content[:to]
	plain := from // start of the bytes that are not yet appended
	copyTo := func(i int) {
		if i > plain {
			r.append(plain, i)
		}
	}
	for i := from; i < to; {
		c := raw[i]
		switch {
		case c == '\n' && r.pre > 0:
			copyTo(i)
			r.codeLine()
			i++
		case c == '\t' && r.pre > 0:
			i++
			continue
		case c == ' ' && (r.pre > 0 || i+1 < to && raw[i+1] > ' ' && i > plain):
			i++ // a single space within plain bytes
			continue
		case c <= ' ' || c == 0x7f:
			copyTo(i)
			if r.pre == 0 || c != '\r' {
				r.doc.Space(r.start)
			}
			i++
		case c == '&':
			n := entity(raw[i:])
			if n == 0 {
				i++
				continue
			}
			copyTo(i)
			r.entity(i, n)
			i += n
		case c == '<':
			r.stray = i
			i++
			continue
		case c < utf8.RuneSelf:
			i++
			continue
		default:
			x, w := utf8.DecodeRune(raw[i:])
			if !unicode.IsSpace(x) && !unicode.IsControl(x) {
				i += w
				continue
			}
			copyTo(i)
			r.doc.Space(r.start)
			i += w
		}
		plain = i
	}
	copyTo(to)
}

// append adds plain bytes of the content.
func (r *reader) append(from, to int) {
	r.join(from)
	r.doc.Append(from, to-from)
	r.last = to
}

// entity adds the character that n bytes at i stand for.
func (r *reader) entity(i, n int) {
	text := html.UnescapeString(string(r.content[i : i+n]))
	if c, w := utf8.DecodeRuneInString(text); w == len(text) && (unicode.IsSpace(c) || unicode.IsControl(c)) {
		if r.pre > 0 && c != '\n' {
			r.doc.AppendAs(" ", sdk.Span{Start: i, End: i + n})
		} else {
			r.doc.Space(r.start)
		}
		r.last = 0
		return
	}
	r.join(i)
	r.doc.AppendAs(text, sdk.Span{Start: i, End: i + n})
	r.last = i + n
}

// entity is the length of the character reference at the start of raw, 0 if there
// is none.
func entity(raw []byte) int {
	const longest = 34 // bytes of the longest name with & and ;
	i := 1
	if i < len(raw) && raw[i] == '#' {
		i++
	}
	start := i
	for i < len(raw) && i < longest && (raw[i] >= '0' && raw[i] <= '9' || raw[i]|0x20 >= 'a' && raw[i]|0x20 <= 'z') {
		i++
	}
	if i == start {
		return 0
	}
	if i < len(raw) && raw[i] == ';' {
		i++
	}
	return i
}

// join decides whether text at a position continues the word before it. Inline
// tags do not break words, but what stands between must be nothing else: a reader
// of the bytes who drops everything from < to > has to find the same word.
func (r *reader) join(at int) {
	if r.last == 0 || r.last == at || r.doc.Len() == r.start {
		return
	}
	if !onlyTags(r.content[r.last:at]) || r.stray >= 0 && r.openSince(r.stray, r.last) {
		r.doc.Space(r.start)
	}
}

// onlyTags reports whether nothing is left of a text when tags are dropped.
func onlyTags(gap []byte) bool {
	in := false
	for _, c := range gap {
		switch {
		case !in && c != '<':
			return false
		case c == '<':
			in = true
		case c == '>':
			in = false
		}
	}
	return !in
}

// openSince reports whether no > stands between two positions. The bytes are
// read once: a > that is found ends the matter.
func (r *reader) openSince(stray, at int) bool {
	for i := stray; i < at; i++ {
		if r.content[i] == '>' {
			r.stray = -1
			return false
		}
	}
	return true
}
