package fit

import (
	"slices"

	"github.com/riffle-dev/riffle/sdk"
)

// chosen is a set of units that holds what its members need.
type chosen struct {
	plan  *sdk.Plan
	shown []bool
	order []int // members as they were added
}

func newChosen(plan *sdk.Plan) *chosen {
	return &chosen{plan: plan, shown: make([]bool, len(plan.Units))}
}

func (c *chosen) count() int { return len(c.order) }

// add takes units in, with what they need.
func (c *chosen) add(list []int) {
	var stack []int
	for _, i := range list {
		stack = append(stack[:0], i)
		for len(stack) > 0 {
			k := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if c.shown[k] {
				continue
			}
			c.shown[k] = true
			c.order = append(c.order, k)
			stack = append(stack, c.plan.Units[k].Needs...)
		}
	}
}

// undo takes out what was added since the set had count members.
func (c *chosen) undo(count int) {
	for _, i := range c.order[count:] {
		c.shown[i] = false
	}
	c.order = c.order[:count]
}

// indices lists the members in the order of the content.
func (c *chosen) indices() []int {
	out := slices.Clone(c.order)
	slices.Sort(out)
	return out
}

// prefixBound is how many entries of a list can fit in room tokens at all: a unit
// costs at least one.
func (c *chosen) prefixBound(list []int, room int) int {
	fresh := 0
	for k, i := range list {
		if !c.shown[i] {
			fresh++
		}
		if fresh > room {
			return k
		}
	}
	return len(list)
}
