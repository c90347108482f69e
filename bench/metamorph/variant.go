package metamorph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/clean"
)

// Names of variants, in the order in which Variants gives them.
var Names = []string{"ids", "words", "move-10", "move-30", "move-50", "move-70", "move-90", "noise"}

// Variant is a case that was changed in one way.
type Variant struct {
	Name    string // one of Names
	Case    corpus.Case
	Key     []string // ids of the facts that the variant is about; scores are of these alone
	Skipped string   // why there is none; Case is empty then
}

// errSkip says why a variant cannot be made of a case.
type errSkip string

func (e errSkip) Error() string { return string(e) }

// Plain is a case with its decoded input as UTF-8, which variants are made of and
// must be compared with. It shares nothing with c that could be changed.
func Plain(c *corpus.Case) corpus.Case {
	p := *c
	p.Data, p.Encoding = []byte(c.Text()), ""
	p.Facts = slices.Clone(c.Facts)
	for i := range p.Facts {
		p.Facts[i].Pos, p.Facts[i].Count = 0, 0
	}
	return p
}

// Variants makes all variants of a plain case, the same for the same seed:
//
//	ids     numbers and ids of the facts, everywhere in the text by others of their shape
//	words   likewise, and their words, but those that tell of severity or form
//	move-N  the lines around the facts that stand together and weigh the most, or the item, at N % of the depth
//	noise   lines, items or elements without a fact ten times, with fresh numbers
func Variants(plain *corpus.Case, seed uint64) []Variant {
	var out []Variant
	keep := mask(plain.Data)
	for _, name := range Names {
		v := Variant{Name: name}
		c, key, err := variant(plain, keep, name, randomOf(plain.Name, name, seed))
		if skip := errSkip(""); errors.As(err, &skip) {
			v.Skipped = string(skip)
		} else if err != nil { // there is no other
			v.Skipped = err.Error()
		} else {
			v.Case, v.Key = c, key
		}
		out = append(out, v)
	}
	return out
}

// randomOf does not depend on what other cases and variants draw.
func randomOf(name, variant string, seed uint64) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", name, variant)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

func variant(plain *corpus.Case, keep []bool, name string, random *rand.Rand) (c corpus.Case, key []string, err error) {
	c = Plain(plain)
	if len(c.Facts) == 0 {
		return c, nil, errSkip("no facts")
	}
	facts := factSpans(&c)
	var in []bool // nil: all
	switch {
	case name == "ids" || name == "words":
		facts = freest(&c, keep)
		c.Data = swap(plain.Data, keep, facts, name == "words", random)
		for i, f := range facts {
			c.Facts[i].Text = string(c.Data[f.a:f.b])
		}
		if bytes.Equal(c.Data, plain.Data) {
			err = errSkip("the facts hold no such words")
		}
	case name == "noise":
		c.Data, err = multiply(&c, facts, keep, random)
	default:
		depth := 0
		if _, err := fmt.Sscanf(name, "move-%d", &depth); err != nil {
			return c, nil, fmt.Errorf("metamorph: there is no variant %q", name)
		}
		c.Data, in, err = move(&c, facts, float64(depth)/100)
	}
	if err != nil {
		return corpus.Case{}, nil, err
	}
	for i, f := range c.Facts {
		if !bytes.Contains(c.Data, []byte(f.Text)) {
			return corpus.Case{}, nil, errSkip("fact " + f.ID + " would be torn")
		}
		if in == nil || in[i] {
			key = append(key, f.ID)
		}
	}
	return c, key, nil
}

// factSpans are the first places of the facts. A fact that stands nowhere, which a
// checked case does not have, is at the start.
func factSpans(c *corpus.Case) []span {
	out := make([]span, len(c.Facts))
	for i, f := range c.Facts {
		if at := bytes.Index(c.Data, []byte(f.Text)); at >= 0 {
			out[i] = span{at, at + len(f.Text)}
		}
	}
	return out
}

// freest are those places of the facts of which the least stays as it is: what is
// shown of a page, not what stands in its links.
func freest(c *corpus.Case, keep []bool) []span {
	out := factSpans(c)
	for i, f := range c.Facts {
		least := len(f.Text) + 1
		for _, p := range placesOf(c.Data, f.Text) {
			kept := 0
			for k := p.a; k < p.b; k++ {
				if keep[k] {
					kept++
				}
			}
			if kept < least {
				least, out[i] = kept, p
			}
		}
	}
	return out
}

// places are all places of the facts, where no letter or digit continues them.
func places(c *corpus.Case) (out []span) {
	for _, f := range c.Facts {
		out = append(out, placesOf(c.Data, f.Text)...)
	}
	return out
}

func placesOf(text []byte, fact string) (out []span) {
	for from := 0; fact != ""; {
		k := bytes.Index(text[from:], []byte(fact))
		if k < 0 {
			break
		}
		a, b := from+k, from+k+len(fact)
		if !joins(text, a) && !joins(text, b) {
			out = append(out, span{a, b})
		}
		from = b
	}
	return out
}

// joins reports whether letters or digits stand on both sides of text[i].
func joins(text []byte, i int) bool {
	alnum := func(c byte) bool { return letter(c) || digit(c) }
	return i > 0 && i < len(text) && alnum(text[i-1]) && alnum(text[i])
}

// form is how a content is made up, as far as variants go.
type form int

const (
	formLines form = iota // lines that can be moved and repeated
	formArray             // one JSON document
	formPage              // HTML
)

// formOf says why the content of a case is of no form that is known here.
func formOf(c *corpus.Case) (form, error) {
	switch routing.Verdict(c) {
	case "html":
		return formPage, nil
	case "json":
		if json.Valid(c.Data) {
			return formArray, nil
		}
		if !isRecords(c.Data) {
			return 0, errSkip("JSON that is neither one document nor one a line")
		}
		return formLines, nil
	}
	head := bytes.TrimLeft(c.Data, " \t\r\n")
	switch {
	case len(head) > 0 && head[0] == '<':
		return 0, errSkip("markup that is no page")
	case isDiff(c):
		return 0, errSkip("a diff: its lines belong to their hunks")
	case bytes.Count(c.Data, []byte("\n")) < minLines:
		return 0, errSkip(fmt.Sprintf("fewer than %d lines", minLines))
	}
	return formLines, nil
}

// minLines is how many lines a content needs, so that depths mean something.
const minLines = 40

// isDiff reports a content with files and hunks, most lines of which are theirs.
func isDiff(c *corpus.Case) bool {
	hunks, theirs, all := 0, 0, 0
	content, _ := clean.Clean(c.Data) // hunks may be coloured
	for l := range strings.Lines(string(content)) {
		all++
		if strings.HasPrefix(l, "@@ -") {
			hunks++
		}
		if strings.IndexByte("+- @", l[0]) >= 0 {
			theirs++
		}
	}
	return hunks > 0 && 2*theirs > all
}
