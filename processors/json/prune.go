package json

import (
	"math"

	"github.com/riffle-dev/riffle/sdk/rank"
)

// Of many leaves only those are ranked that the order may reach. How good a leaf can
// be at best is its value over the least that it may cost, diminished by the better
// ones of its key; the best are taken until they cost candidateShare times what the
// order has room for, a share of which goes to rows and to what others need.
const (
	candidateShare = 2
	alwaysRanked   = 1500   // leaves; so few are not worth choosing from
	leastRoom      = 24_000 // tokens of leaves that are ranked for small budgets too
	leastPerToken  = 5      // bytes of a token, at most in most texts
	scoreBits      = 13     // of a score as float32 that are compared: a step is 6 %
	scoreShift     = 32 - scoreBits
)

// candidates returns which leaves are ranked, and how many; nil means all.
func (e *emitter) candidates(maxTokens int) (ranked []bool, n int) {
	if maxTokens <= 0 || len(e.leaves) <= alwaysRanked {
		return nil, len(e.leaves)
	}
	order := e.byDensity()
	scores := make([]uint16, len(e.leaves))
	cost := make([]int, 1<<scoreBits) // of the leaves with a score
	soft, hard := powersOf(rank.SoftPower), powersOf(rank.HardPower)
	for _, i := range order {
		l := &e.leaves[i]
		if l.is(markLines) {
			continue
		}
		taken, isSoft := e.countKey(int(i), l)
		score := e.density(l)
		if isSoft {
			score *= soft.at(taken)
		} else {
			score *= hard.at(taken)
		}
		scores[i] = step(score)
		cost[scores[i]] += e.leastCost(l)
	}
	room := max(leastRoom, candidateShare*2*maxTokens)
	least := len(cost) - 1
	for ; least > 1 && room > cost[least]; least-- {
		room -= cost[least]
	}
	ranked = make([]bool, len(e.leaves))
	for i := range e.leaves {
		switch s := int(scores[i]); {
		case s > least:
		case s == least && s > 0 && room > 0:
			room -= e.leastCost(&e.leaves[i])
		default:
			continue
		}
		ranked[i] = true
		n++
	}
	return ranked, n
}

// leastCost is about the fewest tokens that a leaf may cost.
func (e *emitter) leastCost(l *leaf) int {
	n := &e.tape.nodes[l.node]
	return 2 + int(n.end-n.start)/leastPerToken
}

func (e *emitter) density(l *leaf) float64 {
	cost := e.leastCost(l)
	if cost < len(costPowers) {
		return l.value / costPowers[cost]
	}
	return l.value / math.Pow(float64(cost), rank.Alpha)
}

var costPowers = func() (t [512]float64) {
	for i := range t {
		t[i] = math.Pow(float64(max(1, i)), rank.Alpha)
	}
	return t
}()

// step is the leading bits of a score: those of floats above 0 ascend as they do.
func step(score float64) uint16 {
	if score <= 0 {
		return 0
	}
	return uint16(math.Float32bits(float32(score)) >> scoreShift)
}

// byDensity lists the leaves by falling density, in steps, by counting.
func (e *emitter) byDensity() []int32 {
	steps := make([]uint16, len(e.leaves))
	first := make([]int32, 1<<scoreBits+1)
	for i := range e.leaves {
		steps[i] = 1<<scoreBits - 1 - step(e.density(&e.leaves[i]))
		first[steps[i]+1]++
	}
	for s := range first[1:] {
		first[s+1] += first[s]
	}
	out := make([]int32, len(e.leaves))
	for i, s := range steps {
		out[first[s]] = int32(i)
		first[s]++
	}
	return out
}

// countKey is how many leaves of the key of leaf i came before, and whether the key
// diminishes mildly: what keyed says, without making names.
func (e *emitter) countKey(i int, l *leaf) (taken int, soft bool) {
	c := e.patterns.all[l.pattern].col
	if m := e.message(i); m.like > 1 {
		k := draftKey{column: l.pattern, value: uint64(m.template)}
		taken = e.templates[k]
		e.templates[k]++
		return taken, false
	}
	if l.form != formKey && c.categorical() {
		if c.values.taken == nil {
			c.values.taken = make([]int32, len(c.values.slots))
		}
		n := &c.values.taken[c.values.place(l.hash)]
		*n++
		return int(*n) - 1, false
	}
	c.taken++
	return c.taken - 1, true
}

// powerTable holds (1+n)^-power of the numbers that came up.
type powerTable struct {
	power float64
	table []float64
}

func powersOf(power float64) *powerTable { return &powerTable{power: power} }

func (p *powerTable) at(n int) float64 {
	const longest = 1 << 12 // the rest is all but equal
	n = min(n, longest)
	for len(p.table) <= n {
		p.table = append(p.table, math.Pow(float64(1+len(p.table)), -p.power))
	}
	return p.table[n]
}
