// Package compare sets two runs of the bench side by side: which facts were lost and
// gained, by name, and whether the second run fell behind the first.
//
// Only what both runs measured is compared: cases whose input and facts are the same,
// at budgets that both have. Everything else is said.
package compare

import (
	"fmt"
	"strings"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Comparison is what became of a run.
type Comparison struct {
	Limits      Limits       `json:"limits"`
	Notes       []string     `json:"notes"` // what makes the runs differ besides the systems
	Corpus      Corpus       `json:"corpus"`
	Systems     []System     `json:"systems"`
	Estimators  []Estimator  `json:"estimators"`  // that both runs have, in the order of HEAD
	Regressions []Regression `json:"regressions"` // of all systems, in their order
}

// OK reports whether nothing fell behind.
func (c *Comparison) OK() bool { return len(c.Regressions) == 0 }

// Corpus says what became of the cases. Names are "CORPUS: KIND/NAME" where a run has
// several corpora.
type Corpus struct {
	Same     int      `json:"same"` // cases that are compared
	Appeared []string `json:"appeared"`
	Vanished []string `json:"vanished"`
	Changed  []string `json:"changed"` // another input or other facts: not compared
}

// System is what became of one system.
type System struct {
	Name  string `json:"name"`  // "BASE -> HEAD" where the names differ
	Kinds []Kind `json:"kinds"` // by name, at last "all": means over kinds, sums
	Cases []Case `json:"cases"` // whose area or components changed, in the order of HEAD

	Lost   []Fact `json:"lost"`   // facts that BASE showed and HEAD does not, in the order of HEAD's cases
	Gained []Fact `json:"gained"` // the other way round
	Hidden []Fact `json:"hidden"` // facts that markers led to in BASE and no longer do

	Doubted []Fact `json:"doubted"` // facts that HEAD does not show at budgets at which its counts are less true than those of BASE

	Monotony []Fact `json:"monotony"` // shown at a budget and gone at the next, which was not so in BASE
	Gates    []Gate `json:"gates"`    // failures that BASE did not have
	Healed   []Gate `json:"healed"`   // failures of BASE that are gone
	Speed    *Speed `json:"speed,omitempty"`
}

// Fact is a fact at the budgets at which something became of it.
type Fact struct {
	Case    string  `json:"case"`
	Kind    string  `json:"kind"`
	ID      string  `json:"id"`
	Text    string  `json:"text"`
	Weight  float64 `json:"weight"`
	Budgets []int   `json:"budgets"` // tokens, ascending
}

// Gate is a gate that failed.
type Gate struct {
	Case   string `json:"case"`
	Kind   string `json:"kind"`
	Budget int    `json:"budget,omitempty"` // 0: concerns no single budget
	Code   string `json:"code"`             // "G1" to "G5", "failed" where the system gave nothing, "missing" where it was not measured
	What   string `json:"what"`
}

// Where is the case, and the budget if there is one.
func (g Gate) Where() string {
	if g.Budget == 0 {
		return g.Case
	}
	return fmt.Sprintf("%s@%d", g.Case, g.Budget)
}

// Runs compares HEAD with BASE. Systems are names, or "BASE=HEAD" where the names in
// the two runs differ; none means every system of BASE that is no baseline.
func Runs(base, head *runfile.Run, systems []string, limits Limits) (*Comparison, error) {
	c := &Comparison{Limits: limits, Notes: notes(base, head)}
	pairs, single := match(base, head, &c.Corpus)
	names, err := choose(base, head, systems)
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		s := newSystem(n[0], n[1], pairs, single)
		s.Speed = speed(base, head, n[0], n[1])
		c.Systems = append(c.Systems, s)
	}
	c.Estimators = estimators(base, head, &c.Notes)
	c.judge(base.RecallOnly || head.RecallOnly)
	return c, nil
}

// choose resolves the names of systems to pairs of names.
func choose(base, head *runfile.Run, systems []string) ([][2]string, error) {
	if len(systems) == 0 {
		for _, s := range base.Systems {
			if s.Role == runfile.RoleSystem {
				systems = append(systems, s.Name)
			}
		}
	}
	if len(systems) == 0 {
		return nil, fmt.Errorf("compare: BASE has no system but baselines; name one that both runs have: %s", names(head))
	}
	var out [][2]string
	for _, s := range systems {
		b, h := s, s
		if base.System(s) == nil {
			if before, after, ok := strings.Cut(s, "="); ok {
				b, h = before, after
			}
		}
		if base.System(b) == nil {
			return nil, fmt.Errorf("compare: BASE has no system %q; it has %s", b, names(base))
		}
		if head.System(h) == nil {
			return nil, fmt.Errorf("compare: HEAD has no system %q; it has %s", h, names(head))
		}
		out = append(out, [2]string{b, h})
	}
	return out, nil
}

func names(r *runfile.Run) string {
	var all []string
	for _, s := range r.Systems {
		all = append(all, s.Name)
	}
	return strings.Join(all, ", ")
}

// notes says in what the runs differ besides what their systems do.
func notes(base, head *runfile.Run) []string {
	notes := []string{}
	if b, h := fmt.Sprint(base.Budgets), fmt.Sprint(head.Budgets); b != h {
		notes = append(notes, fmt.Sprintf("budgets differ: %s in BASE, %s in HEAD; those that both have are compared", b, h))
	}
	if b, h := strings.Join(base.Ablate, ","), strings.Join(head.Ablate, ","); b != h {
		notes = append(notes, fmt.Sprintf("ranking rules that are off differ: %q in BASE, %q in HEAD", b, h))
	}
	if base.RecallOnly || head.RecallOnly {
		notes = append(notes, "one of the runs looked for facts alone: structure, honesty, recoverability and most gates are not compared")
	}
	return notes
}
