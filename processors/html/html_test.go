package html

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/processors/internal/document"
	"github.com/riffle-dev/riffle/processors/internal/plantest"
	"github.com/riffle-dev/riffle/sdk"
)

var update = flag.Bool("update", false, "write the golden files")

func TestProcess(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       string   // all rows
		without    []string // never shown
	}{
		{
			name: "headings are drawn by their level and lose the anchors at their end",
			page: "<title>The page</title><h1>One</h1><h3>Two<a class=headerlink href='#two'>¶</a></h3><p>Text &amp; more.",
			want: "The page\n# One\n### Two\nText & more.",
		},
		{
			name:    "scripts, styles, comments and what browsers hide are out",
			page:    "<head><style>s1{}</style><script>s2()</script></head><body><!-- s3 --><noscript>s4</noscript><template>s5</template><svg><title>s6</title></svg><p>Seen.</p>",
			want:    "Seen.",
			without: []string{"s1", "s2", "s3", "s4", "s5", "s6"},
		},
		{
			name: "inline tags do not part words, line breaks and cells do",
			page: "<p>un<b>break</b>able<br>caf&eacute;<i>s</i></p><table><tr><td>12<td>fo<b>o</b><td>z</table>",
			want: "unbreakable cafés\n12 | foo | z",
		},
		{
			name: "a cell that spans rows is carried into them, and columns stay columns",
			page: "<table><tr><th>Region<th>Product<th>Units<tr><td rowspan=3>North<td>Cable<td>12<tr><td>Hub<td>7<tr><td colspan=2>none<tr><td colspan=2>Total<td>19</table>",
			want: "Region | Product | Units\nNorth | Cable | 12\nNorth | Hub | 7\nNorth | none\nTotal |  | 19",
		},
		{
			name: "comments in code are no headings",
			page: "<h2>Example</h2><pre># list all\nlampctl list\n  # and one\n</pre>",
			want: "## Example\n    # list all\nlampctl list\n  # and one",
		},
		{
			name: "choices of a field in a cell stay in its row",
			page: "<table><tr><th>Service<th>Window<tr><td>ledger<td><select><option>1h<option selected>24h</select><tr><td>relay<td><select><option>1h</option></select></table>",
			want: "Service | Window\nledger | 1h / (selected) 24h\nrelay | 1h",
		},
		{
			name: "a table that lays out a page is read as a page",
			page: "<table><tr><td><h2>Left</h2><p>Words.</p><td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>",
			want: "## Left\nWords.\na | b\nc | d",
		},
		{
			name: "a table of links is data, and links follow their text",
			page: "<table><tr><td><a href=/1>One</a><td><a href=/a>Ann</a></table><p>See <a href='/q?a=1&amp;b=2'>this</a>.</p>",
			want: "One | Ann </1> </a>\nSee this. </q?a=1&b=2>",
		},
		{
			name: "a definition follows its term",
			page: "<dl><dt><code>E_BUSY</code> (5)<dd>Locked.<dt>E_FULL<dt>E_NOSPC<dd><p>Full.</p><p>Really.</p></dl>",
			want: "E_BUSY (5): Locked.\nE_FULL\nE_NOSPC: Full.\nReally.",
		},
		{
			name: "code keeps its lines and indents, short blocks too",
			page: "<p>Call</p><pre><span>if</span> x &lt; 1:\n\n    y()\n</pre><p>or</p><pre>z</pre>",
			want: "Call\nif x < 1:\n    y()\nor\nz",
		},
		{
			name: "form fields say how they stand, hidden ones and passwords say nothing",
			page: `<form><label>Name</label><input value="Ann"><label>Kind</label><select><option>a<option SELECTED>b</select>` +
				`<label><input type=checkbox checked> Old</label><label><input type=checkbox> New</label>` +
				`<input type=hidden value=s1><input type=password value=s2><button disabled>Send</button></form>`,
			want:    "Name [Ann]\nKind: a | (SELECTED) b\n(checked) Old\n[ ] New [ ] (disabled) [Send]",
			without: []string{"s1", "s2"},
		},
		{
			name: "pictures give their words",
			page: "<p>The <img src=x alt='Riffle &amp; Co'> logo.</p>",
			want: "The ![Riffle & Co] logo.",
		},
		{
			name:    "navigation and legal notes are not shown beside content",
			page:    "<nav><ul><li><a href=/1>Home</a></ul></nav><main><p>" + strings.Repeat("Content. ", 12) + "</main><footer>Imprint</footer>",
			want:    strings.TrimSpace(strings.Repeat("Content. ", 12)),
			without: []string{"Home", "Imprint"},
		},
		{
			name: "navigation is shown where there is nothing else",
			page: "<nav><ul><li><a href=/1>Home and more</a></ul></nav>",
			want: "- Home and more </1>",
		},
		{
			name: "entries of a table of contents give way to the headings",
			page: "<ul><li><a href=#a>Alpha</a><li><a href=#b>Beta</a></ul><h2 id=a>Alpha</h2><h2 id=b>Beta</h2>",
			want: "- Alpha\n- Beta\n## Alpha\n## Beta",
		},
		{
			name: "the description of the page counts",
			page: "<head><meta name=description content='What it is &gt; all'></head><p>Text.",
			want: "What it is > all\nText.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			content := []byte(c.page)
			p := plantest.Plan(t, New(), sdk.Request{Content: content, Kind: "html"})
			got := plantest.Draw(content, &p, -1)
			assert.Equal(t, c.want, got)
			for _, w := range c.without {
				assert.NotContains(t, got, w)
			}
		})
	}
}

func TestWordsOfClassesTellDecorationFromWhatAPageSays(t *testing.T) {
	for class, want := range map[string]float32{
		"search": document.Low, "site-footer": document.Low, "search-results": 1, "status banner": 1, "nav-alert": 1, "post": 1,
	} {
		assert.Equal(t, want, attrs{{[]byte("class"), []byte(class)}}.weight(), class)
	}
}

func TestAListingIsJudgedByLines(t *testing.T) {
	var b strings.Builder
	b.WriteString("<h1>Index of /backups</h1><pre>")
	for i := range 60 {
		name := fmt.Sprintf("part-%03d.tar.gz", i)
		if i == 41 {
			name = "core.dump      "
		}
		fmt.Fprintf(&b, "<a href=%q>%s</a>   2024-05-%02d 10:%02d   1.%dM\n", name, name, 1+i%28, i, i%9)
	}
	page := b.String() + "</pre>"
	p := plantest.Plan(t, New(), sdk.Request{Content: []byte(page)})
	assert.Contains(t, plantest.Draw([]byte(page), &p, 4), "core.dump")
}

func TestATitleIsNotSaidTwice(t *testing.T) {
	page := "<title>The page</title><h1>The page</h1><p>A sentence that says something about it, at some length.</p><h2>More</h2>"
	p := plantest.Plan(t, New(), sdk.Request{Content: []byte(page)})
	assert.Equal(t, "# The page\nA sentence that says something about it, at some length.\n## More", plantest.Draw([]byte(page), &p, 3))
}

func TestHeadingsComeBeforeTheTablesOfContentsAndSentences(t *testing.T) {
	page := "<title>T</title><ul><li><a href=#a>Alpha part</a></ul><h2>Alpha part</h2><p>" + strings.Repeat("Some sentence with words in it. ", 9)
	p := plantest.Plan(t, New(), sdk.Request{Content: []byte(page)})
	assert.Equal(t, "T\n## Alpha part", plantest.Draw([]byte(page), &p, 2))
}

func TestEveryRowNeedsItsHeader(t *testing.T) {
	page := "<table><tr><th>Key<th>Value<tr><td>a<td>" + strings.Repeat("long text here. ", 40) + "<tr><td>b<td>2</table>"
	p := plantest.Plan(t, New(), sdk.Request{Content: []byte(page)})
	for i := 1; i < len(p.Units); i++ {
		assert.Contains(t, p.Units[i].Needs, 0, "unit %d", i)
	}
}

func TestEvidenceIsRaised(t *testing.T) {
	page := strings.Repeat("<p>A paragraph of some length that says nothing new at all.</p>", 30) + "<p>needle</p>" + strings.Repeat("<p>Another one that is just as long and dull as those.</p>", 30)
	at := strings.Index(page, "needle")
	req := sdk.Request{Content: []byte(page), Evidence: []sdk.Span{{Start: at, End: at + 6}}}
	p := plantest.Plan(t, New(), req)
	assert.Contains(t, plantest.Draw(req.Content, &p, 1), "needle")
}

func TestUnreliablePagesAreDeclined(t *testing.T) {
	for name, page := range map[string]string{
		"no tags":                      "just some text",
		"no text":                      "<html><body><div></div></body></html>",
		"the shell of a framework":     "<html><head><title>App</title></head><body><div id=root></div><script>" + strings.Repeat("x=1;", 3000) + "</script>",
		"a script that does not end":   "<p>Hello there.</p><script>" + strings.Repeat("x=1;", 500),
		"a comment that does not end":  "<p>Hello there.</p><!--" + strings.Repeat(" text", 500),
		"a tag that does not end":      "<p>Hello there.</p><a href=\"" + strings.Repeat("text ", 500),
		"hardly any text for its size": "<p>" + strings.Repeat("Some text. ", 40) + strings.Repeat("<div class=\"a\" style=\"b\"></div>", 9000),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New().Process(context.Background(), sdk.Request{Content: []byte(page)})
			assert.ErrorIs(t, err, sdk.ErrDeclined)
		})
	}
}

// Pages under testdata, each with the whole plan and its best twenty units.
func TestGolden(t *testing.T) {
	pages, err := filepath.Glob("testdata/*.html")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	for _, name := range pages {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			require.NoError(t, err)
			p := plantest.Plan(t, New(), sdk.Request{Content: content, Kind: "html", MaxTokens: 8192})
			got := fmt.Sprintf("%s\n\n--- best 20 ---\n%s\n\n--- all ---\n%s\n", p.Summary, plantest.Draw(content, &p, 20), plantest.Draw(content, &p, -1))
			golden := strings.TrimSuffix(name, ".html") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

// Twice the input must not take much more than twice the time; a quadratic step
// would take four times as long, and far more on these sizes.
func TestHostilePagesTakeLinearTime(t *testing.T) {
	for name, page := range map[string]string{
		"nested elements":  strings.Repeat("<div>", 100_000) + "text",
		"nested tables":    strings.Repeat("<table><tr><td>x", 4_000),
		"nested lists":     strings.Repeat("<ul><li>x", 4_000),
		"opening brackets": "<p>" + strings.Repeat("word ", 60) + strings.Repeat("<", 1_000_000),
		"ampersands":       "<p>" + strings.Repeat("&", 300_000),
		"spanned rows":     "<table>" + strings.Repeat("<tr><td rowspan=999>a<td>b", 4_000),
		"buttons":          strings.Repeat("<button><div>x", 4_000),
		"one long word":    "<p>" + strings.Repeat("a", 500_000),
	} {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, len(page)/4, func(n int) {
				_, err := New().Process(context.Background(), sdk.Request{Content: []byte(page[:min(n, len(page))]), MaxTokens: 8192})
				if err != nil {
					require.ErrorIs(t, err, sdk.ErrDeclined)
				}
			})
		})
	}
}

func BenchmarkProcess(b *testing.B) {
	pages, _ := filepath.Glob("testdata/*.html")
	var content []byte
	for _, p := range pages {
		x, err := os.ReadFile(p)
		require.NoError(b, err)
		content = append(content, x...)
	}
	for len(content) < 1<<20 {
		content = append(content, content...)
	}
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Process(context.Background(), sdk.Request{Content: content, MaxTokens: 8192}); err != nil {
			b.Fatal(err)
		}
	}
}
