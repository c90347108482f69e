package log

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/sdk/lines"
)

// renames is a diff of n files that all rename one name, but for one line.
func renames(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "diff --git a/pkg/p%d.go b/pkg/p%d.go\n--- a/pkg/p%d.go\n+++ b/pkg/p%d.go\n@@ -3,3 +3,3 @@\n before\n", i, i, i, i)
		switch i {
		case n / 2:
			b.WriteString("-\tif used > limit {\n+\tif used >= bound {\n")
		default:
			fmt.Fprintf(&b, "-\tif used%d > limit {\n+\tif used%d > bound {\n", i, i)
		}
		b.WriteString(" after\n")
	}
	return b.String()
}

func TestTheOneEditThatDiffersComesBeforeManyOfOneKind(t *testing.T) {
	got := best(t, renames(40), "git diff", 6)
	assertOrder(t, got, "pkg/p20.go", "used > limit", "used >= bound")
}

func TestOfManyEqualEditsAFewStandForAll(t *testing.T) {
	got := best(t, renames(40), "git diff", 30)
	assert.Contains(t, got, "> bound")
	assert.Less(t, strings.Count(got, "> bound"), 6)
}

func TestEditsArePairedAndCounted(t *testing.T) {
	text := "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n-a(limit)\n-b(limit, 7)\n-gone\n+a(bound)\n+b(bound, 7)\n+entirely different words here\n same\n"
	spans := lines.Split([]byte(text))
	e := readEdits([]byte(text), spans, readDiff([]byte(text), spans))
	assert.Equal(t, e.does[3], e.does[6], "both sides of an edit")
	assert.Equal(t, e.does[3], e.does[4], "one edit on two lines")
	assert.EqualValues(t, 4, e.freq[e.does[3]])
	assert.EqualValues(t, 6, e.pair[3])
	assert.True(t, e.whole[5] && e.whole[8], "lines that share nothing are no edit of one another")
	assert.NotEqual(t, e.does[5], e.does[8])
	assert.Zero(t, e.does[9])
	assert.Less(t, e.rarity(3), e.rarity(5))
}

func TestBlocksOfDifferentLengthArePairedByWhatLinesShare(t *testing.T) {
	text := "--- a/x\n+++ b/x\n@@ -1,1 +1,3 @@\n-call(first, second)\n+something new\n+call(first, third)\n+more\n"
	spans := lines.Split([]byte(text))
	e := readEdits([]byte(text), spans, readDiff([]byte(text), spans))
	assert.EqualValues(t, 5, e.pair[3])
	assert.EqualValues(t, -1, e.pair[4])
}

func TestWhatTwoLinesShareEndsAtTheEdgesOfWords(t *testing.T) {
	for _, c := range []struct {
		a, b      string
		pre, post int
	}{
		{"limit", "limits", 0, 0},
		{"x = limit;", "x = bound;", 4, 1},
		{"same", "same", 4, 0},
		{"f(a)", "f(a, b)", 3, 1},
		{"", "x", 0, 0},
	} {
		pre, post := inCommon([]byte(c.a), []byte(c.b))
		assert.Equal(t, [2]int{c.pre, c.post}, [2]int{pre, post}, "%q %q", c.a, c.b)
	}
}

// merge is a combined diff with what both sides had and what neither had.
func merge() string {
	var b strings.Builder
	b.WriteString("diff --cc till.go\nindex 1,2..3\n--- a/till.go\n+++ b/till.go\n@@@ -1,60 -1,60 +1,80 @@@\n")
	for i := range 30 {
		fmt.Fprintf(&b, "  same line %d\n +open(%d, drawer)\n+ closed(%d, shutter)\n", i, i*7, i*3)
	}
	b.WriteString("++<<<<<<< HEAD\n +left\n++=======\n+ right\n++>>>>>>> theirs\n++reconcile(drawer, shutter)\n")
	return b.String()
}

func TestOfAMergeWhatNoParentHadComesFirst(t *testing.T) {
	text := merge()
	parts := readDiff([]byte(text), lines.Split([]byte(text)))
	n := len(parts)
	assert.Equal(t, []part{diffConflict, diffAdded, diffConflict, diffAdded, diffConflict, diffBoth}, kinds(parts[n-6:]))
	assert.Contains(t, best(t, text, "git show", 4), "++reconcile(drawer, shutter)")
}

func TestTheSubjectOfACommitLeads(t *testing.T) {
	text := "commit 0123456789abcdef\nAuthor: A <a@example.org>\nDate:   Mon\n\n    tills: round half to even\n\n    Some words follow here.\n\n" + renames(12)
	assert.Contains(t, best(t, text, "git show", 1), "tills: round half to even")
}

func TestReadingEditsTakesLinearTime(t *testing.T) {
	lineartest.Check(t, 20_000, func(n int) {
		text := []byte("--- a/x\n+++ b/x\n@@ -1,9999999 +1,9999999 @@\n" + strings.Repeat("-a b c\n", n) + strings.Repeat("+a b d\n", n/2))
		spans := lines.Split(text)
		readEdits(text, spans, readDiff(text, spans))
	})
}
