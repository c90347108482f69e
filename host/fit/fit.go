// Package fit takes the best units of a plan's ranking that a budget holds, with
// what they need, and evidence first. One plan serves every budget, and a larger
// budget only adds: fit(B) starts from the units of fit(B/2), recursively down to
// MinBudget, so what is visible at B is visible at 2B.
package fit

import (
	"context"
	"errors"
	"slices"

	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
)

// MinBudget is the smallest budget in tokens that a fit starts from.
const MinBudget = 128

// maxTries bounds the units that are tried one by one after the prefix of the
// ranking that fits, of those that may fit by their own tokens.
const maxTries = 96

// maxRounds bounds how often a level is filled again with what the text itself
// leaves, which differs from the sum of its lines.
const maxRounds = 8

// fullEnough is the part of a budget, one in so many, that may stay unused where
// units are left: to look for more is not worth its time.
const fullEnough = 200

// evidenceShare is the part of a budget, one in so many, that evidence may claim
// before the ranking; it may take half, but a third kept as much of it and more of
// the rest.
const evidenceShare = 3

// Counter counts the tokens of texts with the estimator that the budget is in.
type Counter func(ctx context.Context, texts [][]byte) ([]int, error)

// Job is one plan to fit.
type Job struct {
	Page     *render.Page
	Evidence [][]int // for each piece of evidence, most important first, the units that show it
	Count    Counter
	Notice   func(budget int) render.Notice // the notice for a budget; counts are filled in here
}

// Choice is what a budget holds.
type Choice struct {
	Shown  []int // unit indices, ascending
	Body   render.Body
	Text   string // notice, notes and body
	Tokens int    // of Text, exact by the counter
	Notice render.Notice
}

// ErrNoRoom reports that a budget does not even hold the notice with one unit.
var ErrNoRoom = errors.New("fit: the budget does not hold the notice and one unit")

// Fit chooses for a budget in tokens.
func Fit(ctx context.Context, job Job, budget int) (Choice, error) {
	f := fitter{job: job, lines: newLineCounter(job.Count), plan: job.Page.Plan(), needed: map[int]int{}}
	f.units = unitCounter{page: job.Page, lines: f.lines, known: map[int]int{}}
	f.set, f.evidence = newChosen(f.plan), newChosen(f.plan)
	for _, level := range levels(budget) {
		if err := f.level(ctx, level); err != nil {
			return Choice{}, err
		}
	}
	return f.finish(ctx, budget)
}

// levels lists the budgets of a fit, smallest first.
func levels(budget int) []int {
	var out []int
	for b := budget; b >= MinBudget; b /= 2 {
		out = append(out, b)
	}
	if len(out) == 0 {
		out = []int{budget}
	}
	slices.Reverse(out)
	return out
}

type fitter struct {
	job      Job
	plan     *sdk.Plan
	set      *chosen // what is shown
	evidence *chosen // the part of it that evidence may claim
	lines    *lineCounter
	units    unitCounter
	needed   map[int]int // tokens that a unit cost more than there was room for
	spare    int         // tokens that may stay unused
}

// level adds to the shown units what a budget holds: evidence up to its share, then
// the ranking.
func (f *fitter) level(ctx context.Context, budget int) error {
	room, err := f.room(ctx, budget)
	if err != nil {
		return err
	}
	if err := f.fill(ctx, f.evidence, flatten(f.job.Evidence), room/evidenceShare); err != nil {
		return err
	}
	clear(f.needed)
	f.spare = budget / fullEnough
	safe := f.set.count() // the first so many members are known to fit
	for round := 0; round < maxRounds; round++ {
		if err := f.fill(ctx, f.set, f.evidence.order, room); err != nil {
			return err
		}
		if err := f.fill(ctx, f.set, f.plan.Order, room); err != nil {
			return err
		}
		if f.set.count() == safe {
			return nil
		}
		// Tokens may join or part where lines meet, and the notice says less than it
		// might; the text itself decides.
		used, left, err := f.left(ctx, budget)
		if err != nil {
			return err
		}
		room = used + left
		if left < 0 {
			f.set.undo(safe)
			room -= round
			continue
		}
		safe = f.set.count()
		if left <= f.spare {
			return nil
		}
	}
	f.set.undo(safe)
	return nil
}

// left is what the lines of the shown units cost one by one, and what their text
// leaves of a budget.
func (f *fitter) left(ctx context.Context, budget int) (used, left int, err error) {
	_, used, err = f.body(ctx, f.set)
	if err != nil {
		return 0, 0, err
	}
	c, err := f.finish(ctx, budget)
	return used, budget - c.Tokens, err
}

func flatten(evidence [][]int) []int {
	var out []int
	for _, e := range evidence {
		out = append(out, e...)
	}
	return out
}

// room is what a budget leaves for the body: the notice is paid for with its
// numbers at their longest.
func (f *fitter) room(ctx context.Context, budget int) (int, error) {
	n := f.job.Notice(budget)
	n.After = n.Before
	best := 0
	for _, form := range f.job.Page.Forms() {
		b := f.job.Page.Draw(nil, form)
		b.Omitted, b.Lines, b.Form = b.Total, nil, form
		cost, err := f.lines.one(ctx, render.Assemble(n.Text(b), f.notes(budget), b))
		if err != nil {
			return 0, err
		}
		best = max(best, cost)
	}
	return budget - best - 2, nil
}

// notes are drawn where the budget is not small.
func (f *fitter) notes(budget int) []string {
	switch {
	case budget < 512:
		return nil
	case budget < render.ShortBelow:
		return f.plan.Notes[:min(1, len(f.plan.Notes))]
	}
	return f.plan.Notes
}

// fill adds units of a list to a set, with what they need, while the set's body
// costs at most room: first the longest prefix that fits, then later ones that
// still fit, one by one.
func (f *fitter) fill(ctx context.Context, set *chosen, list []int, room int) error {
	n, err := f.prefix(ctx, set, list, room)
	if err != nil {
		return err
	}
	set.add(list[:n])
	return f.singles(ctx, set, list[n:], room)
}

// prefix is how many units of a list fit as a whole. It begins where the units' own
// tokens say and moves away from there in growing steps, then halves what is between.
func (f *fitter) prefix(ctx context.Context, set *chosen, list []int, room int) (int, error) {
	lo, hi := 0, set.prefixBound(list, room)
	at, err := f.guess(ctx, set, list[:hi], room)
	if err != nil {
		return 0, err
	}
	step, below, above := max(2, at/16), false, false
	for lo < hi {
		if at <= lo || at > hi || below && above {
			at = (lo + hi + 1) / 2
		}
		mark := set.count()
		set.add(list[:at])
		_, cost, err := f.body(ctx, set)
		set.undo(mark)
		if err != nil {
			return 0, err
		}
		if cost <= room {
			lo, below = at, true
			at += step
		} else {
			hi, above = at-1, true
			at -= step
		}
		step *= 2
	}
	return lo, nil
}

// guess is about how many units of a list fit, by what they have themselves.
func (f *fitter) guess(ctx context.Context, set *chosen, list []int, room int) (int, error) {
	for k, i := range list {
		if set.shown[i] {
			continue
		}
		own, err := f.units.cost(ctx, list[k:])
		if err != nil {
			return 0, err
		}
		if room -= own + lineCost; room < 0 {
			return k, nil
		}
	}
	return len(list), nil
}

// lineCost is about what a row adds to its units in tokens.
const lineCost = 2

// singles adds units of a list that still fit, one by one. A unit that did not is
// not tried again before there is more room than it needed.
func (f *fitter) singles(ctx context.Context, set *chosen, list []int, room int) error {
	body, used, err := f.body(ctx, set)
	for tries := 0; err == nil && len(list) > 0 && tries < maxTries && room-used > f.spare; list = list[1:] {
		i := list[0]
		if set.shown[i] || f.needed[i] > room-used {
			continue
		}
		own, err := f.units.cost(ctx, list)
		if err != nil {
			return err
		}
		if own-mayJoin > room-used {
			continue
		}
		tries++
		mark := set.count()
		set.add(list[:1])
		cost, err := f.lines.total(ctx, f.job.Page.Draw(set.indices(), body.Form).Lines)
		if err != nil {
			return err
		}
		if cost > room {
			f.needed[i] = cost - used
			set.undo(mark)
			continue
		}
		used = cost
	}
	return err
}

// mayJoin is how many tokens fewer a unit may cost than it has by itself: it takes
// the place of a mark, and its edges join.
const mayJoin = 2

// body draws a set in the form that costs less, and says how much.
func (f *fitter) body(ctx context.Context, set *chosen) (render.Body, int, error) {
	shown := set.indices()
	var best render.Body
	least := -1
	for _, form := range f.job.Page.Forms() {
		b := f.job.Page.Draw(shown, form)
		cost, err := f.lines.total(ctx, b.Lines)
		if err != nil {
			return b, 0, err
		}
		if least < 0 || cost < least {
			best, least = b, cost
		}
	}
	return best, least, nil
}

// finish draws the shown units with their notice, whose own numbers count too.
func (f *fitter) finish(ctx context.Context, budget int) (Choice, error) {
	if f.set.count() == 0 {
		return Choice{}, ErrNoRoom
	}
	body, cost, err := f.body(ctx, f.set)
	if err != nil {
		return Choice{}, err
	}
	notice := f.job.Notice(budget)
	notice.After = cost
	c, err := state(ctx, f.lines, body, f.notes(budget), notice)
	c.Shown = f.set.indices()
	return c, err
}
