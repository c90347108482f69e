package structure

import (
	"slices"
	"strconv"
	"strings"
)

// repeat is a mark that says that a row stands again.
type repeat struct {
	count    int
	similar  bool
	from, to int
	text     string   // the end of the row that it stands behind
	own      []string // the lines of the content that the row is of
	raw      string   // the first of them with its blanks
}

// copied reports whether a mark of copies speaks for a line.
func (j *rowJudge) copied(n int) bool {
	for _, c := range j.copies {
		if !c.similar && c.from <= n && n <= c.to && c.speaksFor(plainBlanks(j.lines[n-1])) {
			return true
		}
	}
	return false
}

// copiedAsItStands holds the blanks within a line against those of the copied one too.
func (j *rowJudge) copiedAsItStands(n int) bool {
	line := strings.TrimSpace(j.lines[n-1])
	return slices.ContainsFunc(j.copies, func(c repeat) bool { return c.from <= n && n <= c.to && c.raw == line })
}

// plainLines are lines with plain blanks.
func plainLines(lines []string) []string {
	out := make([]string, len(lines))
	for k, l := range lines {
		out[k] = plainBlanks(l)
	}
	return out
}

// copy takes a mark of copies in the row of some lines and checks what it says.
func (j *rowJudge) copy(text string, own []string, m []int) {
	number := func(k int) int {
		if m[2*k] < 0 {
			return 0
		}
		n, _ := strconv.Atoi(text[m[2*k]:m[2*k+1]])
		return n
	}
	before := pieces(j.bare(text[:m[0]]))
	c := repeat{count: number(1), similar: text[m[4]:m[5]] == "similar", from: number(3), to: number(4), text: before[len(before)-1], own: own, raw: strings.TrimSpace(j.lines[max(j.at, 1)-1])}
	if c.to == 0 {
		c.to = c.from
	}
	j.copies = append(j.copies, c)
	if c.from < 1 || c.to > len(j.lines) || c.from > c.to {
		j.find("gaps-counted", "copies-range", "%q: the content has %d lines", text, len(j.lines))
		return
	}
	have, said := 0, c
	if c.similar {
		said.text, said.own = masked(c.text), nil
		for _, l := range c.own {
			said.own = append(said.own, masked(l))
		}
	}
	for n := c.from; n <= c.to; n++ {
		l := plainBlanks(j.lines[n-1])
		if c.similar {
			l = masked(l)
		}
		if said.speaksFor(l) {
			have++
		}
	}
	if have < c.count {
		j.find("gaps-counted", "copies-count", "%q: of lines %d to %d only %d say that", text, c.from, c.to, have)
	}
}

// speaksFor reports whether a line is a copy of the row's own, of which the mark may
// stand behind the first piece, or of the end of the row.
func (c *repeat) speaksFor(line string) bool {
	return slices.ContainsFunc(c.own, func(own string) bool { return line == own || repeats(line, own) }) || repeats(line, c.text)
}

// repeats reports whether a line ends like a row, but for a time before what is
// repeated.
func repeats(line, row string) bool {
	const stamp, least = 120, 8 // bytes
	n := 0
	for n < len(row) && n < len(line) && row[len(row)-1-n] == line[len(line)-1-n] {
		n++
	}
	if n == 0 || n < len(row)-stamp {
		return false
	}
	return n == len(line) || n >= least && 4*n >= len(row) || masked(row[:len(row)-n]) == masked(line[:len(line)-n])
}

func masked(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, s)
}
