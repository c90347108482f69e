package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/sdk"
)

func sentences(text string) []string {
	var out []string
	for b := []byte(text); len(b) > 0; {
		end, next := CutSentence(b)
		out = append(out, string(b[:end]))
		b = b[next:]
	}
	return out
}

func TestCutSentence(t *testing.T) {
	const a, b = "This is the first of them, long enough.", "And this is the one that follows."
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"a point and a space":             {a + " " + b, []string{a, b}},
		"a line end":                      {a + "\n  " + b, []string{a, b}},
		"quotes and brackets close":       {`He said "this is a sentence (with more)." ` + b, []string{`He said "this is a sentence (with more)."`, b}},
		"no lower case after a sentence":  {"It stops at the file ferry.conf. which is read once.", []string{"It stops at the file ferry.conf. which is read once."}},
		"short forms and initials":        {"The settings, e.g. Those of J. Doe and Dr. Roe, etc. Are read", []string{"The settings, e.g. Those of J. Doe and Dr. Roe, etc. Are read"}},
		"a short one stays with the next": {"Yes. No. Perhaps it is so, who knows. " + b, []string{"Yes. No. Perhaps it is so, who knows.", b}},
		"scripts without spaces":          {"設定は起動時に一度だけ読み込まれます。変更には再起動が必要です！本当", []string{"設定は起動時に一度だけ読み込まれます。", "変更には再起動が必要です！", "本当"}},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, sentences(c.text))
		})
	}
}

func TestRarityTellsWordsThatStandOnceFromThoseThatStandEverywhere(t *testing.T) {
	w := NewWords(0)
	for range 50 {
		w.Learn([]byte("the queue keeps messages"))
	}
	w.Learn([]byte("the queue keeps Zanzibar kumquat phlogiston"))
	assert.InDelta(t, 0, w.Rarity([]byte("the queue keeps messages")), 0.05)
	assert.InDelta(t, 1, w.Rarity([]byte("zanzibar, kumquat, phlogiston")), 0.05)
}

func TestArenaTextsKnowTheirBytes(t *testing.T) {
	content := []byte("<p>a &amp; bc</p>")
	d := New(sdk.Request{Content: content})
	d.Append(3, 2)
	d.AppendAs("&", sdk.Span{Start: 5, End: 10})
	d.Space(0)
	d.Append(11, 2)
	assert.True(t, d.Add(Block{Weight: 1}, 0, 0))
	b := &d.Blocks[0]
	assert.Equal(t, "a & bc", string(d.wholeText(b)))
	assert.Equal(t, sdk.Span{Start: 3, End: 13}, d.source(b, int(b.start), int(b.end)))
	assert.Equal(t, sdk.Span{Start: 5, End: 10}, d.source(b, 2, 3))
	assert.Equal(t, sdk.Span{Start: 12, End: 13}, d.source(b, 5, 6))
}

func TestTooManyUnitsAreNotRankedButStayKnown(t *testing.T) {
	content := []byte(strings.Repeat("word of a line\n", maxRanked+5000))
	d := New(sdk.Request{Content: content})
	for i := range maxRanked + 5000 {
		d.AddRaw(Block{Kind: Code, Weight: 1, Nth: int32(i)}, sdk.Span{Start: 15 * i, End: 15*i + 14})
	}
	b := sdk.NewBuilder(sdk.Request{Content: content})
	d.Plan(b, sdk.Request{Content: content})
	p := b.Plan()
	assert.Len(t, p.Order, maxRanked)
	assert.False(t, p.Complete)
}
