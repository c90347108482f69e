package structure

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// judgeChars judges a text that counts in characters: the content has few and very
// long lines.
func (t *trial) judgeChars(d *drawn) {
	find := func(invariant, class, format string, args ...any) {
		t.find(invariant, class, "at "+strconv.Itoa(d.budget)+" tokens: "+format, args...)
	}
	content := []rune(string(t.content))
	text := string(t.content)
	offset := make([]int, 0, len(content)+1) // in bytes
	for i := range text {
		offset = append(offset, i)
	}
	offset = append(offset, len(text))
	at, omitted := 0, 0
	t.checks += len(d.page.body)
	for k, row := range d.page.body {
		if m, ok := readMarker(row); ok && m.unit == "chars" && (!d.page.numbered || k == len(d.page.body)-1) && !strings.Contains(text, strings.TrimSpace(row)) {
			switch {
			case m.from < at && saysRunes(content[max(0, m.from):at]) || m.to > len(content) || m.count != m.to-m.from:
				find("gaps-counted", "marker-count", "%q: the gap begins at %d of %d characters", row, at, len(content))
				return
			case m.from > at && saysRunes(content[at:m.from]):
				find("gaps-counted", "gap-unmarked", "characters %d to %d are missing and nothing says so: %q", at, m.from, clip(string(content[at:m.from])))
			}
			at = m.to
			omitted += m.count
			continue
		}
		if d.page.numbered {
			r := rowOf.FindStringSubmatch(row)
			if r == nil {
				find(rowsKept, "no-number", "the row %q has no number", row)
				return
			}
			n, _ := strconv.Atoi(r[1])
			if n < at || n > len(content) {
				find(rowsKept, "number", "%q: the row before ends at %d of %d characters", clip(row), at, len(content))
				return
			}
			if saysRunes(content[at:n]) {
				omitted += n - at
				if c := badCut(text, offset[n]); c != "" {
					find(rowsKept, "cut-in-"+c, "%q begins inside a %s: %q", clip(row), c, clip(string(content[max(0, n-20):min(len(content), n+20)])))
				}
			}
			at, row = n, r[3]
		} else {
			row = asTheContent(row)
			for row != "" && at < len(content) && !saysRunes(content[at:at+1]) && !strings.HasPrefix(row, string(content[at:at+1])) {
				at++
			}
		}
		from := at
		end, gone, ok := rowStands(content, at, row)
		for !ok && !d.page.numbered && at < len(content) && !saysRunes(content[from:at+1]) {
			at++ // a bracket alone may be left out without a mark
			end, gone, ok = rowStands(content, at, row)
		}
		if !ok {
			at = from
		}
		omitted += gone
		if !ok {
			find(rowsKept, "not-in-line", "the row %q is not what stands at character %d: %q", clip(row), at, clip(string(content[at:min(len(content), at+160)])))
			return
		}
		if at = end; at < len(content) {
			if c := badCut(text, offset[at]); c != "" && !(k+1 < len(d.page.body) && continues(d.page.body[k+1], at, d.page.numbered)) {
				find(rowsKept, "cut-in-"+c, "%q ends inside a %s: %q", clip(row), c, clip(string(content[max(0, at-20):min(len(content), at+20)])))
			}
		}
	}
	if saysRunes(content[at:]) {
		find("gaps-counted", "gap-unmarked", "the characters from %d on are missing and nothing says so: %q", at, clip(string(content[at:])))
	}
	if d.page.total != len(content) || d.page.omitted != omitted && len(copiesOf.FindAllString(d.choice.Text, -1)) == 0 && !slackOf(d.page.omitted, omitted, content) {
		find("gaps-counted", "omitted", "the notice says %d of %d chars omitted, the rows lack %d of %d", d.page.omitted, d.page.total, omitted, len(content))
	}
}

// slackOf lets blanks at the edges of gaps be counted or not.
func slackOf(a, b int, content []rune) bool {
	blank := 0
	for _, r := range content {
		if !wordRune(r) {
			blank++
		}
	}
	return a-b <= blank && b-a <= blank
}

// continues reports whether the next row begins where this one ends.
func continues(row string, at int, numbered bool) bool {
	if !numbered {
		_, marker := readMarker(row)
		return !marker
	}
	return strings.HasPrefix(row, strconv.Itoa(at)+":")
}

// rowStands is rowFollows for a row with marks of copies, or without.
func rowStands(content []rune, at int, row string) (end, gone int, ok bool) {
	if end, gone, ok = rowFollows(content, at, asTheContent(row)); ok {
		return end, gone, ok
	}
	return rowFollows(content, at, asTheContent(copiesOf.ReplaceAllString(row, "")))
}

// rowFollows reports whether the pieces of a row stand in the content from a
// character on, where the row ends, and how many characters lack where it marks gaps.
func rowFollows(content []rune, at int, row string) (end, gone int, ok bool) {
	for k, p := range strings.Split(row, "…") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		from := at
		for {
			end, ok = follows(content, at, p)
			if ok && (k == 0 || badCut(string(content[max(0, at-200):min(len(content), at+200)]), len(string(content[max(0, at-200):at]))) == "") {
				break
			}
			if at++; k == 0 || at >= len(content) {
				return 0, 0, false
			}
		}
		gone += at - from
		at = end
	}
	return at, gone, true
}

// follows reports whether row is what the content says from a character on, but for
// the width of blanks, and where it ends.
func follows(content []rune, at int, row string) (int, bool) {
	for row != "" {
		r, n := utf8.DecodeRuneInString(row)
		if unicode.IsSpace(r) {
			row = strings.TrimLeftFunc(row, unicode.IsSpace)
			if at >= len(content) || !unicode.IsSpace(content[at]) {
				return 0, false
			}
			for at < len(content) && unicode.IsSpace(content[at]) {
				at++
			}
			continue
		}
		for at < len(content) && unicode.IsSpace(content[at]) && content[at] != r {
			at++ // a line end at the edge of a piece
		}
		if at >= len(content) || content[at] != r {
			return 0, false
		}
		at++
		row = row[n:]
	}
	return at, true
}

func saysRunes(r []rune) bool {
	for _, c := range r {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return true
		}
	}
	return false
}
