package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/sdk"
)

func TestWhatASentenceStates(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want states
	}{
		"nothing":                        {"The tower stands on the hill.", states{}},
		"amounts, times and dates":       {"On 2024-05-01 at 14:30 it took 10,000 litres.", states{numbers: 3}},
		"the number of an item is none":  {"3. Save the log.", states{}},
		"numerals in a row":              {"潮位が三百四十センチを超えたら、東門を閉めます", states{numbers: 1}},
		"one numeral is part of a word":  {"七番の係留", states{}},
		"an exception":                   {"Everybody leaves except the keeper.", states{limit: true}},
		"a reason":                       {"The reason was the paint.", states{cause: true}},
		"quoted, coded and marked parts": {"The session `mast` is called \"the mast\" and **never** cut.", states{names: 3, limit: true, bound: true}},
		"a rule without exception":       {"The door must stay shut.", states{limit: true, bound: true}},
		"a possibility":                  {"The door may stay shut.", states{}},
		"words inside words are none":    {"The notable onlooker caused nothingness.", states{cause: true}},
	} {
		t.Run(name, func(t *testing.T) {
			got := NewWords(0).statesOf([]byte(c.text))
			got.rarity = 0
			assert.Equal(t, c.want, got)
		})
	}
}

func TestStatesAreFoundInLinearTime(t *testing.T) {
	lineartest.Check(t, 1<<17, func(n int) { NewWords(0).statesOf([]byte(strings.Repeat("1.三", n/5))) })
}

// essay is a text of paragraphs under headings; the sentence with an amount stands
// in the middle of one.
func essay() (content, fact string) {
	var b strings.Builder
	fact = "Nobody may stay longer than 45 minutes in the north chamber."
	for i := range 8 {
		b.WriteString("# A heading of words " + strings.Repeat("x", i+1) + "\n\n")
		for j := range 6 {
			b.WriteString("The morning was quiet and the harbour lay still before the people came to work there again. ")
			if i == 4 && j == 3 {
				b.WriteString(fact + " ")
			}
		}
		b.WriteString("\n\n")
	}
	return b.String(), fact
}

func TestARunningTextShowsWhatItStatesBeforeAllHeadings(t *testing.T) {
	content, fact := essay()
	place := func(ablate string) int {
		req := sdk.Request{Content: []byte(content), Options: map[string]string{"ablate": ablate}}
		d := New(req)
		for _, part := range strings.Split(strings.TrimSpace(content), "\n\n") {
			at := strings.Index(content, part)
			b := Block{Kind: Para, Weight: 1}
			if part[0] == '#' {
				b = Block{Kind: Heading, Level: 1, Weight: 1}
			}
			d.AddRaw(b, sdk.Span{Start: at, End: at + len(part)})
		}
		b := sdk.NewBuilder(req)
		d.Plan(b, req)
		p := b.Plan()
		for n, i := range p.Order {
			if u := p.Units[i]; content[u.Span.Start:u.Span.End] == fact {
				return n
			}
		}
		return -1
	}
	assert.Less(t, place(""), 4)
	assert.Greater(t, place("document-prose"), 6, "behind most headings")
	assert.Greater(t, place("document-telling"), place(""))
}
