package structure

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on where a cut without a blank is let be.
const (
	longRun    = 80 // bytes without a blank: there was none to cut at
	longNumber = 40 // digits
)

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// unspaced are scripts that part words by nothing.
var unspaced = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// badCut says what a cut of line at byte i goes through: "number", "word", or "" for
// neither.
func badCut(line string, i int) string {
	if i <= 0 || i >= len(line) {
		return ""
	}
	before, n := utf8.DecodeLastRuneInString(line[:i])
	after, m := utf8.DecodeRuneInString(line[i:])
	digits := unicode.IsDigit(before) && unicode.IsDigit(after)
	switch {
	case digits, point(before) && unicode.IsDigit(after) && digitBefore(line[:i-n]), unicode.IsDigit(before) && point(after) && digitBehind(line[i+m:]):
		run := around(line, i, func(r rune) bool { return wordRune(r) || point(r) })
		if strings.IndexFunc(run, unicode.IsLetter) < 0 {
			if len(run) > longNumber {
				return ""
			}
			return "number"
		}
		if !digits {
			return "" // a point in a word
		}
	case !wordRune(before) || !wordRune(after):
		return ""
	case unicode.IsMark(after):
		return "character"
	case unicode.In(before, unspaced...) || unicode.In(after, unspaced...):
		return ""
	}
	if len(around(line, i, func(r rune) bool { return !unicode.IsSpace(r) })) > longRun {
		return ""
	}
	return "word"
}

func point(r rune) bool { return r == '.' || r == ',' }

func digitBefore(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsDigit(r)
}

func digitBehind(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsDigit(r)
}

// around is the run of characters on both sides of byte i for which in holds.
func around(s string, i int, in func(rune) bool) string {
	a := strings.LastIndexFunc(s[:i], func(r rune) bool { return !in(r) })
	if a < 0 {
		a = 0
	} else {
		_, n := utf8.DecodeRuneInString(s[a:])
		a += n
	}
	b := strings.IndexFunc(s[i:], func(r rune) bool { return !in(r) })
	if b < 0 {
		return s[a:]
	}
	return s[a : i+b]
}

// plainBlanks is s with each run of blanks as one, and none at its ends.
func plainBlanks(s string) string { return strings.Join(strings.Fields(s), " ") }

// laxity is what a match overlooks: a start or an end that nothing marks, cuts of
// words, and of numbers too.
type laxity struct{ start, end, words, numbers bool }

// allows reports whether a line may be cut at byte i.
func (x laxity) allows(line string, i int) bool {
	switch badCut(line, i) {
	case "":
		return true
	case "number":
		return x.numbers
	}
	return x.words
}

// pieces are the parts of a row between its marks of a gap.
func pieces(row string) []string {
	p := strings.Split(row, "…")
	for i := range p {
		p[i] = plainBlanks(p[i])
	}
	return p
}

// ruleOnly reports whether what a row leaves out at its end is the rest of a rule, such as
// a long run of = and blanks, of which the reader learns nothing. What is short is drawn.
func ruleOnly(rest string) bool {
	const short = 16 // bytes
	return len(rest) > short && strings.IndexFunc(rest, func(r rune) bool { return r >= utf8.RuneSelf || wordRune(r) }) < 0
}

// match finds the pieces of a row in a line, in order, from a byte on. The first
// stands at the beginning and the last at the end, but where the row has a mark
// there; none begins or ends inside a word. Both must have plain blanks.
func match(row []string, line string, from int, lax laxity) (end int, ok bool) {
	at := from
	for k, p := range row {
		first, last := k == 0, k == len(row)-1
		if p == "" {
			continue
		}
		if first && !lax.start {
			if !strings.HasPrefix(line[at:], p) {
				return 0, false
			}
			at += len(p)
			if last && !lax.end && at != len(line) && !ruleOnly(line[at:]) || !lax.allows(line, at) {
				return 0, false
			}
			continue
		}
		found := false
		for i := at; !found; i++ {
			n := strings.Index(line[i:], p)
			if n < 0 {
				return 0, false
			}
			i += n
			e := i + len(p)
			found = lax.allows(line, i) && lax.allows(line, e) && (!last || lax.end || e == len(line) || ruleOnly(line[e:]))
			if found {
				at = e
			}
		}
	}
	return at, true
}

// lineEndGone is the class of rows that say all of several lines, one behind the other:
// nothing is missing but the line ends.
const lineEndGone = "line-end-as-blank"

// fault says how a row differs from its line where it does not match: the class of
// the breach.
func fault(row, line string, later []string) string {
	p, l := pieces(row), plainBlanks(line)
	for _, cuts := range []struct {
		words, numbers bool
		name           string
	}{{false, false, ""}, {true, false, "-in-word"}, {true, true, "-in-number"}} {
		for _, edges := range []struct {
			start, end bool
			name       string
		}{{false, false, ""}, {false, true, "end-"}, {true, false, "start-"}, {true, true, "both-ends-"}} {
			if _, ok := match(p, l, 0, laxity{edges.start, edges.end, cuts.words, cuts.numbers}); ok {
				class := edges.name + "cut" + cuts.name
				if edges.name != "" {
					class += "-unmarked"
				}
				return class
			}
		}
	}
	all := strings.Join(p, " ")
	if spelled(all, l) {
		return "join-in-line"
	}
	for _, other := range later {
		if _, ok := match(p, plainBlanks(other), 0, laxity{}); ok {
			return "another-line"
		}
	}
	for n := range later {
		if _, ok := match(p, plainBlanks(l+" "+strings.Join(later[:n+1], " ")), 0, laxity{}); ok && len(p) == 1 {
			return lineEndGone
		}
		if spelled(all, l+" "+plainBlanks(strings.Join(later[:n+1], " "))) {
			return "join-of-lines"
		}
	}
	if n := min(len(later), 16); inOrder(wordsOf(row), wordsOf(line+"\n"+strings.Join(later[:n], "\n"))) {
		return "join-of-lines-respelled"
	}
	return "not-in-line"
}

// spelled reports whether s is made of stretches of l in order, of three bytes and
// more: what a join without a mark leaves.
func spelled(s, l string) bool {
	for s != "" {
		n := 0
		var end int
		for n < len(s) {
			i := strings.Index(l, s[:n+1])
			if i < 0 {
				break
			}
			n++
			end = i + n
		}
		if n < min(3, len(s)) {
			return false
		}
		l, s = l[end:], strings.TrimLeft(s[n:], " ")
	}
	return true
}

// inOrder reports whether some words are among others in the same order.
func inOrder(some, all []string) bool {
	for _, w := range all {
		if len(some) > 0 && some[0] == w {
			some = some[1:]
		}
	}
	return len(some) == 0
}

// bareWords are the letters and digits of a text.
func bareWords(s string) string {
	return strings.Map(func(r rune) rune {
		if !wordRune(r) {
			return -1
		}
		return r
	}, s)
}
