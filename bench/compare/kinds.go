package compare

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/riffle-dev/riffle/bench/score"
)

// AllKinds names the row that sums up the kinds.
const AllKinds = "all"

// Kind is what became of one kind of content.
type Kind struct {
	Kind        string `json:"kind"`
	Cases       int    `json:"cases"` // that count: with facts, larger than a budget
	AUC         Change `json:"auc"`
	Structure   Change `json:"structure"`
	Honesty     Change `json:"honesty"`
	Recoverable Change `json:"recoverable"`
	Tokens      Change `json:"tokens"`   // out, summed over cases and budgets
	Reach       Change `json:"reach"`    // geometric mean of the tokens out at the first budget that shows a fact, over Reached
	Reached     int    `json:"reached"`  // facts that both runs show at some budget
	Unmarked    Change `json:"unmarked"` // silent gaps and strayed rows, summed
	Lost        int    `json:"lost"`     // facts lost at some budget
	Gained      int    `json:"gained"`   // facts gained at some budget
	logs        [2]float64
}

// Change is a value in BASE and in HEAD.
type Change struct {
	Base float64 `json:"base"`
	Head float64 `json:"head"`
}

// By is how much the value grew.
func (c Change) By() float64 { return c.Head - c.Base }

// Growth is how much the value grew, as a share of it.
func (c Change) Growth() float64 {
	switch {
	case c.Base > 0:
		return c.Head/c.Base - 1
	case c.Head > 0:
		return 1
	}
	return 0
}

func (c *Change) add(base, head float64) { c.Base += base; c.Head += head }
func (c *Change) divide(n float64)       { c.Base /= n; c.Head /= n }

// Case is what became of one case.
type Case struct {
	Case        string   `json:"case"`
	Kind        string   `json:"kind"`
	AUC         Change   `json:"auc"`
	Structure   Change   `json:"structure"`
	Honesty     Change   `json:"honesty"`
	Recoverable Change   `json:"recoverable"`
	Tokens      Change   `json:"tokens"`
	Remarks     []string `json:"remarks,omitempty"` // what HEAD's judgement says where honesty or structure fell, the first few
	Unmarked    Change   `json:"unmarked"`          // silent gaps and strayed rows, over the budgets
}

func newSystem(base, head string, pairs []pair, single []fresh) System {
	s := System{Name: base, Cases: []Case{},
		Lost: []Fact{}, Gained: []Fact{}, Hidden: []Fact{}, Doubted: []Fact{}, Monotony: []Fact{}, Gates: []Gate{}, Healed: []Gate{}}
	if base != head {
		s.Name = base + " -> " + head
	}
	kinds := map[string]*Kind{}
	for _, p := range pairs {
		b, h, ok := p.sides(base, head)
		if !ok {
			if base == head && b.result != nil {
				s.Gates = append(s.Gates, Gate{Case: p.name, Kind: p.head.Kind, Code: "missing", What: "BASE measured the system on this case, HEAD did not"})
			}
			continue
		}
		s.gates(p.name, b, h)
		if !counts(b, h) {
			continue
		}
		k := kinds[p.head.Kind]
		if k == nil {
			k = &Kind{Kind: p.head.Kind}
			kinds[p.head.Kind] = k
		}
		k.take(&s, p.name, b, h)
	}
	for _, f := range single {
		if r := f.head.Result(head); r != nil {
			s.Gates = append(s.Gates, gatesOf(f.name, f.head, r)...)
		}
	}
	s.sum(kinds)
	return s
}

func (k *Kind) take(s *System, name string, base, head side) {
	c := Case{Case: name, Kind: k.Kind, AUC: Change{area(base), area(head)}}
	base.means(func(c *Case) []*float64 {
		return []*float64{&c.Structure.Base, &c.Honesty.Base, &c.Recoverable.Base, &c.Tokens.Base, &c.Unmarked.Base}
	}, &c)
	head.means(func(c *Case) []*float64 {
		return []*float64{&c.Structure.Head, &c.Honesty.Head, &c.Recoverable.Head, &c.Tokens.Head, &c.Unmarked.Head}
	}, &c)
	if fell := func(v Change) bool { return v.By() < -rounding }; fell(c.Structure) || fell(c.Honesty) || fell(c.Recoverable) {
		c.Remarks = newRemarks(base, head)
	}
	lost, gained := s.facts(name, base, head)
	if c.changed() {
		s.Cases = append(s.Cases, c)
	}
	k.Cases++
	k.Lost, k.Gained = k.Lost+lost, k.Gained+gained
	k.AUC.add(c.AUC.Base, c.AUC.Head)
	k.Structure.add(c.Structure.Base, c.Structure.Head)
	k.Honesty.add(c.Honesty.Base, c.Honesty.Head)
	k.Recoverable.add(c.Recoverable.Base, c.Recoverable.Head)
	k.Unmarked.add(c.Unmarked.Base, c.Unmarked.Head)
	if len(base.points) > 0 && len(head.points) > 0 { // a system that gave nothing saved nothing
		k.Tokens.add(c.Tokens.Base, c.Tokens.Head)
	}
	k.reach(base, head)
}

func (c *Case) changed() bool {
	for _, v := range []Change{c.AUC, c.Structure, c.Honesty, c.Recoverable, c.Tokens, c.Unmarked} {
		if math.Abs(v.By()) > rounding {
			return true
		}
	}
	return false
}

// means writes structure, honesty and recoverability, as means over the points, and
// tokens and unmarked places, as sums.
func (s *side) means(into func(*Case) []*float64, c *Case) {
	v := into(c)
	for _, p := range s.points {
		n := float64(len(s.points))
		*v[0] += p.Structure / n
		*v[1] += p.Honesty / n
		*v[2] += p.Recoverable / n
		*v[3] += float64(p.Tokens)
		*v[4] += float64(p.Silent + p.Strayed)
	}
}

func area(s side) float64 {
	var curve []score.Point
	for _, p := range s.points {
		curve = append(curve, score.Point{Budget: p.Budget, F: p.F})
	}
	return score.AUC(curve)
}

// reach compares the sizes of the first outputs that show a fact, for the facts that
// both sides show at some budget.
func (k *Kind) reach(base, head side) {
	for _, f := range head.of.Facts {
		b, h := first(base, f.ID), first(head, f.ID)
		if b > 0 && h > 0 {
			k.Reached++
			k.logs[0] += math.Log(float64(b))
			k.logs[1] += math.Log(float64(h))
		}
	}
}

// first is how many tokens the smallest output has that shows a fact, 0 where none does.
func first(s side, id string) int {
	for _, p := range s.points {
		if found(p, id) {
			return p.Tokens
		}
	}
	return 0
}

// newRemarks are HEAD's remarks that BASE does not make at the same budget.
func newRemarks(base, head side) []string {
	var out []string
	for _, p := range head.points {
		b := base.at(p.Budget)
		for _, r := range p.Remarks {
			if len(out) < maxRemarks && (b == nil || !slices.Contains(b.Remarks, r)) && !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out
}

// maxRemarks bounds the remarks on one case.
const maxRemarks = 3

// sum closes the rows of the kinds and makes the one over them.
func (s *System) sum(kinds map[string]*Kind) {
	all := Kind{Kind: AllKinds}
	for _, k := range kinds {
		s.Kinds = append(s.Kinds, *k)
	}
	sort.Slice(s.Kinds, func(i, j int) bool { return s.Kinds[i].Kind < s.Kinds[j].Kind })
	for i := range s.Kinds {
		k := &s.Kinds[i]
		all.logs[0], all.logs[1] = all.logs[0]+k.logs[0], all.logs[1]+k.logs[1]
		all.Cases, all.Reached = all.Cases+k.Cases, all.Reached+k.Reached
		all.Lost, all.Gained = all.Lost+k.Lost, all.Gained+k.Gained
		k.close(float64(k.Cases))
		all.AUC.add(k.AUC.Base, k.AUC.Head)
		all.Structure.add(k.Structure.Base, k.Structure.Head)
		all.Honesty.add(k.Honesty.Base, k.Honesty.Head)
		all.Recoverable.add(k.Recoverable.Base, k.Recoverable.Head)
		all.Tokens.add(k.Tokens.Base, k.Tokens.Head)
		all.Unmarked.add(k.Unmarked.Base, k.Unmarked.Head)
	}
	all.close(float64(max(1, len(s.Kinds))))
	s.Kinds = append(s.Kinds, all)
}

// close turns sums into means over n.
func (k *Kind) close(n float64) {
	k.AUC.divide(n)
	k.Structure.divide(n)
	k.Honesty.divide(n)
	k.Recoverable.divide(n)
	if k.Reached > 0 {
		k.Reach = Change{math.Exp(k.logs[0] / float64(k.Reached)), math.Exp(k.logs[1] / float64(k.Reached))}
	}
}

func trim(s string) string { return strings.TrimSpace(s) }
