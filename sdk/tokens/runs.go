package tokens

import "encoding/binary"

// A run is a stretch in which every byte is that two places before it: one byte
// again and again, or two in turn. Such stretches are what sums over n-grams get
// most wrong, as a tokenizer has long tokens for some of them and none for others.
//
// Shorter ones are weighed like all else. Rules and indentation are runs of one
// byte, often of a length that has a token of its own, and the automaton knows
// those better; two bytes in turn are rare in ordinary text.
const (
	shortestRun  = 128 // bytes, of one byte
	shortestTurn = 32  // bytes, of two in turn
)

// probe is how many bytes lie between two looks, and window how many are looked at:
// no run that is long enough fits between.
const (
	probe  = 16
	window = 10
)

// longRun returns the first run of text that has a rate; from == to == len(text)
// where there is none. It looks at each probe and at the runs that it meets.
func longRun(text []byte) (from, to int) {
	for i := 0; i+window <= len(text); {
		if pair(text, i) != pair(text, i+2) || text[i] == text[i+1] && !longer(text, i) {
			i += probe
			continue
		}
		from, to = i, i+window
		for from > 0 && text[from-1] == text[from+1] {
			from--
		}
		for to < len(text) && text[to] == text[to-2] {
			to++
		}
		shortest := shortestTurn
		if text[from] == text[from+1] {
			shortest = shortestRun
		}
		if to-from >= shortest && placeOf(text[from]) < places && placeOf(text[from+1]) < places {
			return from, to
		}
		i = max(to, i+probe)
	}
	return len(text), len(text)
}

func pair(text []byte, i int) uint64 { return binary.LittleEndian.Uint64(text[i:]) }

// longer says whether a run of one byte that the probe at i lies in can be as long
// as shortestRun, which spares ordinary indentation a closer look: a run that long
// has a probe among its first bytes, and so what lies farther on is the same.
func longer(text []byte, i int) bool {
	const farther = shortestRun - probe - 8
	return i+farther+8 <= len(text) && pair(text, i) == pair(text, i+farther)
}

// The bytes that runs have rates for: what can be printed, tab and line ends.
const places = '~' - ' ' + 4

// placeOf is the place of a byte in the table of rates; places where it has none.
func placeOf(c byte) int {
	switch {
	case c >= ' ' && c <= '~':
		return int(c - ' ')
	case c == '\t':
		return places - 3
	case c == '\n':
		return places - 2
	case c == '\r':
		return places - 1
	}
	return places
}

// rate is what a byte of a run of a and b in turn costs, in units of 1/scale.
func (m model) rate(a, b byte) int { return int(m.rates[placeOf(a)*places+placeOf(b)]) }
