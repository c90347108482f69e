package corpus

import (
	"strings"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Summary is a case in a line.
type Summary struct {
	Kind   string  `json:"kind"`
	Name   string  `json:"name"`
	Bytes  int     `json:"bytes"`
	Tokens int     `json:"tokens"` // estimated
	Facts  int     `json:"facts"`
	Middle float64 `json:"middle"` // share of the facts that first occur in the middle 80 % of the input
}

// middle is where the middle of an input begins and, counted from the end, ends.
const middle = 0.1

// Summarize measures a case.
func Summarize(c *Case) Summary {
	text := c.Text()
	s := Summary{Kind: c.Kind, Name: c.Name, Bytes: len(c.Data), Tokens: tokens.Estimate([]byte(text)), Facts: len(c.Facts)}
	inside := 0
	for _, f := range c.Facts {
		if at := place(text, f.Text); at >= middle && at <= 1-middle {
			inside++
		}
	}
	if len(c.Facts) > 0 {
		s.Middle = float64(inside) / float64(len(c.Facts))
	}
	return s
}

// charPlace is what place is, counted in characters.
func charPlace(text, fact string) float64 {
	before, _, found := strings.Cut(text, fact)
	if !found {
		return -1
	}
	return float64(utf8.RuneCountInString(before)) / float64(utf8.RuneCountInString(text))
}

// place is where a fact first occurs, from 0 to 1 of the bytes, or -1.
func place(text, fact string) float64 {
	at := strings.Index(text, fact)
	if at < 0 {
		return -1
	}
	return float64(at) / float64(len(text))
}
