package document

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// maxWords bounds the table of words; in a document with more the further ones
// count as rare, which most of them are.
const maxWords = 1 << 18

// Words counts in how many pieces of a document each word stands.
type Words struct {
	df     map[uint64]wordCount
	pieces int32
}

type wordCount struct{ n, last int32 }

// NewWords returns an empty table.
func NewWords() *Words { return &Words{df: map[uint64]wordCount{}} }

// Learn counts the words of one piece.
func (w *Words) Learn(text []byte) {
	w.pieces++
	eachWord(text, 0, func(h uint64) {
		c, ok := w.df[h]
		if c.last == w.pieces || !ok && len(w.df) >= maxWords {
			return
		}
		w.df[h] = wordCount{c.n + 1, w.pieces}
	})
}

// Rarity is the mean surprise of the three rarest words of a text, from 0 (all of
// them stand everywhere) to 1 (they stand here alone).
func (w *Words) Rarity(text []byte) float64 {
	if w.pieces < 2 {
		return 0.5
	}
	const wordsRead = 80 // a piece is short; this bounds odd ones
	least := [3]int32{math.MaxInt32, math.MaxInt32, math.MaxInt32}
	eachWord(text, wordsRead, func(h uint64) {
		n := max(1, w.df[h].n)
		for k := range least {
			if n < least[k] {
				least[k], n = n, least[k]
			}
		}
	})
	all, sum := math.Log(float64(w.pieces)), 0.0
	for _, n := range least {
		if n != math.MaxInt32 {
			sum += math.Max(0, 1-math.Log(float64(n))/all)
		}
	}
	return sum / 3
}

const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

// eachWord calls f with a hash of each word: a run of letters, digits and
// underscores, ASCII letters folded. Scripts without spaces give pairs of
// characters. It stops after limit words, 0 means none.
func eachWord(text []byte, limit int, f func(uint64)) {
	n := 0
	emit := func(h uint64) bool {
		f(h)
		n++
		return limit == 0 || n < limit
	}
	h, in := uint64(fnvBasis), 0
	var wide rune
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			wide = 0
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' {
				h = (h ^ uint64(c)) * fnvPrime
				in++
				continue
			}
			if in > 1 && !emit(h) {
				return
			}
			h, in = fnvBasis, 0
			continue
		}
		r, w := utf8.DecodeRune(text[i:])
		i += w
		switch {
		case r >= 0x2E80 && r < 0xAC00 || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000: // kana, Han
			if in > 1 && !emit(h) {
				return
			}
			h, in = fnvBasis, 0
			if wide != 0 && !emit((fnvBasis^uint64(wide))*fnvPrime^uint64(r)*fnvPrime) {
				return
			}
			wide = r
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
			h = (h ^ uint64(unicode.ToLower(r))) * fnvPrime
			in++
			wide = 0
		default:
			if in > 1 && !emit(h) {
				return
			}
			h, in, wide = fnvBasis, 0, 0
		}
	}
	if in > 1 {
		emit(h)
	}
}

// wordSet hashes words as eachWord does.
func wordSet(words ...string) map[uint64]bool {
	set := map[uint64]bool{}
	for _, w := range words {
		eachWord([]byte(w), 0, func(h uint64) { set[h] = true })
	}
	return set
}
