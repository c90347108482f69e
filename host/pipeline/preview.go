package pipeline

import (
	"bytes"
	"context"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/evidence"
	"github.com/riffle-dev/riffle/host/fit"
	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
)

// previewName is the processor of a replacement that no processor made.
const previewName = "preview"

// previewOf draws the preview of a source that is stored.
func (r *run) previewOf(ctx context.Context, src render.Source) (fit.Choice, error) {
	notice := r.noticeFor(previewName)
	notice.Short = r.budget.MaxTokens < render.ShortBelow
	return fit.Preview(ctx, src, r.preview.HeadChars, r.preview.TailChars, r.kept(r.budget.MaxTokens), notice, r.scaledCount)
}

// pieces are the lines that evidence stands in, in the order of the evidence: whole
// where they are no longer than evidence may be, else the evidence itself, cut where
// words end.
func pieces(content []byte, spans []sdk.Span) []render.Piece {
	var cuts []sdk.Span
	for _, s := range spans {
		if s = lineOf(content, s); !slices.ContainsFunc(cuts, func(c sdk.Span) bool { return s.Start < c.End && c.Start < s.End }) && s.Len() > 0 {
			cuts = append(cuts, s)
		}
	}
	order := make([]int, len(cuts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cuts[a].Start - cuts[b].Start })
	out := make([]render.Piece, len(cuts))
	at, line, char := 0, 1, 0
	for _, i := range order {
		s := cuts[i]
		line += bytes.Count(content[at:s.Start], []byte("\n"))
		char += utf8.RuneCount(content[at:s.Start])
		at = s.Start
		out[i] = render.Piece{
			Text: content[s.Start:s.End], Char: char, Line: line,
			Before: s.Start > 0 && content[s.Start-1] != '\n', After: s.End < len(content) && content[s.End] != '\n',
		}
	}
	return out
}

// lineOf is the line that a span stands in without its end, or the span without half
// words at its edges.
func lineOf(content []byte, s sdk.Span) sdk.Span {
	start := bytes.LastIndexByte(content[:s.Start], '\n') + 1
	end := s.End
	if n := bytes.IndexByte(content[end:], '\n'); n >= 0 {
		end += n
	} else {
		end = len(content)
	}
	if end-start <= evidence.MaxBytes {
		return sdk.Span{Start: start, End: end}
	}
	if n := bytes.IndexByte(content[s.Start:s.End], '\n'); n >= 0 {
		s.End = s.Start + n
	}
	if inWord(content, s.Start) {
		if n := bytes.IndexFunc(content[s.Start:s.End], unicode.IsSpace); n >= 0 {
			s.Start += n
		}
	}
	if inWord(content, s.End) {
		if n := bytes.LastIndexFunc(content[s.Start:s.End], unicode.IsSpace); n > 0 {
			s.End = s.Start + n
		}
	}
	s.Start += len(content[s.Start:s.End]) - len(bytes.TrimLeftFunc(content[s.Start:s.End], unicode.IsSpace))
	return s
}

// inWord reports whether a cut at i parts a word or a number.
func inWord(content []byte, i int) bool {
	word := func(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) }
	before, _ := utf8.DecodeLastRune(content[:i])
	behind, _ := utf8.DecodeRune(content[i:])
	return i > 0 && i < len(content) && word(before) && word(behind)
}
