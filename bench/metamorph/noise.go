package metamorph

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"

	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/corpus"
)

// times is how often what holds no fact stands in the noisy variant.
const times = 10

// multiply repeats what holds no fact, each piece where it stands, so that records
// stay whole and times ascend. The words of facts are in no fresh number.
func multiply(c *corpus.Case, facts []span, keep []bool, random *rand.Rand) ([]byte, error) {
	form, err := formOf(c)
	if err != nil {
		return nil, err
	}
	var pieces []span
	between := []byte(nil)
	switch form {
	case formArray:
		pieces, between, err = arrayNoise(c, facts)
	case formPage:
		pieces = elements(c)
	case formLines:
		pieces = records(c)
	}
	if err != nil {
		return nil, err
	}
	if len(pieces) < minItems {
		return nil, errSkip("fewer than 10 pieces without a fact")
	}
	avoid := map[string]bool{}
	for _, f := range facts {
		words(c.Data[f.a:f.b], make([]bool, f.b-f.a), func(w span) { avoid[lowered(c.Data[f.a+w.a:f.a+w.b])] = true })
	}
	out := bytes.NewBuffer(make([]byte, 0, times*len(c.Data)))
	next := 0
	for _, p := range pieces {
		out.Write(c.Data[next:p.b])
		for range times - 1 {
			out.Write(between)
			out.Write(fresh(c.Data[p.a:p.b], keep[p.a:p.b], avoid, random))
		}
		next = p.b
	}
	out.Write(c.Data[next:])
	return out.Bytes(), nil
}

// records are lines with the lines set in below them, or the paragraphs of prose with
// the blank lines below them, that hold no fact. The first and the last are none: a
// header row stands once.
func records(c *corpus.Case) []span {
	prose := c.Kind == "text" || routing.Verdict(c) == "text"
	var all []span
	at, before := 0, false // whether the line before is blank
	for l := range bytes.Lines(c.Data) {
		goesOn := setIn(l)
		if prose {
			goesOn = blank(l) || !before
		}
		before = blank(l)
		if n := len(all); n > 0 && goesOn {
			all[n-1].b += len(l)
		} else {
			all = append(all, span{at, at + len(l)})
		}
		at += len(l)
	}
	if len(all) <= 2 {
		return nil
	}
	return without(all[1:len(all)-1], places(c))
}

// without leaves out the pieces that touch one of others. Pieces ascend.
func without(pieces, others []span) []span {
	slices.SortFunc(others, func(x, y span) int { return x.a - y.a })
	var out []span
	k, reach := 0, 0
	for _, p := range pieces {
		for k < len(others) && others[k].a < p.b {
			reach = max(reach, others[k].b)
			k++
		}
		if reach <= p.a {
			out = append(out, p)
		}
	}
	return out
}

// repeatable are the elements of a page that can stand any number of times, with
// nothing in them that is parted likewise.
var (
	repeatable = regexp.MustCompile(`(?is)<tr\b[^>]*>.*?</tr>|<li\b[^>]*>.*?</li>|<p\b[^>]*>.*?</p>`)
	parted     = regexp.MustCompile(`(?i)<(?:tr|li|p|table|ul|ol|script|style|body|head)\b`)
)

func elements(c *corpus.Case) []span {
	var all []span
	for _, at := range repeatable.FindAllIndex(c.Data, -1) {
		if inner := c.Data[at[0]+3 : at[1]]; !parted.Match(inner) {
			all = append(all, span{at[0], at[1]})
		}
	}
	return without(all, places(c))
}
