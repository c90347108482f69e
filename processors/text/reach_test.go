package text

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

// report is a text of about size bytes of paragraphs that differ in their numbers,
// under headings, with an odd one at a share of its depth.
func report(size int, depth float64, odd string) []byte {
	var b bytes.Buffer
	for i, put := 0, false; b.Len() < size; i++ {
		if i%40 == 0 {
			fmt.Fprintf(&b, "## Part %d\n\n", i/40)
		}
		if !put && float64(b.Len()) >= depth*float64(size) {
			b.WriteString(odd + "\n\n")
			put = true
		}
		fmt.Fprintf(&b, "Barge %d came in at %02d:%02d with %d bales of %s for shed %d, and nobody had to wait.\nThe tide stood at %d cm when %s number %d was made fast.\n\n",
			i, i%24, i%60, i%977, cargoes[i%len(cargoes)], i%31, i%400, cargoes[i%len(cargoes)], i%1013)
	}
	return b.Bytes()
}

var cargoes = []string{"wool", "hemp", "straw", "cotton", "jute"}

func TestAnOddParagraphDeepInALargeTextIsFound(t *testing.T) {
	const odd = "The lighthouse lens cracked and Keeper Ambrose refused to sign the ledger because the warden forbade it."
	for _, size := range []int{300_000, 9_000_000} {
		content := report(size, 0.9, odd)
		p, err := New().Process(t.Context(), sdk.Request{Content: content, MaxTokens: 4096})
		require.NoError(t, err)
		assert.Contains(t, plantest.Draw(content, &p, 60), "Ambrose", "in %d bytes", size)
		assert.False(t, p.Complete)
		assert.Equal(t, 10, tenths(&p, size))
	}
}

func tenths(p *sdk.Plan, size int) int {
	in := map[int]bool{}
	for _, u := range p.Units {
		in[min(9, 10*u.Span.Start/size)] = true
	}
	return len(in)
}

func TestWindowsCoverTheTextWithoutGaps(t *testing.T) {
	for name, content := range map[string][]byte{
		"paragraphs":   bytes.Repeat([]byte("Some words stand here.\n\n"), 200_000),
		"lines":        bytes.Repeat([]byte("Some words stand here.\n"), 200_000),
		"one line":     bytes.Repeat([]byte("ab cd "), 800_000),
		"wide letters": bytes.Repeat([]byte("港"), 1_200_000),
		"nothing long": []byte("x"),
	} {
		t.Run(name, func(t *testing.T) {
			at := 0
			for w := range windows(content) {
				assert.Equal(t, at, w.Start)
				assert.Greater(t, w.End, w.Start)
				assert.LessOrEqual(t, w.Len(), 2*windowRead)
				at = w.End
				if name == "wide letters" {
					assert.Zero(t, at%len("港"))
				}
			}
			assert.Equal(t, len(content), at)
		})
	}
}

// hostile texts have as many blocks as their bytes allow.
var hostile = map[string]string{
	"blank lines":     "a\n\n",
	"list items":      "- a\n",
	"options":         "--a  b\n",
	"copies":          "the same words again\n\n",
	"headings":        "# a\n\n",
	"rows of a table": "| a | b |\n|---|---|\n",
}

func TestMoreBlocksThanAreKeptTakeLinearTime(t *testing.T) {
	for name, unit := range hostile {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, 1<<19, func(n int) {
				content := bytes.Repeat([]byte(unit), n/len(unit))
				_, err := New().Process(t.Context(), sdk.Request{Content: content, MaxTokens: 2048})
				require.NoError(t, err)
			})
		})
	}
}

func TestAllocationsGrowWithThePlanNotTheText(t *testing.T) {
	allocs := func(size int) float64 {
		content := report(size, 0.9, "x")
		units := 0
		n := testing.AllocsPerRun(2, func() {
			p, err := New().Process(t.Context(), sdk.Request{Content: content, MaxTokens: 4096})
			require.NoError(t, err)
			units = len(p.Units)
		})
		return n / float64(units)
	}
	assert.Less(t, allocs(4_000_000), 4*allocs(400_000)+20)
}
