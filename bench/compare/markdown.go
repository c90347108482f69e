package compare

import (
	"fmt"
	"strings"
)

func (c *Comparison) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Bench: %s\n\n%s.\n", c.Verdict(), sentence(c.Corpus.String()))
	for _, n := range c.Notes {
		fmt.Fprintf(&b, "\n> %s\n", sentence(n))
	}
	for i, r := range c.Regressions {
		fmt.Fprintf(&b, "\n- **%s**\n", escape(r.title()))
		for _, l := range c.lines(i) {
			fmt.Fprintf(&b, "  - %s\n", code(strings.TrimSpace(l)))
		}
	}
	for i := range c.Systems {
		c.Systems[i].markdown(&b)
	}
	c.estimatorMarkdown(&b)
	namesOf(&b, "Cases that appeared", c.Corpus.Appeared)
	namesOf(&b, "Cases that vanished", c.Corpus.Vanished)
	namesOf(&b, "Cases that changed", c.Corpus.Changed)
	fmt.Fprintf(&b, "\nLimits: %s.\n", c.Limits)
	return b.String()
}

func (s *System) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n| %s |\n|%s\n", escape(s.Name), strings.Join(columns, " | "), strings.Repeat(" --- |", len(columns)))
	for i := range s.Kinds {
		fmt.Fprintf(b, "| %s |\n", strings.Join(s.Kinds[i].cells(), " | "))
	}
	if v := s.Speed; v != nil {
		fmt.Fprintf(b, "\n%s.\n", sentence(v.String()))
	}
	factTable(b, "Facts lost", s.Lost)
	factTable(b, "Facts gained", s.Gained)
	factTable(b, "Facts shown at the budget before and gone at this", s.Monotony)
	factTable(b, "Facts that no marker leads to any more", s.Hidden)
	gateItems(b, "Gates that fail now", s.Gates)
	gateItems(b, "Gates that no longer fail", s.Healed)
}

func factTable(b *strings.Builder, title string, facts []Fact) {
	if len(facts) == 0 {
		return
	}
	details(b, title, len(facts))
	fmt.Fprintf(b, "| case | fact | weight | budgets | text |\n| --- | --- | --- | --- | --- |\n")
	for _, f := range facts {
		fmt.Fprintf(b, "| %s | %s | %g | %s | %s |\n", escape(f.Case), escape(f.ID), f.Weight, strings.TrimPrefix(f.at(), "at "), code(f.words()))
	}
	fmt.Fprint(b, "\n</details>\n")
}

func gateItems(b *strings.Builder, title string, gates []Gate) {
	if len(gates) == 0 {
		return
	}
	details(b, title, len(gates))
	for _, g := range gates {
		fmt.Fprintf(b, "- %s\n", code(g.Code+" "+g.Where()+": "+g.What))
	}
	fmt.Fprint(b, "\n</details>\n")
}

func namesOf(b *strings.Builder, title string, names []string) {
	if len(names) == 0 {
		return
	}
	details(b, title, len(names))
	for _, n := range names {
		fmt.Fprintf(b, "- %s\n", code(n))
	}
	fmt.Fprint(b, "\n</details>\n")
}

// details opens a part that a reader unfolds.
func details(b *strings.Builder, title string, n int) {
	fmt.Fprintf(b, "\n<details><summary>%s: %d</summary>\n\n", title, n)
}

// code prints a foreign text so that nothing in it is markdown, and no bar in it
// parts a table's cells.
func code(s string) string {
	s = strings.NewReplacer("\r", " ", "\n", " ", "|", `\|`).Replace(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + s + " " + fence
	}
	return fence + s + fence
}

// escape prints a foreign text as plain words of markdown.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", "&lt;", "&", "&amp;", "[", `\[`, "|", `\|`, "\n", " ", "\r", " ").Replace(s)
}

func sentence(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
