package lines

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func elapsed(f func()) float64 {
	start := time.Now()
	f()
	return time.Since(start).Seconds()
}

func evaluateText(text string) []Line {
	return Evaluate([]byte(text), Split([]byte(text)), Options{Stamps: true, Position: true})
}

// top returns the lines by value, best first.
func top(text string, n int) []string {
	ls := evaluateText(text)
	var out []string
	used := map[int]bool{}
	for range n {
		best := -1
		for i := range ls {
			if !used[i] && (best < 0 || ls[i].Value > ls[best].Value) {
				best = i
			}
		}
		used[best] = true
		out = append(out, string(ls[best].Text([]byte(text))))
	}
	return out
}

func noise(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-03-01 10:%02d:%02d INFO worker-%d fetched part-%05d in %d ms\n", i/60%60, i%60, i%4, i*7, 20+i%9)
	}
	return b.String()
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "a": {"a"}, "a\n": {"a"}, "a\n\nb": {"a", "", "b"}, "a\r\nb\r\n": {"a", "b"}, "\n": {""},
	} {
		var got []string
		for _, s := range Split([]byte(text)) {
			got = append(got, text[s.Start:s.End])
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

func TestEvaluatePartsStampsOff(t *testing.T) {
	text := noise(50)
	l := evaluateText(text)[7]
	assert.Equal(t, "worker-3 fetched part-00049 in 27 ms", string(l.Text([]byte(text))))
}

func TestEvaluatePartsStampsOffWhereFormsDiffer(t *testing.T) {
	text := "1768469463.911 app: a is up\n<13>1 2026-01-15T09:31:03.120Z host b is up\nJan 15 09:31:04 host c is up\n[2026-01-15 09:31:05] d is up\n"
	var got []string
	for _, l := range evaluateText(text) {
		got = append(got, string(l.Text([]byte(text))))
	}
	assert.Equal(t, []string{"app: a is up", "host b is up", "host c is up", "d is up"}, got)
}

func TestEvaluateKeepsWordsThatOnlyLookLikeAPrefix(t *testing.T) {
	text := noise(20) + "Caused by: java.io.IOException: closed\n" + noise(20)
	l := evaluateText(text)[20]
	assert.Equal(t, "Caused by: java.io.IOException: closed", string(l.Text([]byte(text))))
}

func TestEvaluateRanksAFailureOverNoise(t *testing.T) {
	text := noise(300) + "2026-03-01 10:00:00 ERROR worker-1 cannot write part-00900: disk full\n" + noise(300)
	assert.Contains(t, top(text, 3), "ERROR worker-1 cannot write part-00900: disk full")
}

func TestEvaluateRanksARareLineWithoutBadWordsOverNoise(t *testing.T) {
	text := noise(300) + "2026-03-01 10:00:00 INFO ledger switched to the reserve copy at lisbon\n" + noise(300)
	// only the first and last lines of the content may stand before it
	assert.Contains(t, top(text, 5), "ledger switched to the reserve copy at lisbon")
}

func TestEvaluateFindsExtremeNumbersAndRareCells(t *testing.T) {
	text := noise(200) + "2026-03-01 10:00:00 INFO worker-2 fetched part-00007 in 91234 ms\n" + noise(200)
	assert.Contains(t, top(text, 4), "worker-2 fetched part-00007 in 91234 ms")
	var b strings.Builder
	for i := range 200 {
		state := "ok"
		if i == 77 {
			state = "quarantined"
		}
		fmt.Fprintf(&b, "shelf %d holds %d boxes state %s\n", i, i%7, state)
	}
	assert.Contains(t, top(b.String(), 4), "shelf 77 holds 0 boxes state quarantined")
}

func TestEvaluateIgnoresCountersAsOutliers(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "step %d of the run\n", i*i)
	}
	for _, l := range evaluateText(b.String()) {
		assert.Zero(t, l.Outlier)
	}
}

func TestEvaluateGivesTheFirstUserFrameItsTrace(t *testing.T) {
	text := "java.lang.IllegalStateException: closed\n\tat java.util.List.get(List.java:1)\n\tat com.example.Pool.open(Pool.java:133)\n\tat com.example.Main.main(Main.java:9)\n"
	ls := evaluateText(strings.Repeat("calm line of text here\n", 40) + text + strings.Repeat("calm line of text here\n", 40))
	lib, user, second := ls[41], ls[42], ls[43]
	assert.Greater(t, user.Value, lib.Value)
	assert.Greater(t, user.Value, second.Value)
	assert.Equal(t, user.Trace, second.Trace)
}

func TestEvaluateDiscountsRepeatedMessagesButNotTheirNewCause(t *testing.T) {
	chain := func(cause, frame string) string {
		return "Traceback (most recent call last):\n  File \"/srv/app/a.py\", line 3, in " + frame + "\n" + cause + "\n\nDuring handling of the above exception, another exception occurred:\n\napp.errors.Http500: internal error\n"
	}
	text := strings.Repeat(chain("KeyError: 'tariff'", "price"), 9) + chain("ZeroDivisionError: division by zero", "share") + strings.Repeat(chain("KeyError: 'tariff'", "price"), 9)
	assert.Contains(t, top(text, 8), "ZeroDivisionError: division by zero")
}

func TestEvaluateHeadings(t *testing.T) {
	for text, want := range map[string]bool{
		"===== #1259": true, "== Results ==": true, "____ test_a ____": true, "## Options": true, "==== FAILURES ====": true,
		"=====": false, "a == b == c": false, "--flag": false, "# wait for it": false, "-- x": false,
	} {
		ls := evaluateText("some words to begin with\n" + text + "\nmore words to go on\n")
		assert.Equal(t, want, ls[1].Heading, text)
	}
}

func TestEvaluateIsTheSameOnEveryRun(t *testing.T) {
	text := noise(100) + "x y z\n\n" + strings.Repeat("a,b;c|d\n", 50)
	assert.Equal(t, evaluateText(text), evaluateText(text))
}

func TestEvaluateTimeIsLinear(t *testing.T) {
	for name, line := range map[string]string{
		"one letter": "a", "letters": "a\n", "tokens": "a b ", "numbers": "1 2 3\n", "failures": "error: x\n", "commas": ",,,,\n", "frames": "at a.b(c:1)\n",
	} {
		assertLinear(t, func(n int) { evaluateText(strings.Repeat(line, n/4)) }, name)
	}
	assertLinear(t, func(n int) {
		var b strings.Builder
		for i := range n / 8 {
			fmt.Fprintf(&b, "w%x k%x z\n", i*2654435761%1000003, i)
		}
		evaluateText(b.String())
	}, "all different")
}

func TestEvaluateOfNothing(t *testing.T) {
	assert.Empty(t, Evaluate(nil, nil, Options{Stamps: true, Position: true}))
	assert.Len(t, evaluateText("\n\n\n"), 3)
}

func FuzzEvaluate(f *testing.F) {
	f.Add([]byte("a\nb\n"), byte(0))
	f.Add([]byte(noise(12)), byte(0))
	f.Add([]byte(strings.Repeat("a,b,1,x\n", 9)), byte(','))
	f.Fuzz(func(t *testing.T, content []byte, delim byte) {
		ls := Evaluate(content, Split(content), Options{Delim: delim, Stamps: delim == 0, Position: true})
		for _, l := range ls {
			require.LessOrEqual(t, l.Start, l.Body)
			require.LessOrEqual(t, l.Body, l.End)
			require.GreaterOrEqual(t, l.Value, 0.0)
			require.Less(t, l.Value, 50.0)
		}
	})
}

func BenchmarkEvaluate(b *testing.B) {
	text := []byte(noise(20000))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Evaluate(text, Split(text), Options{Stamps: true, Position: true})
	}
}
