package lines

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestScanTellsFailures(t *testing.T) {
	for line, want := range map[string]Severity{
		"fetched 12 files in 3 s":                                   Calm,
		"DeprecationWarning: use b":                                 Calm,
		"warning: unused variable `x`":                              Warning,
		"connection refused by 10.0.0.7":                            Fault,
		"fork: No such file or directory":                           Fault,
		"could not resolve host":                                    Fault,
		"2026-01-01 10:00:00 ERROR pool is empty":                   Error,
		"ValueError: bad shard":                                     Error,
		"app stopped with java.io.IOException":                      Error,
		"npm ERR! code ELIFECYCLE":                                  Error,
		"kernel: Out of memory: Killed process 1234 (java)":         Fatal,
		"panic: runtime error: index out of range [3]":              Fatal,
		"thread 'main' panicked at src/a.rs:3:4:":                   Fatal,
		"Segmentation fault (core dumped)":                          Fatal,
		"src/errors.go is up to date":                               Calm,
		"run with --no-fail-fast or /srv/error/list":                Calm,
		"  at com.example.ErrorHandler.handle(ErrorHandler.java:7)": Calm,
		"--- PASS: TestErrorHandling (0.00s)":                       Calm,
		"ok 14 - reports a fatal error":                             Calm,
		"test parse::rejects_error ... ok":                          Calm,
	} {
		assert.Equal(t, want, Scan([]byte(line)).Severity, line)
	}
}

func TestScanTakesBackWhatIsDenied(t *testing.T) {
	for _, line := range []string{
		"0 errors", "Tests run: 9, Failures: 0, Errors: 0", "errors: 0", "error_count=0 in 3 ms", "no errors found",
		"finished without errors", "0 output errors, 0 interface resets", "'halt_on_failure': False", "failed=0", "Found 0 errors.",
	} {
		s := Scan([]byte(line))
		assert.Less(t, s.Severity, Error, line)
		assert.False(t, s.Failing(), line)
	}
	for _, line := range []string{"10 errors", "errors: 10", "Failures: 0, Errors: 1", "0 passed, 3 failed", "failed=2", "exit=0 but error: x"} {
		assert.GreaterOrEqual(t, Scan([]byte(line)).Severity, Error, line)
	}
}

func TestScanKnowsTheFormsOfFailures(t *testing.T) {
	for _, line := range []string{
		"FAIL", "FAIL\texample.test/a\t0.3s", "--- FAIL: TestPut (0.01s)", "E       assert 28 == 29", "E   KeyError: 'a'",
		"error: could not compile `a`", "error[E0308]: mismatched types", "a.c:3:4: error: no member named 'x'",
		"src/a.ts(17,7): error TS2322: Type 'a'", "src/a.ts:17:7 - error TS2322: Type 'a'", "##[error]Process completed with exit code 1.",
		"TEST-UNEXPECTED-FAIL | a.js | timed out", "not ok 3 - adds", "npm ERR! code 1", "[ERROR] BUILD FAILURE", "fatal: not a git repository",
		"panic: boom", "java.lang.IllegalStateException: closed", "AssertionError", "make: *** [Makefile:12: all] Error 1",
		"    ✗ adds two numbers", "● suite › adds", "FAILED tests/test_a.py::test_b - KeyError", "Traceback (most recent call last):",
		"app.errors.Http500: internal error", "a.h:1:2: fatal error: evp.h: No such file", "> Task :compileJava FAILED",
	} {
		assert.True(t, Scan([]byte(line)).Form, line)
	}
	for _, line := range []string{
		"ok", "PASS", "=== RUN   TestErrorHandling", "the error handling chapter", "errors.go:12: fine", "Errors are values", "> Task :test",
		"E. coli grows", "1 error generated and fixed", "FAILOVER done",
	} {
		assert.False(t, Scan([]byte(line)).Form, line)
	}
}

func TestScanKnowsPassesTotalsAndEnds(t *testing.T) {
	for _, line := range []string{"ok", "ok  \texample.test/a\t0.2s", "PASS: a", "✓ adds (3 ms)", "tests/a.py::test_b PASSED [ 10%]", "test a ... ok", "--- PASS: TestX"} {
		assert.True(t, Scan([]byte(line)).Pass, line)
	}
	for _, line := range []string{"not ok 1", "looks okay", "okay", "it is not ok"} {
		assert.False(t, Scan([]byte(line)).Pass, line)
	}
	for _, line := range []string{
		"3 failed, 12 passed in 1.2s", "Tests run: 158, Failures: 0, Errors: 1", " 4 files changed, 9 insertions(+)", "Found 12 errors", "test result: FAILED. 211 passed; 1 failed",
		"2 problems (1 error, 1 warning)", "Failed:  1", "Totals: 9", "3 previous errors",
	} {
		assert.True(t, Scan([]byte(line)).Total, line)
	}
	for _, line := range []string{"exited with code 3", "exit status 1", "BUILD FAILED", "Process completed with exit code 1.", "make: done in 3 s", "status: 7"} {
		assert.True(t, Scan([]byte(line)).Exit, line)
	}
}

func TestScanKnowsCauses(t *testing.T) {
	for _, line := range []string{
		"Caused by: java.net.UnknownHostException: db", "The above exception was the direct cause of the following exception:",
		"During handling of the above exception, another exception occurred:", "Server is DOWN, reason: Layer4 timeout", "  [cause]: Error: x",
	} {
		assert.True(t, Scan([]byte(line)).Cause, line)
	}
	assert.False(t, Scan([]byte("for some reason it works")).Cause)
}

func TestScanTellsFramesOfUsersFromThoseOfLibraries(t *testing.T) {
	for line, user := range map[string]bool{
		"\tat com.example.pay.Pool.open(Pool.java:133)":                     true,
		"\tat java.base/java.lang.Thread.run(Thread.java:840)":              false,
		"\tat org.junit.runners.ParentRunner.run(ParentRunner.java:413)":    false,
		`  File "/srv/app/split.py", line 12, in share`:                     true,
		`  File "/usr/lib/python3.11/json/decoder.py", line 337, in decode`: false,
		`  File "/srv/venv/lib/python3.11/site-packages/a/b.py", line 3`:    false,
		"\t/srv/app/cache.go:114 +0x1d":                                     true,
		"\t/usr/local/go/src/runtime/panic.go:770 +0x132":                   false,
		"    at Object.<anonymous> (/srv/app/a.test.js:3:9)":                true,
		"    at node:internal/modules/cjs/loader:1105:14":                   false,
		"    at /srv/app/node_modules/jest/build/run.js:3:4":                false,
		"   at Shop.Cart.Add(Item i) in /src/Shop/Cart.cs:line 31":          true,
		"   at System.Linq.Enumerable.First[TSource](IEnumerable`1 source)": false,
		"#0 /srv/app/Money.php(31): Shop\\Money->split()":                   true,
		"#1 /srv/vendor/symfony/kernel.php(31): handle()":                   false,
		"  3: core::panicking::panic_fmt":                                   false,
		"\tfrom /srv/app/a.rb:12:in 'block'":                                true,
		"  --> src/main.rs:3:4":                                             true,
	} {
		s := Scan([]byte(line))
		assert.True(t, s.Frame, line)
		assert.Equal(t, user, s.UserFrame(), line)
	}
	for _, line := range []string{
		"at the end of the day (really)", "#7 [2/5] RUN pip install", "#12 0.345 Building wheel", "src/a.go:3:4: undefined: x", "12: error", "from here to 12:30",
	} {
		assert.False(t, Scan([]byte(line)).Frame, line)
	}
}

func TestScanPointsAtTheWord(t *testing.T) {
	line := []byte("pool 7: connection refused while retrying")
	s := Scan(line)
	require.Equal(t, Fault, s.Severity)
	assert.Equal(t, "refused", string(line[s.Word.Start:s.Word.End]))
}

func TestScanTimeIsLinear(t *testing.T) {
	for _, piece := range []string{"a", " ", "error ", "error:", "0 ", "at ", "{", "é", "'t", "((", "/x"} {
		assertLinear(t, func(n int) { Scan([]byte(strings.Repeat(piece, n))) }, piece)
	}
}

// assertLinear fails where four times the input takes far more than four times
// as long. The bound is generous: a quadratic method takes sixteen times as long.
func assertLinear(t *testing.T, run func(n int), name string) {
	t.Helper()
	best := func(n int) float64 {
		least := 0.0
		for range 3 {
			r := elapsed(func() { run(n) })
			if least == 0 || r < least {
				least = r
			}
		}
		return least
	}
	for try := 0; ; try++ {
		small, large := best(20_000), best(80_000)
		if large < 9*small+0.002 {
			return
		}
		if try == 3 {
			t.Fatalf("%q: %.4f s for a quarter, %.4f s for the whole", name, small, large)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"", "error: x", "0 errors", "at a(b:1)", "#0 /a.php(1): f()", "[  FAILED  ] x", "C:\\a.go:1", "E   x", "\xff'", "a:1", "exit code 1"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		a, b := Scan(line), Scan(line)
		require.Equal(t, a, b)
		require.LessOrEqual(t, 0, a.Word.Start)
		require.LessOrEqual(t, a.Word.Start, a.Word.End)
		require.LessOrEqual(t, a.Word.End, len(line))
	})
}

func BenchmarkScan(b *testing.B) {
	line := []byte("worker-7 pool.Manager: fetched /srv/data/part-00042.bin in 31 ms, 997 rows, 0 errors, connection refused twice")
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		Scan(line)
	}
}
