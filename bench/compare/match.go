package compare

import (
	"github.com/riffle-dev/riffle/bench/runfile"
)

// pair is a case that both runs measured.
type pair struct {
	name       string
	base, head *runfile.Case
}

// fresh is a case that only HEAD measured, or whose content or facts changed.
type fresh struct {
	name string
	head *runfile.Case
}

// match finds the cases that both runs have. The name of a corpus is looked at only
// where a run has several.
func match(base, head *runfile.Run, c *Corpus) (pairs []pair, single []fresh) {
	c.Appeared, c.Vanished, c.Changed = []string{}, []string{}, []string{}
	several := len(base.Corpora) > 1 || len(head.Corpora) > 1
	name := func(c *runfile.Case) string {
		if several {
			return c.Corpus + ": " + c.Name
		}
		return c.Name
	}
	before := map[string]*runfile.Case{}
	for i := range base.Cases {
		before[name(&base.Cases[i])] = &base.Cases[i]
	}
	seen := map[string]bool{}
	for i := range head.Cases {
		h := &head.Cases[i]
		n := name(h)
		seen[n] = true
		switch b := before[n]; {
		case b == nil:
			c.Appeared = append(c.Appeared, n)
			single = append(single, fresh{n, h})
		case b.SHA256 != h.SHA256:
			c.Changed = append(c.Changed, n)
			single = append(single, fresh{n, h})
		default:
			pairs = append(pairs, pair{n, b, h})
		}
	}
	for i := range base.Cases {
		if n := name(&base.Cases[i]); !seen[n] {
			c.Vanished = append(c.Vanished, n)
		}
	}
	c.Same = len(pairs)
	return pairs, single
}

// side is what one run says of a case and a system, at the budgets that both have.
type side struct {
	of     *runfile.Case
	result *runfile.Result // never nil
	points []*runfile.Point
}

// sides are the two sides of a pair; ok is false where one of the runs did not
// measure the system on the case.
func (p pair) sides(baseSystem, headSystem string) (base, head side, ok bool) {
	base = side{of: p.base, result: p.base.Result(baseSystem)}
	head = side{of: p.head, result: p.head.Result(headSystem)}
	if base.result == nil || head.result == nil {
		return base, head, false
	}
	// A system that failed has no points: the other side's budgets stand.
	base.take(head.result)
	head.take(base.result)
	return base, head, true
}

func (s *side) take(other *runfile.Result) {
	for i := range s.result.Points {
		p := &s.result.Points[i]
		if other.Error != "" || other.At(p.Budget) != nil {
			s.points = append(s.points, p)
		}
	}
}

// at is the point of a budget, nil where there is none.
func (s *side) at(budget int) *runfile.Point {
	for _, p := range s.points {
		if p.Budget == budget {
			return p
		}
	}
	return nil
}

// counts reports whether the case counts for means: it has facts, and it is larger
// than a budget as far as either side knows.
func counts(base, head side) bool {
	return len(head.of.Facts) > 0 && len(base.points)+len(head.points) > 0
}
