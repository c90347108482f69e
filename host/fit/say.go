package fit

import (
	"html"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
)

// sayEvidence turns units whose text leaves out words of a piece of evidence into units
// that show the bytes of that piece as they are: a span over a failure is not enough,
// its text may be about something else. Units are changed in place.
func sayEvidence(content []byte, units []sdk.Unit, evidence []sdk.Span) {
	row := 0
	for i := range units {
		row = max(row, units[i].Row+1)
	}
	for _, e := range evidence {
		i := sort.Search(len(units), func(i int) bool { return units[i].Span.End > e.Start })
		for ; i < len(units) && units[i].Span.Start < e.End; i++ {
			u := &units[i]
			if u.Text == "" {
				continue
			}
			part := sdk.Span{Start: max(u.Span.Start, e.Start), End: min(u.Span.End, e.End)}
			if !says(u.Text, content[part.Start:part.End]) {
				before, behind := render.SaysBesideEscapes(content[u.Span.Start:part.Start]), render.SaysBesideEscapes(content[part.End:u.Span.End])
				if before || behind { // its row joins it to what no longer is its neighbour
					u.Row, u.Part, u.Sep = row, 0, ""
					if before {
						u.Part = 1
					}
					if u.Parts = u.Part + 1; behind {
						u.Parts++
					}
					row++
				}
				u.Span, u.Text, u.From, u.Copies = part, "", nil, nil
			}
		}
	}
}

// says reports whether a text has the words of some bytes, in their order, as they stand
// or with their entities and escapes decoded.
func says(text string, raw []byte) bool {
	own := wordsOf(text)
	plain := string(raw)
	if within(wordsOf(plain), own) || within(wordsOf(html.UnescapeString(plain)), own) {
		return true
	}
	for range 3 { // a document in a string of a document in a string
		if !strings.Contains(plain, `\`) {
			return false
		}
		plain = unescape(plain)
		for _, form := range [...]string{plain, colours.ReplaceAllString(plain, ""), colours.ReplaceAllString(plain, " ")} {
			if within(wordsOf(html.UnescapeString(form)), own) {
				return true
			}
		}
	}
	return false
}

// colours are terminal sequences that a string holds as escapes.
var colours = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]?")

// within reports whether all words of a stand in b in order.
func within(a, b []string) bool {
	for _, w := range a {
		k := slices.Index(b, w)
		if k < 0 {
			return false
		}
		b = b[k+1:]
	}
	return true
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
}

// unescape decodes the escapes of JSON strings, wherever they stand.
func unescape(s string) string {
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
			if n, err := strconv.ParseUint(s[i+1:min(i+5, len(s))], 16, 32); err == nil && i+5 <= len(s) {
				b.WriteRune(rune(n))
				i += 4
			}
		default:
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
