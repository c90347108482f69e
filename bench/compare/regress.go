package compare

import "fmt"

// Regression is something that fell behind BASE by more than its limit.
type Regression struct {
	System string `json:"system"`
	Check  string `json:"check"` // "gate", "auc", "structure", "honesty", "recoverable", "tokens", "reach", "monotony", "unmarked", "error", "corpus"
	Kind   string `json:"kind,omitempty"`
	What   string `json:"what"`
	Facts  []Fact `json:"facts"` // that the check is about: lost, gone at the next budget, behind counts that are less true, or no longer to be had
	Cases  []Case `json:"cases"` // whose component fell or whose tokens grew, the worst first
}

// judge holds the systems against the limits.
func (c *Comparison) judge(recallOnly bool) {
	c.Regressions = []Regression{}
	if c.Limits.StrictCorpus && len(c.Corpus.Vanished)+len(c.Corpus.Changed) > 0 {
		c.Regressions = append(c.Regressions, Regression{Check: "corpus", Facts: []Fact{}, Cases: []Case{},
			What: fmt.Sprintf("%d cases of BASE vanished and %d changed: what they held is not measured; make BASE again", len(c.Corpus.Vanished), len(c.Corpus.Changed))})
	}
	if c.Corpus.Same == 0 {
		c.Regressions = append(c.Regressions, Regression{Check: "corpus", Facts: []Fact{}, Cases: []Case{},
			What: "no case is the same in both runs: nothing can be compared; run both on one corpus"})
	}
	for i := range c.Systems {
		j := judging{s: &c.Systems[i], l: c.Limits}
		j.gates()
		for k := range j.s.Kinds {
			if kind := &j.s.Kinds[k]; kind.Kind != AllKinds {
				j.kind(kind, recallOnly)
			}
		}
		j.whole()
		c.Regressions = append(c.Regressions, j.out...)
	}
	for i := range c.Estimators {
		c.Regressions = append(c.Regressions, c.Estimators[i].judge(c.Limits)...)
	}
}

type judging struct {
	s   *System
	l   Limits
	out []Regression
}

func (j *judging) add(check, kind string, facts []Fact, cases []Case, format string, args ...any) {
	if facts == nil {
		facts = []Fact{}
	}
	if cases == nil {
		cases = []Case{}
	}
	j.out = append(j.out, Regression{System: j.s.Name, Check: check, Kind: kind, What: fmt.Sprintf(format, args...), Facts: facts, Cases: cases})
}

func (j *judging) gates() {
	for _, g := range j.s.Gates {
		if !j.l.allows(g) {
			j.add("gate", g.Kind, nil, nil, "%s %s: %s", g.Code, g.Where(), g.What)
		}
	}
}

func (j *judging) kind(k *Kind, recallOnly bool) {
	lost := ofKind(j.s.Lost, k.Kind)
	j.drop("auc", k, k.AUC, j.l.AUCDrop, lost, func(c *Case) Change { return c.AUC })
	if !recallOnly {
		j.drop("structure", k, k.Structure, j.l.StructureDrop, nil, func(c *Case) Change { return c.Structure })
		j.drop("honesty", k, k.Honesty, j.l.HonestyDrop, ofKind(j.s.Doubted, k.Kind), func(c *Case) Change { return c.Honesty })
		j.drop("recoverable", k, k.Recoverable, j.l.RecoverableDrop, ofKind(j.s.Hidden, k.Kind), func(c *Case) Change { return c.Recoverable })
	}
	if g := k.Tokens.Growth(); g > j.l.TokenGrowth+rounding {
		cases := j.worst(k.Kind, func(c *Case) float64 { return -c.Tokens.By() })
		j.add("tokens", k.Kind, nil, cases, "%.0f -> %.0f tokens out at the same budgets, %+.1f %%; the limit is %+.1f %%",
			k.Tokens.Base, k.Tokens.Head, 100*g, 100*j.l.TokenGrowth)
	}
	if g := k.Reach.Growth(); k.Reached >= minReached && g > j.l.ReachGrowth+rounding {
		j.add("reach", k.Kind, lost, nil, "%.0f -> %.0f tokens until a fact is shown, the geometric mean of %d facts, %+.1f %%; the limit is %+.1f %%",
			k.Reach.Base, k.Reach.Head, k.Reached, 100*g, 100*j.l.ReachGrowth)
	}
}

func (j *judging) drop(check string, k *Kind, v Change, limit float64, facts []Fact, of func(*Case) Change) {
	if v.By() >= -limit-rounding {
		return
	}
	cases := j.worst(k.Kind, func(c *Case) float64 { return of(c).By() })
	j.add(check, k.Kind, facts, cases, "%.3f -> %.3f, %+.3f; the limit is %+.3f", v.Base, v.Head, v.By(), -limit)
}

// whole judges what is counted over all kinds.
func (j *judging) whole() {
	n := 0
	for _, f := range j.s.Monotony {
		n += len(f.Budgets)
	}
	if n > j.l.Monotony {
		j.add("monotony", "", j.s.Monotony, nil, "%d times a fact is shown at a budget and gone at the next, which BASE does not do; the limit is %d", n, j.l.Monotony)
	}
	var cases []Case
	var hidden []Fact
	for _, c := range j.s.Cases {
		if c.Unmarked.Base == 0 && c.Unmarked.Head > 0 {
			cases = append(cases, c)
			hidden = append(hidden, ofCase(j.s.Hidden, c.Case)...)
		}
	}
	if len(cases) > j.l.Unmarked {
		j.add("unmarked", "", hidden, cases, "in %s gaps are unmarked or rows do not stand where they say, and none did so in BASE; the limit is %d",
			plural(len(cases)), j.l.Unmarked)
	}
}
