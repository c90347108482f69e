// Package evidence finds the spans of a content that a diagnosis needs and that no
// replacement should lose: failure lines in the forms that tools print, root
// causes, the first frame in the user's own code, failing tests, exit statuses and
// the last line. Words in passing ("0 errors", a passing test named after an
// error) are none.
package evidence

import (
	"bytes"
	"sort"

	"github.com/riffle-dev/riffle/host/words"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// Limits of the evidence of one content.
const (
	MaxSpans    = 256 // spans
	MaxBytes    = 400 // bytes of a span; longer lines are cut around their telling word
	maxByWord   = 32  // spans that only a word speaks for
	maxInProse  = 8   // spans of documents, which speak of errors more than they report any
	maxCut      = 100 // bytes that a cut moves at most to spare a word
	frameWithin = 40  // lines after a failure in which its first user frame is looked for
)

// Ranks, most important first.
const (
	rankCause = iota
	rankFatal
	rankForm
	rankTitle
	rankExit
	rankFrame
	rankLast
	rankWord
)

// Find returns the evidence of a content of the given kind, most important first.
// Lines that differ in numbers only count once. The time is linear.
func Find(content []byte, kind string) []sdk.Span {
	f := finder{content: content, seen: map[string]bool{}, most: MaxSpans}
	if kind == sdk.KindHTML || kind == sdk.KindText {
		f.most = maxInProse
	}
	switch kind {
	case sdk.KindJSON:
		f.leaves(jsonLeaf)
	case sdk.KindHTML:
		f.leaves(htmlLeaf)
	default:
		f.lines(kind == sdk.KindText)
	}
	return f.result()
}

type found struct {
	rank int
	span sdk.Span
}

type finder struct {
	content []byte
	found   []found
	seen    map[string]bool // masked lines
	mask    []byte
	words   int
	most    int // spans
}

// lines looks at line-like content. In prose a word alone says nothing.
func (f *finder) lines(prose bool) {
	since := frameWithin + 1 // lines since the last failure without a user frame
	var hunk hunk
	all := lines.Split(f.content)
	if !prose {
		// behind its time a line reads as the tool printed it
		for i, at := range lines.Bodies(f.content, all) {
			all[i].Start = at
		}
	}
	for _, l := range all {
		line := f.content[l.Start:l.End]
		if hunk.holds(line) || len(line) == 0 {
			continue
		}
		s := lines.Scan(line[:min(len(line), 16<<10)])
		since++
		rank := f.rank(s, prose)
		if rank != rankExit && !s.Form && pageText(line) {
			rank = -1 // somebody's prose
		}
		switch {
		case s.Frame:
			if since <= frameWithin && s.UserFrame() {
				f.add(rankFrame, l, s)
				since = frameWithin + 1
			}
		case rank >= 0:
			f.add(rank, l, s)
			if rank <= rankTitle {
				since = 0
			}
		}
	}
	for i := len(all) - 1; i >= 0; i-- {
		if l := lines.Trim(f.content, all[i]); l.Len() > 0 {
			f.put(rankLast, l, lines.Signals{})
			break
		}
	}
}

// pageText reports whether a line is a node with text in a snapshot of a web page,
// which is prose.
func pageText(line []byte) bool {
	t := bytes.TrimLeft(line, " ")
	for _, p := range [...]string{"- text: ", "- paragraph", "- listitem", "- link ", "- code ", "- term", "- definition", "- emphasis", "- strong", "- generic"} {
		if len(t) >= len(p) && string(t[:len(p)]) == p {
			return p == "- text: " || bytes.Contains(t, []byte("[ref="))
		}
	}
	return false
}

// rank places a line, or gives -1 where it is no evidence.
func (f *finder) rank(s lines.Signals, prose bool) int {
	switch {
	case s.Pass || s.Negated || s.Advice:
		return -1
	case s.Cause && (s.Failing() || s.Severity >= lines.Fault):
		return rankCause
	case s.Severity == lines.Fatal && s.Form:
		return rankFatal
	case s.Title:
		return rankTitle
	case s.Form && s.Failing():
		return rankForm
	case s.Exit && (s.Failing() || s.Severity >= lines.Fault):
		return rankExit
	case prose:
		return -1
	case s.Severity >= lines.Error && s.Failing():
		return rankWord
	}
	return -1
}

// add puts a line among the evidence unless one like it is there.
func (f *finder) add(rank int, l lines.Span, s lines.Signals) {
	if rank == rankWord {
		if f.words++; f.words > maxByWord {
			return
		}
	}
	if len(f.found) >= 8*MaxSpans {
		return
	}
	f.mask = lines.Mask(f.mask[:0], f.content[l.Start:min(l.End, l.Start+2*MaxBytes)])
	if key := string(f.mask); !f.seen[key] {
		f.seen[key] = true
		f.put(rank, l, s)
	}
}

// put adds a line, cut to MaxBytes around its telling word.
func (f *finder) put(rank int, l lines.Span, s lines.Signals) {
	l = lines.Trim(f.content, l)
	if l.Len() > MaxBytes {
		start := l.Start
		if s.Word.Len() > 0 && s.Word.Start > MaxBytes/2 {
			start = min(l.Start+s.Word.Start-MaxBytes/4, l.End-MaxBytes)
		}
		end := min(start+MaxBytes, l.End)
		if start > l.Start {
			start = words.Ahead(f.content, start, maxCut)
		}
		if end < l.End {
			end = words.Back(f.content, end, maxCut)
		}
		l = lines.Trim(f.content, lines.Span{Start: start, End: end})
	}
	if l.Len() > 0 {
		f.found = append(f.found, found{rank, sdk.Span(l)})
	}
}

func (f *finder) result() []sdk.Span {
	sort.SliceStable(f.found, func(i, j int) bool { return f.found[i].rank < f.found[j].rank })
	out := make([]sdk.Span, 0, min(len(f.found), f.most))
	for _, x := range f.found[:min(len(f.found), f.most)] {
		out = append(out, x.span)
	}
	return out
}

// hunk follows unified diffs: the lines of a hunk are somebody's source, not a
// report of what happened.
type hunk struct{ in bool }

func (h *hunk) holds(line []byte) bool {
	switch {
	case bytes.HasPrefix(line, []byte("@@ -")):
		h.in = true
		return true
	case !h.in || len(line) == 0:
		return false
	}
	switch line[0] {
	case '+', '-', ' ', '\\':
		return true
	}
	h.in = false
	return false
}
