package html

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/riffle-dev/riffle/processors/internal/plantest"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/rank"
)

func TestStackTracesInCommentsAreContent(t *testing.T) {
	body := "<html><body><h1>KeyError</h1><p>A problem occurred in a program, and here is what is known about it.</p>"
	trace := "<!-- The original traceback:\n\nTraceback (most recent call last):\n  File \"/srv/shop.py\", line 28, in price&lt;T&gt;\n    return table[crop]\nKeyError: 'onion'\n-->"
	show := func(content string, options map[string]string) string {
		p := plantest.Plan(t, New(), sdk.Request{Content: []byte(content), Kind: "html", Options: options})
		return plantest.Draw([]byte(content), &p, -1)
	}
	assert.Contains(t, show(body+trace, nil), "\nTraceback (most recent call last):\nFile \"/srv/shop.py\", line 28, in price<T>\nreturn table[crop]\nKeyError: 'onion'")
	for name, comment := range map[string]string{
		"a note":              "<!-- This part of the page was written by hand, and nobody should touch it. -->",
		"an error alone":      "<!-- error: the banner could not be loaded, so the page goes without it -->",
		"frames of nothing":   "<!--\n  File \"/srv/shop.py\", line 28, in price\n  File \"/srv/shop.py\", line 31, in week\n-->",
		"markup that is kept": "<!-- <div class=\"old\"><p>The former text of this page, for some time.</p></div> -->",
		"in a script":         "<script>" + trace + "</script>",
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, show(body, nil), show(body+comment, nil))
		})
	}
	assert.Equal(t, show(body, nil), show(body+trace, map[string]string{rank.AblateOption: "html-comments"}))
	table := strings.Replace(body, "</p>", "</p><table><tr><th>a</th><th>b</th></tr><tr><td>1"+trace+"</td><td>2</td></tr></table>", 1)
	assert.Contains(t, show(table, nil), "line 28")
}
