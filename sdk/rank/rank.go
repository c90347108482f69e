// Package rank turns values, keys and costs into one order that does not depend
// on a budget: what a larger budget shows is what a smaller one shows, and more.
//
// The method is greedy by density: the value of an item, diminished by how much
// of its kind is already taken, over its cost in tokens to the power Alpha. Items
// of one key (a line template, a column) diminish steeply, of one class or
// section mildly. The first item of a row pays for opening the row; what an item
// needs comes first and counts in value and cost. Items are re-scored lazily: a
// heap holds the last known scores, which bound the present ones as long as scores
// only fall, and items whose score may rise (their row was opened, their need was
// taken) are pushed again.
package rank

import (
	"math"
	"slices"
	"sync"
)

// Constants of the score. They come from sweeps over recorded tool results: the
// density exponent is flat between 0.85 and 1, and leaving it out (0) costs most.
const (
	Alpha        = 0.9  // exponent of the cost
	RowOverhead  = 5    // tokens that opening an output line costs beside its words: its number, a mark, its end
	HardPower    = 1.2  // diminishing within a key
	SoftPower    = 0.25 // diminishing within a soft key: identities, terms, code
	ClassPower   = 0.12 // diminishing within a class: a coarse shape of lines
	SectionPower = 0.2  // diminishing within a section: a part of the content
	SameFactor   = 0.05 // what an item is worth when the same text is taken already
	// slack is by how much the best item taken may be worth less than the best there
	// is. Without it, n equal items of one key cost n re-scorings for each one taken;
	// with it an item is re-scored only where its score has fallen by as much.
	slack = 0.02
)

// Rules of the order itself.
var (
	ruleDensity  = NewRule("density", "value counts per token, not alone")
	ruleKeys     = NewRule("keys", "items of one key diminish")
	ruleClasses  = NewRule("classes", "items of one class diminish mildly")
	ruleSections = NewRule("sections", "items of one section diminish mildly")
)

// Item is one thing to rank. Keys, classes and sections are numbers above 0; 0
// means none.
type Item struct {
	Value   float64 // worth on its own; an item of value 0 or less is taken only where another needs it
	Cost    int     // tokens of its text
	Row     int     // items of one row share one output line
	RowCost int     // tokens of the row's label, paid with RowOverhead by the first item of a row
	Key     int     // items of one key say similar things
	Soft    bool    // the key diminishes mildly
	Class   int
	Section int
	Same    int   // items with the same number show the same text
	Needs   []int // indices of items that must be taken with this one; acyclic
}

// edge is an item in the list of those that need another.
type edge struct{ item, next int32 }

type ranker struct {
	source []Item
	items  []compact
	count  []int32 // of items taken, by the places of their numbers
	taken  []bool
	queue  queue
	latest []float64 // by item: a score that it is queued with
	order  []int
	total  int

	rowBase   int32
	rowFirst  []int32 // by row: an item of it, plus 1
	rowNext   []int32 // by item: the next of its row, plus 1
	linked    bool    // some items need others
	needFirst []int32 // by item: of those that need it, plus 1
	edges     []edge

	mark  []int // visit stamps for need closures
	stamp int
	out   []int // of closure
	stack []frame

	keysOn, classesOn, sectionsOn, densityOn bool

	hard, soft, class, section powers
}

// rankers keeps the memory of rankings for the next ones.
var rankers = sync.Pool{New: func() any {
	return &ranker{
		hard: powers{power: HardPower}, soft: powers{power: SoftPower},
		class: powers{power: ClassPower}, section: powers{power: SectionPower},
	}
}}

// keptItems is for how many items memory is kept at most: a plan of usual size has
// fewer.
const keptItems = 1 << 16

// Order ranks items, best first, until their cost passes limit tokens (0: no
// limit). An item's needs stand before it. The result is the same on every run.
func Order(items []Item, limit int, set Set) []int {
	r := rankers.Get().(*ranker)
	r.keysOn, r.classesOn, r.sectionsOn, r.densityOn = set.On(ruleKeys), set.On(ruleClasses), set.On(ruleSections), set.On(ruleDensity)
	r.source, r.order, r.total = items, r.order[:0], 0
	r.load(items)
	r.rank(limit)
	order := slices.Clone(r.order)
	if r.source = nil; len(items) <= keptItems && len(r.queue.waiting) <= 2*keptItems {
		rankers.Put(r)
	}
	return order
}

func (r *ranker) rank(limit int) {
	n := len(r.items)
	r.taken = cleared(r.taken, n, n)
	r.mark, r.stamp = r.mark[:0], 0
	r.latest = cleared(r.latest, n, n)
	r.queue.reset(n)
	for i := range r.items {
		if r.items[i].value > 0 {
			r.latest[i] = r.score(i)
			r.queue.add(int32(i), r.latest[i])
		}
	}
	r.queue.order()
	for limit <= 0 || r.total < limit {
		e := r.queue.best()
		if e == nil {
			return
		}
		item := int(e.item)
		if r.taken[item] {
			r.queue.pop()
			continue
		}
		if s := r.score(item); s < e.score*(1-slack) {
			if r.latest[item] == s && e.score != s {
				r.queue.pop() // it stands there twice
				continue
			}
			r.latest[item] = s
			r.queue.lower(s)
			continue
		}
		r.queue.pop()
		if !r.items[item].needs {
			r.take(item)
			continue
		}
		for _, i := range r.closure(item) {
			r.take(i)
		}
	}
}

// frame is an item on the way to what it needs, and which need is next.
type frame struct{ item, next int }

// closure lists i and what it needs and is not taken yet, needs first. The list is
// good until the next call.
func (r *ranker) closure(i int) []int {
	if len(r.mark) == 0 {
		r.mark = cleared(r.mark, len(r.items), len(r.items))
	}
	r.stamp++
	out := r.out[:0]
	stack := append(r.stack[:0], frame{i, 0})
	r.mark[i] = r.stamp
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(r.source[f.item].Needs) {
			out = append(out, f.item)
			stack = stack[:len(stack)-1]
			continue
		}
		n := r.source[f.item].Needs[f.next]
		f.next++
		if !r.taken[n] && r.mark[n] != r.stamp {
			r.mark[n] = r.stamp
			stack = append(stack, frame{n, 0})
		}
	}
	r.out, r.stack = out, stack
	return out
}

// score is the present density of an item together with what it needs.
func (r *ranker) score(i int) float64 {
	it := &r.items[i]
	value, cost := r.value(it), it.cost
	if r.count[it.row] == 0 {
		cost += it.opening
	}
	if it.needs {
		for _, n := range r.source[i].Needs {
			if r.taken[n] {
				continue
			}
			d := &r.items[n]
			value += math.Max(0, r.value(d))
			cost += d.cost
			if d.row != it.row && r.count[d.row] == 0 {
				cost += d.opening
			}
		}
	}
	if !r.densityOn {
		return value
	}
	return value / costPower(cost)
}

func (r *ranker) value(it *compact) float64 {
	key := &r.hard
	if it.soft {
		key = &r.soft
	}
	v := it.value * key.at(r.count[it.key])
	v *= r.class.at(r.count[it.class])
	v *= r.section.at(r.count[it.section])
	if r.count[it.same] > 0 {
		v *= SameFactor
	}
	return v
}

// powers is a table of (1+n)^-power that grows as it is used: most of the time of
// a ranking would go into powers of few different numbers.
type powers struct {
	power float64
	table []float64
}

func (p *powers) at(n int32) float64 {
	if int(n) < len(p.table) {
		return p.table[n]
	}
	return p.grown(int(n))
}

func (p *powers) grown(n int) float64 {
	for len(p.table) <= n {
		p.table = append(p.table, math.Pow(float64(1+len(p.table)), -p.power))
	}
	return p.table[n]
}

// costPowers holds cost^Alpha of usual costs.
var costPowers = func() (t [1024]float64) {
	for i := range t {
		t[i] = math.Pow(float64(max(1, i)), Alpha)
	}
	return t
}()

func costPower(cost int) float64 {
	if cost >= 0 && cost < len(costPowers) {
		return costPowers[cost]
	}
	return math.Pow(float64(max(1, cost)), Alpha)
}

func (r *ranker) take(i int) {
	it := &r.items[i]
	r.taken[i] = true
	r.order = append(r.order, i)
	r.total += it.cost
	r.count[it.key]++
	r.count[it.class]++
	r.count[it.section]++
	r.count[it.same]++
	r.count[0] = 0
	if r.count[it.row] == 0 {
		r.count[it.row] = 1
		r.total += it.opening
		for k := r.rowFirst[it.row-r.rowBase]; k != 0; k = r.rowNext[k-1] {
			r.again(k - 1)
		}
	}
	if r.linked {
		for k := r.needFirst[i]; k != 0; k = r.edges[k-1].next {
			r.again(r.edges[k-1].item)
		}
	}
}

// again queues an item whose score may have risen.
func (r *ranker) again(k int32) {
	if r.taken[k] {
		return
	}
	if s := r.score(int(k)); s != r.latest[k] {
		r.latest[k] = s
		r.queue.push(k, s)
	}
}
