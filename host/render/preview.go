package render

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

// Source is what a preview is cut from. For a content in memory Head and Tail are
// both all of it; for a stream they are its beginning and its end.
type Source struct {
	Head, Tail []byte  // valid UTF-8
	Chars      int     // code points of the whole
	Pieces     []Piece // lines between head and tail that shall not be lost, most important first; none overlap
}

// Piece is a line of a content, or a part of one.
type Piece struct {
	Text          []byte // valid UTF-8, without a line end
	Char          int    // where it begins, in code points
	Chars         int    // how many it takes up in the content; 0 for those of Text
	Line          int    // which line it is of, from 1
	Before, After bool   // its line goes on before it, behind it
}

func (p *Piece) end() int {
	if p.Chars > 0 {
		return p.Char + p.Chars
	}
	return p.Char + runeStarts(p.Text)
}

func (p *Piece) draw() string {
	s := fmt.Sprintf("line %d: ", p.Line)
	if p.Before {
		s += "…"
	}
	s += string(p.Text)
	if p.After {
		s += "…"
	}
	return s
}

// NewSource makes a source of a content in memory.
func NewSource(content []byte) Source {
	return Source{Head: content, Tail: content, Chars: runeStarts(content)}
}

// Preview draws the first head and the last tail code points, and between them the
// pieces that there is room for, with the exact span of each gap marked. Head and tail
// shrink for the pieces, so that all of them are head+tail code points at most. Cuts
// fall between characters as a reader sees them, so less may be shown, never more. ok is
// false where nothing would be left out.
func Preview(src Source, head, tail int) (b Body, ok bool) {
	if src.Chars <= 0 || head+tail >= src.Chars {
		return Body{}, false
	}
	head, tail, pieces := src.share(head, tail)
	h, t := first(src.Head, head), last(src.Tail, tail)
	from, to := runeStarts(h), src.Chars-runeStarts(t)
	if n := len(pieces); n > 0 {
		// What a piece shows neither end shows too.
		if pieces[0].Char < from {
			h = src.Head[:offset(src.Head, pieces[0].Char)]
			from = pieces[0].Char
		}
		if end := pieces[n-1].end(); end > to {
			t = src.Tail[offset(src.Tail, runeStarts(src.Tail)-(src.Chars-end)):]
			to = end
		}
	}
	b = Body{Unit: "chars", Total: src.Chars}
	if len(h) > 0 {
		b.Lines = append(b.Lines, strings.TrimRight(string(h), "\n"))
	}
	gaps, at := 0, from
	gap := func(to int, lineEnd bool) {
		if n := to - at; n > 1 || n == 1 && !lineEnd {
			gaps++
			b.Omitted += n
			b.Where = fmt.Sprintf("%d-%d", at, to)
			b.Lines = append(b.Lines, Marker(n, 0, "chars", b.Where))
		}
	}
	behindLine := false // what was drawn last is the end of its line
	for i := range pieces {
		p := &pieces[i]
		gap(p.Char, !p.Before)
		b.Lines = append(b.Lines, p.draw())
		at, behindLine = p.end(), !p.After
	}
	gap(to, behindLine)
	if gaps > 1 {
		b.Where = "" // the markers say it
	}
	if at == to {
		t = bytes.TrimPrefix(t, []byte("\n")) // the line end of the last piece
	}
	if len(t) > 0 {
		b.Lines = append(b.Lines, strings.TrimRight(string(t), "\n"))
	}
	return b, gaps > 0
}

// pieceCost is about what a piece costs beside its text, in code points: its number, and
// the marker of one more gap.
const pieceCost = 48

// share gives the pieces up to half of the code points that head and tail have, takes
// those from both in proportion, and returns the pieces that are not in them, in the
// order of the content.
func (src *Source) share(head, tail int) (h, t int, pieces []Piece) {
	h, t = head, tail
	all := head + tail
	// What shrinks may uncover another piece: a few rounds settle it.
	for range 8 {
		used := 0
		pieces = pieces[:0]
		for _, p := range src.Pieces {
			cost := runeStarts(p.Text) + pieceCost
			if p.end() <= h || p.Char >= src.Chars-t || used+cost > all/2 {
				continue
			}
			used += cost
			pieces = append(pieces, p)
		}
		left := all - used
		if used == 0 || head*left/all >= h && tail*left/all >= t {
			break
		}
		h, t = min(h, head*left/all), min(t, tail*left/all)
	}
	slices.SortFunc(pieces, func(a, b Piece) int { return a.Char - b.Char })
	return h, t, pieces
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
