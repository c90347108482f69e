package json

import (
	"bytes"
	"math"
	"slices"
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
	ruleIdentity  = rank.NewRule("json-identity", "a column of different short strings identifies where no key promises to")
	ruleDepth     = rank.NewRule("json-depth", "what lies deep is worth less")
)

// longestPath is how many bytes a path has at most that stands under a key of links.
const longestPath = 160

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
	boostInner     = 0.5  // how much less of that a record that stands out has
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
	surprise []float32 // per leaf
	size     []int32   // records, per collection pattern
	rareKeys []int32   // columns that few records have, per collection pattern
	said     said      // leaf that says a value of its record best
	name     []int32   // leaf with the longest identity of a record, plus one
	scanned  [4096]scanned
	changed  map[int32]bool // leaves that differ between two sides of a change
	unlike   map[int32]bool // records whose series is unlike those of its kin
}

func (t *tree) valueLeaves(set rank.Set) {
	v := &valuer{
		tree: t, set: set,
		surprise: make([]float32, len(t.leaves)),
		size:     make([]int32, len(t.patterns.all)),
		rareKeys: make([]int32, len(t.patterns.all)),
		unlike:   map[int32]bool{},
	}
	v.columns()
	v.weigh()
	v.alarms()
	t.told = v.messages()
	v.changed = v.twins()
	v.names()
	v.surprises()
	v.series()
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
		p.weight = keyWeight(p.key, p.owner)
		p.link = p.weight == weightOpaque && linkKey(p.key)
		if n := v.size[p.coll]; p.leaf && n >= 4 && float64(p.col.n) < 0.35*float64(n) {
			v.rareKeys[p.coll]++
		}
	}
	if v.set.On(ruleIdentity) {
		v.identities()
	}
	v.dimRandom()
}

// identities finds what tells records apart where no key promises to: the first
// column of short strings that are all different. Keys come in any language.
func (v *valuer) identities() {
	known, first := map[int32]bool{}, map[int32]int32{}
	for i := range v.patterns.all {
		p := &v.patterns.all[i]
		n := float64(v.size[p.coll])
		if !p.leaf || p.coll == rootPattern || n < 4 || float64(p.col.n) < 0.9*n {
			continue
		}
		distinct := float64(p.col.values.n) >= 0.9*min(float64(p.col.n), maxDistinct)
		switch {
		case p.key == "" || !distinct:
		case p.weight >= weightName:
			known[p.coll] = true
		case first[p.coll] == 0 && p.weight >= weightOther && float64(p.col.kinds[kindString]) >= 0.9*n && p.col.bytes <= 60*p.col.n:
			first[p.coll] = int32(i)
		}
	}
	for coll, i := range first {
		if !known[coll] {
			v.patterns.all[i].weight = weightKey
		}
	}
}

// weight is what the key of a leaf promises, corrected by what the value looks like.
func (v *valuer) weight(l *leaf) float64 { return weights[l.weighed] }

// weigh finds the weights of all leaves.
func (v *valuer) weigh() {
	for i := range v.leaves {
		l := &v.leaves[i]
		l.weighed = uint8(slices.Index(weights[:], v.promise(l)))
	}
}

func (v *valuer) promise(l *leaf) float64 {
	p := &v.patterns.all[l.pattern]
	w := p.weight
	if w >= weightIdentity && p.col.categorical() {
		w = weightStatus // few names for many: kinds, not identities
	}
	if p.number && p.inner > 0 {
		w = min(w, weightOther)
	}
	switch l.form {
	case formKey:
		return weightKey
	case formItem:
		w = weightOther
	}
	if l.kind == kindString {
		switch raw := v.tape.rawString(l.node); {
		case looksLikeTimeOrLink(raw):
			w = min(w, weightWhen)
		case p.link && len(raw) <= longestPath && bytes.IndexByte(raw, '/') >= 0:
			w = weightStatus // a path, not a link
		}
	}
	if v.records[l.record].group < 0 {
		w = max(w, weightOther) // one of few at the top
	}
	return w
}

func (v *valuer) value(i int) float64 {
	l := &v.leaves[i]
	p := &v.patterns.all[l.pattern]
	r := &v.records[l.record]
	c, w, s := p.col, v.weight(l), float64(v.surprise[i])
	if l.is(markSampled) {
		return l.value
	}
	if v.says(l) == 0 && int(c.values.of(l.hash))*3 > c.n && c.n > 1 {
		return 0.01 * w
	}
	if v.set.On(ruleConstants) && c.n >= 3 && c.constant() && r.group >= 0 && !v.tape.nodes[l.node].has(flagDuplicate) {
		if !c.said {
			c.said = true
			return 0.4*w + 0.1
		}
		if v.unlike[l.record] {
			return labelWhenOdd * w // all labels together name a series
		}
		return 0.01 * w
	}
	value := otherShare*w + rareShare*s*max(0.3, w) + boostShare*w*r.boost
	if w >= weightIdentity || w >= weightStatus && !c.categorical() {
		value = w*(identityShare+identityBoost*r.boost) + 0.4*s
	}
	if r.group < 0 {
		value += topShare * w
	}
	value += alarmShare * v.alarm(l)
	if v.says(l) == 0 {
		value *= emptyFactor
	}
	if v.tape.nodes[l.node].has(flagCut) {
		value += cutShare // where the content ends
	}
	if v.repeats(i) || v.contained(i) {
		value *= repeatFactor
	}
	switch {
	case r.first:
		value *= firstFactor
	case r.last:
		value *= lastFactor
	}
	if v.set.On(ruleSeverity) && l.kind == kindString {
		if v.failing(l) {
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
	depth := float64(max(0, p.inner))
	if c.n*2 >= int(v.size[p.coll]) {
		depth *= 1 - boostInner*r.boost // what all records have, a record that stands out shows
	}
	if depth > 0 {
		value *= math.Pow(inner, depth)
	}
	if p.depth > 1 {
		value *= math.Pow(depthFactor, float64(p.depth-1))
	}
	return value
}

// longestScanned bounds the bytes of values that are looked through for words of failure.
const longestScanned = 2000

// failing reports whether a string has words of failure, or for the key of an entry,
// whether the entry has. Values come again and again, so what was found of the last one
// with the same low bits of its hash is kept.
func (v *valuer) failing(l *leaf) bool {
	if l.form == formKey {
		return fails(v.tape.rawString(l.node))
	}
	known := &v.scanned[l.hash%uint64(len(v.scanned))]
	if known.hash != l.hash || !known.is {
		*known = scanned{l.hash, fails(v.tape.rawString(l.node)), true}
	}
	return known.fails
}

func fails(raw []byte) bool {
	return len(raw) < longestScanned && lines.Scan(raw).Severity >= lines.Fault
}

// scanned is what is known of a value.
type scanned struct {
	hash      uint64
	fails, is bool
}

// says is the number of bytes of a value that say something: none for "", null,
// [] and {}.
func (v *valuer) says(l *leaf) int {
	n := &v.tape.nodes[l.node]
	raw := v.tape.content[n.start:n.end]
	switch {
	case l.form == formKey:
		return len(v.tape.rawKey(l.node))
	case n.container() && n.kids == 0, string(raw) == `""`, string(raw) == "''", string(raw) == "null", string(raw) == "None":
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
