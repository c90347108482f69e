package lines

import (
	"bytes"
	"strings"
)

// Prefix mining: most lines of a log begin with the same few fields, a time, a
// process, a level. What has one of few forms at a position in most lines, and
// where one position holds a time, says nothing about the line.
const (
	prefixTokens = 10  // positions that are looked at
	prefixBytes  = 160 // bytes of a line that are looked at
	prefixForms  = 4096
	prefixChoice = 8 // most frequent forms of a position that may belong to the prefix
)

// prefixCount counts the tokens of a position with their digit runs masked.
type prefixCount struct {
	forms  counter
	times  int
	marked int // that have a form which looks like a field of a prefix
	clock  clockColumn
}

// clockColumn tells whether a column holds a clock or counter: numbers of one
// width that hardly ever fall and do change.
type clockColumn struct {
	n, falls, changes int
	width             int
	last              []byte
}

// clockDigits is the least number of digits of a clock without separators.
const clockDigits = 6

func (c *clockColumn) add(tok []byte) {
	if len(tok) < clockDigits || c.n > 0 && len(tok) != c.width {
		return
	}
	for _, b := range tok {
		if !digit(b) {
			return
		}
	}
	if c.n > 0 {
		switch d := bytes.Compare(tok, c.last); {
		case d < 0:
			c.falls++
		case d > 0:
			c.changes++
		}
	}
	c.n, c.width, c.last = c.n+1, len(tok), tok
}

// is reports whether nearly all of n lines fit.
func (c *clockColumn) is(n int) bool {
	return c.n*100 >= n*95 && c.falls*50 <= n && c.changes > 0
}

// Bodies returns for each line of a content where its text behind the prefix that
// its lines have in common begins: a time, a process, a plain level.
func Bodies(content []byte, spans []Span) []int { return prefixes(content, spans) }

// prefixes returns for each line where the text behind the common prefix begins.
// Lines without the prefix, and all lines where there is none, begin at Start;
// lines that hold nothing else end there, unless most do, as in a list of times.
func prefixes(content []byte, spans []Span) []int {
	body := make([]int, len(spans))
	bare := 0
	for i, s := range spans {
		body[i] = s.Start
	}
	drop := minePrefix(content, spans)
	for i, s := range spans {
		if len(drop) > 0 {
			body[i] = skipPrefix(content, s, drop)
		}
		if body[i] == s.Start {
			body[i] = s.Start + stampLen(content[s.Start:s.End])
		}
		if body[i] >= s.End && s.Len() > 0 {
			body[i] = s.End
			bare++
		}
	}
	if bare*2 > len(spans) {
		for i, s := range spans {
			body[i] = s.Start
		}
	}
	return body
}

// minePrefix returns, for each position of the common prefix, the forms that a
// line may have there. It reads one position of all lines after the other, as far
// as most lines agree.
func minePrefix(content []byte, spans []Span) [][]string {
	var lines []Span // what is left of each line that does not begin with a blank
	for _, s := range spans {
		s.End = min(s.End, s.Start+prefixBytes)
		if s.Start < s.End && !blank(content[s.Start]) {
			lines = append(lines, s)
		}
	}
	n := len(lines)
	if n < 5 {
		return nil
	}
	var drop [][]string
	var h header
	hard := 0
	var c prefixCount
	for j := range prefixTokens {
		c.read(content, lines, j)
		ok, fits := c.choose(n, j, h.timed)
		if !fits {
			break
		}
		drop = append(drop, ok)
		field, goesOn := h.next(ok[0], c.times*10 >= n*6 || c.clock.is(n), c.marked*10 >= n*6)
		if field {
			hard = len(drop)
		}
		if !goesOn {
			break
		}
	}
	if !h.timed {
		return nil
	}
	// What follows the last field that looks like one of a prefix is the message,
	// also where all messages begin alike.
	return drop[:hard]
}

// read counts the first token of all lines, which is their j-th, and takes it off.
func (c *prefixCount) read(content []byte, lines []Span, j int) {
	c.forms.reset()
	c.times, c.clock = 0, clockColumn{}
	var buf []byte
	for i, s := range lines {
		if s.Start == s.End {
			continue
		}
		line := content[s.Start:s.End]
		tok, rest := field(line)
		lines[i].Start = s.End - len(rest)
		if len(tok) == 0 {
			lines[i].Start = s.End
			continue
		}
		form := tok
		if hasDigit(tok) {
			buf = maskDigits(buf[:0], tok)
			form = buf
			if timeToken(tok) {
				c.times++
			}
		}
		c.forms.addBelow(form, prefixForms)
		if j < 2 {
			c.clock.add(tok)
		}
	}
}

// choose returns the forms of the j-th token that belong to the prefix of n lines, the
// most frequent first, and whether enough lines have one of them; timed says that a
// token before it holds a time.
func (c *prefixCount) choose(n, j int, timed bool) (ok []string, fits bool) {
	sum := 0
	c.marked = 0
	for k, form := range c.forms.most(prefixChoice) {
		f, v := string(c.forms.text(form)), c.forms.counts[form]
		// a word is prefix only where nearly all lines have it; a rarer form is a
		// line's own ("Caused", "Traceback")
		if prefixMark(f) {
			c.marked += v
		}
		if k == 0 && v*100 >= n*95 && timed {
			ok = append(ok, f)
			sum += v
			continue
		}
		if v*10 < n {
			break
		}
		if strings.IndexByte(f, '#') >= 0 || plainLevel(f) || !timed && j < 2 {
			ok = append(ok, f)
			sum += v
		}
	}
	return ok, sum*10 >= n*6
}

func skipPrefix(content []byte, s Span, drop [][]string) int {
	at := s.Start
	for j := range drop {
		tok, _ := field(content[at:min(s.End, at+prefixBytes)])
		next := at + len(tok)
		// a token that goes on behind what is looked at is none of a prefix
		if len(tok) == 0 || next < s.End && !blank(content[next]) || !hasForm(tok, drop[j]) {
			break
		}
		if next >= s.End {
			return s.End
		}
		if next++; j < len(drop)-1 {
			for next < s.End && content[next] == ' ' {
				next++
			}
		}
		if next >= s.End {
			return s.End
		}
		at = next
	}
	return at
}

// hasForm reports whether a token with its digit runs masked is one of some forms.
func hasForm(tok []byte, forms []string) bool {
	for _, f := range forms {
		if formOf(tok, f) {
			return true
		}
	}
	return false
}

// formOf reports whether form is a token with its digit runs masked.
func formOf(tok []byte, form string) bool {
	k := 0
	for i, c := range tok {
		if digit(c) {
			if i > 0 && digit(tok[i-1]) {
				continue
			}
			c = '#'
		}
		if k == len(form) || form[k] != c {
			return false
		}
		k++
	}
	return k == len(form)
}

func hasDigit(s []byte) bool {
	for _, c := range s {
		if digit(c) {
			return true
		}
	}
	return false
}

// field returns the first token of a line that begins with one, and what follows
// its blanks.
func field(line []byte) (tok, rest []byte) {
	i := 0
	for i < len(line) && line[i] != ' ' && line[i] != '\t' {
		i++
	}
	rest = line[i:]
	for len(rest) > 0 && blank(rest[0]) {
		rest = rest[1:]
	}
	return line[:i], rest
}

// timeToken reports whether a token holds a date or a time: three groups of digits
// parted by the same separator of which the middle one has two digits, or ten
// digits in a row.
func timeToken(tok []byte) bool {
	var groups [2]int // lengths of the last two groups of digits
	run, sep := 0, byte(0)
	for _, c := range tok {
		if digit(c) {
			if run++; run >= 10 || groups[0] > 0 && groups[1] == 2 && run >= 1 {
				return true
			}
			continue
		}
		if run > 0 && (c == ':' || c == '/' || c == '-') {
			if c == sep {
				groups[0], groups[1] = groups[1], run
			} else {
				groups[0], groups[1] = 0, run
			}
			sep = c
		} else {
			groups, sep = [2]int{}, 0
		}
		run = 0
	}
	return false
}

// plainLevel recognises the levels that say nothing is wrong.
func plainLevel(f string) bool {
	for len(f) > 0 && (f[0] == '[' || f[0] == '(' || f[0] == '<') {
		f = f[1:]
	}
	for len(f) > 0 && (f[len(f)-1] == ']' || f[len(f)-1] == ')' || f[len(f)-1] == '>' || f[len(f)-1] == ':') {
		f = f[:len(f)-1]
	}
	switch f {
	case "INFO", "DEBUG", "TRACE", "info", "debug", "trace", "Info", "Debug", "NOTICE", "notice", "-", "|", "I", "D":
		return true
	}
	return false
}
