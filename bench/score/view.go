package score

import (
	"sort"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// view is the content in the form in which texts are compared, with the way back
// to the bytes of the content.
type view struct {
	all  string
	at   []int // offsets in all where segments begin, ascending
	from []int // bytes of the content where they begin, ascending
	size int   // bytes of the content
}

// maxSegment bounds in bytes how coarse the way back is inside long lines.
const maxSegment = 128

type viewBuilder struct {
	view
	b     strings.Builder
	space bool
}

// add appends content[from:from+len(text)] or what stands for it.
func (v *viewBuilder) add(from int, text string) {
	n := Normalise(text)
	if v.space && strings.HasPrefix(n, " ") {
		n = n[1:]
	}
	v.at = append(v.at, v.b.Len())
	v.from = append(v.from, from)
	if n != "" {
		v.b.WriteString(n)
		v.space = n[len(n)-1] == ' '
	}
}

func (v *viewBuilder) done(size int) *view {
	v.all, v.size = v.b.String(), size
	return &v.view
}

// newView takes the content as it stands.
func newView(content string) *view {
	var v viewBuilder
	v.addText(0, content)
	return v.done(len(content))
}

// addText adds a text in segments that end where lines do, or after a space.
func (v *viewBuilder) addText(from int, text string) {
	for text != "" {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 {
			n = len(text)
		}
		for rest := text[:n]; rest != ""; {
			k := segmentEnd(rest)
			v.add(from, rest[:k])
			from += k
			rest = rest[k:]
		}
		text = text[n:]
	}
}

func segmentEnd(s string) int {
	if len(s) <= maxSegment {
		return len(s)
	}
	if i := strings.IndexAny(s[maxSegment/2:min(len(s), 8*maxSegment)], " ,"); i >= 0 {
		return maxSegment/2 + i + 1
	}
	n := min(len(s), 8*maxSegment)
	for n > 1 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// inline elements do not part words.
var inline = map[atom.Atom]bool{atom.A: true, atom.B: true, atom.I: true, atom.Em: true, atom.Strong: true, atom.Code: true, atom.Span: true,
	atom.Tt: true, atom.Kbd: true, atom.Var: true, atom.Sub: true, atom.Sup: true, atom.Small: true, atom.Abbr: true, atom.Cite: true, atom.Q: true,
	atom.U: true, atom.S: true, atom.Font: true, atom.Samp: true, atom.Dfn: true, atom.Mark: true, atom.Ins: true, atom.Del: true, atom.Wbr: true}

var hidden = map[atom.Atom]bool{atom.Script: true, atom.Style: true, atom.Noscript: true, atom.Svg: true, atom.Template: true}

// newHTMLView takes the text of a page, without its markup.
func newHTMLView(content string) *view {
	var v viewBuilder
	z := html.NewTokenizer(strings.NewReader(content))
	at := 0
	var skip atom.Atom
	for {
		t := z.Next()
		raw := len(z.Raw())
		if t == html.ErrorToken {
			return v.done(len(content))
		}
		switch t {
		case html.TextToken:
			if skip == 0 {
				v.addText(at, content[at:at+raw])
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			tag := atom.Lookup(name)
			switch {
			case t == html.StartTagToken && skip == 0 && hidden[tag]:
				skip = tag
			case t == html.EndTagToken && tag == skip:
				skip = 0
			}
			if !inline[tag] {
				v.add(at, " ")
			}
		}
		at += raw
	}
}

// span is the part of all that stands for the bytes [a,b) of the content.
func (v *view) span(a, b int) (int, int) {
	if a >= v.size || a >= b {
		return len(v.all), len(v.all)
	}
	i := max(0, sort.Search(len(v.from), func(k int) bool { return v.from[k] > a })-1)
	j := sort.Search(len(v.from), func(k int) bool { return v.from[k] >= b })
	return v.offset(i), max(v.offset(i), v.offset(j))
}

func (v *view) offset(segment int) int {
	if segment < len(v.at) {
		return v.at[segment]
	}
	return len(v.all)
}

// bytes is where the segments of all[a:b] begin and end in the content.
func (v *view) bytes(a, b int) (int, int) {
	if len(v.at) == 0 {
		return 0, 0
	}
	if a >= v.size || a >= b {
		return len(v.all), len(v.all)
	}
	i := max(0, sort.SearchInts(v.at, a+1)-1)
	j := sort.SearchInts(v.at, max(b, a+1))
	end := v.size
	if j < len(v.from) {
		end = v.from[j]
	}
	return v.from[i], end
}
