package score

import (
	"html"
	"regexp"
	"strings"
)

// misfit says what is wrong with a row that does not stand where the output says:
// it stands elsewhere, or nowhere.
func (a *aligner) misfit(i, from, to int) {
	r := &a.out.Rows[i]
	switch w := a.elsewhere(r); {
	case w != "":
		a.al.alien = append(a.al.alien, w)
	case len(a.views) == 1 && !a.verbatim(r) && !a.underHeader(r, from, to):
		a.al.alien = append(a.al.alien, r.Text) // glued together of words from many places
	default:
		a.al.strayed = append(a.al.strayed, i)
	}
}

// verbatim reports whether each piece of a row stands somewhere as one run of text.
func (a *aligner) verbatim(r *Row) bool {
	if a.s.inUncleaned(r) {
		return true
	}
	for _, p := range r.Pieces {
		if !strings.Contains(a.views[0].all, strings.TrimSpace(Normalise(p))) {
			return false
		}
	}
	return true
}

// headerLines is how many lines at the start may hold the names of a table's columns.
const headerLines = 3

// underHeader reports whether the words of a row stand in its lines or in the
// first lines of the content.
func (a *aligner) underHeader(r *Row, from, to int) bool {
	v := a.views[0]
	x, y := v.span(from, to)
	_, head := v.span(0, a.s.lineOffset(headerLines))
	for _, p := range r.Pieces {
		for _, w := range contentWords(Normalise(p)) {
			if indexWord(v.all[x:y], w) < 0 && indexWord(v.all[:head], w) < 0 {
				return false
			}
		}
	}
	return true
}

// next finds a row that stands word for word behind the row before it, at byte end:
// rows that say the same, or the beginning of the same, stand one after another.
func (a *aligner) next(r *Row, end, to int) []byteSpan {
	if end < 0 || end >= to {
		return nil
	}
	var spans []byteSpan
	v := a.views[0]
	x, y := v.span(end, to)
	// What begins the next line is that line, though the same may stand in the rest of
	// this one.
	if e := a.s.lineOffset(a.s.lineAt(end-1) + 1); end > 0 && e < to && len(a.views) == 1 && !a.chars {
		if z, _ := v.span(e, to); strings.HasPrefix(strings.TrimLeft(v.all[z:y], " "), strings.TrimSpace(Normalise(r.Pieces[0]))) {
			x, end = z, e
		}
	}
	for _, p := range r.Pieces {
		n := strings.TrimSpace(Normalise(p))
		k := strings.Index(v.all[x:y], n)
		if k < 0 {
			return nil
		}
		b1, b2 := v.bytes(x+k, x+k+len(n))
		if spans = append(spans, byteSpan{b1, b2}); b1 < end {
			return nil // on the same line
		}
		x += k + len(n)
	}
	return spans
}

// symbols finds a row without a letter or digit, such as a closing brace: it is a
// whole line, or what a line with a number says beside markup.
func (a *aligner) symbols(r *Row, from, to int, exact bool) (byteSpan, bool) {
	want := strings.TrimSpace(strings.ReplaceAll(r.Text, ellipsis, " "))
	for k := a.s.lineAt(from); k < a.s.lineCount() && a.s.lineOffset(k) < to; k++ {
		s := byteSpan{a.s.lineOffset(k), a.s.lineOffset(k + 1)}
		line := strings.TrimSpace(a.s.Content[s.a:s.b])
		if s.a >= from && (line == want || exact && holdsSymbols(line, want) || r.Gapped && want != "" && strings.Contains(line, want)) {
			return s, true
		}
		if exact {
			return byteSpan{}, false
		}
	}
	return byteSpan{}, false
}

// holdsSymbols reports whether a line has the symbols of a row, as they stand or as
// entities; bars part the cells of tables.
func holdsSymbols(line, want string) bool {
	plain := html.UnescapeString(line)
	for _, f := range strings.Fields(want) {
		if f != "|" && !strings.Contains(line, f) && !strings.Contains(plain, f) {
			return false
		}
	}
	return strings.Trim(want, " |") != ""
}

// maxHeaded bounds how many lines are looked at for a row below a header.
const maxHeaded = 4096

// headed finds a row of a table whose values stand behind the names of their columns,
// as in "node-071 temp=88.7": the line that has all but those names, which the first
// lines of the content have. It is the first one where a number says which.
func (a *aligner) headed(r *Row, from, to int, exact bool) (byteSpan, bool) {
	if len(a.views) > 1 || a.chars || !strings.Contains(r.Text, "=") {
		return byteSpan{}, false
	}
	v := a.views[0]
	_, head := v.span(0, a.s.lineOffset(headerLines))
	first := max(a.s.lineAt(from), 1) // a header is not below one
	for k := first; k < min(a.s.lineCount(), first+maxHeaded) && a.s.lineOffset(k) < to; k++ {
		s := byteSpan{a.s.lineOffset(k), a.s.lineOffset(k + 1)}
		x, y := v.span(s.a, s.b)
		if s.a >= from && valuesIn(r, v.all[x:y], v.all[:head]) {
			return s, true
		}
		if exact {
			break
		}
	}
	return byteSpan{}, false
}

// valuesIn reports whether a line has the words of a row, or the header those that
// stand before an equals sign.
func valuesIn(r *Row, line, header string) bool {
	for _, p := range r.Pieces {
		named := true // what stands last needs no value before it
		for _, field := range strings.Fields(p) {
			key, value, pair := strings.Cut(field, "=")
			if !pair {
				value = field
			}
			in := func(text, where string) bool {
				for _, w := range contentWords(Normalise(where)) {
					if indexWord(text, w) < 0 {
						return false
					}
				}
				return true
			}
			switch {
			case pair && !in(line, key) && !in(header, key), pair && !in(line, value):
				return false
			case pair:
				named = true
			case !in(line, value):
				if !in(header, value) {
					return false
				}
				named = false // a word of a name, whose last one has the sign
			}
		}
		if !named {
			return false
		}
	}
	return true
}

// locate finds the pieces of a row in content[from:to], in one of the views. The
// missing word is the one that the plainest view lacks.
func (a *aligner) locate(r *Row, from, to, at, near int) (spans []byteSpan, missing string) {
	for k, v := range a.views {
		found, lacks := a.locateIn(v, r, from, to, at, near)
		if lacks == "" {
			return found, ""
		}
		if k == 0 {
			missing = lacks
		}
	}
	return nil, missing
}

func (a *aligner) locateIn(v *view, r *Row, from, to, at, near int) (spans []byteSpan, missing string) {
	x, y := v.span(from, to)
	z, _ := v.span(at, to)
	_, w := v.span(from, near)
	for _, p := range r.Pieces {
		places, missing := v.find(p, x, y, z, w)
		if missing != "" && len(a.views) > 1 {
			if p, missing = a.withoutTargets(p); missing == "" {
				places, missing = v.find(p, x, y, z, w)
			}
		}
		if missing != "" {
			return nil, missing
		}
		for _, q := range places {
			b1, b2 := v.bytes(q.a, q.b)
			spans = append(spans, byteSpan{b1, b2})
			z = q.b
		}
	}
	return spans, ""
}

// Links as Markdown writes them, and targets in angle brackets.
var (
	shownLink   = regexp.MustCompile(`!?\[([^\]]*)\]\(([^)\s]*)\)`)
	shownTarget = regexp.MustCompile(`<[^<>\s]+>`)
)

// withoutTargets takes the targets of links out of a piece, since they stand in the
// markup of a page, not in its text. It returns the first that is not there either.
func (a *aligner) withoutTargets(piece string) (text, missing string) {
	for _, m := range shownLink.FindAllStringSubmatch(piece, -1) {
		if !a.inMarkup(m[2]) {
			return piece, m[2]
		}
	}
	piece = shownLink.ReplaceAllString(piece, "$1")
	return shownTarget.ReplaceAllStringFunc(piece, func(t string) string {
		if a.inMarkup(t[1 : len(t)-1]) {
			return " "
		}
		return t // angle brackets of the text itself
	}), ""
}

func (a *aligner) inMarkup(target string) bool {
	return strings.Contains(a.s.Content, target) || strings.Contains(a.s.Content, html.EscapeString(target))
}

// elsewhere is the first word of a row that no view of the content has, nor the
// input as it was before cleaning.
func (a *aligner) elsewhere(r *Row) string {
	_, missing := a.locate(r, 0, len(a.s.Content), 0, len(a.s.Content))
	if missing != "" && a.s.inUncleaned(r) {
		return ""
	}
	return missing
}
