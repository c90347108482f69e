// Package corpus holds recorded tool results and the facts in them that a shorter
// text must keep, and loads such cases from any folder.
//
// A case is an input file and a sibling NAME.facts.json, in a folder named after
// the kind of the content. Every fact is an exact substring of its decoded input.
package corpus

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// Case is one recorded tool result with the facts that must survive.
type Case struct {
	Name      string     `json:"-"` // folder and file, with a slash: "log/nginx.log"
	Path      string     `json:"-"` // of the input file
	Data      []byte     `json:"-"` // the input's exact bytes; read only
	Kind      string     `json:"kind"`
	Tool      string     `json:"tool"`
	Command   string     `json:"command,omitempty"`
	Facts     []Fact     `json:"facts"`
	Questions []Question `json:"questions"`
	Encoding  string     `json:"encoding,omitempty"` // "" means UTF-8, or what a byte order mark says
	Role      string     `json:"role,omitempty"`     // "robustness-only": no facts are asked for
}

// Fact is a piece of the input that a reader with the problem at hand needs.
type Fact struct {
	ID     string  `json:"id"`
	Text   string  `json:"text"`
	Weight float64 `json:"weight"` // 1 useful, 2 important, 3 what the reader came for
	Why    string  `json:"why"`
	Pos    float64 `json:"pos,omitempty"`   // place of the first occurrence, from 0 to 1; a note for the reader
	Count  int     `json:"count,omitempty"` // occurrences; likewise
}

// Question is something that the facts answer.
type Question struct {
	Q      string `json:"q"`
	Answer string `json:"answer"`
}

// RobustnessOnly is the role of a case without facts: it is run, not scored.
const RobustnessOnly = "robustness-only"

// Text is the decoded input: valid UTF-8 without a byte order mark.
func (c *Case) Text() string { return Decode(c.Data, c.Encoding) }

// Stem is the name without its folder and extension: "nginx".
func (c *Case) Stem() string {
	s := c.Name[strings.LastIndexByte(c.Name, '/')+1:]
	if i := strings.LastIndexByte(s, '.'); i > 0 {
		s = s[:i]
	}
	return s
}

// Check reports everything that is wrong with the case: a fact that is no exact
// substring of the decoded input, an id used twice, a weight other than 1, 2 or 3, a
// noted place or count that is not true.
func (c *Case) Check() error {
	var errs []error
	bad := func(format string, args ...any) {
		errs = append(errs, fmt.Errorf("corpus: %s: %s", c.Name, fmt.Sprintf(format, args...)))
	}
	if len(c.Facts) == 0 && c.Role != RobustnessOnly {
		bad("no facts; a case without facts needs the role %q", RobustnessOnly)
	}
	text, seen := c.Text(), map[string]bool{}
	for _, f := range c.Facts {
		switch {
		case f.ID == "":
			bad("the fact %q has no id", f.Text)
		case seen[f.ID]:
			bad("the id %q stands twice; each fact needs its own", f.ID)
		}
		seen[f.ID] = true
		if f.Weight != 1 && f.Weight != 2 && f.Weight != 3 {
			bad("fact %s has weight %v; expected 1, 2 or 3", f.ID, f.Weight)
		}
		if strings.TrimSpace(f.Text) == "" {
			bad("fact %s is empty", f.ID)
		} else if !strings.Contains(text, f.Text) {
			bad("fact %s is no exact substring of the input: %q", f.ID, f.Text)
		} else {
			f.checkNotes(text, bad)
		}
	}
	for i, q := range c.Questions {
		if q.Q == "" || q.Answer == "" {
			bad("question %d lacks its words or its answer", i+1)
		}
	}
	return errors.Join(errs...)
}

// placeSlack is how far a noted place may be off: a recording that is made again is
// never quite of the same length.
const placeSlack = 0.02

// checkNotes reports a noted place or count that is not true. A place may count
// bytes or characters.
func (f *Fact) checkNotes(text string, bad func(format string, args ...any)) {
	at := place(text, f.Text)
	if f.Pos != 0 && math.Abs(at-f.Pos) > placeSlack && math.Abs(charPlace(text, f.Text)-f.Pos) > placeSlack {
		bad("fact %s first stands at %.3f of the input, its pos says %.3f", f.ID, at, f.Pos)
	}
	if n := strings.Count(text, f.Text); f.Count != 0 && n != f.Count {
		bad("fact %s stands %d times in the input, its count says %d", f.ID, n, f.Count)
	}
}
