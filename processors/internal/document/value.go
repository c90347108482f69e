package document

import (
	"bytes"
	"math"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// value of a piece. The numbers were found by sweeps over recorded documents.
func (d *Doc) value(i int, x *Block, c piece, rarity float64) float64 {
	text := d.textOf(x, c.start, c.end)
	v := 0.0
	switch x.Kind {
	case Title:
		return 2.5 * float64(x.Weight)
	case Heading:
		if v = 1.5 - 0.12*float64(x.Level); !d.set.On(ruleHeadings) {
			v = 0.5
		}
	case Term:
		if v = 0.9 + 0.3*rarity; !d.set.On(ruleTerms) {
			v = 0.5
		}
	case Option:
		if v = choiceWorth; x.Form {
			v = 1
		}
	case Code:
		v = d.codeValue(x, text, rarity)
	case Header:
		v = 1
	case Line:
		v = float64(x.Worth)
	default:
		v = d.sentenceValue(i, x, c, text)
	}
	if x.leads && c.sentence == 0 {
		v = max(v, leadWorth)
	}
	if c.chunk > 0 {
		v *= 0.4
	}
	if x.copies > 0 && x.Kind != Line && d.set.On(ruleShapes) {
		v *= math.Pow(1+float64(x.copies), -copiesPower)
	}
	if x.turn > 0 && d.set.On(ruleShapes) {
		v *= d.again(x)
	}
	return v * float64(x.Weight)
}

// leadWorth is what the first lines under a heading are worth that announces what the
// document says in short.
const leadWorth = 3

// choiceWorth is what a choice of a field is worth that is not taken; the field's
// others diminish.
const choiceWorth = 0.3

// copiesPower is how fast a text diminishes that stands elsewhere too, by how often:
// what is said again and again tells less of a document than what is said once. Flat
// from 0.3 to 1.
const copiesPower = 0.5

// entryWorth is what the name of an entry adds to what the entry says.
const entryWorth = 0.2

func (d *Doc) codeValue(x *Block, text []byte, rarity float64) float64 {
	if len(bytes.TrimSpace(text)) < 3 {
		return worthless
	}
	v := 0.55 + 0.6*rarity
	if !d.set.On(ruleCode) {
		return v
	}
	if x.Nth == 0 {
		v += 0.4
	}
	v /= 1 + 0.12*float64(x.Nth)
	v *= full(bytes.TrimSpace(text), 40, 0.4)
	if preliminary(text) {
		v *= 0.4
	}
	if s := lines.Scan(text); s.Failing() {
		v += 0.2
	}
	return v
}

func (d *Doc) sentenceValue(i int, x *Block, c piece, text []byte) float64 {
	if !d.set.On(ruleSentences) {
		return 0.4
	}
	said := d.words.statesOf(text)
	v := 0.2 + 0.45*said.rarity
	switch {
	case d.prose: // an essay begins anywhere
	case c.sentence == 0 && x.opens:
		v += 0.4
	case c.sentence == 0:
		v += 0.15
	}
	tell := d.telling(&said)
	v += tell
	if x.Coded {
		v += 0.1
	}
	if x.Form {
		v += 0.5
	}
	if x.Entry && c.sentence == 0 {
		v += entryWorth
	}
	if i == d.last && c.sentence == 0 {
		v += 0.2
	}
	if text[len(text)-1] == ':' {
		v *= 0.5 // announces something and says little
	}
	if utf8.RuneCount(text) < 3 {
		return worthless
	}
	if !x.Form {
		v *= full(text, d.fullSentence(), min(1, leastSentence+tell))
	}
	if i < d.first+opening && c.sentence == 0 {
		v += 0.5
	}
	return v * besideHeadings
}

// full scales down what is shorter than so many characters: short pieces would win
// by their cost alone and say little. least is the factor of an empty one.
func full(text []byte, chars int, least float64) float64 {
	n := utf8.RuneCount(text)
	if wide := len(text) - n; wide > n/2 {
		return 1 // a script that says more with a character
	}
	return min(1, least+(1-least)*float64(n)/float64(chars))
}

// preliminary reports whether a line of code only names what others need, or is a comment.
func preliminary(text []byte) bool {
	t := bytes.TrimLeft(text, " \t>")
	for _, w := range []string{"import ", "from ", "using ", "package ", "use ", "require ", "const {", "#", "//"} {
		if bytes.HasPrefix(t, []byte(w)) {
			return true
		}
	}
	return false
}
