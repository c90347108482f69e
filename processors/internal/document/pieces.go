package document

import (
	"bytes"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// Sizes of pieces, in bytes. A piece over LongPiece is cut into chunks of about
// MaxChunk: sixty tokens of English, so that one chunk never fills a small budget
// alone.
const (
	LongPiece = 320
	MaxChunk  = 260
)

// piece is a part of a block's text that becomes one unit.
type piece struct {
	start, end int
	sep        string // what joins it to the piece before it
	sentence   int    // number of its sentence in the block
	chunk      int    // number of the chunk in its sentence
}

// pieces parts a range of a block's text into sentences, and long sentences into
// chunks. Verse and code (whole) are only cut where they are too long.
func (d *Doc) pieces(b *Block, start, end int, whole bool) []piece {
	indented := whole
	const wholeText = 90 // bytes; a text that short is not parted
	whole = whole || end-start < wholeText
	var out []piece
	sep, number := "", 0
	for at := start; at < end; {
		stop, next := end, end
		if !whole {
			e, n := CutSentence(d.textOf(b, at, end))
			stop, next = d.snap(b, at+e), at+n
			if next < stop {
				next = stop
			}
		}
		for chunk, c := range d.chunks(b, at, stop) {
			a, z := trim(d.textOf(b, c.start, c.end), indented && chunk == 0)
			if a < z {
				out = append(out, piece{c.start + a, c.start + z, sep, number, chunk})
				sep = ""
			}
			if z < c.end-c.start || a == z {
				sep = " "
			}
		}
		if next > stop {
			sep = " "
		}
		at = next
		number++
	}
	return out
}

// chunks parts a sentence that is too long.
func (d *Doc) chunks(b *Block, start, end int) []piece {
	if end-start <= LongPiece {
		return []piece{{start: start, end: end}}
	}
	var out []piece
	for _, c := range lines.Chunks(d.textOf(b, start, end), MaxChunk) {
		from, to := start+c.Start, d.snap(b, start+c.End)
		if len(out) > 0 {
			from = out[len(out)-1].end
		}
		if to > from {
			out = append(out, piece{start: from, end: to})
		}
	}
	return out
}

// trim returns the part of text without white space at its ends; indent keeps it
// at the start.
func trim(text []byte, indent bool) (start, end int) {
	end = len(text)
	for end > 0 && isSpace(text[end-1]) {
		end--
	}
	for !indent && start < end && isSpace(text[start]) {
		start++
	}
	return start, end
}

// collapse makes every run of white space one space. It reports false for a text
// with other control characters, which has to be shown as it stands.
func collapse(text []byte) (string, bool) {
	out := make([]byte, 0, len(text))
	space := false
	for _, c := range text {
		if isSpace(c) {
			space = true
			continue
		}
		if c < 0x20 || c == 0x7f {
			return "", false
		}
		if space && len(out) > 0 {
			out = append(out, ' ')
		}
		space = false
		out = append(out, c)
	}
	if bytes.Contains(out, []byte{0xC2}) { // C1 controls are C2 80 to C2 9F
		for i := 0; i+1 < len(out); i++ {
			if out[i] == 0xC2 && out[i+1] < 0xA0 {
				return "", false
			}
		}
	}
	return string(out), utf8.Valid(out)
}
