package log

import (
	"bytes"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// mostLines bounds the lines that are read closely: at some 250 bytes for each,
// they take at most 128 MiB beside the content. Of contents with more, the first,
// the last, failures and lines at equal distances are read.
const mostLines = 1 << 19

// splitLines splits at LF, or at CR where a content has no LF. partial says that
// some lines were left out.
func splitLines(content []byte) (spans []lines.Span, partial bool) {
	sep := byte('\n')
	if bytes.IndexByte(content, '\n') < 0 && bytes.IndexByte(content, '\r') >= 0 {
		sep = '\r'
	}
	if n := bytes.Count(content, []byte{sep}); n < mostLines {
		spans = make([]lines.Span, 0, n+1)
		eachLine(content, sep, func(s lines.Span) { spans = append(spans, s) })
		return spans, false
	}
	return someLines(content, sep), true
}

// eachLine calls f for every line, without its end.
func eachLine(content []byte, sep byte, f func(lines.Span)) {
	for at := 0; at < len(content); {
		end, next := len(content), len(content)
		if i := bytes.IndexByte(content[at:], sep); i >= 0 {
			end, next = at+i, at+i+1
		}
		if end > at && content[end-1] == '\r' {
			end--
		}
		f(lines.Span{Start: at, End: end})
		at = next
	}
}

// someLines chooses about mostLines of the lines that are not blank.
func someLines(content []byte, sep byte) []lines.Span {
	n := 0
	eachLine(content, sep, func(s lines.Span) {
		if !blank(content, s) {
			n++
		}
	})
	edge := mostLines / 8
	stride, failures := max(1, n/(mostLines/2)), mostLines/4
	var out []lines.Span
	i := 0
	eachLine(content, sep, func(s lines.Span) {
		if blank(content, s) {
			return
		}
		keep := i < edge || i >= n-edge || i%stride == 0
		if !keep && failures > 0 && lines.Scan(lines.Clip(content[s.Start:s.End], 200)).Failing() {
			keep = true
			failures--
		}
		if keep {
			out = append(out, s)
		}
		i++
	})
	return out
}

func blank(content []byte, s lines.Span) bool {
	if s.Start < s.End && content[s.Start] > ' ' && content[s.Start] < 0x80 {
		return false
	}
	return len(bytes.TrimSpace(content[s.Start:s.End])) == 0
}

// wordy leaves out blank lines.
func wordy(content []byte, spans []lines.Span) []lines.Span {
	out := make([]lines.Span, 0, len(spans))
	for _, s := range spans {
		if !blank(content, s) {
			out = append(out, s)
		}
	}
	return out
}
