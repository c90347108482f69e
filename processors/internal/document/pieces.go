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
// chunks, and appends them to out. Verse and code (whole) are only cut where they
// are too long.
func (d *Doc) pieces(out []piece, b *Block, start, end int, whole bool) []piece {
	indented := whole
	const wholeText = 90 // bytes; a text that short is not parted
	whole = whole || end-start < wholeText
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
		var one [1]piece
		for chunk, c := range d.chunks(one[:0], b, at, stop) {
			a, z := trim(d.textOf(b, c.start, c.end), indented && chunk == 0)
			if a > 0 && len(out) > 0 {
				sep = " " // a chunk may begin with the blank before it
			}
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
func (d *Doc) chunks(out []piece, b *Block, start, end int) []piece {
	if end-start <= LongPiece {
		return append(out, piece{start: start, end: end})
	}
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

// collapse makes every run of white space one space; the result is empty where the
// text has none but single spaces. It reports false for a text with other control
// characters, which has to be shown as it stands.
func collapse(text []byte) (string, bool) {
	if single(text) {
		return "", true
	}
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

// single reports whether a text that neither begins nor ends with white space has
// none but single spaces, and no control characters of ASCII.
func single(text []byte) bool {
	before := byte(' ')
	for _, c := range text {
		if c <= ' ' && (c < ' ' || before == ' ') || c == 0x7f {
			return false
		}
		before = c
	}
	return before != ' '
}
