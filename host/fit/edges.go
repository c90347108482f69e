package fit

import (
	"github.com/riffle-dev/riffle/host/words"
	"github.com/riffle-dev/riffle/sdk"
)

// maxWord is how many bytes an edge is moved at most to spare a word or a number:
// what is longer is no word, and the mark of a gap says that it goes on.
const maxWord = 128

// wholeWords returns the units with the edges of those that show bytes verbatim moved
// out of words and numbers: `exit status 1` for 137 is false even with a mark behind
// it. Where two units part a word, the first takes it; none grows into another, and
// those with copies, which are whole lines, stay what was compared.
func wholeWords(content []byte, units []sdk.Unit) []sdk.Unit {
	out := append([]sdk.Unit(nil), units...)
	for i := range out {
		u := &out[i]
		from, to := 0, len(content)
		if i > 0 {
			from = out[i-1].Span.End
		}
		if i+1 < len(out) {
			to = out[i+1].Span.Start
		}
		if u.Text != "" || len(u.Copies) > 0 {
			continue
		}
		if u.Span.Start > from && words.Cut(content, u.Span.Start) {
			u.Span.Start = max(from, words.Back(content, u.Span.Start, maxWord))
		}
		if !words.Cut(content, u.Span.End) {
			continue
		}
		end := words.Ahead(content, u.Span.End, maxWord)
		if end <= to {
			u.Span.End = end
			continue
		}
		if u.Span.End = max(u.Span.End, to); i+1 == len(out) || out[i+1].Text != "" || out[i+1].Span.End <= end {
			continue
		}
		u.Span.End, out[i+1].Span.Start = end, end
	}
	return out
}
