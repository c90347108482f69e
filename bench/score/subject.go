// Package score says in numbers, without a model, how much of a tool result a
// shorter text keeps and whether what it says about the rest is true.
package score

import (
	"strings"

	"github.com/riffle-dev/riffle/corpus"
)

// Budgets are the token budgets at which a curve is measured by default.
var Budgets = []int{256, 512, 1024, 2048, 4096, 8192}

// Subject is a case made ready for scoring. It is safe for concurrent use.
type Subject struct {
	Case    *corpus.Case
	Content string // what line numbers and offsets count in: the decoded input, without terminal sequences
	Input   string // the decoded input
	Tokens  int    // of Input

	counter *Counter
	needles []Needle
	total   float64 // weight of all facts
}

// NewSubject prepares a case. content is the cleaned text that a system under test
// works on; "" means the decoded input itself.
func NewSubject(c *corpus.Case, counter *Counter, content string) *Subject {
	s := &Subject{Case: c, Input: c.Text(), Content: content, counter: counter}
	if content == "" {
		s.Content = s.Input
	}
	s.Tokens = counter.Count(s.Input)
	for _, f := range c.Facts {
		s.needles = append(s.needles, NewNeedle(f.Text))
		s.total += f.Weight
	}
	return s
}

// Counter counts tokens as the scores do.
func (s *Subject) Counter() *Counter { return s.counter }

// BudgetsBelow are the budgets that are smaller than the input: at the others
// nothing needs to be left out.
func (s *Subject) BudgetsBelow(budgets []int) []int {
	var below []int
	for _, b := range budgets {
		if b < s.Tokens {
			below = append(below, b)
		}
	}
	return below
}

// middle reports whether the fact first occurs in the middle 80 % of the input.
func (s *Subject) middle(fact int) bool {
	at := strings.Index(s.Input, s.Case.Facts[fact].Text)
	return at >= 0 && 10*at > len(s.Input) && 10*at < 9*len(s.Input)
}
