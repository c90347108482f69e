package metamorph

import (
	"bytes"
	"math/rand/v2"
)

// Fresh returns a copy of a text with other numbers and ids of the same shapes, as
// the next hour of a log has them. Time stamps, markup, keys and words stay; JSON
// stays JSON.
func Fresh(text []byte, random *rand.Rand) []byte {
	return fresh(text, mask(text), nil, random)
}

// fresh leaves out words of avoid in what it makes, so that it makes no fact.
func fresh(text []byte, keep []bool, avoid map[string]bool, random *rand.Rand) []byte {
	out := bytes.Clone(text)
	words(text, keep, func(w span) {
		like := likeNumber
		switch shape := shapeOf(text[w.a:w.b]); {
		case shape == shapeWord || w.b-w.a < 2 || exponent(text[w.a:w.b]) || year(text[w.a:w.b]):
			return
		case shape == shapeHex:
			like = likeHex
		case shape == shapeMixed:
			like = likeDigits
		}
		for range 4 {
			if c := like(random, text[w.a:w.b]); !avoid[lowered(c)] {
				copy(out[w.a:w.b], c)
				return
			}
		}
	})
	return out
}

// likeDigits keeps the letters of an id.
func likeDigits(r *rand.Rand, w []byte) []byte {
	out := bytes.Clone(w)
	for i, c := range out {
		if digit(c) {
			out[i] = otherDigit(r, c)
		}
	}
	return out
}
