package document

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/sdk"
)

func TestShapesMaskWordsWithDigitsAlone(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		same bool
	}{
		"other numbers":            {"Barge 12 came in at 10:30.", "Barge 907 came in at 11:45.", true},
		"other ids":                {"commit 72b1056 of a1", "commit 0fe9 of b22", true},
		"another word":             {"Barge 12 came in.", "Ferry 12 came in.", false},
		"a number more":            {"Barge 12 came in.", "Barge 12 3 came in.", false},
		"numbers in place of none": {"Barge came in.", "Barge 7 came in.", false},
		"capitals":                 {"Barge came in.", "barge came in.", false},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := shapeOf([]byte(c.a))
			b, _ := shapeOf([]byte(c.b))
			assert.Equal(t, c.same, a == b)
		})
	}
	_, letters := shapeOf([]byte("12 ab x9 港"))
	assert.Equal(t, 2+len("港"), letters)
	lineartest.Check(t, 1<<19, func(n int) { shapeOf([]byte(strings.Repeat("a1 b", n/4))) })
}

// paragraphs makes a document of texts, a block each.
func paragraphs(kind Kind, texts ...string) *Doc {
	content := strings.Join(texts, "\n")
	d := New(sdk.Request{Content: []byte(content)})
	at := 0
	for _, s := range texts {
		d.AddRaw(Block{Kind: kind, Weight: 1, Level: 1}, sdk.Span{Start: at, End: at + len(s)})
		at += len(s) + 1
	}
	return d
}

func TestOfBlocksOfOneShapeThoseThatCountStandAllOver(t *testing.T) {
	var texts []string
	for i := range 64 {
		texts = append(texts, fmt.Sprintf("The barge number %d came in and was made fast.", i))
	}
	d := paragraphs(Para, texts...)
	d.judge(len(d.Blocks))
	assert.Equal(t, int32(1), d.words.pieces, "words are learned once")
	assert.Equal(t, 1.0, d.again(&d.Blocks[0]))
	assert.InDelta(t, math.Pow(3, -1.2), d.again(&d.Blocks[32]), 1e-9)
	assert.Greater(t, d.again(&d.Blocks[48]), d.again(&d.Blocks[8]))
	assert.Less(t, d.again(&d.Blocks[1]), 0.01)
}

func TestASeriesOfHeadingsCountsInFullAsLongAsItIsShort(t *testing.T) {
	series := func(n int) *Doc {
		var texts []string
		for i := range n {
			texts = append(texts, fmt.Sprintf("Version %d", i), strings.Repeat("word ", i+1)+"of its own")
		}
		d := paragraphs(Para, texts...)
		for i := range d.Blocks {
			if i%2 == 0 {
				d.Blocks[i].Kind = Heading
			}
		}
		d.judge(len(d.Blocks))
		return d
	}
	d := series(4)
	assert.Equal(t, 1.0, d.again(&d.Blocks[2]))
	d = series(16)
	assert.Less(t, d.again(&d.Blocks[2]), 0.3)
	d = series(200)
	assert.Less(t, d.again(&d.Blocks[2]), 0.1)
	assert.Equal(t, 1.0, d.again(&d.Blocks[256]), "half way")
}

func TestHeadingsRightBelowEachOtherSayLittle(t *testing.T) {
	d := paragraphs(Heading, "Error 204", "Error 205", "Error 206", "Causes")
	d.judge(len(d.Blocks))
	assert.Equal(t, 1.0, d.again(&d.Blocks[0]))
	assert.Less(t, d.again(&d.Blocks[2]), 0.3)
	assert.Equal(t, 1.0, d.again(&d.Blocks[3]))
}

func TestTheBestBlocksAreKeptInOrder(t *testing.T) {
	texts := []string{"the same words here as there", "--- odd zanzibar kumquat phlogiston"}
	for i := range 5000 {
		texts = append(texts, fmt.Sprintf("%s words number%c%c%c", strings.Repeat("some ", 5), 'a'+i%26, 'a'+i/26%26, 'a'+i/676))
	}
	texts = append(texts, "the same words here as there", "the last of them stays")
	d := paragraphs(Para, texts...)
	last := d.Blocks[len(d.Blocks)-1]
	d.judge(len(d.Blocks))
	gone := d.keepBest(len(d.Blocks), 1000)
	assert.Equal(t, len(texts), gone+len(d.Blocks))
	assert.InDelta(t, 1000, len(d.Blocks), 2)
	assert.Equal(t, last.start, d.Blocks[len(d.Blocks)-1].start)
	for i := 1; i < len(d.Blocks); i++ {
		assert.Less(t, d.Blocks[i-1].start, d.Blocks[i].start)
		if k := d.Blocks[i].same; k > 0 {
			assert.Equal(t, d.wholeText(&d.Blocks[k-1]), d.wholeText(&d.Blocks[i]))
		}
	}
	assert.Equal(t, texts[1], string(d.wholeText(&d.Blocks[1])))
}

func FuzzShapeOf(f *testing.F) {
	f.Add("Barge 12 港 a1")
	f.Fuzz(func(t *testing.T, s string) {
		h, n := shapeOf([]byte(s))
		again, _ := shapeOf([]byte(s))
		assert.Equal(t, h, again)
		assert.LessOrEqual(t, n, len(s))
	})
}

func FuzzWords(f *testing.F) {
	f.Add("not 港港 a_b", "because x")
	f.Fuzz(func(t *testing.T, a, b string) {
		w := NewWords(len(a))
		w.Learn([]byte(a))
		w.Learn([]byte(b))
		s := w.statesOf([]byte(a + " " + b))
		assert.True(t, s.rarity >= 0 && s.rarity <= 1, "%v", s.rarity)
	})
}

func TestWhatStandsElsewhereTooIsWorthLess(t *testing.T) {
	d := paragraphs(Item, "The first has nothing to say.", "A spelling mistake in the map.", "The pilot's door was open.",
		"A spelling mistake in the map.", "A spelling mistake in the map.", "The last has nothing to say.")
	d.judge(len(d.Blocks))
	worth := func(i int) float64 {
		x := &d.Blocks[i]
		return d.value(i, x, piece{start: int(x.start), end: int(x.end)}, 0)
	}
	assert.Equal(t, int32(2), d.Blocks[1].copies)
	with := worth(1)
	d.Blocks[1].copies = 0
	assert.InDelta(t, worth(1)/math.Sqrt(3), with, 1e-9)
}
