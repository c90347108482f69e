package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPreviewNamesTheExactSpan(t *testing.T) {
	content := strings.Repeat("x", 100) + strings.Repeat("y", 100)
	b, ok := Preview(NewSource([]byte(content)), 40, 10)
	require.True(t, ok)
	require.Equal(t, []string{strings.Repeat("x", 40), "[... 150 chars omitted: 40-190]", strings.Repeat("y", 10)}, b.Lines)
	require.Equal(t, "40-190", b.Where)
}

func TestPreviewOfWhatFitsIsNone(t *testing.T) {
	_, ok := Preview(NewSource([]byte("short")), 3, 2)
	require.False(t, ok)
}

func TestPreviewNeverCutsACharacter(t *testing.T) {
	family := "\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466"
	content := []byte(strings.Repeat(family+"e\u0301", 60))
	for head := range 40 {
		for _, tail := range []int{0, 1, 5, 8, 9, 11} {
			b, ok := Preview(NewSource(content), head, tail)
			require.True(t, ok)
			for _, l := range b.Lines {
				require.False(t, strings.HasPrefix(l, "\u200d") || strings.HasPrefix(l, "\u0301"), "%q", l)
				require.False(t, strings.HasSuffix(l, "\u200d") || strings.HasSuffix(l, "e") && !strings.HasSuffix(l, "omitted: e"), "%q", l)
			}
		}
	}
}

func TestPiecesTakeTheirRoomFromBothEnds(t *testing.T) {
	content := []byte(strings.Repeat("a", 399) + "\nboom\n" + strings.Repeat("b", 95) + "\nlost\n" + strings.Repeat("c", 394))
	require.Len(t, content, 900)
	src := NewSource(content)
	src.Pieces = []Piece{{Text: []byte("lost"), Char: 501, Line: 4, Before: true}, {Text: []byte("boom"), Char: 400, Line: 2}}
	b, ok := Preview(src, 200, 100)
	require.True(t, ok)
	require.Equal(t, []string{
		strings.Repeat("a", 130), "[... 270 chars omitted: 130-400]", "line 2: boom", "[... 97 chars omitted: 404-501]",
		"line 4: …lost", "[... 330 chars omitted: 505-835]", strings.Repeat("c", 65),
	}, b.Lines)
	require.Equal(t, 270+97+330, b.Omitted)
	require.Empty(t, b.Where)
	b, _ = Preview(src, 100, 0)
	require.Equal(t, []string{strings.Repeat("a", 100), "[... 800 chars omitted: 100-900]"}, b.Lines, "no room: half of it at most")
}

func TestPiecesBesideAnEndOrEachOtherNeedNoMarker(t *testing.T) {
	content := []byte(strings.Repeat("a", 99) + "\n" + strings.Repeat("b", 299) + "\none\ntwo\n" + strings.Repeat("c", 492))
	require.Len(t, content, 900)
	src := NewSource(content)
	src.Pieces = []Piece{{Text: []byte("one"), Char: 400, Line: 3}, {Text: []byte("two"), Char: 404, Line: 4}}
	b, ok := Preview(src, 200, 300)
	require.True(t, ok)
	require.Equal(t, []string{"line 3: one", "line 4: two"}, b.Lines[2:4])
	require.Len(t, b.Lines, 6)
	b, ok = Preview(src, 600, 200)
	require.True(t, ok)
	require.Len(t, b.Lines, 3, "the head holds them")
}
