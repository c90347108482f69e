package text

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/internal/lineartest"
	"github.com/riffle-dev/riffle/processors/internal/plantest"
	"github.com/riffle-dev/riffle/sdk"
)

var update = flag.Bool("update", false, "write the golden files")

func plan(t testing.TB, content string, evidence ...sdk.Span) sdk.Plan {
	t.Helper()
	return plantest.Plan(t, New(), sdk.Request{Content: []byte(content), Kind: "text", MaxTokens: 4096, Evidence: evidence})
}

func TestOnlyEmptyContentIsDeclined(t *testing.T) {
	for _, c := range []string{"", " \n\t\n"} {
		_, err := New().Process(context.Background(), sdk.Request{Content: []byte(c)})
		assert.ErrorIs(t, err, sdk.ErrDeclined)
	}
	for _, c := range []string{".", "---", "```", "<p>x</p>", `{"a": 1}`, "\x00\x01", "�"} {
		p := plan(t, c)
		assert.NotEmpty(t, p.Order, c)
	}
}

func TestRepeatedParagraphsAreShownOnceWithTheirCopies(t *testing.T) {
	one := "This paragraph stands here three times, word for word. It has two sentences, so that it has two units."
	content := one + "\n\nAnother one.\n\n" + one + "\n\n" + one + "\n"
	p := plan(t, content)
	require.Len(t, p.Units, 3)
	assert.Len(t, p.Units[0].Copies, 2)
	assert.Empty(t, p.Units[1].Copies, "said once, where the paragraph begins")
	assert.True(t, p.Complete)
	assert.Equal(t, one+"\nAnother one.", plantest.Draw([]byte(content), &p, -1))
}

func TestHeadingsAreTheSkeleton(t *testing.T) {
	var b strings.Builder
	for _, h := range []string{"Alpha", "Beta", "Gamma"} {
		b.WriteString("## " + h + "\n\n" + strings.Repeat("A sentence of "+h+" that is long enough to stand for itself. ", 8) + "\n\n")
	}
	p := plan(t, b.String())
	assert.Equal(t, "## Alpha\n## Beta\n## Gamma", plantest.Draw([]byte(b.String()), &p, 3))
}

func TestWhatSaysADocumentInShortComesBeforeItsHeadings(t *testing.T) {
	var b strings.Builder
	b.WriteString("Request for Comments: 9999\n\n                 The Lamp Protocol\n\nAbstract\n\n   This document defines how lamps tell relays of their state over port 4811.\n\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%d.  Part of the protocol %c\n\n   Words of this part stand here, and they go on\n   for another line.\n\n", i+1, 'a'+i%26)
	}
	content := []byte(b.String())
	p := plantest.Plan(t, New(), sdk.Request{Content: content})
	drawn := plantest.Draw(content, &p, 4)
	assert.Contains(t, drawn, "Abstract\n")
	assert.Contains(t, drawn, "port 4811")
}

func TestCommentsOfScriptsAreNoHeadings(t *testing.T) {
	p := plan(t, "# one\n# two\n# three\nx = 1\n")
	assert.Contains(t, p.Summary, "0 headings")
}

func TestWrappedSentencesAreJoinedAndSplitAtTheirEnds(t *testing.T) {
	content := "The first sentence runs over two\n  lines. The second, e.g. this one, is short enough. \"Is it the third?\" It is.\n"
	p := plan(t, content)
	var texts []string
	for _, u := range p.Units {
		text := u.Text
		if text == "" {
			text = content[u.Span.Start:u.Span.End]
		}
		texts = append(texts, text)
	}
	assert.Equal(t, []string{"The first sentence runs over two lines.", "The second, e.g. this one, is short enough.", `"Is it the third?" It is.`}, texts)
}

func TestEntriesKeepTheirLines(t *testing.T) {
	for name, c := range map[string]struct{ content, want string }{
		"options under a title": {
			"Group of commands.\n\noptions:\n  -h, --help  show this help\n  --class C   only boats of this class: tug,\n              pilot or launch\n\nEnd.\n",
			"Group of commands.\noptions:\n-h, --help show this help\n--class C only boats of this class: tug, pilot or launch\nEnd.",
		},
		"commands in columns": {
			"Some commands are these ones here.\n\npositional arguments:\n  list      list the boats\n  show      print one boat\n\nEnd.\n",
			"Some commands are these ones here.\npositional arguments:\nlist list the boats\nshow print one boat\nEnd.",
		},
		"exit status": {
			"EXIT STATUS\n       4      The planner refused; its reason stands on the error\n              output.\n\n       5      The answer did not arrive.\n",
			"EXIT STATUS\n4 The planner refused; its reason stands on the error output.\n5 The answer did not arrive.",
		},
		"an option over its meaning": {
			"The options of this command:\n\n  --tolerance TOLERANCE\n              litres per tank that are not reported\n\nEnd.\n",
			"The options of this command:\n--tolerance TOLERANCE: litres per tank that are not reported\nEnd.",
		},
		"justified text is none": {
			"NOTES\n       A  visit that ends at 05:59 belongs to the day before, in fees as\n       well  as  in reports, and so does one that ends a minute later.\n",
			"NOTES\nA visit that ends at 05:59 belongs to the day before, in fees as well as in reports, and so does one that ends a minute later.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := plan(t, c.content)
			assert.Equal(t, c.want, plantest.Draw([]byte(c.content), &p, -1))
		})
	}
}

func TestEvidenceIsRaised(t *testing.T) {
	content := strings.Repeat("A paragraph of some length that says nothing new at all.\n\n", 3) + strings.Repeat("Many words of no interest. ", 20) + "\n\nneedle here\n\n" +
		strings.Repeat("More words without any interest. ", 20)
	at := strings.Index(content, "needle")
	p := plan(t, content, sdk.Span{Start: at, End: at + 6})
	assert.Contains(t, plantest.Draw([]byte(content), &p, 1), "needle")
}

// No piece may start with what belongs to the character before it, nor end with a
// joiner, nor cut a flag.
func TestPiecesKeepCharactersWhole(t *testing.T) {
	for name, unit := range map[string]string{
		"families": "👨‍👩‍👧", "skin tones": "👍🏽", "flags": "🇨🇭", "rainbow": "🏳️‍🌈", "accents": "e\u0301", "mixed": "👩‍💻🇨🇭e\u0301ok",
	} {
		t.Run(name, func(t *testing.T) {
			content := strings.Repeat(unit, 900)
			p := plan(t, content)
			require.Greater(t, len(p.Units), 3)
			bad := regexp.MustCompile(`^[\x{200D}\x{FE0F}\x{301}\x{1F3FB}-\x{1F3FF}]|\x{200D}$`)
			for _, u := range p.Units {
				text := content[u.Span.Start:u.Span.End]
				assert.False(t, bad.MatchString(text), "%q", text)
				assert.LessOrEqual(t, len(text), 330)
				assert.Zero(t, strings.Count(text, "🇨")-strings.Count(text, "🇭"), "half a flag")
			}
		})
	}
}

func TestHugeTextsAreReadInPart(t *testing.T) {
	content := strings.Repeat("A line of words that fills a very large file, and more.\n", 200_000) + "The last line of all says goodbye.\n"
	at := 6 << 20
	p := plan(t, content, sdk.Span{Start: at, End: at + 10})
	assert.False(t, p.Complete)
	last := p.Units[len(p.Units)-1].Span
	assert.Equal(t, "The last line of all says goodbye.", content[last.Start:last.End])
}

func TestHostileTextsTakeLinearTime(t *testing.T) {
	for name, content := range map[string]string{
		"one letter":        strings.Repeat("a", 4_000_000),
		"one line":          strings.Repeat("lorem ipsum ", 300_000),
		"brackets":          strings.Repeat("[", 500_000),
		"short lines":       strings.Repeat("a\n", 1_000_000),
		"rules":             strings.Repeat("---\n", 200_000),
		"fences":            strings.Repeat("```x\n", 200_000),
		"headings":          strings.Repeat("Title\n=====\n", 100_000),
		"combining marks":   "e" + strings.Repeat("\u0301", 300_000),
		"joiners":           strings.Repeat("👩\u200d", 50_000),
		"deeper and deeper": strings.Repeat(strings.Repeat(" ", 200)+"x: y\n"+strings.Repeat(" ", 100)+"z\n", 10_000),
	} {
		t.Run(name, func(t *testing.T) {
			lineartest.Check(t, len(content)/4, func(n int) {
				text := strings.ToValidUTF8(content[:min(n, len(content))], "")
				_, err := New().Process(context.Background(), sdk.Request{Content: []byte(text), MaxTokens: 8192})
				require.NoError(t, err)
			})
		})
	}
}

// Texts under testdata, each with the whole plan and its best twelve units.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			content, err := os.ReadFile(name)
			require.NoError(t, err)
			p := plan(t, string(content))
			got := fmt.Sprintf("%s\n\n--- best 12 ---\n%s\n\n--- all ---\n%s\n", p.Summary, plantest.Draw(content, &p, 12), plantest.Draw(content, &p, -1))
			golden := strings.TrimSuffix(name, ".txt") + ".golden"
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func BenchmarkProcess(b *testing.B) {
	one, err := os.ReadFile("testdata/manpage.txt")
	require.NoError(b, err)
	content := []byte(strings.Repeat(string(one)+"\n", 1<<20/len(one)))
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Process(context.Background(), sdk.Request{Content: content, MaxTokens: 8192}); err != nil {
			b.Fatal(err)
		}
	}
}
