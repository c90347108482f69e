package text

import (
	"bytes"
	"sort"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// Bounds of what is read of a large text, in bytes. A budget shows a hundredth of
// that at most; the rest would only cost memory.
const (
	wholeRead  = 8 << 20
	headRead   = 5 << 20
	tailRead   = 1 << 20
	aroundRead = 4 << 10 // on both sides of evidence
)

// windows are the parts of the content that are read: all of it, or its start, its
// end and what stands around evidence. Each ends where a line ends, or in a very
// long line between two characters.
func windows(req sdk.Request) []sdk.Span {
	size := len(req.Content)
	if size <= wholeRead {
		return []sdk.Span{{Start: 0, End: size}}
	}
	wanted := []sdk.Span{{Start: 0, End: headRead}, {Start: size - tailRead, End: size}}
	for _, e := range req.Evidence {
		wanted = append(wanted, sdk.Span{Start: max(0, e.Start-aroundRead), End: min(size, e.End+aroundRead)})
	}
	for i := range wanted {
		wanted[i].Start, wanted[i].End = lineEdge(req.Content, wanted[i].Start), lineEdge(req.Content, wanted[i].End)
	}
	sort.Slice(wanted, func(i, j int) bool { return wanted[i].Start < wanted[j].Start })
	out := wanted[:1]
	for _, w := range wanted[1:] {
		if last := &out[len(out)-1]; w.Start <= last.End {
			last.End = max(last.End, w.End)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// lineEdge moves a position back to the start of its line if that is near, else to
// a place where characters may be parted.
func lineEdge(content []byte, at int) int {
	if at <= 0 || at >= len(content) {
		return max(0, min(at, len(content)))
	}
	from := max(0, at-aroundRead)
	if i := bytes.LastIndexByte(content[from:at], '\n'); i >= 0 {
		return from + i + 1
	}
	for at > from && !lines.Boundary(content, at) {
		at--
	}
	return at
}
