package config

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
)

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	File     string // "" where the value came from no file
	Line     int    // from 1; 0 where no line is known
	Key      string // dotted: "spill.maxBytes"
	Found    string // what stands there: "is 0"
	Expected string // what should stand there
	Remedy   string // what to do

	other string // the key that Key is measured against, for the line where Key itself is not set
}

// String says where the problem is, what was found and expected, and what to do.
func (p Problem) String() string {
	switch {
	case p.File != "" && p.Line > 0:
		return fmt.Sprintf("%s:%d: %s", printable(p.File), p.Line, p.text())
	case p.File != "":
		return fmt.Sprintf("%s: %s", printable(p.File), p.text())
	}
	return p.text()
}

func (p Problem) text() string {
	s := printable(p.Found)
	if p.Key != "" {
		s = printableKey(p.Key) + " " + s
	}
	if p.Expected != "" {
		s += "; expected " + p.Expected
	}
	if p.Remedy != "" {
		s += ": " + p.Remedy
	}
	return s
}

// maxShown is how many problems are told: a file that is no configuration has one a line.
const maxShown = 20

// printable makes a foreign text fit for a line of a terminal: a key or a path may hold
// its control sequences.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\ufffd'
	}, s)
}

// printableKey is printable for a key, which may be as long as its file.
func printableKey(key string) string {
	const limit = 120 // code points
	if r := []rune(key); len(r) > limit {
		key = string(r[:limit]) + "…"
	}
	return printable(key)
}

// Error is everything that is wrong with a configuration, in the order of its
// lines.
type Error struct {
	Problems []Problem // at least one
}

// Error lists the problems, one a line, the first of many.
func (e *Error) Error() string {
	var lines []string
	for i, p := range e.Problems {
		if i == maxShown {
			lines = append(lines, fmt.Sprintf("config: %s: %d more problems", printable(p.File), len(e.Problems)-i))
			break
		}
		lines = append(lines, "config: "+p.String())
	}
	return strings.Join(lines, "\n")
}

// asError returns nil where there are no problems.
func asError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	sort.SliceStable(problems, func(i, j int) bool { return problems[i].Line < problems[j].Line })
	return &Error{Problems: problems}
}
