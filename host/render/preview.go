package render

import (
	"fmt"
	"strings"

	"github.com/rivo/uniseg"
)

// Source is what a preview is cut from. For a content in memory Head and Tail are
// both all of it; for a stream they are its beginning and its end.
type Source struct {
	Head, Tail []byte // valid UTF-8
	Chars      int    // code points of the whole
}

// NewSource makes a source of a content in memory.
func NewSource(content []byte) Source {
	return Source{Head: content, Tail: content, Chars: runeStarts(content)}
}

// Preview draws the first head and the last tail code points with the exact span
// between them marked. Cuts fall between characters as a reader sees them, so
// less may be shown, never more. ok is false where nothing would be left out.
func Preview(src Source, head, tail int) (b Body, ok bool) {
	if src.Chars <= 0 || head+tail >= src.Chars {
		return Body{}, false
	}
	h := first(src.Head, head)
	t := last(src.Tail, tail)
	from, to := runeStarts(h), src.Chars-runeStarts(t)
	b = Body{Unit: "chars", Omitted: to - from, Total: src.Chars, Where: fmt.Sprintf("%d-%d", from, to)}
	if len(h) > 0 {
		b.Lines = append(b.Lines, strings.TrimRight(string(h), "\n"))
	}
	b.Lines = append(b.Lines, Marker(to-from, 0, "chars", b.Where))
	if len(t) > 0 {
		b.Lines = append(b.Lines, strings.TrimRight(string(t), "\n"))
	}
	return b, true
}

// first is the longest run of whole characters from the start of b within n code
// points.
func first(b []byte, n int) []byte {
	end := offset(b, n)
	if end == len(b) {
		return b
	}
	// A character may be joined of many code points; look for its start near the cut.
	start := offset(b, max(0, n-maxCluster))
	at := start
	for at < end {
		cluster, _, _, _ := uniseg.FirstGraphemeCluster(b[at:min(len(b), end+4*maxCluster)], -1)
		if len(cluster) == 0 || at+len(cluster) > end {
			break
		}
		at += len(cluster)
	}
	return b[:at]
}

// last is the longest run of whole characters at the end of b within n code points.
func last(b []byte, n int) []byte {
	total := runeStarts(b)
	if total <= n {
		return b
	}
	cut := offset(b, total-n)
	at := offset(b, max(0, total-n-maxCluster))
	for at < cut {
		cluster, _, _, _ := uniseg.FirstGraphemeCluster(b[at:min(len(b), cut+4*maxCluster)], -1)
		if len(cluster) == 0 {
			break
		}
		at += len(cluster)
	}
	return b[min(at, len(b)):]
}

// maxCluster is how many code points one visible character may have before a cut
// inside it is accepted; the longest joined emoji have about ten.
const maxCluster = 32

// offset is the byte where code point n begins.
func offset(b []byte, n int) int {
	for i := range b {
		if b[i]&0xC0 != 0x80 {
			if n == 0 {
				return i
			}
			n--
		}
	}
	return len(b)
}
