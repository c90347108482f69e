package metamorph

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Limit is how far a variant may move recall and area on average.
const Limit = 0.05

// Sum is what a variant did to a system on a kind, or on all: the mean over kinds.
type Sum struct {
	Kind                 string // "" for all
	Cases, Skipped       int
	Recall, Area         Pair    // means over cases
	Far                  float64 // mean of how far recall moved, up or down
	recalls              int
	failed               int
	hasRecall, hasScores bool
}

// sumOf sums up moves of one system and variant.
func sumOf(kind string, moves []Move) Sum {
	s := Sum{Kind: kind}
	for _, m := range moves {
		if m.Skipped != "" {
			s.Skipped++
			continue
		}
		if m.Error != "" {
			s.failed++
		}
		s.Cases++
		s.Area.Original += m.Area.Original
		s.Area.Variant += m.Area.Variant
		if m.Recall != nil {
			s.recalls++
			s.Recall.Original += m.Recall.Original
			s.Recall.Variant += m.Recall.Variant
			s.Far += math.Abs(m.Recall.By())
		}
	}
	s.hasScores, s.hasRecall = s.Cases > 0, s.recalls > 0
	s.Area = s.Area.over(s.Cases)
	s.Recall = s.Recall.over(s.recalls)
	s.Far /= float64(max(1, s.recalls))
	return s
}

func (p Pair) over(n int) Pair {
	f := float64(max(1, n))
	return Pair{p.Original / f, p.Variant / f}
}

// overall is the mean over kinds.
func overall(kinds []Sum) Sum {
	all := Sum{}
	n, withRecall := 0, 0
	for _, k := range kinds {
		all.Cases += k.Cases
		all.Skipped += k.Skipped
		all.failed += k.failed
		if k.hasScores {
			n++
			all.Area.Original += k.Area.Original
			all.Area.Variant += k.Area.Variant
		}
		if k.hasRecall {
			withRecall++
			all.Recall.Original += k.Recall.Original
			all.Recall.Variant += k.Recall.Variant
			all.Far += k.Far
		}
	}
	all.hasScores, all.hasRecall = n > 0, withRecall > 0
	all.Area = all.Area.over(n)
	all.Recall = all.Recall.over(withRecall)
	all.Far /= float64(max(1, withRecall))
	return all
}

// Over reports a mean that moved by Limit or more, up or down.
func (s Sum) Over() bool {
	return s.hasRecall && math.Abs(s.Recall.By()) >= Limit || s.hasScores && math.Abs(s.Area.By()) >= Limit
}

// Sums are those of a system and a variant by kind, by name, then that over all kinds.
func Sums(moves []Move, system, variant string) []Sum {
	byKind := map[string][]Move{}
	var kinds []string
	for _, m := range moves {
		if m.System == system && m.Variant == variant {
			if byKind[m.Kind] == nil {
				kinds = append(kinds, m.Kind)
			}
			byKind[m.Kind] = append(byKind[m.Kind], m)
		}
	}
	slices.Sort(kinds)
	var out []Sum
	for _, k := range kinds {
		out = append(out, sumOf(k, byKind[k]))
	}
	return append(out, overall(out))
}

// Unsettled are the variants that move the means of a system by Limit or more.
func Unsettled(moves []Move, system string) (over []string) {
	for _, v := range Names {
		sums := Sums(moves, system, v)
		if all := sums[len(sums)-1]; all.Over() {
			over = append(over, fmt.Sprintf("%s (F@%d %+.3f, AUC %+.3f)", v, runfile.MainBudget, all.Recall.By(), all.Area.By()))
		}
	}
	return over
}

// Spread is how far the means over all kinds are apart between the depths to which a
// block is moved: what depends on the place alone, and not on being moved at all.
func Spread(moves []Move, system string) (recall, area float64) {
	var recalls, areas []float64
	for _, v := range Names {
		if strings.HasPrefix(v, "move-") {
			sums := Sums(moves, system, v)
			all := sums[len(sums)-1]
			recalls, areas = append(recalls, all.Recall.Variant), append(areas, all.Area.Variant)
		}
	}
	return slices.Max(recalls) - slices.Min(recalls), slices.Max(areas) - slices.Min(areas)
}
