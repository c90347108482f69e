package log

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// planOf makes a plan and checks it against the contract.
func planOf(t testing.TB, content, command string) sdk.Plan {
	t.Helper()
	req := sdk.Request{Content: []byte(content), Kind: "log", Command: command, MaxTokens: 8192}
	p, err := New().Process(context.Background(), req)
	require.NoError(t, err)
	require.NoError(t, sdk.CheckPlan(req, &p))
	return p
}

// best shows the first n units of the ranking, in the order of the content, one
// output line for each row.
func best(t testing.TB, content, command string, n int) string {
	t.Helper()
	p := planOf(t, content, command)
	shown := map[int]bool{}
	var add func(i int)
	add = func(i int) {
		if !shown[i] {
			shown[i] = true
			for _, k := range p.Units[i].Needs {
				add(k)
			}
		}
	}
	for _, i := range p.Order[:min(n, len(p.Order))] {
		add(i)
	}
	var b strings.Builder
	row := -1
	for i, u := range p.Units {
		if !shown[i] {
			continue
		}
		if u.Row != row && row >= 0 {
			b.WriteByte('\n')
		}
		row = u.Row
		b.WriteString(content[u.Span.Start:u.Span.End])
	}
	return b.String()
}

func calm(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-03-01 10:%02d:%02d INFO [w-%d] store: wrote part %d in %d ms\n", i/60%60, i%60, i%4, i*3, 20+i%9)
	}
	return b.String()
}

func assertOrder(t *testing.T, text string, parts ...string) {
	t.Helper()
	at := 0
	for _, p := range parts {
		i := strings.Index(text[at:], p)
		if !assert.GreaterOrEqual(t, i, 0, "%q is missing or out of order in:\n%s", p, text) {
			return
		}
		at += i + len(p)
	}
}

func TestProcessDeclinesBlankContent(t *testing.T) {
	_, err := New().Process(context.Background(), sdk.Request{Content: []byte(" \n\t\n")})
	assert.ErrorIs(t, err, sdk.ErrDeclined)
}

func TestProcessStopsWhenTheCallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().Process(ctx, sdk.Request{Content: []byte("a line\n")})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestFailuresComeFirstWithTheirCause(t *testing.T) {
	text := calm(200) + "java.lang.IllegalStateException: shard is closed\n\tat java.base/java.util.List.get(List.java:4)\n" +
		"\tat com.example.Pool.open(Pool.java:133)\nCaused by: java.net.UnknownHostException: db.test\n\t... 3 more\n" + calm(200)
	assertOrder(t, best(t, text, "", 16), "IllegalStateException", "Pool.java:133", "Caused by: java.net.UnknownHostException")
}

func TestPassingTestsWithScaryNamesAreNoFailures(t *testing.T) {
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, "=== RUN   TestErrorPanicFailure%d\n--- PASS: TestErrorPanicFailure%d (0.00s)\n", i, i)
	}
	b.WriteString("=== RUN   TestShelf\n    shelf_test.go:31: got 3, want 4\n--- FAIL: TestShelf (0.00s)\nFAIL\n")
	got := best(t, b.String(), "go test -v", 6)
	assertOrder(t, got, "shelf_test.go:31: got 3, want 4", "--- FAIL: TestShelf")
	assert.LessOrEqual(t, strings.Count(got, "--- PASS"), 1)
}

func TestErrorsOfOneCodeThatSayDifferentThingsAllStand(t *testing.T) {
	var b strings.Builder
	kinds := []string{"string", "boolean", "null", "Date", "bigint", "symbol", "void", "Order", "Promise", "never"}
	for i, k := range kinds {
		fmt.Fprintf(&b, "src/a.ts:%d:7 - error TS2322: Type '%s' is not assignable to type 'number'.\n\n%d   const a = b;\n        ~\n\n", i*9+1, k, i*9+1)
	}
	b.WriteString(strings.Repeat("compiled one more module without a word\n", 200))
	got := best(t, b.String(), "", 30)
	for _, k := range kinds {
		assert.Contains(t, got, "Type '"+k+"'")
	}
}

func TestARepeatedChainDoesNotHideTheOneThatDiffers(t *testing.T) {
	chain := func(cause, frame string, id int) string {
		return fmt.Sprintf("Traceback (most recent call last):\n  File \"/srv/app/%s.py\", line 12, in share\n%s\n\nThe above exception was the direct cause of the following exception:\n\napp.errors.Http500: request %d failed\n", frame, cause, id)
	}
	var b strings.Builder
	for i := range 20 {
		if i == 13 {
			b.WriteString(chain("ZeroDivisionError: division by zero", "split", i))
			continue
		}
		b.WriteString(chain("KeyError: 'tariff'", "price", i))
	}
	got := best(t, b.String(), "", 14)
	assert.Contains(t, got, "ZeroDivisionError")
	assert.Contains(t, got, "split.py")
	assert.Contains(t, got, "KeyError")
}

func TestRepeatedFailuresAreFoldedWithTheirPlaces(t *testing.T) {
	text := strings.Repeat("error: cannot reach the ledger\n", 40) + strings.Repeat("some other words\n", 3)
	for _, u := range planOf(t, text, "").Units {
		if strings.HasPrefix(text[u.Span.Start:], "error:") {
			assert.Len(t, u.Copies, 39)
			return
		}
	}
	t.Fatal("no unit for the failure")
}

func TestLinesWithOtherWordsAreNotFolded(t *testing.T) {
	text := strings.Repeat("error: cannot reach shelf a\nerror: cannot reach shelf b\n", 10)
	shown := map[string]bool{}
	for _, u := range planOf(t, text, "").Units {
		shown[text[u.Span.Start:u.Span.End]] = true
		for _, c := range u.Copies {
			assert.Equal(t, text[u.Span.Start:u.Span.End], text[c.Start:c.End])
		}
	}
	assert.Len(t, shown, 2)
}

func TestLinesUnderARuledHeadingBringIt(t *testing.T) {
	var b strings.Builder
	for _, n := range []int{12, 99, 41} {
		fmt.Fprintf(&b, "===== #%d\ntitle of %d\nstate OPEN\n", n, n)
		b.WriteString(strings.Repeat("some words of the body that say little\n", 30))
	}
	p := planOf(t, b.String(), "")
	text := b.String()
	for i, u := range p.Units {
		if strings.HasPrefix(text[u.Span.Start:], "title of 99") {
			require.NotEmpty(t, p.Units[i].Needs)
			head := p.Units[p.Units[i].Needs[0]]
			assert.Equal(t, "===== #99", text[head.Span.Start:head.Span.End])
		}
	}
}

func TestHeadingsInsideARecordBringTheRecordsOwn(t *testing.T) {
	var b strings.Builder
	for _, n := range []int{12, 99} {
		fmt.Fprintf(&b, "===== #%d\nstate OPEN\nsome words\n--- comments ---\nfirst of %d\n", n, n)
	}
	text := b.String()
	p := planOf(t, text, "")
	for _, u := range p.Units {
		if strings.HasPrefix(text[u.Span.Start:], "first of 99") {
			require.Len(t, u.Needs, 1)
			comments := p.Units[u.Needs[0]]
			require.Len(t, comments.Needs, 1)
			record := p.Units[comments.Needs[0]].Span
			assert.Equal(t, "===== #99", text[record.Start:record.End])
		}
	}
}

func TestAnOddCounterBringsItsRecord(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		crc := 0
		if i == 23 {
			crc = 28898
		}
		fmt.Fprintf(&b, "Port%d is up\n  hardware is copper\n  %d frames bad, 0 giants\n  queue of 75 slots\n", i, crc)
	}
	assertOrder(t, best(t, b.String(), "", 8), "Port23 is up", "28898 frames bad")
}

func TestLongLinesArePartedAndTheFailureInsideIsFound(t *testing.T) {
	text := strings.Repeat("👩‍🔬 reaction stored; ", 400) + "ERROR: write 77 refused " + strings.Repeat("👩‍🔬 reaction stored; ", 400)
	p := planOf(t, text, "")
	assert.Contains(t, best(t, text, "", 6), "ERROR: write 77 refused")
	for _, u := range p.Units {
		s := text[u.Span.Start:u.Span.End]
		assert.LessOrEqual(t, len(s), wholeBytes)
		assert.False(t, strings.HasPrefix(s, "\u200d") || strings.HasSuffix(s, "\u200d"), "%q", s)
	}
}

func TestAVeryLongLineIsReadToItsEnd(t *testing.T) {
	text := strings.Repeat("some words; ", 60_000) + "ERROR: write 77 refused " + strings.Repeat("some words; ", 60_000)
	p := planOf(t, text, "")
	assert.False(t, p.Complete)
	assert.Less(t, len(p.Units), maxPieces)
	assert.Contains(t, best(t, text, "", 6), "ERROR: write 77 refused")
	gaps := 0
	for i, u := range p.Units[1:] {
		if last := p.Units[i]; last.Span.End < u.Span.Start {
			gaps++
			assert.Less(t, last.Part+1, u.Part+1)
		}
	}
	assert.Positive(t, gaps)
}

func TestStampsAreUnitsOfTheirOwnAndNeedTheirLine(t *testing.T) {
	text := calm(60)
	p := planOf(t, text, "")
	stamps := 0
	for i, u := range p.Units {
		if strings.HasPrefix(text[u.Span.Start:u.Span.End], "2026-") && u.Parts == 2 {
			stamps++
			require.Len(t, p.Units[i].Needs, 1)
			assert.Equal(t, u.Row, p.Units[p.Units[i].Needs[0]].Row)
		}
	}
	assert.Greater(t, stamps, 20)
}

func TestPlansAreTheSameOnEveryRun(t *testing.T) {
	for _, text := range []string{calm(300), sampleDiff(), sampleTable(), sampleHistory()} {
		assert.Equal(t, planOf(t, text, ""), planOf(t, text, ""))
	}
}

// TestPlanningTimeIsLinear compares the times for an input and its double. The
// bound is generous, as other work may run beside it.
func TestPlanningTimeIsLinear(t *testing.T) {
	for name, piece := range map[string]string{
		"one line": "a", "one line of words": "error: x ", "braces": "{", "lines": "a\n", "failures": "error: x\n", "headings": "=== a\nb\n",
		"rising numbers": "1 2 3\n", "commas": "a,b,c,d\n", "quotes": "\"a,b,c,d\n", "hunks": "@@ -1 +1 @@\n-a\n+b\n", "commits": "commit 0123456789abcdef\n\n    x\n",
		"hits": "a.go:1:x\nb.go:2:y\n", "indents": "a:\n b:\n  c:\n",
	} {
		run := func(n int) time.Duration {
			text := "diff --git a/x b/x\n" + strings.Repeat(piece, n/len(piece))
			if name != "hunks" {
				text = text[len("diff --git a/x b/x\n"):]
			}
			req := sdk.Request{Content: []byte(text), MaxTokens: 1024}
			least := time.Hour
			for range 2 {
				start := time.Now()
				_, err := New().Process(context.Background(), req)
				least = min(least, time.Since(start))
				require.NoError(t, err)
			}
			return least
		}
		for try := 0; ; try++ {
			small, large := run(20_000), run(40_000)
			if large < 4*small+20*time.Millisecond {
				break
			}
			if try == 3 {
				t.Errorf("%s: %v for half, %v for the whole", name, small, large)
				break
			}
		}
	}
}

func TestContentsWithVeryManyLinesAreReadInPart(t *testing.T) {
	text := strings.Repeat("a\n", mostLines) + "fatal: disk is gone\n" + strings.Repeat("a\n", mostLines)
	p := planOf(t, text, "")
	assert.False(t, p.Complete)
	assert.Contains(t, best(t, text, "", 4), "fatal: disk is gone")
}

func TestAContentWithoutWordsStillHasAPlan(t *testing.T) {
	for _, text := range []string{strings.Repeat("{", 100_000), "-----\n=====\n", strings.Repeat(" ", 9000) + "x"} {
		assert.NotEmpty(t, planOf(t, text, "").Order)
	}
}
