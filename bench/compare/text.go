package compare

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// casesShown is how many cases a text names under one regression.
const casesShown = 10

func (c *Comparison) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s; %s\n", c.Verdict(), c.Corpus.String())
	for _, n := range c.Notes {
		fmt.Fprintln(&b, "note:", n)
	}
	for _, r := range c.Regressions {
		fmt.Fprintf(&b, "\nREGRESSION %s\n", r.title())
		for _, l := range r.lines() {
			fmt.Fprintln(&b, "  "+l)
		}
	}
	for i := range c.Systems {
		c.Systems[i].text(&b)
	}
	list(&b, "cases that appeared", c.Corpus.Appeared)
	list(&b, "cases that vanished", c.Corpus.Vanished)
	list(&b, "cases that changed", c.Corpus.Changed)
	fmt.Fprintf(&b, "\nlimits: %s\n", c.Limits)
	return b.String()
}

// title is one line: "riffle: auc of log: …".
func (r *Regression) title() string {
	s := r.Check
	if r.Kind != "" {
		s += " of " + r.Kind
	}
	if r.System != "" {
		s = r.System + ": " + s
	}
	return s + ": " + r.What
}

// lines name the facts, then the cases, with what their judgement says where the
// check is about it.
func (r *Regression) lines() []string {
	var out []string
	for _, f := range r.Facts {
		out = append(out, f.Case+" "+f.line())
	}
	for i, c := range r.Cases {
		if i == casesShown {
			return append(out, fmt.Sprintf("and %d cases more", len(r.Cases)-i))
		}
		out = append(out, c.line())
		if r.Check == "honesty" || r.Check == "structure" || r.Check == "unmarked" {
			for _, m := range c.Remarks {
				out = append(out, "  "+m)
			}
		}
	}
	return out
}

func (s *System) text(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s\n", s.Name)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(columns, "\t"))
	for i := range s.Kinds {
		fmt.Fprintln(t, strings.Join(s.Kinds[i].cells(), "\t"))
	}
	t.Flush()
	if v := s.Speed; v != nil {
		fmt.Fprintln(b, v)
	}
	factList(b, "facts lost", s.Lost)
	factList(b, "facts gained", s.Gained)
	factList(b, "facts shown at the budget before and gone at this", s.Monotony)
	factList(b, "facts that no marker leads to any more", s.Hidden)
	gateList(b, "gates that fail now", s.Gates)
	gateList(b, "gates that no longer fail", s.Healed)
}

func (v *Speed) String() string {
	return fmt.Sprintf("speed, the median of %d cases: %.1f -> %.1f MB/s, %s (p=%.3f)", v.Cases, v.Base, v.Head, v.Delta, v.P)
}

func factList(b *strings.Builder, title string, facts []Fact) {
	if len(facts) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s: %d\n", title, len(facts))
	last := ""
	for _, f := range facts {
		if f.Case != last {
			fmt.Fprintln(b, "  "+f.Case)
			last = f.Case
		}
		fmt.Fprintln(b, "    "+f.line())
	}
}

func gateList(b *strings.Builder, title string, gates []Gate) {
	if len(gates) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s: %d\n", title, len(gates))
	for _, g := range gates {
		fmt.Fprintf(b, "  %s %s: %s\n", g.Code, g.Where(), g.What)
	}
}

func list(b *strings.Builder, title string, names []string) {
	if len(names) > 0 {
		fmt.Fprintf(b, "\n%s: %d\n  %s\n", title, len(names), strings.Join(names, "\n  "))
	}
}
