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
