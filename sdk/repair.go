package sdk

// maxDropped is the part of a plan's units, one in so many, that may be dropped. A plan
// of which more is wrong is not to be trusted with the rest.
const maxDropped = 4

// RepairPlan checks a plan as CheckPlan does and drops the units that break the
// contract, with those that need them: one bad unit must not cost a whole plan. It
// returns how many it dropped and the first breach that it found. Where that is nil the
// plan is as it came; where units were dropped the rest of it is valid; where none were
// it is invalid beyond repair: the breach is not one of single units, or of too many.
func RepairPlan(req Request, p *Plan) (dropped int, breach error) {
	c := planCheck{content: req.Content, plan: p}
	for _, f := range []func() error{c.sizes, c.groups, c.order, c.needs, c.totals} {
		if err := f(); err != nil {
			return 0, err
		}
	}
	bad := make([]bool, len(p.Units))
	end := 0
	for i := range p.Units {
		err := c.unit(i, end)
		if err == nil {
			err = c.says(i)
		}
		if err == nil {
			end = p.Units[i].Span.End
			continue
		}
		bad[i] = true
		if breach == nil {
			breach = err
		}
	}
	if breach == nil {
		return 0, nil
	}
	dropped = spread(p, bad)
	if dropped*maxDropped > len(p.Units) {
		return 0, breach
	}
	without(p, bad)
	return dropped, breach
}

// spread marks the units that need a bad one as bad too, and counts them all.
func spread(p *Plan, bad []bool) int {
	needers := make([][]int, len(p.Units))
	for i := range p.Units {
		for _, n := range p.Units[i].Needs {
			needers[n] = append(needers[n], i)
		}
	}
	var next []int
	for i, b := range bad {
		if b {
			next = append(next, i)
		}
	}
	n := 0
	for len(next) > 0 {
		i := next[len(next)-1]
		next = next[:len(next)-1]
		n++
		for _, k := range needers[i] {
			if !bad[k] {
				bad[k] = true
				next = append(next, k)
			}
		}
	}
	return n
}

// without takes the bad units out of a plan.
func without(p *Plan, bad []bool) {
	at := make([]int, len(bad))
	units := make([]Unit, 0, len(bad))
	for i, b := range bad {
		if at[i] = len(units); !b {
			units = append(units, p.Units[i])
		}
	}
	for i := range units {
		needs := make([]int, len(units[i].Needs))
		for k, n := range units[i].Needs {
			needs[k] = at[n]
		}
		units[i].Needs = needs
	}
	order := make([]int, 0, len(p.Order))
	for _, i := range p.Order {
		if !bad[i] {
			order = append(order, at[i])
		}
	}
	p.Units, p.Order, p.Complete = units, order, false
}
