package fit

import (
	"context"

	"github.com/riffle-dev/riffle/host/render"
)

// fill adds units of a list to a set, with what they need, while the set's body
// costs at most room: first the longest prefix that fits, then later ones that
// still fit, one by one.
func (f *fitter) fill(ctx context.Context, set *chosen, list []int, room int) error {
	_, used, err := f.body(ctx, set)
	if err != nil || used >= room {
		return err
	}
	n, err := f.prefix(ctx, set, list, room, used)
	if err != nil {
		return err
	}
	set.add(list[:n])
	return f.singles(ctx, set, list[n:], room)
}

// prefix is how many units of a list fit as a whole beside a set whose body costs
// used. It begins where the units' own tokens say and moves away from there in
// growing steps, then halves what is between. The first drawing chooses the form.
func (f *fitter) prefix(ctx context.Context, set *chosen, list []int, room, used int) (int, error) {
	lo, hi := 0, set.prefixBound(list, room)
	at, err := f.guess(ctx, set, list[:hi], room-used)
	if err != nil {
		return 0, err
	}
	var form render.Form
	step, below, above := max(2, at/16), false, false
	for lo < hi {
		if at <= lo || at > hi || below && above {
			at = (lo + hi + 1) / 2
		}
		mark := set.count()
		set.add(list[:at])
		cost := 0
		if below || above {
			cost, err = f.drawn(ctx, set, form)
		} else {
			var b render.Body
			b, cost, err = f.body(ctx, set)
			form = b.Form
		}
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
	rows, more := f.rows(set), extra{}
	for tries := 0; err == nil && len(list) > 0 && tries < maxTries && room-used > f.spare; list = list[1:] {
		i := list[0]
		if set.shown[i] || f.needed[i] > room-used {
			continue
		}
		own, err := f.units.cost(ctx, list)
		if err != nil {
			return err
		}
		row := f.plan.Units[i].Row
		if own+more.least(rows[row]) > room-used {
			continue
		}
		tries++
		mark := set.count()
		set.add(list[:1])
		cost, err := f.drawn(ctx, set, body.Form)
		if err != nil {
			return err
		}
		more.learn(rows[row], cost-used-own)
		if cost > room {
			f.needed[i] = cost - used
			set.undo(mark)
			continue
		}
		used, rows[row] = cost, true
	}
	return err
}

// rows are the rows that units of a set stand on.
func (f *fitter) rows(set *chosen) map[int]bool {
	rows := make(map[int]bool, set.count())
	for _, i := range set.order {
		rows[f.plan.Units[i].Row] = true
	}
	return rows
}

// extra is the least that units have cost beside their own tokens: those of a row
// that is shown already, and those that open one.
type extra struct {
	tries [2]int
	cost  [2]int
}

// enoughTries is how many units of a sort are tried before the rest of them is
// judged by their cost.
const enoughTries = 12

// mayJoin is how many tokens fewer a unit may cost than it has by itself: it takes
// the place of a mark, and its edges join.
const mayJoin = 2

func (e *extra) least(shown bool) int {
	if k := place(shown); e.tries[k] >= enoughTries {
		return e.cost[k]
	}
	return -mayJoin
}

func (e *extra) learn(shown bool, cost int) {
	k := place(shown)
	if e.tries[k] == 0 || cost < e.cost[k] {
		e.cost[k] = cost
	}
	e.tries[k]++
}

func place(shown bool) int {
	if shown {
		return 1
	}
	return 0
}
