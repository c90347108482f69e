package document

import (
	"bytes"
	"hash/maphash"
	"math"
	"math/bits"

	"github.com/riffle-dev/riffle/sdk/rank"
)

// maxShapes bounds the table of shapes; further ones count as met for the first time.
const maxShapes = 1 << 17

// shapes counts blocks that say the same with other numbers.
type shapes struct {
	slots []shapeSlot // a power of two, at most half of them taken
	met   []int32     // how often each was met, by its number less 1
}

type shapeSlot struct {
	hash   uint64 // never 0 in a taken slot
	number int32  // from 1
}

// meet returns the number of a shape, 0 for none, and how often it was met before.
func (s *shapes) meet(h uint64) (number, turn int32) {
	h |= 1
	if len(s.slots) == 0 {
		s.slots = make([]shapeSlot, 256)
	}
	x := s.find(h)
	if x.hash == 0 {
		if len(s.met) == maxShapes {
			return 0, 0
		}
		s.met = append(s.met, 0)
		*x = shapeSlot{h, int32(len(s.met))}
		if 2*len(s.met) > len(s.slots) {
			old := s.slots
			s.slots = make([]shapeSlot, 4*len(old))
			for k := range old {
				if old[k].hash != 0 {
					*s.find(old[k].hash) = old[k]
				}
			}
			x = s.find(h)
		}
	}
	n := &s.met[x.number-1]
	*n++
	return x.number, *n - 1
}

func (s *shapes) find(h uint64) *shapeSlot {
	mask := uint64(len(s.slots) - 1)
	for i := (h>>1 ^ h>>32) & mask; ; i = (i + 1) & mask {
		if x := &s.slots[i]; x.hash == h || x.hash == 0 {
			return x
		}
	}
}

const (
	shapeOther = iota
	shapeLetter
	shapeDigit
)

var shapeClass = func() (t [256]uint8) {
	for c := range t {
		switch f := folded[c]; {
		case c >= '0' && c <= '9':
			t[c] = shapeDigit
		case f != 0:
			t[c] = shapeLetter
		}
	}
	return t
}()

// shapeOf hashes a text with every word that has a digit masked, and counts the
// bytes of the other words.
func shapeOf(text []byte) (hash uint64, letters int) {
	h := uint64(fnvBasis)
	for i := 0; i < len(text); {
		c := text[i]
		if shapeClass[c] == shapeOther {
			h = (h ^ uint64(c)) * fnvPrime
			if c >= 0x80 {
				letters++
			}
			i++
			continue
		}
		before, from, digits := h, i, false
		for i < len(text) && shapeClass[text[i]] != shapeOther {
			digits = digits || shapeClass[text[i]] == shapeDigit
			h = (h ^ uint64(text[i])) * fnvPrime
			i++
		}
		if digits {
			h = (before ^ '#') * fnvPrime
		} else {
			letters += i - from
		}
	}
	return h, letters
}

// leastShape is the fewest bytes of words without digits that make a shape: what is
// mostly numbers says something else each time.
const leastShape = 10

// compare counts the shape of a block. Of headings those that stand right above with
// nothing between are one run; others may be alike wherever they stand. A row has the
// shape of its table's header. Lines of listings are told apart by their neighbours,
// what a form offers by its words, and terms are looked up by their very numbers.
func (d *Doc) compare(x *Block, text []byte) {
	switch x.Kind {
	case Para, Item, Code, Heading, Header:
	case Row:
		if d.header.table == x.Table {
			x.shape, x.turn = d.header.shape, d.header.turn
		}
		return
	default:
		return
	}
	h, letters := shapeOf(text)
	if x.Kind == Heading {
		if d.bare++; d.section == 0 || d.since > 0 || h != d.heading {
			d.bare = 0
		}
		d.heading = h
		if x.turn = d.bare; x.turn == 0 {
			x.shape, x.turn = d.shapes.meet(h ^ uint64(x.Kind))
		}
		return
	}
	if letters >= leastShape || x.Kind == Header {
		x.shape, x.turn = d.shapes.meet(h ^ uint64(x.Kind))
	}
	if x.Kind == Header {
		d.header.table, d.header.shape, d.header.turn = x.Table, x.shape, x.turn
	}
}

// again is what a block is worth that says with other numbers what others say. The
// first counts in full; the others come by halves, so that wherever a budget stops,
// those that are shown stand all over the content: of n blocks, n/2^k have a turn that
// 2^k divides.
func (d *Doc) again(x *Block) float64 {
	if x.turn == 0 {
		return 1
	}
	place := float64(x.turn)
	if x.shape > 0 {
		place = float64(max(1, d.shapes.met[x.shape-1]>>bits.TrailingZeros32(uint32(x.turn))))
		if x.serial() {
			place = max(0, place-series) / series
		}
	}
	return math.Pow(1+place, -rank.HardPower)
}

// series is how many headings that differ in numbers alone count in full, and how many
// tables with the same columns: the parts of a paper are its skeleton, the sixty versions
// of a change log are not, and what stands below them is. Sweeps gain down to 4.
const series = 4

// serial reports whether the shape of a block is that of a part of the document.
func (b *Block) serial() bool { return b.Kind == Heading || b.Kind == Header || b.Kind == Row }

var foldSeed = maphash.MakeSeed()

// fold finds the block that a raw one repeats byte for byte, so that it is shown as
// a copy. Headings, code and very short texts stay where they are: their place says
// something.
func (d *Doc) fold(i int, x *Block) {
	const shortest = 12 // bytes; of lines of listings, any
	if !x.Raw || x.Join != Apart || x.Table > 0 || x.Kind != Line && (x.TextLen() < shortest || x.Kind != Para && x.Kind != Item) {
		return
	}
	text := d.wholeText(x)
	h := maphash.Bytes(foldSeed, text)
	k, ok := d.firsts[h]
	switch {
	case !ok:
		d.firsts[h] = int32(i)
	case bytes.Equal(text, d.wholeText(&d.Blocks[k])):
		x.same = k + 1
		d.Blocks[k].copies++
	}
}
