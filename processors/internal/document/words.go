package document

import (
	"math"
	"math/bits"
	"unicode"
	"unicode/utf8"
)

// maxWords bounds the table of words; in a document with more the further ones
// count as rare, which most of them are.
const maxWords = 1 << 18

// Words counts in how many pieces of a document each word stands. It is a table
// with open addressing: every sixth byte of a document begins a word, and each is
// looked up twice.
type Words struct {
	slots  []wordSlot // a power of two, at most half of them taken
	used   int        // words counted
	pieces int32
	rare   []float64 // how rare a word is that stands in so many pieces; nil while words are learned
}

// wordSlot is one word.
type wordSlot struct {
	hash uint64 // without its lowest three bits, which hold what the word says by itself
	n    int32  // pieces that have the word
	last int32  // the last of them, from 1; -1 for none, 0 for an empty slot
}

// What a word says by itself.
const (
	saysLimit uint64 = 1 << iota // not, never, only, except
	saysCause                    // because, reason, failed
	saysBound                    // must, cannot, never
	saysMask  = saysLimit | saysCause | saysBound
)

// knownSlots is the table that every document starts with: words that say
// something by themselves, met in no piece yet.
var knownSlots = func() []wordSlot {
	w := &Words{slots: make([]wordSlot, 1024)}
	add := func(says uint64, words []string) {
		for _, text := range words {
			c := wordCursor{text: []byte(text)}
			for c.next() {
				x := w.find(c.hash)
				*x = wordSlot{hash: c.hash&^saysMask | x.hash&saysMask | says, last: -1}
			}
		}
	}
	add(saysLimit, limitWords)
	add(saysCause, causeWords)
	add(saysBound, boundWords)
	return w.slots
}()

// NewWords returns a table without counts, for a content of so many bytes.
func NewWords(size int) *Words {
	const bytesPerSlot, mostAtFirst = 24, 1 << 15 // most words of a document stand in it more than once
	if n := min(size/bytesPerSlot, mostAtFirst); n > len(knownSlots) {
		w := &Words{slots: make([]wordSlot, 1<<bits.Len(uint(n-1)))}
		w.refill(knownSlots)
		return w
	}
	return &Words{slots: append([]wordSlot(nil), knownSlots...)}
}

// find returns the slot of a word, an empty one if it is not in the table.
func (w *Words) find(h uint64) *wordSlot {
	mask := uint64(len(w.slots) - 1)
	for i := (h>>3 ^ h>>31) & mask; ; i = (i + 1) & mask {
		if x := &w.slots[i]; (x.hash^h)&^saysMask == 0 || x.last == 0 {
			return x
		}
	}
}

// Learn counts the words of one piece.
func (w *Words) Learn(text []byte) {
	w.pieces++
	w.rare = nil
	c := wordCursor{text: text}
	for c.next() {
		x := w.find(c.hash)
		switch {
		case x.last == w.pieces:
		case x.last > 0:
			x.n, x.last = x.n+1, w.pieces
		case w.used < maxWords:
			*x = wordSlot{hash: c.hash&^saysMask | x.hash&saysMask, n: 1, last: w.pieces}
			if w.used++; w.used > len(w.slots)/2-len(knownSlots)/4 {
				w.grow()
			}
		}
	}
}

// grow makes the table four times as large.
func (w *Words) grow() {
	old := w.slots
	w.slots = make([]wordSlot, 4*len(old))
	w.refill(old)
}

func (w *Words) refill(old []wordSlot) {
	for k := range old {
		if old[k].last != 0 {
			*w.find(old[k].hash) = old[k]
		}
	}
}

// wordsRead bounds the words of a piece whose rarity counts: a piece is short, and
// odd ones have no end.
const wordsRead = 80

// rareness keeps the counts of the three rarest words that it was told of.
type rareness struct {
	least [3]int32
	words int
}

const noCount = math.MaxInt32

func newRareness() rareness { return rareness{least: [3]int32{noCount, noCount, noCount}} }

func (r *rareness) add(n int32) {
	if r.words++; r.words > wordsRead {
		return
	}
	n = max(1, n)
	switch l := &r.least; {
	case n >= l[2]:
	case n >= l[1]:
		l[2] = n
	case n >= l[0]:
		l[2], l[1] = l[1], n
	default:
		l[2], l[1], l[0] = l[1], l[0], n
	}
}

// of is the mean surprise of the words, from 0 (all of them stand everywhere) to 1
// (they stand here alone).
func (w *Words) of(r *rareness) float64 {
	if w.pieces < 2 {
		return 0.5
	}
	sum := 0.0
	for _, n := range r.least {
		if n != noCount {
			sum += w.rarity(n)
		}
	}
	return sum / 3
}

// rarity of a word that stands in n pieces.
func (w *Words) rarity(n int32) float64 {
	const tabled = 256
	all := math.Log(float64(w.pieces))
	if int(n) >= tabled {
		return max(0, 1-math.Log(float64(n))/all)
	}
	if w.rare == nil {
		w.rare = make([]float64, tabled)
		for k := 1; k < tabled; k++ {
			w.rare[k] = max(0, 1-math.Log(float64(k))/all)
		}
	}
	return w.rare[n]
}

// Rarity is the mean surprise of the three rarest words of a text.
func (w *Words) Rarity(text []byte) float64 {
	r := newRareness()
	for c := (wordCursor{text: text}); r.words < wordsRead && c.next(); {
		r.add(w.find(c.hash).n)
	}
	return w.of(&r)
}

const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

// folded holds the bytes that belong to words, ASCII letters folded, and 0 for
// others.
var folded = func() (t [256]byte) {
	for c := range byte(utf8.RuneSelf) {
		switch {
		case c >= 'A' && c <= 'Z':
			t[c] = c | 0x20
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '_':
			t[c] = c
		}
	}
	return t
}()

// wordCursor walks over the words of a text: runs of two or more letters, digits
// and underscores, ASCII letters folded. Scripts without spaces give pairs of
// characters.
type wordCursor struct {
	text []byte
	at   int
	hash uint64 // of the present word
	wide rune   // the character before, of a script without spaces; 0 for none
}

// next goes to the next word and reports whether there is one.
func (c *wordCursor) next() bool {
	text, i := c.text, c.at
	h, in := uint64(fnvBasis), 0
	for i < len(text) {
		b := text[i]
		if f := folded[b]; f != 0 {
			h = (h ^ uint64(f)) * fnvPrime
			in++
			i++
			continue
		}
		if b < utf8.RuneSelf {
			c.wide = 0
			i++
			if in > 1 {
				c.at, c.hash = i, h
				return true
			}
			h, in = fnvBasis, 0
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case spaceless(r):
			if in > 1 {
				c.at, c.hash, c.wide = i, h, 0
				return true
			}
			before := c.wide
			if in > 0 {
				before = 0
			}
			h, in = fnvBasis, 0
			c.wide = r
			if i += n; before != 0 {
				c.at, c.hash = i, (fnvBasis^uint64(before))*fnvPrime^uint64(r)*fnvPrime
				return true
			}
			continue
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r):
			h = (h ^ uint64(unicode.ToLower(r))) * fnvPrime
			in++
		default:
			if in > 1 {
				c.at, c.hash, c.wide = i+n, h, 0
				return true
			}
			h, in = fnvBasis, 0
		}
		c.wide = 0
		i += n
	}
	c.at = i
	c.hash = h
	return in > 1
}

// spaceless reports whether a character is of a script that parts no words: kana, Han.
func spaceless(r rune) bool {
	return r >= 0x2E80 && r < 0xAC00 || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000
}
