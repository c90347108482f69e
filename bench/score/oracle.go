package score

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// oracleReach is how many characters of its line the oracle shows on each side of a fact.
const oracleReach = 120

// snippet is a piece of the input around a fact.
type snippet struct {
	start, end int // bytes of the input
	cost       int // tokens
	facts      []int
}

// newOracle is the cheapest set of source lines, clipped around the facts, that
// shows them, greedily by weight per token.
func newOracle(s *Subject) func(int) string {
	snippets := s.snippets()
	return func(budget int) string {
		found := make([]bool, len(s.needles))
		used := 0
		var taken []snippet
		for {
			best, bestRate := -1, 0.0
			for i, p := range snippets {
				if used+p.cost > budget {
					continue
				}
				gain := 0.0
				for _, f := range p.facts {
					if !found[f] {
						gain += s.Case.Facts[f].Weight
					}
				}
				if rate := gain / float64(p.cost); rate > bestRate {
					best, bestRate = i, rate
				}
			}
			if best < 0 {
				break
			}
			used += snippets[best].cost
			taken = append(taken, snippets[best])
			for _, f := range snippets[best].facts {
				found[f] = true
			}
		}
		sort.Slice(taken, func(a, b int) bool { return taken[a].start < taken[b].start })
		var b strings.Builder
		for _, p := range taken {
			b.WriteString(s.Input[p.start:p.end])
			b.WriteByte('\n')
		}
		return s.prefix(b.String(), budget)
	}
}

// maxOccurrences bounds how many places of one fact the oracle looks at.
const maxOccurrences = 50

func (s *Subject) snippets() []snippet {
	var all []snippet
	for i, f := range s.Case.Facts {
		from := 0
		for range maxOccurrences {
			k := strings.Index(s.Input[from:], f.Text)
			if k < 0 {
				break
			}
			a, b := from+k, from+k+len(f.Text)
			from = b
			p := s.around(a, b)
			if s.needles[i].In(Normalise(s.Input[p.start:p.end])) {
				all = append(all, p)
			}
		}
	}
	for i := range all {
		text := s.Input[all[i].start:all[i].end]
		all[i].cost = s.counter.Count(text + "\n")
		n := Normalise(text)
		for k, needle := range s.needles {
			if needle.In(n) {
				all[i].facts = append(all[i].facts, k)
			}
		}
	}
	return all
}

// around widens input[a:b] to its lines, clipped to oracleReach characters on each side.
func (s *Subject) around(a, b int) snippet {
	start, end := a, b
	for n := 0; n < oracleReach && start > 0 && s.Input[start-1] != '\n'; n++ {
		_, w := utf8.DecodeLastRuneInString(s.Input[:start])
		start -= w
	}
	for n := 0; n < oracleReach && end < len(s.Input) && s.Input[end] != '\n'; n++ {
		_, w := utf8.DecodeRuneInString(s.Input[end:])
		end += w
	}
	return snippet{start: start, end: end}
}
