package evidence

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func texts(content, kind string) []string {
	var out []string
	for _, s := range Find([]byte(content), kind) {
		out = append(out, content[s.Start:s.End])
	}
	return out
}

func TestTextOfAPageIsNoReport(t *testing.T) {
	got := texts("- heading \"Merging\" [level=2] [ref=e1]\n- text: another way is to bypass the commit that caused the failure with\n- paragraph [ref=e4]: it fails because the disk is full\n- text: done\n", "log")
	assert.Equal(t, []string{"- text: done"}, got)
	got = texts("- alert [ref=e5]: \"Error: card declined\"\n- text: done\n", "log")
	assert.Contains(t, got, `- alert [ref=e5]: "Error: card declined"`)
}

func TestStampsDoNotHideWhatFollows(t *testing.T) {
	got := texts("2026-03-01T10:00:00.1234567Z   ● cart › adds lamps\n2026-03-01T10:00:01.1234567Z all is well\n", "log")
	assert.Contains(t, got, "● cart › adds lamps")
	assert.Contains(t, got, "all is well")
}

func TestRemarksOfToolsAreNoEvidence(t *testing.T) {
	got := texts("[ERROR] disk is full\n[ERROR] Re-run with -X to see the errors\n[ERROR]\nbye\n", "log")
	assert.Equal(t, []string{"[ERROR] disk is full", "bye"}, got)
}

func TestWhatIsEvidence(t *testing.T) {
	const calm = "starting up\nlistening on port 80\n"
	for name, c := range map[string]struct {
		kind, content string
		want          []string // all of these are found
		not           []string // none of these is
	}{
		"an error line of a compiler": {"log", calm + "main.go:7:2: undefined: frob\nsrc/a.c:12:3: error: expected ';'\n" + calm,
			[]string{"src/a.c:12:3: error: expected ';'"}, nil},
		"a panic and the first frame of one's own": {"log",
			calm + "panic: runtime error: index out of range [7]\n\ngoroutine 1 [running]:\nruntime.gopanic(0x1)\n\t/usr/local/go/src/runtime/panic.go:770 +0x1\nexample.com/fare.Price(0x7)\n\t/app/fare/fare.go:40 +0x1df\n" + calm,
			[]string{"panic: runtime error: index out of range [7]", "/app/fare/fare.go:40 +0x1df"}, []string{"/usr/local/go/src/runtime/panic.go:770 +0x1"}},
		"a chain of causes": {"log",
			calm + "java.lang.IllegalStateException: cannot start\n\tat org.app.Main.run(Main.java:10)\nCaused by: java.io.IOException: disk full\n\tat org.app.Disk.write(Disk.java:77)\n" + calm,
			[]string{"Caused by: java.io.IOException: disk full", "java.lang.IllegalStateException: cannot start"}, nil},
		"a failing test, its title and its message": {"log",
			"=== RUN   TestSum\n    sum_test.go:9: want 7, got 9\n--- FAIL: TestSum (0.00s)\n=== RUN   TestMul\n--- PASS: TestMul (0.00s)\nFAIL\n",
			[]string{"--- FAIL: TestSum (0.00s)"}, []string{"--- PASS: TestMul (0.00s)"}},
		"an exit status": {"log", calm + "make: *** [Makefile:12: all] Error 2\n", []string{"make: *** [Makefile:12: all] Error 2"}, nil},
		"the last line":  {"log", calm + "42 files scanned\n\n", []string{"42 files scanned"}, []string{"starting up"}},
		"words in passing are none": {"log",
			"0 errors, 0 warnings\nerror_count=0\n--- PASS: TestErrorHandling (0.00s)\nno errors found\nran the failure injection suite: ok\ndone\n",
			nil, []string{"0 errors, 0 warnings", "error_count=0", "--- PASS: TestErrorHandling (0.00s)", "no errors found"}},
		"prose that speaks of errors is none": {"text", "# Guide\n\nAn error is returned when the file is missing. Errors wrap their cause.\n\nThe end.\n",
			nil, []string{"An error is returned when the file is missing. Errors wrap their cause."}},
		"the source in a diff is none": {"log",
			"diff --git a/x.go b/x.go\n@@ -1,3 +1,4 @@\n func f() {\n+\tpanic(\"fatal: no store\")\n-\terror: old\n }\n", nil, []string{"+\tpanic(\"fatal: no store\")", "-\terror: old"}},
		"a failure inside a JSON string": {"json", `{"stdout":"calm\nfatal: not a git repository\nbye","name":"error"}`,
			[]string{"fatal: not a git repository"}, []string{"error"}},
		"a key is none": {"json", `{"error: fatal":"fine"}`, nil, []string{"error: fatal"}},
		"a failure in a pre block": {"html", "<html><script>var x = 'error: no'</script><p>Log</p><pre>ok\nerror: cannot open disk\n</pre></html>",
			[]string{"error: cannot open disk"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := texts(c.content, c.kind)
			for _, w := range c.want {
				assert.Contains(t, got, w)
			}
			for _, n := range c.not {
				assert.NotContains(t, got, n)
			}
		})
	}
}

func TestTheMostImportantComesFirst(t *testing.T) {
	got := texts("something failed to load: error 7\nFAIL\tpkg/a\t0.1s\nCaused by: java.io.IOException: disk full\nbye\n", "log")
	require.Equal(t, "Caused by: java.io.IOException: disk full", got[0])
}

func TestLinesThatDifferInNumbersCountOnce(t *testing.T) {
	var b strings.Builder
	for i := range 500 {
		fmt.Fprintf(&b, "ERROR: request %d failed after %d ms\n", i, i*7)
	}
	b.WriteString("bye\n")
	require.Len(t, texts(b.String(), "log"), 2)
}

func TestEvidenceIsBounded(t *testing.T) {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "error: %s%s cannot open %s\n", strings.Repeat("é", i%300), string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676)), strings.Repeat("x", i%900))
	}
	spans := Find([]byte(b.String()), "log")
	require.Len(t, spans, MaxSpans)
	for _, s := range spans {
		require.LessOrEqual(t, s.Len(), MaxBytes)
		require.True(t, utf8.ValidString(b.String()[s.Start:s.End]))
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte("error: a\\nb\nCaused by: x\n"), "log")
	f.Add([]byte(`{"a":"fatal: \"x\nerror: y"}`), "json")
	f.Add([]byte("<script>error:</script><!-- --><p>error: x"), "html")
	f.Fuzz(func(t *testing.T, content []byte, kind string) {
		for _, s := range Find(content, kind) {
			if s.Start < 0 || s.Start >= s.End || s.End > len(content) || s.Len() > MaxBytes {
				t.Fatalf("span %v of %d bytes", s, len(content))
			}
		}
	})
}
