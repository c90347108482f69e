package metamorph

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"github.com/riffle-dev/riffle/sdk/tokens"
)

// draws is how many replacements are drawn for a word. The one whose cost in tokens
// is nearest to that of the word is taken: what a fact costs is no part of the test.
const draws = 24

// swapper replaces words by others of their shape, each everywhere by the same.
type swapper struct {
	random *rand.Rand
	all    bool              // words of letters alone too
	taken  map[string]bool   // words of the text, and what was put in their place
	to     map[string]string // in lower case
}

// swap returns the text with the words of the spans replaced everywhere but where keep
// marks them. It has the same length, and what is not replaced stands where it stood.
func swap(text []byte, keep []bool, of []span, all bool, random *rand.Rand) []byte {
	s := &swapper{random: random, all: all, taken: map[string]bool{}, to: map[string]string{}}
	inside := make([]bool, len(text))
	for _, f := range of {
		for i := f.a; i < f.b; i++ {
			inside[i] = true
		}
	}
	words(text, keep, func(w span) {
		parts(text[w.a:w.b], func(p span) { s.taken[lowered(text[w.a+p.a:w.a+p.b])] = true })
		s.taken[lowered(text[w.a:w.b])] = true
	})
	words(text, keep, func(w span) {
		if inside[w.a] || inside[w.b-1] {
			s.learn(text[w.a:w.b])
		}
	})
	out := bytes.Clone(text)
	words(text, keep, func(w span) { s.apply(out[w.a:w.b]) })
	return out
}

func lowered(w []byte) string { return strings.ToLower(string(w)) }

// learn draws replacements for a word of a fact.
func (s *swapper) learn(w []byte) {
	switch shapeOf(w) {
	case shapeNumber:
		if len(w) >= 3 && !year(w) && !code(w) {
			s.draw(w, likeNumber)
		}
	case shapeHex:
		if !exponent(w) {
			s.draw(w, likeHex)
		}
	case shapeMixed:
		if !s.id(w) {
			return
		}
		s.draw(w, likeMixed)
	case shapeWord:
		if !s.all {
			return
		}
		parts(w, func(p span) {
			if part := w[p.a:p.b]; !telling(lowered(part)) {
				s.draw(part, likeWord)
			}
		})
	}
}

// id reports a word of letters and digits that is no unit with its number, no
// exponent and no name of a format.
func (s *swapper) id(w []byte) bool {
	digits := 0
	for _, c := range w {
		if digit(c) {
			digits++
		}
	}
	unit := bytes.TrimLeft(w, "0123456789")
	return digits >= 2 && len(w) >= 4 && !exponent(w) && !others[lowered(w)] && (len(unit) == len(w) || len(unit) > 3 || bytes.ContainsAny(unit, "0123456789"))
}

func (s *swapper) draw(w []byte, like func(*rand.Rand, []byte) []byte) {
	from := lowered(w)
	if s.to[from] != "" {
		return
	}
	best, far := "", 0
	cost := tokens.Estimate([]byte(" " + from))
	for range draws {
		c := string(like(s.random, []byte(from)))
		if s.taken[c] {
			continue
		}
		if d := abs(tokens.Estimate([]byte(" "+c)) - cost); best == "" || d < far {
			best, far = c, d
		}
	}
	if best != "" { // else all of its shape are in use
		s.to[from], s.taken[best] = best, true
	}
}

func abs(n int) int { return max(n, -n) }

// apply replaces a word in place, or its parts.
func (s *swapper) apply(w []byte) {
	if to := s.to[lowered(w)]; to != "" {
		recase(w, to)
		return
	}
	if shapeOf(w) == shapeWord {
		parts(w, func(p span) {
			if to := s.to[lowered(w[p.a:p.b])]; to != "" {
				recase(w[p.a:p.b], to)
			}
		})
	}
}

// recase writes a replacement over a word, in the word's cases.
func recase(w []byte, to string) {
	for i, c := range []byte(to) {
		if upper(w[i]) {
			c = c &^ 0x20
		}
		w[i] = c
	}
}

const (
	vowels     = "aeiou"
	consonants = "bcdfghjklmnpqrstvwxyz"
)

// likeNumber keeps the first digit, so that the number stays as large as it was: an
// outlying value stays one, and JSON stays JSON.
func likeNumber(r *rand.Rand, w []byte) []byte {
	out := bytes.Clone(w)
	for i := 1; i < len(out); i++ {
		out[i] = byte('0' + r.IntN(10))
	}
	return out
}

// likeHex changes no digit into a letter and no letter into a digit.
func likeHex(r *rand.Rand, w []byte) []byte {
	out := bytes.Clone(w)
	for i, c := range out {
		if digit(c) {
			out[i] = otherDigit(r, c)
		} else {
			out[i] = byte('a'+r.IntN(6)) &^ (^c & 0x20) // in the same case
		}
	}
	return out
}

func likeMixed(r *rand.Rand, w []byte) []byte {
	out := bytes.Clone(w)
	parts(w, func(p span) {
		for i := p.a; i < p.b; i++ {
			switch {
			case digit(w[i]):
				out[i] = otherDigit(r, w[i])
			case !telling(string(w[p.a:p.b])) || p.b-p.a < 4:
				out[i] = otherLetter(r, w[i])
			}
		}
	})
	return out
}

func likeWord(r *rand.Rand, w []byte) []byte {
	out := bytes.Clone(w)
	for i, c := range out {
		out[i] = otherLetter(r, c)
	}
	return out
}

// otherDigit keeps zeros and does not make them.
func otherDigit(r *rand.Rand, c byte) byte {
	if c == '0' {
		return c
	}
	return byte('1' + r.IntN(9))
}

// otherLetter, in lower case, is a vowel for a vowel and a consonant for a consonant.
func otherLetter(r *rand.Rand, c byte) byte {
	class := consonants
	if strings.IndexByte(vowels, c) >= 0 {
		class = vowels
	}
	return class[r.IntN(len(class))]
}
