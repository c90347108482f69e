package log

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// logged makes a line for each message, each with the given start.
func logged(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-01-01 10:%02d:%02d %s\n", i/60, i%60, line(i))
	}
	return b.String()
}

func TestAPackageMayStandRightBehindThePrefix(t *testing.T) {
	classes := []string{"Till", "Desk", "Pool"}
	for name, line := range map[string]func(i int) string{
		"alone":        func(i int) string { return "INFO org.acme.shop." + classes[i%3] },
		"with message": func(i int) string { return "INFO org.acme.shop." + classes[i%3] + " opened" },
		"with dash":    func(i int) string { return "INFO org.acme.shop." + classes[i%3] + " - opened box " + fmt.Sprint(i) },
		"in brackets":  func(i int) string { return "INFO [org.acme.shop." + classes[i%3] + "] opened" },
		"twice":        func(i int) string { return "INFO org.acme.shop." + classes[i%3] + " org.acme.core.Box opened" },
	} {
		t.Run(name, func(t *testing.T) {
			text := logged(9, line)
			shown := best(t, text, "", 200)
			assert.Contains(t, shown, "Till")
			assert.NotContains(t, best(t, text, "", 1), "org.acme.shop.", "the package says the same over and over")
		})
	}
}

func TestUnitsNeverCutACharacter(t *testing.T) {
	snapshot := "- document [ref=e1]:\n" + strings.Repeat("  - button \"Pay\" [ref=e9] [cursor=pointer]\n", 12)
	for name, text := range map[string]string{
		"a node's text without a blank before it":      snapshot + "  - paragraph [ref=e2]:éclair\n",
		"a node's text with blanks before it":          snapshot + "  - paragraph [ref=e2]:   éclair\n",
		"a node with a colon alone":                    snapshot + "  - paragraph [ref=e2]:\n  - paragraph [ref=e3]:é\n",
		"a name of a commit of few digits":             strings.Repeat("commit 0123456 (élan)\nAuthor: A\n\n    add a port\n\n", 4),
		"a name of a commit of seven digits and a tag": strings.Repeat("commit 0123456 é\nAuthor: A\n\n    add a port\n\n", 4),
		"a long word behind a time":                    logged(8, func(i int) string { return "host kernel: " + strings.Repeat("港", 40+i) }),
		"a long word in the first place":               logged(8, func(i int) string { return strings.Repeat("港", 30+i) + "é" }),
		"a long word before the time":                  strings.Repeat(strings.Repeat("é", 90)+" 10:00:00 x\n", 8),
	} {
		t.Run(name, func(t *testing.T) { planOf(t, text, "") })
	}
}

func TestANodesTextBeginsBehindItsColon(t *testing.T) {
	text := "- document [ref=e1]:\n" + strings.Repeat("  - button \"Pay\" [ref=e9] [cursor=pointer]\n", 12) + "  - paragraph [ref=e2]:éclair\n"
	p := planOf(t, text, "")
	at := strings.Index(text, "éclair")
	for _, u := range p.Units {
		if u.Span.Start <= at && at < u.Span.End {
			assert.Equal(t, "éclair", text[u.Span.Start:u.Span.End])
		}
	}
}
