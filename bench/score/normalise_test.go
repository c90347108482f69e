package score

import (
	"testing"

	"strings"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/internal/lineartest"
)

func TestNeedleIsFound(t *testing.T) {
	for name, tc := range map[string]struct {
		fact, out string
		want      bool
	}{
		"as it stands":                   {"boom at 3", "x boom at 3 y", true},
		"not where it is not":            {"boom", "bo om", false},
		"across white space":             {"a b", "a\n\t  b", true},
		"JSON against key=value":         {`"status": "failed"`, "status=failed", true},
		"a table's pipes":                {"a b", "| a | b |", true},
		"under emphasis and back-ticks":  {"run make now", "**run** `make` now", true},
		"an escape against its sign":     {`a \u003c b`, "a < b", true},
		"an entity against its sign":     {"a &lt; b", "a < b", true},
		"a sign against a double entity": {"a < b", "a &amp;lt; b", true},
		"an escaped line end":            {"a\nb", `a\\nb`, true},
		"escaped Markdown":               {"a_b[0]", `a\_b\[0\]`, true},
		"a path keeps its letters":       {`C:\new`, "C:/new", false},
		"coloured":                       {"FAIL x", "\x1b[31mFAIL\x1b[0m x", true},
		"a hyperlink sequence":           {"see here", "see \x1b]8;;http://x\x07here\x1b]8;;\x07", true},
		"composed and decomposed":        {"caf\u00e9", "cafe\u0301", true},
		"a number alone":                 {"32", "total 32 files", true},
		"not inside a longer number":     {"32", "total 1320 files", false},
		"not inside a word":              {"32", "x32", false},
		"not as part of a fraction":      {"32", "32.5 or 1.32", false},
		"a number at a sentence's end":   {"32", "It was 32.", true},
		"a later one that stands alone":  {"32", "1320 32", true},
		"a number with a sign":           {"-32%", "x-32%y", true},
		"an empty fact":                  {" ", "x", false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tc.want, NewNeedle(tc.fact).In(Normalise(tc.out)))
		})
	}
}

func TestNormaliseIsLinear(t *testing.T) {
	for _, s := range []string{`\`, "&", "\x1b", "\x1b[", "\x1b]", "&#", "a\u0301", " "} {
		lineartest.Check(t, 1<<15, func(n int) { Normalise(strings.Repeat(s, n/len(s))) })
	}
}

func FuzzNormalise(f *testing.F) {
	f.Add("a \\\\u003c &amp;lt; \x1b[1m*b*")
	f.Fuzz(func(t *testing.T, s string) {
		n := Normalise(s)
		if fact := NewNeedle(s); fact.text != "" && !fact.numeric {
			assert.True(t, fact.In(n), "a text holds itself")
		}
	})
}
