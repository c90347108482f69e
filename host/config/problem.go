package config

import (
	"fmt"
	"sort"
	"strings"
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
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.text())
	case p.File != "":
		return fmt.Sprintf("%s: %s", p.File, p.text())
	}
	return p.text()
}

func (p Problem) text() string {
	s := p.Found
	if p.Key != "" {
		s = p.Key + " " + s
	}
	if p.Expected != "" {
		s += "; expected " + p.Expected
	}
	if p.Remedy != "" {
		s += ": " + p.Remedy
	}
	return s
}

// Error is everything that is wrong with a configuration, in the order of its
// lines.
type Error struct {
	Problems []Problem // at least one
}

// Error lists the problems, one a line.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = "config: " + p.String()
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
