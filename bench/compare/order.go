package compare

import (
	"maps"
	"slices"
	"sort"
)

// ofKind are the facts of one kind, in their order.
func ofKind(facts []Fact, kind string) []Fact {
	var out []Fact
	for _, f := range facts {
		if f.Kind == kind {
			out = append(out, f)
		}
	}
	return out
}

// ofCase are the facts of one case, in their order.
func ofCase(facts []Fact, name string) []Fact {
	var out []Fact
	for _, f := range facts {
		if f.Case == name {
			out = append(out, f)
		}
	}
	return out
}

// worst are the cases of a kind, "" for all, for which by is negative, the most
// negative first.
func (j *judging) worst(kind string, by func(*Case) float64) []Case {
	var out []Case
	for _, c := range j.s.Cases {
		if (kind == "" || c.Kind == kind) && by(&c) < -rounding {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return by(&out[a]) < by(&out[b]) })
	return out
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
