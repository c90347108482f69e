package json

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func quoted(t *testing.T, text string) string {
	t.Helper()
	raw, err := stdjson.Marshal(text)
	require.NoError(t, err)
	return string(raw)
}

func TestPagesAndMarkdownInStringsArePlannedAsDocuments(t *testing.T) {
	var page, text strings.Builder
	page.WriteString("<!DOCTYPE html><html><head><title>Relays</title><script>var hidden = 1;</script></head><body><h1>Relay manual</h1>\n")
	text.WriteString("# Relay manual\n\n")
	for i := range 24 {
		fmt.Fprintf(&page, "<h2>Part %c</h2><p>The %dth relay switches at \"48\" volts &amp; rests for a while.</p>\n", 'a'+i, i)
		fmt.Fprintf(&text, "## Part %c\n\nThe %dth relay switches at \"48\" volts & rests for a while. It says so here, at some length,\nand over two lines.\n\n", 'a'+i, i)
	}
	page.WriteString("</body></html>\n")
	for name, c := range map[string]struct {
		body string
		want []string
	}{
		"a page":   {page.String(), []string{"# Relay manual", "## Part c", `The 3th relay switches at "48" volts & rests for a while.`}},
		"Markdown": {text.String(), []string{"# Relay manual", "## Part c", "It says so here, at some length, and over two lines."}},
	} {
		t.Run(name, func(t *testing.T) {
			content := `{"url":"https://relay.example/manual","body":` + quoted(t, c.body) + `,"status":200}`
			p := plan(t, content)
			said := texts(content, p)
			for _, want := range c.want {
				assert.Contains(t, said, want)
			}
			assert.Contains(t, said, "status=200")
			for _, s := range said {
				assert.NotContains(t, s, "hidden")
			}
			require.Len(t, p.Groups, 1)
			assert.Equal(t, "$.body lines", p.Groups[0].Ref+" "+p.Groups[0].Unit)
			assert.Equal(t, strings.Count(c.body, "\n"), p.Groups[0].Total)
		})
	}
}

func TestADocumentInADocumentInAStringIsPlannedToo(t *testing.T) {
	page := "<html><body>" + strings.Repeat("<h2>Part</h2><p>Words of a page that is long enough to be one.</p>", 40) + "<p>The last word is zugzwang.</p></body></html>"
	inner := `{"ok":true,"html":` + quoted(t, page) + `}`
	content := `{"content":[{"type":"text","text":` + quoted(t, inner) + `}]}`
	assert.Contains(t, texts(content, plan(t, content)), "The last word is zugzwang.")
}
