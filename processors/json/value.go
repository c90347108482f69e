package json

import (
	"bytes"
	"math"
	"strings"

	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

// Ranking rules of this processor. What each is worth is measured by switching it
// off.
var (
	ruleRarity    = rank.NewRule("json-rarity", "rare values, shapes, types and keys, extreme numbers")
	ruleBoost     = rank.NewRule("json-boost", "a record that stands out lifts all its values and the record around it")
	rulePresence  = rank.NewRule("json-presence", "records with items where most have none, or without where most have some")
	ruleSeverity  = rank.NewRule("json-severity", "values with words of failure")
	ruleConstants = rank.NewRule("json-constants", "columns with one value throughout are said once")
	ruleDepth     = rank.NewRule("json-depth", "what lies deep is worth less")
)

// Shares and factors of a leaf's value. They come from sweeps over recorded results;
// most are flat within a third of what they are.
const (
	identityShare  = 0.7  // of the weight of a key that identifies
	identityBoost  = 0.9  // of the same, times the record's boost
	otherShare     = 0.35 // of the weight of other keys
	boostShare     = 0.25 // of the same, times the record's boost
	rareShare      = 0.9  // of the surprise of the value
	topShare       = 0.5  // of the weight, for what stands beside the collections
	failureShare   = 0.25 // for words of failure
	cutShare       = 1.0  // for the value in which the content ends
	repeatFactor   = 0.2  // for a value that the record says under another key too
	emptyFactor    = 0.25 // for "", null, [] and {}
	firstFactor    = 1.25 // for the first record, which shows the structure
	lastFactor     = 1.15
	innerFactor    = 0.7  // for every object between a record and its value
	topInnerFactor = 0.8  // the same at the top
	depthFactor    = 0.75 // for every collection around a record but the outermost
	itemFactor     = 0.4  // for numbers in arrays
	upShare        = 0.6  // of a record's boost, for the record around it
	extremes       = 9    // how many extreme numbers of a column count beside the greatest
)

// valuer gives every leaf its value: what its key promises, how surprising the
// value is in its column, and how much its record stands out.
type valuer struct {
	*tree
	set      rank.Set
	surprise []float32             // per leaf
	size     []int32               // records, per collection pattern
	rareKeys []int32               // columns that few records have, per collection pattern
	said     map[recordValue]int32 // leaf that says the value best
}

func (t *tree) valueLeaves(set rank.Set) {
	v := &valuer{
		tree: t, set: set,
		surprise: make([]float32, len(t.leaves)),
		size:     make([]int32, len(t.patterns.all)),
		rareKeys: make([]int32, len(t.patterns.all)),
		said:     map[recordValue]int32{},
	}
	v.columns()
	v.surprises()
	v.boosts()
	v.gather()
	for i := range t.leaves {
		t.leaves[i].value = v.value(i)
	}
}

func (v *valuer) columns() {
	for i := range v.records {
		v.size[v.records[i].coll]++
	}
	for i := range v.groups {
		g := &v.groups[i]
		if g.node >= 0 && v.records[g.record].group >= 0 && g.kids > 0 {
			v.patterns.all[g.coll].column().hold(g.record)
		}
	}
	named := map[int32]bool{}
	for i := range v.patterns.all {
		if p := &v.patterns.all[i]; p.leaf && nameKeys[strings.ToLower(p.key)] {
			named[p.parent] = true
		}
	}
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		if p.col == nil {
			continue
		}
		p.number = strings.EqualFold(p.key, "id") && named[p.parent]
		p.col.finish()
		p.weight = keyWeight(p.key, v.patterns.collectionName(p.coll))
		if n := v.size[p.coll]; p.leaf && n >= 4 && float64(p.col.n) < 0.35*float64(n) {
			v.rareKeys[p.coll]++
		}
	}
}

func (v *valuer) surprises() {
	for i := range v.leaves {
		l := &v.leaves[i]
		if !v.set.On(ruleRarity) {
			continue
		}
		s := v.rarity(l)
		if v.tape.nodes[l.node].has(flagDuplicate) {
			s = 1
		}
		v.surprise[i] = float32(s)
		if w := v.weight(l); w > weightOpaque+0.03 {
			r := &v.records[l.record]
			r.boost = math.Max(r.boost, s*(0.5+0.5*w))
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
		s = 0.9 * information(records/n, records) * math.Min(1, 5/float64(max(1, v.rareKeys[p.coll])))
	}
	if n < 4 {
		return s
	}
	if same := float64(c.shapes[l.shape]); same > 0 && same*8 <= n && float64(len(c.shapes)) <= n/3 {
		s = math.Max(s, 0.9*information(n/same, n))
	}
	if same := float64(c.kinds[l.kind]); same*5 <= n {
		s = math.Max(s, information(n/same, n))
	}
	if c.categorical() {
		// A value is rare only against one that dominates.
		skew := math.Min(1, 2*float64(c.mode)/n)
		f := float64(c.values[l.hash])
		switch {
		case f*4 <= n:
			s = math.Max(s, skew*skew*information(n/f, n))
		case f*2 <= n:
			s = math.Max(s, 0.5*skew*skew*information(n/f, n))
		}
	}
	if x, ok := v.number(l); ok {
		s = math.Max(s, c.extremity(x))
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
		return math.Max(0, math.Min(1, 0.25*ratio))
	case m > 10 && x > c.sorted[max(m*95/100, m-1-extremes)] && math.Abs(x) > 3*median:
		return math.Max(0, math.Min(0.7, 0.15*ratio))
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
		up.boost = math.Max(up.boost, upShare*r.boost)
	}
}

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
			r.boost = math.Max(r.boost, 0.9*information(n/holders, n))
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
				r.boost = math.Max(r.boost, 0.7*information(n/(n-holders), n))
			}
		}
	}
}

// weight is what the key of a leaf promises, corrected by what the value looks like.
func (v *valuer) weight(l *leaf) float64 {
	p := &v.patterns.all[l.pattern]
	w := p.weight
	if w >= weightIdentity && p.col.categorical() {
		w = weightStatus // few names for many: kinds, not identities
	}
	if p.number && p.inner > 0 {
		w = math.Min(w, weightOther)
	}
	switch l.form {
	case formKey:
		return weightKey
	case formItem:
		w = weightOther
	}
	if l.kind == kindString && looksLikeTimeOrLink(v.tape.rawString(l.node)) {
		w = math.Min(w, weightWhen)
	}
	if v.records[l.record].group < 0 {
		w = math.Max(w, weightOther) // one of few at the top
	}
	return w
}

func (v *valuer) value(i int) float64 {
	l := &v.leaves[i]
	p := &v.patterns.all[l.pattern]
	r := &v.records[l.record]
	c, w, s := p.col, v.weight(l), float64(v.surprise[i])
	if v.says(l) == 0 && int(c.values[l.hash])*3 > c.n && c.n > 1 {
		return 0.01 * w
	}
	if v.set.On(ruleConstants) && c.n >= 3 && c.constant() && r.group >= 0 && !v.tape.nodes[l.node].has(flagDuplicate) {
		if !c.said {
			c.said = true
			return 0.4*w + 0.1
		}
		return 0.01 * w
	}
	value := otherShare*w + rareShare*s*math.Max(0.3, w) + boostShare*w*r.boost
	if w >= weightIdentity || w >= weightStatus && !c.categorical() {
		value = w*(identityShare+identityBoost*r.boost) + 0.4*s
	}
	if r.group < 0 {
		value += topShare * w
	}
	if v.says(l) == 0 {
		value *= emptyFactor
	}
	if v.tape.nodes[l.node].has(flagCut) {
		value += cutShare // where the content ends
	}
	if v.repeats(i) {
		value *= repeatFactor
	}
	switch {
	case r.first:
		value *= firstFactor
	case r.last:
		value *= lastFactor
	}
	if v.set.On(ruleSeverity) && l.kind == kindString {
		if raw := v.tape.rawString(l.node); len(raw) < 2000 && lines.Scan(raw).Severity >= lines.Fault {
			value += failureShare + 0.5*s
		}
	}
	if !v.set.On(ruleDepth) {
		return value
	}
	if l.form == formItem && l.kind == kindNumber {
		value *= itemFactor
	}
	inner := innerFactor
	if r.group < 0 {
		inner = topInnerFactor
	}
	return value * math.Pow(inner, float64(max(0, p.inner))) * math.Pow(depthFactor, float64(max(0, p.depth-1)))
}

type recordValue struct {
	record int32
	hash   uint64
}

// gather notes for every record where it says a value under its best key.
func (v *valuer) gather() {
	for i := range v.leaves {
		l := &v.leaves[i]
		if !v.telling(l) {
			continue
		}
		at := recordValue{l.record, l.hash}
		if old, ok := v.said[at]; !ok || v.weight(l) > v.weight(&v.leaves[old]) {
			v.said[at] = int32(i)
		}
	}
}

// telling reports whether a value is long enough that saying it twice is no chance.
func (v *valuer) telling(l *leaf) bool {
	return (l.kind == kindString || l.kind == kindNumber) && v.says(l) >= 4
}

// repeats reports whether the record of leaf i, or one of the two around it, says
// the same under a better key.
func (v *valuer) repeats(i int) bool {
	l := &v.leaves[i]
	if !v.telling(l) {
		return false
	}
	if v.said[recordValue{l.record, l.hash}] != int32(i) {
		return true
	}
	rec := l.record
	for range 2 {
		if rec = v.records[rec].parent; rec < 0 {
			break
		}
		if _, ok := v.said[recordValue{rec, l.hash}]; ok {
			return true
		}
	}
	return false
}

// says is the number of bytes of a value that say something: none for "", null,
// [] and {}.
func (v *valuer) says(l *leaf) int {
	n := &v.tape.nodes[l.node]
	raw := v.tape.content[n.start:n.end]
	switch {
	case l.form == formKey:
		return len(v.tape.rawKey(l.node))
	case n.container() && n.kids == 0, string(raw) == `""`, string(raw) == "null":
		return 0
	}
	return len(raw)
}

func looksLikeTimeOrLink(s []byte) bool {
	if bytes.HasPrefix(s, []byte("http://")) || bytes.HasPrefix(s, []byte("https://")) {
		return true
	}
	const form = "0000-00-00T00:00"
	if len(s) < len(form) {
		return false
	}
	for i := range form {
		switch c := s[i]; form[i] {
		case '0':
			if !isDigit(c) {
				return false
			}
		case 'T':
			if c != 'T' && c != ' ' {
				return false
			}
		default:
			if c != form[i] {
				return false
			}
		}
	}
	return true
}
