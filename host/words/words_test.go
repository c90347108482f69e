package words

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// In the tables | stands where an edge is tried.
func TestCut(t *testing.T) {
	for _, s := range []string{
		"exit status 1|37", "exit sta|tus", "195|.21", "195.|21", "-|5 items", "+|3", "$|40", "12|%", "10:|30", "2026-|01-04",
		"caf|é", "e|\u0301", "caf\xc3|\xa9", `a\|n`, "snake|_case", "10|,000", "Ж|д", "−|7",
	} {
		i := strings.IndexByte(s, '|')
		require.True(t, Cut([]byte(s[:i]+s[i+1:]), i), "%q", s)
	}
	for _, s := range []string{
		"|exit", "exit|", "exit| status", "exit |status", "a|-b", "(|x", "x|)", "5|.", "1|, 2", "a -| 5", "日|本", "12|件", "ไ|ท", "a.|b", "key=|5", "x|- 5",
	} {
		i := strings.IndexByte(s, '|')
		require.False(t, Cut([]byte(s[:i]+s[i+1:]), i), "%q", s)
	}
}

func TestAheadAndBackFindTheNearestWholePlace(t *testing.T) {
	text := []byte("exit status 137 and more")
	require.Equal(t, 15, Ahead(text, 13, 10))
	require.Equal(t, 12, Back(text, 13, 10))
	require.Equal(t, 13, Ahead(text, 13, 1), "a word longer than the bound is cut where it was")
	require.Equal(t, len(text), Ahead(text, 22, 10))
	require.Equal(t, 0, Back(text, 2, 10))
	long := []byte("ééééééé")
	require.True(t, utf8.Valid(long[Ahead(long, 5, 2):]) && utf8.Valid(long[:Back(long, 5, 2)]), "a character never is")
}

func TestWithin(t *testing.T) {
	for _, s := range []string{"日|本", "ไ|ท", "exit sta|tus", "12|件", `\u0e02|\u0e2d`, `\\u0e02|\\u0e2d`, `a|\u0e2d`, `\u0e02|b`} {
		i := strings.IndexByte(s, '|')
		require.True(t, Within([]byte(s[:i]+s[i+1:]), i), "%q", s)
	}
	for _, s := range []string{"|日本", "日本|", "日| 本", "。|本", `INFO\t|depot`, `日|\n`, `日|\u3002`, `\u201c|日`, `日|"`, `日|\`} {
		i := strings.IndexByte(s, '|')
		require.False(t, Within([]byte(s[:i]+s[i+1:]), i), "%q", s)
	}
}
