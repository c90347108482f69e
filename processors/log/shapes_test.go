package log

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/lines"
)

func sampleDiff() string {
	var b strings.Builder
	b.WriteString("diff --git a/seed.txt b/seed.txt\nindex 1..2 100644\n--- a/seed.txt\n+++ b/seed.txt\n@@ -1,3 +1,304 @@ seeds\n one\n")
	for i := range 301 {
		if i == 211 {
			b.WriteString("+SHOP_TOKEN=demo_value_not_real_77\n")
			continue
		}
		fmt.Fprintf(&b, "+row %d of the seed with plain words\n", i)
	}
	b.WriteString(" two\n three\ndiff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -2,3 +2,3 @@\n {\n-  \"version\": \"1.0.0\",\n+  \"version\": \"2.0.0\",\n }\n" +
		"diff --git a/yarn.lock b/yarn.lock\n--- a/yarn.lock\n+++ b/yarn.lock\n@@ -1,1 +1,1 @@\n-x@1\n+x@2\n")
	return b.String()
}

func sampleTable() string {
	var b strings.Builder
	b.WriteString("id,shop,amount,state\n")
	for i := range 120 {
		state := "paid"
		if i == 80 {
			state = "REFUSED"
		}
		fmt.Fprintf(&b, "%d,s-%d,%d.50,%s\n", i, i%7, 10+i%5, state)
	}
	return b.String()
}

func sampleHistory() string {
	var b strings.Builder
	for i := range 40 {
		subject := fmt.Sprintf("tidy chapter %d", i)
		if i == 17 {
			subject = `Revert "drop the ledger"`
		}
		fmt.Fprintf(&b, "commit %040x\nAuthor: A <a@example.test>\nDate:   Mon Mar 2 10:00:00 2026\n\n    %s\n\n %d files changed, %d insertions(+)\n\n", i*7919+1, subject, 1+i%3, 2+i%5)
	}
	return b.String()
}

func TestChangedLinesBringTheHeadersOfTheirHunkAndFile(t *testing.T) {
	text := sampleDiff()
	p := planOf(t, text, "git diff")
	for i, u := range p.Units {
		s := text[u.Span.Start:u.Span.End]
		if !strings.HasPrefix(s, "+row") && !strings.HasPrefix(s, "-  ") {
			continue
		}
		var needs []string
		for _, n := range p.Units[i].Needs {
			needs = append(needs, text[p.Units[n].Span.Start:p.Units[n].Span.End])
		}
		require.Len(t, needs, 2, s)
		assert.Contains(t, needs[0], "diff --git")
		assert.True(t, strings.HasPrefix(needs[1], "@@ -"), needs[1])
	}
}

func TestAnOddLineDeepInAHunkSurfaces(t *testing.T) {
	assertOrder(t, best(t, sampleDiff(), "git diff", 12), "seed.txt", "@@ -1,3 +1,304 @@", "SHOP_TOKEN=demo_value_not_real_77")
}

func TestBothSidesOfALargeChangeStand(t *testing.T) {
	var b strings.Builder
	b.WriteString("diff --git a/r.csv b/r.csv\n--- a/r.csv\n+++ b/r.csv\n@@ -1,200 +1,200 @@\n")
	for _, side := range []string{"-%03d,EUR,CHF,0.9%d\n", "+%03d,EUR,CHF,1.0%d\n"} {
		for i := range 200 {
			fmt.Fprintf(&b, side, i, i)
		}
	}
	got := best(t, b.String(), "git diff", 8)
	assert.Contains(t, got, "\n-0")
	assert.Contains(t, got, "\n+0")
}

func TestManifestsComeBeforeLockFiles(t *testing.T) {
	got := best(t, sampleDiff(), "git diff", 9)
	assert.Contains(t, got, `"version": "2.0.0"`)
	assert.NotContains(t, got, "x@2")
}

func TestHunksAreReadByTheirCounts(t *testing.T) {
	text := "--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- a comment of SQL\n+++ another comment\n same\n"
	parts := readDiff([]byte(text), lines.Split([]byte(text)))
	assert.Equal(t, []part{diffFile, diffPath, diffHunk, diffRemoved, diffAdded, diffContext}, kinds(parts))
}

func kinds(parts []diffLine) (out []part) {
	for _, p := range parts {
		out = append(out, p.part)
	}
	return out
}

func TestContentsThatQuoteADiffAreNotOne(t *testing.T) {
	text := calm(100) + "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n" + calm(100)
	assert.Equal(t, plainShape, sniff([]byte(text), lines.Split([]byte(text))))
}

func TestRowsBringTheHeaderAndTheOddRowSurfaces(t *testing.T) {
	assertOrder(t, best(t, sampleTable(), "", 8), "id,shop,amount,state", "80,s-3,10.50,REFUSED")
}

func TestARecordOnSeveralLinesIsOneUnit(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,shop,note,state\n")
	for i := range 60 {
		if i%3 == 0 {
			fmt.Fprintf(&b, "%d,s-%d,\"first\nsecond %d\",ok\n", i, i%7, i)
			continue
		}
		fmt.Fprintf(&b, "%d,s-%d,plain,ok\n", i, i%7)
	}
	text := b.String()
	for _, u := range planOf(t, text, "").Units {
		s := text[u.Span.Start:u.Span.End]
		assert.Zero(t, strings.Count(s, `"`)%2, "%q", s)
		assert.Equal(t, 3, aloneSeps([]byte(s), ','), "%q", s)
	}
}

func TestCommitsAreShownByNameAndSubject(t *testing.T) {
	got := best(t, sampleHistory(), "git log --stat", 12)
	i := strings.Index(got, `Revert "drop the ledger"`)
	require.Positive(t, i, got)
	head := got[:i]
	assert.Contains(t, head[strings.LastIndex(head, "commit "):], fmt.Sprintf("commit %.10s", fmt.Sprintf("%040x", 17*7919+1)))
}

func TestSearchHitsSpreadOverFilesAndKeepTheirPlace(t *testing.T) {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "src/big.go:%d:\tTODO tidy this up, number %d\n", i*3+1, i)
	}
	b.WriteString("src/small.go:7:\tFIXME the lease is never closed\n")
	got := best(t, b.String(), `grep -rnE "TODO|FIXME" src`, 4)
	assert.Contains(t, got, "src/small.go:7:\tFIXME the lease is never closed")
	assert.Contains(t, got, "src/big.go:")
}

func TestTheMatchInsideALongHitIsFound(t *testing.T) {
	text := "dist/app.js:1:" + strings.Repeat("function(a,b){return a+b};", 300) + `log("Working directory: "+cwd());` + strings.Repeat("function(a,b){return a+b};", 300) +
		"\nsrc/a.ts:88:  const label = 'x';\nsrc/b.ts:9:  out(label);\nsrc/c.ts:2:  out(label);\n"
	got := best(t, text, `grep -rn 'Working directory:\|label' dist src`, 6)
	assert.Contains(t, got, `log("Working directory: "`)
	assert.Contains(t, got, "src/a.ts:88:")
}

func TestHitPrefix(t *testing.T) {
	for line, want := range map[string]string{
		"a/b.go:12:x":                        "a/b.go:12:",
		"a/b.go-12-x: y":                     "a/b.go-12-",
		`C:\work\a.cs:88:throw new X("a:b")`: `C:\work\a.cs:88:`,
		"407:panic(\"route:legacy\")":        "407:",
		"408-\t4:2":                          "408-",
		"2026-01-02 10:00:00 x":              "",
		"10:00:00 x":                         "",
		"INFO a:12:b":                        "",
	} {
		_, n := hitPrefix([]byte(line))
		assert.Equal(t, want, line[:n], line)
	}
}

func TestRowsOfAnAlignedListingBringItsHeader(t *testing.T) {
	var b strings.Builder
	b.WriteString("NAME              READY   STATUS             RESTARTS   AGE\n")
	for i := range 60 {
		state := "Running"
		if i == 41 {
			state = "CrashLoopBackOff"
		}
		fmt.Fprintf(&b, "ledger-7d9f-%03d   1/1     %-16s   %-8d   %dm\n", i, state, i%3, i+5)
	}
	assertOrder(t, best(t, b.String(), "kubectl get pods", 4), "NAME", "ledger-7d9f-041")
	assert.NotContains(t, best(t, calm(40), "", 40), "NAME")
}

func TestAHeadingDoesNotReachToDistantFailures(t *testing.T) {
	text := "tool 4 starts\n\nHighlights:\n\n - one\n\nNotes:\n\n - two\n\nSources:\n\n" + calm(80) + "error: disk is full\n"
	assert.NotContains(t, best(t, text, "", 1), "Sources:")
}

// manifestDiff changes versions in a manifest, a function and comments.
func manifestDiff() string {
	var b strings.Builder
	b.WriteString("diff --git a/lib/lamp.js b/lib/lamp.js\n--- a/lib/lamp.js\n+++ b/lib/lamp.js\n@@ -1,60 +1,59 @@\n")
	for i := range 29 {
		fmt.Fprintf(&b, "- * an old remark about wick %d and its glow\n+ * a new remark about wick %d and its shine\n", i, i)
	}
	b.WriteString("-exports.light = function light(wick) {\n")
	b.WriteString("diff --git a/package.json b/package.json\n--- a/package.json\n+++ b/package.json\n@@ -2,6 +2,6 @@\n {\n")
	for _, v := range []string{"\"wick\": \"^1.2.0\"", "\"oil\": \"^2.0.1\"", "\"node\": \">= 4\""} {
		b.WriteString("-    " + v + ",\n")
	}
	for _, v := range []string{"\"wick\": \"^1.3.0\"", "\"oil\": \"^3.0.0\"", "\"node\": \">= 18\""} {
		b.WriteString("+    " + v + ",\n")
	}
	return b.String()
}

func TestTheRuntimeOfAReleaseComesBeforeItsOtherVersions(t *testing.T) {
	got := best(t, manifestDiff(), "git diff", 6)
	assert.Contains(t, got, `+    "node": ">= 18"`)
	assert.NotContains(t, got, "wick\": \"^1.2.0")
}

func TestARemovedFunctionComesBeforeComments(t *testing.T) {
	got := best(t, manifestDiff(), "git diff", 12)
	assert.Contains(t, got, "-exports.light")
	assert.Less(t, strings.Count(got, "remark"), 5)
}

func TestVersionNames(t *testing.T) {
	for line, want := range map[string][2]string{
		`"node": ">= 18",`: {"node", "18"}, `serde = "1.0.2"`: {"serde", "1"}, "django==4.2": {"django", "4"}, "go 1.26": {"go", "1"}, "": {"", ""},
	} {
		name := versionName([]byte(line))
		assert.Equal(t, want[0], string(name), line)
		assert.Equal(t, want[1], firstNumber([]byte(line)[len(name):]), line)
	}
}

func samplePage() string {
	var b strings.Builder
	b.WriteString("### Page\n- Page URL: http://127.0.0.1/orders\n- Page Title: Orders\n### Snapshot\n```yaml\n- main [ref=e1]:\n  - heading \"Orders\" [level=1] [ref=e2]\n  - paragraph [ref=e3]: Everything that is on its way.\n")
	for i := range 40 {
		fmt.Fprintf(&b, "  - listitem [ref=e%d]:\n    - text: one more sentence number %d about oil\n    - link \"More\" [ref=e%d] [cursor=pointer]:\n      - /url: /orders/%d\n", 10+3*i, i, 11+3*i, i)
	}
	b.WriteString("  - heading \"Payment\" [level=2] [ref=e900]\n  - textbox \"Card number\" [ref=e901]\n  - button \"Pay now\" [disabled] [ref=e902] [cursor=pointer]\n  - alert [ref=e903]: The card has expired\n```\n")
	return b.String()
}

func TestAPageIsReadByItsRoles(t *testing.T) {
	got := best(t, samplePage(), "", 16)
	assertOrder(t, got, "Page Title: Orders", `heading "Orders"`, "Everything that is on its way.", `heading "Payment"`, `textbox "Card number" [ref=e901]`, `button "Pay now" [disabled] [ref=e902]`, "The card has expired")
	assert.NotContains(t, got, "cursor=pointer")
	assert.NotContains(t, got, "[ref=e900]")
}

func TestNodesWithStrangeNamesAreRead(t *testing.T) {
	for text, want := range map[string]bool{
		`- 'button "a: b" [ref=e1]':`: true, `- text: "x"`: true, `- button "no end`: true, "- nonsense [ref=e1]": false, "-": false, "- heading": true,
		`- link "a \" b" [ref=e1] [cursor=pointer]:`: true, "- paragraph [ref=e1": true, "": false,
	} {
		_, ok := readNode([]byte(text), lines.Span{End: len(text)})
		assert.Equal(t, want, ok, text)
	}
}

func sampleReport() string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<testsuites tests=\"120\" failures=\"1\">\n")
	for s := range 6 {
		fmt.Fprintf(&b, "  <testsuite name=\"shop.Suite%d\" tests=\"20\">\n", s)
		for c := range 20 {
			if s == 3 && c == 7 {
				b.WriteString("    <testcase name=\"keepsOil\" classname=\"shop.Suite3\">\n      <failure message=\"expected 3 but was 4\" type=\"AssertionError\">\n      </failure>\n    </testcase>\n")
				continue
			}
			fmt.Fprintf(&b, "    <testcase name=\"test%d\" classname=\"shop.Suite%d\"/>\n", c, s)
		}
		b.WriteString("  </testsuite>\n")
	}
	b.WriteString("</testsuites>\n")
	return b.String()
}

func TestAFailureInAReportBringsItsTest(t *testing.T) {
	got := best(t, sampleReport(), "", 5)
	assertOrder(t, got, `<testcase name="keepsOil"`, "expected 3 but was 4")
	assert.NotContains(t, got, "</testcase>")
}

func TestATableBehindASummaryHasItsOwnHeader(t *testing.T) {
	var b strings.Builder
	b.WriteString("Lamps: 90 total\nOil:   12 left\n\n  LAMP     OIL  STATE   ROOM\n")
	for i := range 90 {
		state := "lit "
		if i == 50 {
			state = "dark"
		}
		fmt.Fprintf(&b, "  lamp-%02d %4d  %s    room\n", i, 10+i%7, state)
	}
	assertOrder(t, best(t, b.String(), "", 4), "LAMP     OIL  STATE", "dark")
}

func TestRowsWithoutAHeaderBringNone(t *testing.T) {
	var b strings.Builder
	b.WriteString("lamps: all\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d\t%d lumen\t%d watt\t%d hours\n", i, 400+i%9, 5+i%3, 100+i%40)
	}
	for _, u := range planOf(t, b.String(), "").Units {
		assert.Empty(t, u.Needs)
	}
}

func TestClassesThatLogStandWithoutTheirPackage(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "2026-03-01 10:%02d:07 INFO  org.example.shop.till.%s: order %d paid\n", i, []string{"Register", "Drawer", "Scale"}[i%3], i)
	}
	b.WriteString("2026-03-01 11:00:07 WARN  org.example.shop.till.Register: drawer 3 is stuck\n")
	got := best(t, b.String(), "", 2)
	assert.Contains(t, got, "WARN  Register: drawer 3 is stuck")
}

func TestPackagesOfLoggers(t *testing.T) {
	for line, want := range map[string]string{
		"INFO org.example.shop.Till: open": "org.example.shop.", "org.example.shop.Till: open": "org.example.shop.", "INFO shop.Till: open": "",
		"visit www.example.org now": "", "at [org.example.shop.Till] open": "org.example.shop.", "": "", "a.b.C": "",
	} {
		s := packageOf([]byte(line), 0, len(line))
		assert.Equal(t, want, line[s.Start:s.End], line)
	}
}

func TestTheOddCellOfALongRowIsShown(t *testing.T) {
	var b strings.Builder
	b.WriteString("ts\tuid\thost\turi\tagent\tstatus\tmsg\ttail\n")
	for i := range 60 {
		status := "200\tOK"
		if i == 33 {
			status = "301\tMoved"
		}
		fmt.Fprintf(&b, "13202795%02d\tC%d\tlamp.example\t/%s/%d\tMozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) %s\t%s\t%s\n",
			i, i*7919, strings.Repeat("oil/", 20), i, strings.Repeat("Chrome ", 12), status, strings.Repeat("z", 60))
	}
	assert.Contains(t, best(t, b.String(), "", 4), "301\tMoved")
}
