package json

import "math"

// surprises finds how surprising every leaf is, and lifts its record by that.
func (v *valuer) surprises() {
	for i := range v.leaves {
		l := &v.leaves[i]
		if !v.set.On(ruleRarity) {
			continue
		}
		s := v.rarity(l)
		if l.is(markTold) {
			s = v.message(i).worth
		}
		if v.changed != nil && v.changed[int32(i)] {
			s = max(s, twinSurprise)
		}
		if v.tape.nodes[l.node].has(flagDuplicate) {
			s = 1
		}
		v.surprise[i] = float32(s)
		if a := v.alarm(l); a > 0 {
			r := &v.records[l.record]
			r.boost = max(r.boost, alarmBoost*a)
		}
		if w := v.weight(l); w > weightOpaque+0.03 {
			r := &v.records[l.record]
			r.boost = max(r.boost, s*(0.5+0.5*w))
		}
	}
}

// rarity is how surprising a value is among those of its column, 0 to 1: the
// maximum of several views, as a sum would add up noise.
func (v *valuer) rarity(l *leaf) float64 {
	p := &v.patterns.all[l.pattern]
	c := p.col
	if l.pattern == overflowPattern {
		return 0
	}
	n, records := float64(c.n), float64(v.size[p.coll])
	s := 0.0
	if p.depth > 0 && records >= 4 && n < 0.35*records && p.key != "" {
		// Where records just differ, many keys are rare, and none says much.
		s = 0.9 * information(records/n, records) * min(1, 5/float64(max(1, v.rareKeys[p.coll])))
	}
	if n < 4 {
		return s
	}
	if same := float64(c.shapes.of(uint64(l.shape))); same > 0 && same*8 <= n && float64(c.shapes.n) <= n/3 {
		s = max(s, 0.9*information(n/same, n))
	}
	if same := float64(c.kinds[l.kind]); same*5 <= n {
		s = max(s, information(n/same, n))
	}
	if c.categorical() {
		// A value is rare only against one that dominates.
		skew := min(1, 2*float64(c.values.most)/n)
		f := float64(c.values.of(l.hash))
		switch {
		case f*4 <= n:
			s = max(s, skew*skew*information(n/f, n))
		case f*2 <= n:
			s = max(s, 0.5*skew*skew*information(n/f, n))
		}
	}
	if x, ok := v.number(l); ok {
		s = max(s, c.extremity(x))
	}
	return s
}

// extremity is how far a number lies outside the usual of its column, 0 to 1.
func (c *column) extremity(x float64) float64 {
	m := len(c.sorted)
	if m == 0 || c.ordered {
		return 0
	}
	low, high, median := c.sorted[0], c.sorted[m-1], math.Abs(c.sorted[m/2])
	ratio := math.Log2((math.Abs(x) + 1) / (median + 1))
	switch {
	case x == high && high > low:
		return max(0, min(1, 0.25*ratio))
	case m > 10 && x > c.sorted[max(m*95/100, m-1-extremes)] && math.Abs(x) > 3*median:
		return max(0, min(0.7, 0.15*ratio))
	case x == low && m > 6 && math.Abs(x)*3 < median:
		return 0.5
	}
	return 0
}

// boosts passes on what lifts whole records: items where most records have none,
// none where most have some, and a part of what stands out inside a record.
func (v *valuer) boosts() {
	if !v.set.On(ruleBoost) {
		for i := range v.records {
			v.records[i].boost = 0
		}
		return
	}
	if v.set.On(rulePresence) {
		v.presence()
	}
	for i := len(v.records) - 1; i > 0; i-- {
		r := &v.records[i]
		up := &v.records[r.parent]
		up.boost = max(up.boost, upShare*r.boost)
	}
}

// presence lifts records whose groups set them apart.
func (v *valuer) presence() {
	const has, lacks = 1, 2
	type question struct{ coll, group int32 }
	var without []question
	for i := range v.groups {
		g := &v.groups[i]
		if g.node < 0 || g.kids == 0 || v.records[g.record].group < 0 {
			continue
		}
		r := &v.records[g.record]
		n, holders := float64(v.size[r.coll]), float64(v.patterns.all[g.coll].col.holders)
		if n >= 4 && holders < 0.35*n {
			r.boost = max(r.boost, 0.9*information(n/holders, n))
		}
	}
	// For records without: mark who has the group, once per group pattern that most have.
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		if p.coll != int32(i) || p.col == nil || i == int(rootPattern) {
			continue
		}
		up := v.patterns.all[p.parent].coll
		n, holders := float64(v.size[up]), float64(p.col.holders)
		if up != rootPattern && n >= 4 && holders >= 0.65*n && holders < n {
			without = append(without, question{up, int32(i)})
		}
	}
	for _, q := range without[:min(len(without), 32)] {
		holds := make([]bool, len(v.records))
		for i := range v.groups {
			if g := &v.groups[i]; g.coll == q.group && g.kids > 0 {
				holds[g.record] = true
			}
		}
		n, holders := float64(v.size[q.coll]), float64(v.patterns.all[q.group].col.holders)
		for i := range v.records {
			if r := &v.records[i]; r.coll == q.coll && !holds[i] {
				r.boost = max(r.boost, 0.7*information(n/(n-holders), n))
			}
		}
	}
}
