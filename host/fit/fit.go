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

// fillFrom is the budget from which the last tokens are filled. Smaller ones are
// mostly steps to a larger one, from which small units would take the room for better.
const fillFrom = 256

// minRoom is the number of tokens below which a budget under fillFrom is full: a row
// costs at least its number, a word and a line end.
const minRoom = 4

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
	PerText  int                            // tokens that the counter adds for every text
	Notice   func(budget int) render.Notice // the notice for a budget; counts are filled in here
	Below    int                            // a text shall have fewer bytes, 0 for any: a level that has not is filled less
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
	f := fitter{job: job, lines: newLineCounter(job.Count, job.PerText), plan: job.Page.Plan(), needed: map[int]int{}}
	f.units = unitCounter{page: job.Page, lines: f.lines, known: map[int]int{}}
	f.set, f.evidence = newChosen(f.plan), newChosen(f.plan)
	last := budget
	for _, level := range levels(budget) {
		var err error
		if last, err = f.smaller(ctx, level); err != nil {
			return Choice{}, err
		}
	}
	return f.finish(ctx, last)
}

// smaller fills a level, and less of it where its text is not below Job.Below: the
// notice and the numbers of lines may outweigh what a budget just below the content
// leaves out. That is settled level by level, so that what is visible at B is visible
// at 2B there too. A text that is still not below after some steps stays as it is. It
// returns the budget that was filled.
func (f *fitter) smaller(ctx context.Context, level int) (int, error) {
	const steps, step = 4, 16 // of each a 16th part of the level
	const far = 8             // a level with so few of the content's tokens has not more bytes
	if f.job.Below <= 0 || level < f.job.Notice(level).Before/far {
		return level, f.level(ctx, level)
	}
	shown, claimed := f.set.count(), f.evidence.count()
	for n := 0; ; n++ {
		budget := level - n*(level/step)
		if err := f.level(ctx, budget); err != nil || n == steps || f.set.count() == 0 {
			return budget, err
		}
		if c, err := f.finish(ctx, budget); err != nil || len(c.Text) < f.job.Below {
			return budget, err
		}
		f.set.undo(shown)
		f.evidence.undo(claimed)
	}
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
	if f.spare = budget / fullEnough; budget < fillFrom {
		f.spare = minRoom
	}
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
		if left <= f.spare || budget < fillFrom {
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

// drawn is what a set costs in one form.
func (f *fitter) drawn(ctx context.Context, set *chosen, form render.Form) (int, error) {
	return f.lines.total(ctx, f.job.Page.Draw(set.indices(), form).Lines)
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
