package compare

import (
	"fmt"
	"reflect"
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
	for i, r := range c.Regressions {
		fmt.Fprintf(&b, "\nREGRESSION %s\n", r.title())
		for _, l := range c.lines(i) {
			fmt.Fprintln(&b, "  "+l)
		}
	}
	for i := range c.Systems {
		c.Systems[i].text(&b)
	}
	c.estimatorText(&b)
	list(&b, "cases that appeared", c.Corpus.Appeared)
	list(&b, "cases that vanished", c.Corpus.Vanished)
	list(&b, "cases that changed", c.Corpus.Changed)
	fmt.Fprintf(&b, "\nlimits: %s\n", c.Limits)
	return b.String()
}

// subject is the check and what was checked: "auc of log".
func (r *Regression) subject() string {
	if r.Kind == "" {
		return r.Check
	}
	return r.Check + " of " + r.Kind
}

// title is one line: "riffle: auc of log: …".
func (r *Regression) title() string {
	s := r.subject() + ": " + r.What
	if r.System != "" {
		s = r.System + ": " + s
	}
	return s
}

// lines are those of a regression, without the facts that one before it names.
func (c *Comparison) lines(i int) []string {
	r := c.Regressions[i]
	for _, before := range c.Regressions[:i] {
		if len(r.Facts) > 0 && reflect.DeepEqual(before.Facts, r.Facts) {
			r.Facts = nil
			return append([]string{"the facts that stand under " + before.subject()}, r.lines()...)
		}
	}
	return r.lines()
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
	return fmt.Sprintf("speed, the median of %s: %.1f -> %.1f MB/s, %s (p=%.3f)", plural(v.Cases), v.Base, v.Head, v.Delta, v.P)
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
