package json

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/riffle-dev/riffle/sdk/lines"
	"github.com/riffle-dev/riffle/sdk/rank"
)

var ruleSeries = rank.NewRule("json-series", "of a series of numbers its ends and extremes; series unlike their like first")

// Bounds and values of series.
const (
	minSeries     = 8    // items of a series
	minKin        = 4    // series of one kind from which one can be unlike the rest
	pointMax      = 1.0  // the greatest value
	pointMin      = 0.5  // the least
	pointLast     = 0.6  // the last
	pointFirst    = 0.3  // the first
	pointOdd      = 1.2  // what is no number, where the others are
	pointOther    = 0.01 // any other
	calmSeries    = 0.15 // share of these that a series like the others has
	oddSeries     = 0.9  // boost of a record whose series holds something that is no number
	shortSeries   = 0.5  // boost of a record whose series has fewer items than most
	doublings     = 4.0  // how many times twice its kin's range a series has that is fully unlike them
	labelWhenOdd  = 0.6  // of the weight of a constant label in a record whose series stands out
	standsOutFrom = 0.5
)

// series is an array of numbers, or of short rows that end in one, such as the
// samples of a metric.
type series struct {
	group  int32
	leaves []int32
	x      []float64 // NaN for what is no number
	at     []float64 // what the rows begin with, such as times
	odd    int
	spread float64 // of the range and the change, relative to what is usual in it
	boost  float64
}

// series finds the series of the content, lifts the records whose series is unlike
// those of its kin, and remembers what each point is worth.
func (v *valuer) series() {
	if !v.set.On(ruleSeries) {
		return
	}
	byGroup := map[int32]*series{}
	var order []*series
	for i := range v.leaves {
		l := &v.leaves[i]
		g := v.records[l.record].group
		if g < 0 || l.form != formItem || !v.groups[g].plain || v.groups[g].kids < minSeries {
			continue
		}
		s := byGroup[g]
		if s == nil {
			s = &series{group: g}
			byGroup[g], order = s, append(order, s)
		}
		x := v.sample(l.node, true)
		if math.IsNaN(x) {
			s.odd++
		}
		if l.kind == kindArray {
			s.at = append(s.at, v.sample(l.node, false))
		}
		s.leaves, s.x = append(s.leaves, int32(i)), append(s.x, x)
	}
	order = slices.DeleteFunc(order, func(s *series) bool {
		rows := len(s.at) > 0 // points of a map are rows too, but nothing runs through them
		return s.odd*5 > len(s.x) || rows && (len(s.at) != len(s.x) || !lines.Monotone(s.at))
	})
	byColl := map[int32][]*series{}
	var colls []int32
	for _, s := range order {
		s.measure()
		c := v.groups[s.group].coll
		if byColl[c] == nil {
			colls = append(colls, c)
		}
		byColl[c] = append(byColl[c], s)
	}
	for _, c := range colls {
		v.compare(byColl[c])
	}
	for _, s := range order {
		v.points(s)
	}
}

// sample is the number of an item: itself, or the last or first of a short row.
func (v *valuer) sample(node int32, last bool) float64 {
	n := &v.tape.nodes[node]
	raw := v.tape.content[n.start:n.end]
	if n.kind == kindArray {
		raw = bytes.Trim(raw, "[] \t\r\n")
		if last {
			raw = raw[bytes.LastIndexByte(raw, ',')+1:]
		} else if k := bytes.IndexByte(raw, ','); k >= 0 {
			raw = raw[:k]
		}
	}
	raw = bytes.Trim(raw, "\" \t\r\n")
	x, err := strconv.ParseFloat(string(raw), 64)
	if err != nil || math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

// measure takes how far a series spreads: its range, and twice how far its end is
// from its beginning, against its median.
func (s *series) measure() {
	var x []float64
	for _, y := range s.x {
		if !math.IsNaN(y) {
			x = append(x, y)
		}
	}
	if len(x) == 0 {
		return
	}
	change := math.Abs(x[len(x)-1] - x[0])
	slices.Sort(x)
	s.spread = math.Log2((x[len(x)-1] - x[0] + change + 0.01*math.Abs(x[len(x)/2]) + 1e-9) / (math.Abs(x[len(x)/2]) + 1e-6))
}

// compare finds the series that are unlike their kin: those whose record has the
// same value under the label that tells best how much a series spreads.
func (v *valuer) compare(all []*series) {
	lengths := map[int]int{}
	for _, s := range all {
		lengths[len(s.x)]++
	}
	kin := v.kin(all)
	for _, s := range all {
		if s.odd > 0 {
			s.boost = oddSeries
		} else if n := lengths[len(s.x)]; len(all) >= minKin && n*5 <= len(all) {
			s.boost = shortSeries
		}
		if k := kin[s]; len(k) >= minKin {
			s.boost = max(s.boost, min(1, (s.spread-medianSpread(k))/doublings))
		}
		rec := v.groups[s.group].record
		v.records[rec].boost = max(v.records[rec].boost, s.boost)
		if s.boost >= standsOutFrom {
			v.unlike[rec] = true
		}
	}
}

func medianSpread(k []*series) float64 {
	x := make([]float64, len(k))
	for i, s := range k {
		x[i] = s.spread
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// kin lists for each series those with the same value under the label by which the
// series of one value differ least. Without such a label all are kin.
func (v *valuer) kin(all []*series) map[*series][]*series {
	owner := map[int32][]*series{}
	for _, s := range all {
		r := v.groups[s.group].record
		owner[r] = append(owner[r], s)
	}
	type value struct {
		pattern int32
		hash    uint64
	}
	by := map[value][]*series{}
	var labels []int32
	seen := map[int32]bool{}
	for i := range v.leaves {
		l := &v.leaves[i]
		if own := owner[l.record]; own != nil && l.kind == kindString && v.patterns.all[l.pattern].col.categorical() {
			if !seen[l.pattern] {
				seen[l.pattern], labels = true, append(labels, l.pattern)
			}
			k := value{l.pattern, l.hash}
			by[k] = append(by[k], own...)
		}
	}
	off := map[int32]float64{}
	for k, list := range by {
		m := medianSpread(list)
		for _, s := range list {
			off[k.pattern] += math.Abs(s.spread - m)
		}
	}
	out := map[*series][]*series{}
	best, m := math.Inf(1), medianSpread(all)
	for _, s := range all {
		out[s] = all
	}
	if len(labels) > 0 {
		best = 0
		for _, s := range all {
			best += math.Abs(s.spread - m)
		}
	}
	pick := int32(-1)
	for _, p := range labels {
		if off[p] < best {
			best, pick = off[p], p
		}
	}
	for k, list := range by {
		if k.pattern == pick {
			for _, s := range list {
				out[s] = list
			}
		}
	}
	return out
}

// points values the items of a series.
func (v *valuer) points(s *series) {
	share := calmSeries + (1-calmSeries)*max(0, s.boost)
	worth := make([]float64, len(s.x))
	low, high := -1, -1
	for i, x := range s.x {
		worth[i] = pointOther
		if math.IsNaN(x) {
			worth[i] = pointOdd
			continue
		}
		if low < 0 || x < s.x[low] {
			low = i
		}
		if high < 0 || x > s.x[high] {
			high = i
		}
	}
	worth[0] = max(worth[0], pointFirst)
	worth[len(worth)-1] = max(worth[len(worth)-1], pointLast)
	if high >= 0 && s.x[high] > s.x[low] {
		worth[low], worth[high] = max(worth[low], pointMin), pointMax
	}
	for i, leaf := range s.leaves {
		v.leaves[leaf].value = worth[i] * share
		v.leaves[leaf].marks |= markSampled
	}
}
