package patch

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// files is a git diff of n files with the same edit in each.
func files(n int, removed, added string) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("diff --git a/port/f%02d.go b/port/f%02d.go\nindex 1111111..2222222 100644\n--- a/port/f%02d.go\n+++ b/port/f%02d.go\n@@ -10,3 +10,3 @@ func f%02d() {\n \tbefore%d()\n-%s\n+%s\n \tafter%d()\n", i, i, i, i, i, i, removed, added, i))
	}
	return out
}

func TestTheOneEditThatDiffersComesFirst(t *testing.T) {
	d := files(40, "\tlog.Print(err)", "\tslog.Error(err.Error())")
	d[26] = strings.Replace(d[26], "+\tslog.Error(err.Error())", "+\treturn nil", 1)
	got := best(t, strings.Join(d, ""), 3)
	assert.Contains(t, got, "diff --git a/port/f26.go b/port/f26.go", "its file")
	assert.Contains(t, got, "@@ -10,3 +10,3 @@", "its hunk")
	assert.Contains(t, got, "+\treturn nil")
}

func TestAnEditThatIsMadeEverywhereIsShownOnceOrTwice(t *testing.T) {
	got := best(t, strings.Join(files(40, "\ta.Old(1)", "\ta.New(1)"), ""), 12)
	assert.Contains(t, got, "a.New(1)")
	assert.LessOrEqual(t, strings.Count(got, "a.New(1)"), 4)
}

func TestWhatToolsWriteComesLast(t *testing.T) {
	var lock strings.Builder
	lock.WriteString("diff --git a/package-lock.json b/package-lock.json\nindex 1..2 100644\n--- a/package-lock.json\n+++ b/package-lock.json\n@@ -1,200 +1,200 @@\n")
	for i := range 200 {
		fmt.Fprintf(&lock, "-      \"integrity\": \"sha512-%040d\",\n", i*7919)
	}
	for i := range 200 {
		fmt.Fprintf(&lock, "+      \"integrity\": \"sha512-%040d\",\n", i*104729)
	}
	content := lock.String() + files(1, "\tsecure: true,", "\tsecure: false,")[0]
	p := planOf(t, content)
	assert.Equal(t, []string{"written by tools: package-lock.json +200 -200"}, p.Notes)
	got := best(t, content, 4)
	assert.Contains(t, got, "secure: false")
	assert.Contains(t, got, "secure: true")
	assert.NotContains(t, got, "sha512")
}

func TestPartsOfADiff(t *testing.T) {
	content := "commit 0123456789abcdef\nAuthor: Ida <ida@ferry.test>\nDate:   Sun Mar 1 10:00:00 2026 +0000\n\n    port: begin anew\n\n" +
		" a.go | 2 +-\n 3 files changed, 1 insertion(+), 1 deletion(-)\n\n" +
		"diff --git a/a.go b/a.go\nindex 1..2 100644\n--- a/a.go\n+++ b/a.go\n@@ -1,2 +1,2 @@ package a\n context\n--- a comment of SQL\n+++ a sum\n" +
		"\\ No newline at end of file\n" +
		"diff --git a/b.sh b/c.sh\nold mode 100755\nnew mode 100644\nsimilarity index 100%\nrename from b.sh\nrename to c.sh\n" +
		"diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n"
	p := read([]byte(content))
	require.NotNil(t, p)
	want := []part{message, message, message, message, message, message, stat, total, message,
		header, path, path, path, hunk, same, removed, added, same,
		header, meta, meta, path, meta, meta,
		header, path, meta}
	got := make([]part, len(p.lines))
	for i := range p.lines {
		got[i] = p.lines[i].part
	}
	assert.Equal(t, want, got)
	require.Len(t, p.files, 3)
	assert.Equal(t, "c.sh", string(p.files[1].name))
	assert.Equal(t, 1, p.files[0].added)
}

func TestFilesOfAPlainUnifiedDiff(t *testing.T) {
	content := "--- old/a.conf\t2026-03-01\n+++ new/a.conf\t2026-03-02\n@@ -1 +1 @@\n-port=1\n+port=2\n--- old/b.conf\t2026-03-01\n+++ new/b.conf\t2026-03-02\n@@ -1 +1 @@\n-port=1\n+port=3\nOnly in new: c.conf\n"
	p := read([]byte(content))
	require.NotNil(t, p)
	assert.Len(t, p.files, 3)
	assert.Contains(t, best(t, content, 20), "Only in new: c.conf")
}

func TestCombinedDiffsShowWhatNeitherSideHad(t *testing.T) {
	var b strings.Builder
	b.WriteString("diff --cc lock.go\nindex 1,2..3\n--- a/lock.go\n+++ b/lock.go\n@@@ -1,60 -1,60 +1,61 @@@ func lock() {\n")
	for i := range 30 {
		fmt.Fprintf(&b, "- \tours%d()\n -\ttheirs%d()\n  \tsame%d()\n", i, i, i)
	}
	b.WriteString("++\tinvented()\n")
	p := read([]byte(b.String()))
	require.NotNil(t, p)
	assert.Equal(t, both, p.lines[len(p.lines)-1].part)
	assert.Contains(t, best(t, b.String(), 3), "++\tinvented()")
}

func TestConflictsThatStandAreMarked(t *testing.T) {
	content := "diff --cc a.go\nindex 1,2..0\n--- a/a.go\n+++ b/a.go\n@@@ -1,3 -1,3 +1,7 @@@\n  before\n++<<<<<<< HEAD\n +ours\n++=======\n+ theirs\n++>>>>>>> night\n  after\n"
	p := read([]byte(content))
	require.NotNil(t, p)
	n := 0
	for _, l := range p.lines {
		if l.part == conflict {
			n++
		}
	}
	assert.Equal(t, 3, n)
	got := best(t, content, 12)
	assert.Contains(t, got, " +ours")
	assert.Contains(t, got, "+ theirs")
}

func TestEditsAreToldApartByWhatTheyDo(t *testing.T) {
	p := read([]byte(strings.Join(files(3, "\tx := limit(3)", "\tx := bound(3)"), "")))
	require.NotNil(t, p)
	p.pair()
	assert.Equal(t, map[string]int{"limit\x00bound": 6}, p.freq)
}

func TestWeights(t *testing.T) {
	for name, want := range map[string]float64{"go.sum": generatedWeight, "web/dist/app.js": generatedWeight, "api/x.pb.go": generatedWeight, "package.json": manifestWeight,
		"db/migrate/1.sql": manifestWeight, "port/quay_test.go": testWeight, "data/day.csv": dataWeight, "port/quay.go": 1} {
		assert.InDelta(t, want, weightOf([]byte(name)), 1e-9, name)
	}
}

func TestVersions(t *testing.T) {
	for _, s := range []string{`"node": ">= 18",`, `"ms": "2.1.2"`, `name = "1.2"`, `name==1.2`, `version: 3`} {
		assert.True(t, version([]byte(s)), s)
	}
	for _, s := range []string{`limit: 3`, `x := 1`, `"name": "ferry"`, `a sentence: 1.2 of them`, ``} {
		assert.False(t, version([]byte(s)), s)
	}
}

func TestDeclinesWhatIsNoDiff(t *testing.T) {
	for name, content := range map[string]string{
		"nothing": "", "prose": strings.Repeat("The ferry left at noon.\n", 30), "a list": strings.Repeat("- one\n- two\n+ three\n", 30),
		"a log that names a diff": strings.Repeat("INFO compared\n", 50) + "diff --git a/x b/x\n" + strings.Repeat("INFO went on\n", 50),
	} {
		t.Run(name, func(t *testing.T) { declines(t, content) })
	}
}

func TestMatchKnowsDiffsByTheirFirstLines(t *testing.T) {
	content := []byte(strings.Join(files(40, "\ta", "\tb"), ""))
	got, err := Processor{}.Match(t.Context(), sdk.Sample{Head: content[:4000], Bytes: len(content), Kind: sdk.KindLog})
	require.NoError(t, err)
	assert.Equal(t, Kind, got)
	got, err = Processor{}.Match(t.Context(), sdk.Sample{Head: []byte("commit to it\nand be glad\n"), Kind: sdk.KindText})
	require.NoError(t, err)
	assert.Empty(t, got)
}

func TestProcessStopsWhenTheCallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New().Process(ctx, sdk.Request{Content: []byte(files(1, "a", "b")[0])})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestGolden(t *testing.T) { golden(t, 10) }

func FuzzProcess(f *testing.F) {
	fuzz(f, files(1, "\ta(1)", "\tb(1)")[0], "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n", "diff --cc a\n@@@ -1 -1 +1 @@@\n++x\n", "Only in a: b\n@@ -9999999,1 +1,9999999 @@\n+\n")
}

func BenchmarkProcess(b *testing.B) {
	var all strings.Builder
	for k := range 60 {
		all.WriteString(strings.Join(files(60, fmt.Sprintf("\told%d(%d, \"x\")", k, k), fmt.Sprintf("\tnew%d(%d, \"x\")", k, k)), ""))
	}
	bench(b, []byte(all.String()))
}
