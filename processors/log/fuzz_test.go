package log

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/riffle-dev/riffle/sdk"
)

// maxFuzzed bounds the bytes of an input: small ones find the same faults, many more of
// them in the same time.
const maxFuzzed = 4 << 10

// fuzzPrefixes are what loggers, CI systems and containers write before a line; # is
// the line's number.
var fuzzPrefixes = []string{
	"", "2026-01-01 10:00:0# INFO org.acme.shop.", "2026-01-01 10:00:0#,123 [main] INFO  org.acme.shop.Till - ", "[INFO] ", "10:00:0# ",
	"2026-01-01T10:00:0#.123+01:00  INFO 4711 --- [shop] [           main] o.acme.shop.web.Orders : ", "Jan  5 10:00:0# host-# app[100#]: ",
	"2026-01-01T10:00:0#.1234567Z ", "2026-01-01T10:00:0#.123Z ##[error]", "web-#  | ", "2026-01-01T10:00:00Z stderr F ", "<3#>1 2026-01-01T10:00:0#Z ",
	"I0105 10:00:0#.123456 4711 server.go:1#] ", "01-05 10:00:0#.123  1234  567# I Till: ", "section_start:176000000#:build\r\x1b[0K", "src/a.go:1#:", "  # | ", "+", "> ",
}

// fuzzLines are lines that stand behind them.
var fuzzLines = []string{
	"Till opened box 4 in 12 ms", "港町 éclair 👩‍💻 " + strings.Repeat("电流表", 60), "exit status 137", "", "\tat org.acme.shop.Till.open(Till.java:4)", "id,\"a,b\",c,d",
	"- paragraph [ref=e2]:éclair", "commit abcdef0 (élan)", "{\"a\":\"b\\n\",\"c\":1}", "error: é", "monitor 24\",1,2,3",
}

// FuzzProcess holds for any input: no panic, the same plan twice, and a plan that
// passes the host's check.
func FuzzProcess(f *testing.F) {
	for _, s := range []string{
		calm(30), sampleTable()[:1000], sampleHistory()[:1000], "a\rb\rc", "a,\"b\nc\",d,e\n", "===== a\nx\n===== b\ny\n", "x:1:y\nx-2-z\n--\nz:3:w\n",
		"E   a\n\n\n", "@@ -1,9 +1,9 @@\n+\n-\n", "commit 0123456\ncommit 0123456\ncommit 0123456\n", "\u200d\n\u0301\n", "Events:\n  Type\n", "{\n[\n",
		"diff --git a/é b/é\n--- a/é\n+++ b/é\n@@ -1,2 +1,2 @@\n-é x\n+港 x\n y\n",
		"- document [ref=e1]:\n" + strings.Repeat("  - button \"Pay\" [ref=e9]\n", 12) + "  - paragraph [ref=e2]:é\n",
		"id,note,state,by\n" + strings.Repeat("1,\"é\nb\",ok,m\n", 9),
	} {
		f.Add(s, "")
	}
	for _, prefix := range fuzzPrefixes {
		var b strings.Builder
		for i := range 12 {
			b.WriteString(strings.ReplaceAll(prefix, "#", string(rune('0'+i%10))) + fuzzLines[i*7%len(fuzzLines)] + "\n")
		}
		f.Add(b.String(), "")
	}
	f.Add("a.js:1:x\nb.js:2:label y\n", "grep -rn 'label\\|y' .")
	f.Fuzz(func(t *testing.T, content, command string) {
		content = strings.ToValidUTF8(content[:min(len(content), maxFuzzed)], "")
		req := sdk.Request{Content: []byte(content), Kind: "log", Command: command, MaxTokens: 512}
		p, err := New().Process(context.Background(), req)
		if errors.Is(err, sdk.ErrDeclined) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := sdk.CheckPlan(req, &p); err != nil {
			t.Fatal(err)
		}
		if len(p.Order) == 0 {
			t.Fatal("a plan of nothing")
		}
		if again, _ := New().Process(context.Background(), req); !reflect.DeepEqual(p, again) {
			t.Fatal("another plan on the second run")
		}
	})
}
