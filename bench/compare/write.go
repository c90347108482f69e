package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Formats are the names that Write knows.
var Formats = []string{"text", "markdown", "json", "junit"}

// Write prints a comparison in a format. The same comparison gives the same bytes.
func (c *Comparison) Write(w io.Writer, format string) error {
	var text string
	var err error
	switch format {
	case "text":
		text = c.text()
	case "markdown":
		text = c.markdown()
	case "json":
		text, err = c.json()
	case "junit":
		text, err = c.junit()
	default:
		err = fmt.Errorf("compare: the format is %q; expected one of %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}

func (c *Comparison) json() (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(c); err != nil {
		return "", fmt.Errorf("compare: the comparison cannot be written as JSON: %w", err)
	}
	return b.String(), nil
}

// Verdict says how many regressions there are; it is the first line of every format.
func (c *Comparison) Verdict() string {
	switch n := len(c.Regressions); n {
	case 0:
		return "no regression"
	case 1:
		return "1 regression"
	default:
		return fmt.Sprintf("%d regressions", n)
	}
}

func (c *Corpus) String() string {
	if len(c.Appeared)+len(c.Vanished)+len(c.Changed) == 0 {
		return fmt.Sprintf("the same %s", plural(c.Same))
	}
	return fmt.Sprintf("the corpus changed: %d are the same and compared, %d appeared, %d vanished, %d changed", c.Same, len(c.Appeared), len(c.Vanished), len(c.Changed))
}

// plural is a number of cases.
func plural(n int) string {
	if n == 1 {
		return "1 case"
	}
	return fmt.Sprintf("%d cases", n)
}

// columns are the heads of the table of kinds.
var columns = []string{"kind", "cases", "AUC", "structure", "honesty", "recoverable", "tokens out", "to reach a fact", "lost", "gained"}

// cells is a row of the table of kinds.
func (k *Kind) cells() []string {
	return []string{k.Kind, fmt.Sprint(k.Cases), k.AUC.score(), k.Structure.score(), k.Honesty.score(), k.Recoverable.score(),
		k.Tokens.amount(), k.Reach.amount(), fmt.Sprint(k.Lost), fmt.Sprint(k.Gained)}
}

// score prints a value between 0 and 1, and how it changed if it did.
func (v Change) score() string {
	if d := fmt.Sprintf("%+.3f", v.By()); d != "+0.000" && d != "-0.000" {
		return fmt.Sprintf("%.3f %s", v.Head, d)
	}
	return fmt.Sprintf("%.3f", v.Head)
}

// amount prints a number of tokens, and how it grew if it did.
func (v Change) amount() string {
	if d := fmt.Sprintf("%+.1f %%", 100*v.Growth()); d != "+0.0 %" && d != "-0.0 %" {
		return fmt.Sprintf("%.0f %s", v.Head, d)
	}
	return fmt.Sprintf("%.0f", v.Head)
}

// at names the budgets of a fact: "at 256, 512".
func (f *Fact) at() string {
	return "at " + strings.Trim(strings.ReplaceAll(fmt.Sprint(f.Budgets), " ", ", "), "[]")
}

// factChars is how much of the words of a fact a line shows, in code points.
const factChars = 120

// words are those of a fact on one line. A run that keeps scores only has none.
func (f *Fact) words() string {
	if f.Text == "" {
		return "(its words are not in HEAD's run file)"
	}
	return fmt.Sprintf("%q", clip(f.Text, factChars))
}

func clip(s string, limit int) string {
	if r := []rune(s); len(r) > limit {
		return string(r[:limit-1]) + "…"
	}
	return s
}

// line names everything of a fact but its case.
func (f *Fact) line() string { return fmt.Sprintf("%s w%g %s: %s", f.ID, f.Weight, f.at(), f.words()) }

// line names a case and what changed in it.
func (c *Case) line() string {
	s := c.Case
	for _, v := range []struct {
		name  string
		value Change
	}{{"AUC", c.AUC}, {"structure", c.Structure}, {"honesty", c.Honesty}, {"recoverable", c.Recoverable}} {
		if t := v.value.score(); strings.Contains(t, " ") {
			s += ", " + v.name + " " + t
		}
	}
	if c.Unmarked.By() != 0 {
		s += fmt.Sprintf(", unmarked %.0f -> %.0f", c.Unmarked.Base, c.Unmarked.Head)
	}
	if t := c.Tokens.amount(); strings.Contains(t, " ") {
		s += ", tokens out " + t
	}
	return s
}

// limits says what is judged.
func (l Limits) String() string {
	return fmt.Sprintf("AUC %+g, structure %+g, honesty %+g, recoverable %+g per kind; tokens out %+g %%, tokens to reach a fact %+g %%; %d facts gone at the next budget, %d cases with unmarked gaps; error of an estimator %+g per kind",
		-l.AUCDrop, -l.StructureDrop, -l.HonestyDrop, -l.RecoverableDrop, 100*l.TokenGrowth, 100*l.ReachGrowth, l.Monotony, l.Unmarked, l.ErrorGrowth)
}
