package score

import (
	"strings"
	"unicode"
)

// place is a part of a view's text.
type place struct{ a, b int }

// find looks for a piece of an output in all[a:b], from at on first and then from
// a: as one run of text, or else word by word in as long runs as there are, in
// all[a:near]. It returns where the runs stand, and the first word that stands
// nowhere, if any.
func (v *view) find(piece string, a, b, at, near int) (places []place, missing string) {
	n := strings.TrimSpace(Normalise(piece))
	if n == "" {
		return nil, ""
	}
	at = min(max(at, a), b)
	if k := strings.Index(v.all[at:b], n); k >= 0 {
		return []place{{at + k, at + k + len(n)}}, ""
	}
	if k := strings.Index(v.all[a:b], n); k >= 0 {
		return []place{{a + k, a + k + len(n)}}, ""
	}
	b = min(b, near)
	at = min(at, b)
	words := contentWords(n)
	for i := 0; i < len(words); {
		p, used := v.run(words[i:], at, b)
		if used == 0 {
			p, used = v.run(words[i:], a, b)
		}
		if used == 0 { // a path of keys, or words that a rewrite sets closer
			parts := innerWords(words[i])
			if len(parts) < 2 {
				return places, words[i]
			}
			words = append(parts, words[i+1:]...)
			i = 0
			continue
		}
		places = append(places, p)
		at = p.b
		i += used
	}
	return places, ""
}

// contentWords are the words that hold a letter or a digit, without the brackets
// and points at their ends, which a rewrite may put there.
func contentWords(s string) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		if w = strings.Trim(w, "()[]{}<>.;#!?-+/'\u00b7\u2022\u2013\u2014"); says(w) {
			out = append(out, w)
		}
	}
	return out
}

// innerWords parts a word at everything but letters, digits and marks; points and
// commas between digits do not part.
func innerWords(w string) []string {
	var out []string
	start := -1
	for i, r := range w + " " {
		in := wordRune(r) || unicode.IsMark(r) ||
			(r == '.' || r == ',') && start >= 0 && digit(w[i-1]) && i+1 < len(w) && digit(w[i+1])
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, w[start:i])
			start = -1
		}
	}
	return out
}

// run finds the first place of the first word in all[a:b] at which it stands whole,
// and how many of the words follow each other there.
func (v *view) run(words []string, a, b int) (place, int) {
	k := indexWord(v.all[a:b], words[0])
	if k < 0 {
		return place{}, 0
	}
	p := place{a + k, a + k + len(words[0])}
	used := 1
	for used < len(words) {
		rest := strings.TrimLeft(v.all[p.b:b], " ()[]{}<>.;#!?-+/'\u00b7\u2022\u2013\u2014")
		if !strings.HasPrefix(rest, words[used]) {
			break
		}
		p.b = b - len(rest) + len(words[used])
		used++
	}
	return p, used
}

// indexWord finds a word that no letter or digit touches. Words without ASCII
// letters or digits at their ends are free there.
func indexWord(s, w string) int {
	for from := 0; ; {
		k := strings.Index(s[from:], w)
		if k < 0 {
			return -1
		}
		k += from
		if wordEdge(s, k, w[0], -1) && wordEdge(s, k+len(w), w[len(w)-1], 0) {
			return k
		}
		from = k + 1
	}
}

// wordEdge reports whether the byte beside s[i] (at i+side) does not continue c.
func wordEdge(s string, i int, c byte, side int) bool {
	i += side
	if i < 0 || i >= len(s) {
		return true
	}
	alnum := func(c byte) bool { return letter(c) || digit(c) }
	return !alnum(c) || !alnum(s[i])
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
