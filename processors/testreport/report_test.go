package testreport

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk"
)

// events are the lines of go test -json for tests of a package: each with what it
// prints and how it ends.
func events(pkg, test, ends string, output ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"Time":"2026-03-01T10:00:00Z","Action":"run","Package":%q,"Test":%q}`+"\n", pkg, test)
	say := func(s string) {
		fmt.Fprintf(&b, `{"Time":"2026-03-01T10:00:00Z","Action":"output","Package":%q,"Test":%q,"Output":%q}`+"\n", pkg, test, s+"\n")
	}
	say("=== RUN   " + test)
	for _, o := range output {
		say(o)
	}
	say("--- " + strings.ToUpper(ends) + ": " + test + " (0.00s)")
	fmt.Fprintf(&b, `{"Time":"2026-03-01T10:00:00Z","Action":%q,"Package":%q,"Test":%q,"Elapsed":0}`+"\n", ends, pkg, test)
	return b.String()
}

// passing are n tests that pass and speak of errors.
func passing(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(events("ferry.test/calm", fmt.Sprintf("TestErrorPanicFailure%d", i), "pass", "    a_test.go:7: error budget untouched"))
	}
	return b.String()
}

func TestAFailureAmongManyPassingTests(t *testing.T) {
	content := passing(60) + events("ferry.test/tide", "TestSpring", "fail", "    tide_test.go:31: height <b> = 41 cm, want 47 cm") + passing(60)
	got := best(t, content, 2)
	assert.Equal(t, "tide_test.go:31: height <b> = 41 cm, want 47 cm\n--- FAIL: TestSpring (0.00s)", got)
}

func TestOfNestedTestsTheOneThatFailedCounts(t *testing.T) {
	content := passing(30) + events("p", "TestTable/spring", "fail", "    a_test.go:9: got 3, want 4") + events("p", "TestTable", "fail")
	got := best(t, content, 2)
	assert.Contains(t, got, "a_test.go:9: got 3, want 4")
	assert.Contains(t, got, "TestTable/spring")
}

func TestAPanicEndsATestThatNeverEnded(t *testing.T) {
	content := passing(30) + `{"Action":"run","Package":"p","Test":"TestOpen"}
{"Action":"output","Package":"p","Test":"TestOpen","Output":"panic: runtime error: index out of range [9] with length 3\n"}
{"Action":"output","Package":"p","Test":"TestOpen","Output":"\t/srv/gate/gate_test.go:25 +0x1d\n"}
{"Action":"output","Package":"p","Output":"FAIL\tp\t0.01s\n"}
{"Action":"fail","Package":"p","Elapsed":0.01}
`
	got := best(t, content, 3)
	assert.Contains(t, got, "index out of range [9] with length 3")
	assert.Contains(t, got, "gate_test.go:25")
}

func TestARaceInsideATestThatPassesIsShown(t *testing.T) {
	content := passing(40) + events("p", "TestCalm", "pass", "==================", "WARNING: DATA RACE", "Write at 0x00c0000d8938 by goroutine 65:", "  p.(*Rope).Pull()", "      /srv/rope/rope.go:5 +0x44") + passing(40)
	got := best(t, content, 3)
	assert.Contains(t, got, "WARNING: DATA RACE")
	assert.Contains(t, got, "rope.go:5")
}

func TestWhatDoesNotBuildSaysWhy(t *testing.T) {
	content := `{"ImportPath":"ferry.test/hull","Action":"build-output","Output":"# ferry.test/hull\n"}
{"ImportPath":"ferry.test/hull","Action":"build-output","Output":"hull/hull.go:3:33: undefined: width\n"}
{"ImportPath":"ferry.test/hull","Action":"build-fail"}
` + passing(30)
	assert.Contains(t, best(t, content, 1), "hull/hull.go:3:33: undefined: width")
}

func TestFailuresThatSayTheSameStandForOneAnother(t *testing.T) {
	var b strings.Builder
	for i := range 30 {
		b.WriteString(events("p", fmt.Sprintf("TestDial%d", i), "fail", fmt.Sprintf("    a_test.go:9: dial tcp 127.0.0.1:%d: connect: connection refused", 5400+i)))
	}
	b.WriteString(events("p", "TestRebate", "fail", "    a_test.go:44: rebate = 0.25, want 0.50"))
	assert.Contains(t, best(t, b.String(), 4), "rebate = 0.25, want 0.50")
}

func TestSkippedTestsSayWhy(t *testing.T) {
	content := passing(40) + events("p", "TestOpenSea", "skip", "    a_test.go:3: needs the buoy at 61.2N") + passing(40)
	assert.Contains(t, best(t, content, 2), "needs the buoy at 61.2N")
}

func TestStrayLinesAmongEventsAreKept(t *testing.T) {
	content := "go: downloading ferry.test/rope v1.2.0\n" + passing(20) + "fatal error: no space left on device\n"
	assert.Contains(t, best(t, content, 2), "no space left on device")
}

const nested = `<?xml version="1.0"?>
<testsuites tests="4" failures="1" errors="1">
  <testsuite name="outer" tests="4" failures="1" errors="1" skipped="1" time="2.5" timestamp="2026-03-01T10:00:00">
    <properties><property name="os" value="linux"/></properties>
    <testcase name="keeps order after an error" classname="route" time="0.001"/>
    <testsuite name="from Moss &amp; back" tests="3" failures="1" errors="1" skipped="1">
      <testcase name="avoids the shoal" classname="route.night" time="0.002">
        <failure type="AssertionError" message="depth&#10;+ 2.5&#10;- 9">AssertionError: depth
+ 2.5
- 9
    at night (/srv/route.test.js:12:3)</failure>
        <system-out><![CDATA[lamp <12> is out]]></system-out>
      </testcase>
      <testcase name="opens the ledger" classname="store"><error message="page 77 is torn"/></testcase>
      <testcase name="sees the lamp" classname="route"><skipped message="lamp 12 is out"/></testcase>
    </testsuite>
    <testcase name="crosses slowly" classname="route" time="1.9"/>
  </testsuite>
</testsuites>
`

func TestJUnitOfNestedSuites(t *testing.T) {
	j := readJUnit(t.Context(), []byte(nested))
	require.NotNil(t, j)
	require.Len(t, j.tests, 5)
	assert.True(t, j.tests[1].failed)
	assert.True(t, j.tests[1].parent.failed, "its suite")
	assert.False(t, j.tests[0].failed)
	assert.True(t, j.tests[3].skipped)
	assert.Len(t, j.slow(), 1)

	got := best(t, nested, 9)
	for _, want := range []string{"avoids the shoal", "+ 2.5", "- 9", "opens the ledger", "page 77 is torn", `failures="1"`} {
		assert.Contains(t, got, want)
	}
	got = best(t, nested, 24)
	for _, want := range []string{"route.test.js:12:3", "lamp <12> is out", "sees the lamp", "crosses slowly"} {
		assert.Contains(t, got, want)
	}
	assert.NotContains(t, got, "timestamp")
}

func TestJUnitThatIsCutOff(t *testing.T) {
	cut := nested[:strings.Index(nested, "- 9\n")]
	p := planOf(t, cut)
	assert.False(t, p.Complete)
	assert.Contains(t, best(t, cut, 6), "avoids the shoal")
}

func TestDeclinesWhatIsNoReport(t *testing.T) {
	for name, content := range map[string]string{
		"nothing": "", "other XML": "<?xml version=\"1.0\"?>\n<project><name>testsuite</name></project>\n", "other JSON": strings.Repeat(`{"level":"info","msg":"x"}`+"\n", 90),
		"one object": `{"Action":"pass"}`, "a log": strings.Repeat("--- PASS: TestA\n", 50),
	} {
		t.Run(name, func(t *testing.T) { declines(t, content) })
	}
}

func TestMatchKnowsReportsByTheirBeginning(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{"go": {passing(30), Kind}, "junit": {nested, Kind}, "neither": {strings.Repeat("a line\n", 99), ""}} {
		t.Run(name, func(t *testing.T) {
			head := []byte(c.content[:min(len(c.content), sdk.MaxSample)])
			got, err := Processor{}.Match(t.Context(), sdk.Sample{Head: head, Bytes: len(c.content)})
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestProcessStopsWhenTheCallIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := New().Process(ctx, sdk.Request{Content: []byte(nested)})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestGolden(t *testing.T) { golden(t, 10) }

func FuzzProcess(f *testing.F) {
	fuzz(f, nested, events("p", "TestA", "fail", "    a_test.go:1: \u2028 got <1>\tx"), "<testsuite><testcase name='a' failure=\"&#10;\"><failure><![CDATA[x", "<testsuite <testcase =\"a>")
}

func BenchmarkGo(b *testing.B) { bench(b, []byte(passing(3000))) }

func BenchmarkJUnit(b *testing.B) {
	inner := nested[strings.Index(nested, "  <testsuite name=\"outer\""):strings.Index(nested, "</testsuites>")]
	bench(b, []byte("<testsuites>\n"+strings.Repeat(inner, 1000)+"</testsuites>\n"))
}
