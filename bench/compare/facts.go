package compare

import (
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// ledger collects the facts of one case with the budgets at which something became
// of them, in the order of the case's facts.
type ledger map[string][]int

func (l ledger) add(id string, budget int) { l[id] = append(l[id], budget) }

func (l ledger) facts(name string, c *runfile.Case) []Fact {
	var out []Fact
	for _, f := range c.Facts {
		if budgets := l[f.ID]; len(budgets) > 0 {
			out = append(out, Fact{Case: name, Kind: c.Kind, ID: f.ID, Text: f.Text, Weight: f.Weight, Budgets: budgets})
		}
	}
	return out
}

// facts tells what became of the facts of a case.
func (s *System) facts(name string, base, head side) (lost, gained int) {
	gone, come, hidden, doubted := ledger{}, ledger{}, ledger{}, ledger{}
	for _, budget := range budgetsOf(base, head) {
		b, h := base.at(budget), head.at(budget)
		for _, f := range head.of.Facts {
			before, after := found(b, f.ID), found(h, f.ID)
			if before && !after {
				gone.add(f.ID, budget)
			}
			if after && !before {
				come.add(f.ID, budget)
			}
			if h != nil && slices.Contains(h.Hidden, f.ID) && !(b != nil && slices.Contains(b.Hidden, f.ID)) {
				hidden.add(f.ID, budget)
			}
			if b != nil && h != nil && !after && h.Honesty < b.Honesty-rounding {
				doubted.add(f.ID, budget)
			}
		}
	}
	s.Lost = append(s.Lost, gone.facts(name, head.of)...)
	s.Gained = append(s.Gained, come.facts(name, head.of)...)
	s.Hidden = append(s.Hidden, hidden.facts(name, head.of)...)
	s.Doubted = append(s.Doubted, doubted.facts(name, head.of)...)
	s.Monotony = append(s.Monotony, newLosses(base, head).facts(name, head.of)...)
	return len(gone), len(come)
}

func found(p *runfile.Point, id string) bool { return p != nil && slices.Contains(p.Found, id) }

// newLosses are the facts that HEAD shows at a budget and not at the next, where
// BASE does not do the same.
func newLosses(base, head side) ledger {
	known := losses(base)
	out := ledger{}
	for id, budgets := range losses(head) {
		for _, b := range budgets {
			if !slices.Contains(known[id], b) {
				out.add(id, b)
			}
		}
	}
	return out
}

func losses(s side) ledger {
	out := ledger{}
	for i := 1; i < len(s.points); i++ {
		for _, id := range s.points[i-1].Found {
			if !found(s.points[i], id) {
				out.add(id, s.points[i].Budget)
			}
		}
	}
	return out
}

// budgetsOf are the budgets of both sides; of a side that failed, the other's.
func budgetsOf(base, head side) []int {
	points := base.points
	if len(points) == 0 {
		points = head.points
	}
	var out []int
	for _, p := range points {
		out = append(out, p.Budget)
	}
	return out
}

// gates tells which gates fail that BASE passed, and the other way round.
func (s *System) gates(name string, base, head side) {
	before, after := gatesOf(name, base.of, base.result), gatesOf(name, head.of, head.result)
	s.Gates = append(s.Gates, without(after, before)...)
	s.Healed = append(s.Healed, without(before, after)...)
}

// gatesOf are the failures of one case.
func gatesOf(name string, c *runfile.Case, r *runfile.Result) []Gate {
	var out []Gate
	add := func(budget int, text string) {
		gate, what := runfile.CutFailure(text)
		out = append(out, Gate{Case: name, Kind: c.Kind, Budget: budget, Code: string(gate), What: trim(what)})
	}
	if r.Error != "" {
		out = append(out, Gate{Case: name, Kind: c.Kind, Code: "failed", What: r.Error})
	}
	for _, g := range r.Gates {
		add(0, g)
	}
	for _, p := range r.Points {
		for _, g := range p.Gates {
			add(p.Budget, g)
		}
	}
	return out
}

// without are the failures of a that have no equal in b: the same gate in the same
// place, whatever the words.
func without(a, b []Gate) []Gate {
	var out []Gate
	for _, g := range a {
		if !slices.ContainsFunc(b, func(o Gate) bool { return o.Budget == g.Budget && o.Code == g.Code }) {
			out = append(out, g)
		}
	}
	return out
}
