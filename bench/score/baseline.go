package score

import (
	"math"
	"regexp"
	"sort"
	"strings"
	"unicode/utf8"
)

// Baseline is a plain way to shorten a text, to compare with.
type Baseline struct {
	Name string
	// New prepares a subject and returns what gives the text for a budget.
	New func(*Subject) func(budget int) string
}

// Baselines are what anyone could do in a few lines, and the oracle, which knows
// the facts.
func Baselines() []Baseline {
	return []Baseline{
		{"head", newHead},
		{"headtail", newHeadTail},
		{"grep", newGrep},
		{"rare", newRare},
		{"oracle", newOracle},
	}
}

func newHead(s *Subject) func(int) string {
	return func(budget int) string { return s.prefix(s.Input, budget) }
}

// headTailGap stands between the two halves of head+tail.
const headTailGap = "\n[...]\n"

func newHeadTail(s *Subject) func(int) string {
	return func(budget int) string {
		half := (budget - s.counter.Count(headTailGap)) / 2
		for tail := half; ; tail-- { // tokens may part differently where the halves meet the mark
			text := s.prefix(s.Input, half) + headTailGap + s.suffix(s.Input, tail)
			if tail <= 0 || s.counter.Count(text) <= budget {
				return text
			}
		}
	}
}

// prefix is the longest beginning of text that costs at most budget tokens.
func (s *Subject) prefix(text string, budget int) string {
	return s.longest(text, budget, func(n int) string {
		for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
			n--
		}
		return text[:n]
	})
}

// suffix is the longest end of text that costs at most budget tokens.
func (s *Subject) suffix(text string, budget int) string {
	return s.longest(text, budget, func(n int) string {
		i := len(text) - n
		for i < len(text) && !utf8.RuneStart(text[i]) {
			i++
		}
		return text[i:]
	})
}

// longest finds the longest of the cuts of up to len(text) bytes that fits, by doubling and halving.
func (s *Subject) longest(text string, budget int, cut func(n int) string) string {
	fits := func(n int) bool { return s.counter.Count(cut(n)) <= budget }
	low, high := 0, min(len(text), max(budget, 1))
	for high < len(text) && fits(high) {
		low, high = high, min(len(text), 2*high)
	}
	if fits(high) {
		return cut(high)
	}
	for low+1 < high {
		if mid := (low + high) / 2; fits(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return cut(low)
}

// maxLine bounds in characters what a baseline shows of one line.
const maxLine = 1000

// alarm matches the lines that a person would grep for first.
var alarm = regexp.MustCompile(`(?i)error|fail|exception|fatal|panic|warn|traceback|critical|denied|refused|timeout`)

// grepContext is how many lines around a match are shown.
const grepContext = 2

func newGrep(s *Subject) func(int) string {
	lines := strings.Split(s.Input, "\n")
	var order []int
	next := 0
	for i, l := range lines {
		if !alarm.MatchString(l) {
			continue
		}
		for k := max(next, i-grepContext); k <= min(len(lines)-1, i+grepContext); k++ {
			order = append(order, k)
			next = k + 1
		}
	}
	return s.lineFitter(lines, order)
}

var digits = regexp.MustCompile(`[0-9]+`)

// newRare ranks lines by how rare their words are on average, with digits masked.
func newRare(s *Subject) func(int) string {
	lines := strings.Split(s.Input, "\n")
	words := make([][]string, len(lines))
	count := map[string]int{} // lines that have a word
	var order []int
	for i, l := range lines {
		words[i] = strings.Fields(digits.ReplaceAllLiteralString(l, "0"))
		if len(words[i]) > 0 {
			order = append(order, i)
		}
		seen := map[string]bool{}
		for _, w := range words[i] {
			if !seen[w] {
				seen[w] = true
				count[w]++
			}
		}
	}
	rarity := make([]float64, len(lines))
	for _, i := range order {
		for _, w := range words[i] {
			rarity[i] += math.Log(float64(len(lines)) / float64(count[w]))
		}
		rarity[i] /= float64(len(words[i]) + 1) // lines of few words say little
	}
	sort.SliceStable(order, func(a, b int) bool { return rarity[order[a]] > rarity[order[b]] })
	return s.lineFitter(lines, order)
}

// lineFitter takes lines in the given order while they fit and shows them in their own.
func (s *Subject) lineFitter(lines []string, order []int) func(int) string {
	cost := map[int]int{}
	return func(budget int) string {
		used := 0
		var taken []int
		for _, i := range order {
			n, ok := cost[i]
			if !ok {
				lines[i] = clip(lines[i], maxLine)
				n = s.counter.Count(lines[i] + "\n")
				cost[i] = n
			}
			if used+n <= budget {
				used += n
				taken = append(taken, i)
			}
			if used+2 > budget {
				break
			}
		}
		sort.Ints(taken)
		var b strings.Builder
		for _, i := range taken {
			b.WriteString(lines[i])
			b.WriteByte('\n')
		}
		return s.prefix(b.String(), budget)
	}
}

// clip cuts a text to at most n characters.
func clip(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
