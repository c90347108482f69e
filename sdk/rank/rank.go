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

import "math"

// Constants of the score. They come from sweeps over recorded tool results: the
// density exponent is flat between 0.85 and 1, and leaving it out (0) costs most.
const (
	Alpha        = 0.9  // exponent of the cost
	RowOverhead  = 4    // tokens that opening an output line costs beside its words
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

type ranker struct {
	items    []Item
	taken    []bool
	keys     counts // how many of each are taken
	classes  counts
	sections counts
	same     counts
	rows     counts
	inRow    lists // items by row
	neededBy lists // items by what they need
	queue    queue
	order    []int
	total    int
	mark     []int // visit stamps for need closures
	stamp    int
	out      []int // of closure
	stack    []frame

	keysOn, classesOn, sectionsOn, densityOn bool

	hard, soft, class, section powers
}

// Order ranks items, best first, until their cost passes limit tokens (0: no
// limit). An item's needs stand before it. The result is the same on every run.
func Order(items []Item, limit int, set Set) []int {
	r := &ranker{
		items:    items,
		taken:    make([]bool, len(items)),
		keys:     countsOf(items, func(it *Item) int { return it.Key }),
		classes:  countsOf(items, func(it *Item) int { return it.Class }),
		sections: countsOf(items, func(it *Item) int { return it.Section }),
		same:     countsOf(items, func(it *Item) int { return it.Same }),
		rows:     countsOf(items, func(it *Item) int { return it.Row }),
		hard:     powers{power: HardPower}, soft: powers{power: SoftPower},
		class: powers{power: ClassPower}, section: powers{power: SectionPower},
		queue:  make(queue, 0, len(items)),
		keysOn: set.On(ruleKeys), classesOn: set.On(ruleClasses), sectionsOn: set.On(ruleSections), densityOn: set.On(ruleDensity),
	}
	r.inRow = listsOf(len(r.rows.n), func(add func(list, item int)) {
		for i := range items {
			add(int(r.rows.id[i]), i)
		}
	})
	r.neededBy = listsOf(len(items), func(add func(list, item int)) {
		for i := range items {
			for _, n := range items[i].Needs {
				add(n, i)
			}
		}
	})
	for i := range items {
		if items[i].Value > 0 {
			r.queue = append(r.queue, entry{i, r.score(i)})
		}
	}
	r.queue.order()
	for len(r.queue) > 0 && (limit <= 0 || r.total < limit) {
		e := r.queue[0]
		if r.taken[e.item] {
			r.queue.pop()
			continue
		}
		if s := r.score(e.item); s < e.score*(1-slack) {
			r.queue.lower(s)
			continue
		}
		r.queue.pop()
		for _, i := range r.closure(e.item) {
			r.take(i)
		}
	}
	return r.order
}

// frame is an item on the way to what it needs, and which need is next.
type frame struct{ item, next int }

// closure lists i and what it needs and is not taken yet, needs first. The list is
// good until the next call.
func (r *ranker) closure(i int) []int {
	if len(r.items[i].Needs) == 0 {
		r.out = append(r.out[:0], i)
		return r.out
	}
	if r.mark == nil {
		r.mark = make([]int, len(r.items))
	}
	r.stamp++
	out := r.out[:0]
	stack := append(r.stack[:0], frame{i, 0})
	r.mark[i] = r.stamp
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(r.items[f.item].Needs) {
			out = append(out, f.item)
			stack = stack[:len(stack)-1]
			continue
		}
		n := r.items[f.item].Needs[f.next]
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
	value, cost := r.value(i), it.Cost
	if !r.rows.any(i) {
		cost += RowOverhead + it.RowCost
	}
	for _, n := range it.Needs {
		if r.taken[n] {
			continue
		}
		d := &r.items[n]
		value += math.Max(0, r.value(n))
		cost += d.Cost
		if !r.rows.any(n) && d.Row != it.Row {
			cost += RowOverhead + d.RowCost
		}
	}
	if !r.densityOn {
		return value
	}
	return value / costPower(cost)
}

func (r *ranker) value(i int) float64 {
	it := &r.items[i]
	v := it.Value
	if it.Key > 0 && r.keysOn {
		if it.Soft {
			v *= r.soft.at(r.keys.of(i))
		} else {
			v *= r.hard.at(r.keys.of(i))
		}
	}
	if it.Class > 0 && r.classesOn {
		v *= r.class.at(r.classes.of(i))
	}
	if it.Section > 0 && r.sectionsOn {
		v *= r.section.at(r.sections.of(i))
	}
	if it.Same > 0 && r.same.any(i) {
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

func (p *powers) at(n int) float64 {
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
	r.total += it.Cost
	r.keys.add(i)
	r.classes.add(i)
	r.sections.add(i)
	r.same.add(i)
	if !r.rows.any(i) {
		r.total += RowOverhead + it.RowCost
		r.rows.add(i)
		r.again(r.inRow.of(int(r.rows.id[i])))
	}
	r.again(r.neededBy.of(i))
}

// again pushes items whose score may have risen.
func (r *ranker) again(items []int32) {
	for _, item := range items {
		k := int(item)
		if !r.taken[k] && r.items[k].Value > 0 {
			r.queue.push(entry{k, r.score(k)})
		}
	}
}
