package html

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/processors/internal/plantest"
	"github.com/riffle-dev/riffle/sdk"
)

// page is a page of about size bytes: sections of paragraphs and of a table that differ
// in their numbers, with an odd paragraph at a share of its depth.
func page(size int, depth float64, odd string) []byte {
	var b bytes.Buffer
	b.WriteString("<html><head><title>Arrivals</title></head><body><h1>Arrivals</h1>\n")
	for i, put := 0, false; b.Len() < size; i++ {
		if !put && float64(b.Len()) >= depth*float64(size) {
			b.WriteString("<p>" + odd + "</p>\n")
			put = true
		}
		fmt.Fprintf(&b, "<h2>Part %d</h2><p>Barge %d came in at %02d:%02d with %d bales &amp; nobody had to wait.</p>\n<table><tr><th>Shed</th><th>Bales</th></tr>", i, i, i%24, i%60, i%977)
		for k := range 9 {
			fmt.Fprintf(&b, "<tr><td><a href=\"/shed/%d\">shed</a></td><td>%d</td></tr>\n", k, 100+(i*7+k)%50)
		}
		b.WriteString("</table>\n")
	}
	b.WriteString("</body></html>")
	return b.Bytes()
}

func TestAnOddParagraphDeepInALargePageIsFound(t *testing.T) {
	const odd = "The lighthouse lens cracked and Keeper Ambrose refused to sign the ledger because the warden forbade it."
	for _, size := range []int{300_000, 9_000_000} {
		content := page(size, 0.9, odd)
		p, err := New().Process(t.Context(), sdk.Request{Content: content, MaxTokens: 4096})
		require.NoError(t, err)
		assert.Contains(t, plantest.Draw(content, &p, 200), "Ambrose", "in %d bytes", size)
		assert.False(t, p.Complete)
	}
}

func TestMoreBlocksThanAreKeptTakeLinearTime(t *testing.T) {
	for name, c := range map[string]struct{ head, unit string }{
		"paragraphs":           {"<body>", "<p>a b"},
		"rows of one table":    {"<table>", "<tr><td>a<td>b"},
		"one cell":             {"<table><tr><td>", "<p>a b"},
		"tables inside tables": {"<body>", "<table><tr><td>a b<td>"},
		"choices of one field": {"<form>words<select>", "<option>a b"},
		"lines of code":        {"<pre>", "a b\n"},
	} {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, 1<<19, func(n int) {
				content := append([]byte(c.head), bytes.Repeat([]byte(c.unit), n/len(c.unit))...)
				_, err := New().Process(t.Context(), sdk.Request{Content: content, MaxTokens: 2048})
				require.NoError(t, err)
			})
		})
	}
}
