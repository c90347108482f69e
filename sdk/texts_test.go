package sdk

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/sdk/rank"
)

func TestUnitsOfOneTextAreOne(t *testing.T) {
	content := []byte("same other same ")
	b := NewBuilder(Request{Content: content})
	b.Keep(Span{0, 4}, 1)
	b.Keep(Span{5, 10}, 1)
	b.Keep(Span{11, 15}, 1)
	b.Show(Span{15, 16}, "other", 1)
	var same []int
	for _, it := range b.items() {
		same = append(same, it.Same)
	}
	assert.Equal(t, same[0], same[2])
	assert.Equal(t, same[1], same[3], "shown or kept")
	assert.NotEqual(t, same[0], same[1])
}

func TestRowsMayBeAnyNumber(t *testing.T) {
	content := []byte("abcd")
	b := NewBuilder(Request{Content: content})
	b.Keep(Span{1, 2}, 1, InRow(1<<40, ""))
	b.Keep(Span{0, 1}, 1, InRow(1<<40, ""))
	b.Keep(Span{2, 3}, 1)
	p := b.Plan()
	var parts [][2]int
	for _, u := range p.Units {
		parts = append(parts, [2]int{u.Part, u.Parts})
	}
	assert.Equal(t, [][2]int{{0, 2}, {1, 2}, {0, 1}}, parts)
}

func TestManyUnitsKeepTheirHandles(t *testing.T) {
	content := make([]byte, 1000)
	b := NewBuilder(Request{Content: content, Options: map[string]string{rank.AblateOption: ""}})
	first := b.Keep(Span{0, 1}, 1)
	for i := 1; i < len(content); i++ {
		assert.Equal(t, i, b.Keep(Span{i, i + 1}, 1, Needs(first)))
	}
	b.SetValue(first, 0)
	p := b.Plan()
	assert.Len(t, p.Units, len(content))
	assert.Equal(t, []int{0}, p.Units[999].Needs)
	assert.Equal(t, 0, p.Order[0], "what the others need")
}

func TestPlansShareNoMemory(t *testing.T) {
	plan := func(text string) Plan {
		b := NewBuilder(Request{Content: []byte("abcd")})
		first := b.Keep(Span{0, 1}, 0, Key(text))
		b.Show(Span{1, 2}, text, 1, Needs(first), From(Span{0, 1}), Copies(Span{2, 3}), SoftKey(text), Class(text), Section(3))
		return b.Plan()
	}
	want := plan("bc")
	for range 3 {
		plan("d")
		b := NewBuilder(Request{Content: []byte("abcd")})
		b.Keep(Span{3, 4}, 1)
		p := b.Plan()
		assert.Equal(t, []Unit{{Span: Span{3, 4}, Group: -1, Parts: 1, Needs: []int{}}}, p.Units)
		assert.Equal(t, want, plan("bc"))
	}
	assert.Equal(t, "bc", want.Units[1].Text)
	assert.Equal(t, []int{0}, want.Units[1].Needs)
}

func TestAUnitMayBeToldItsNeedsInTurns(t *testing.T) {
	b := NewBuilder(Request{Content: []byte("abcd")})
	x, y := b.Keep(Span{0, 1}, 0), b.Keep(Span{1, 2}, 0)
	b.Keep(Span{2, 3}, 1, Needs(x), Needs(y))
	assert.Equal(t, []int{0, 1}, b.Plan().Units[2].Needs)
}
