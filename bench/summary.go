package bench

import (
	"maps"
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// summaries sums up results by system, and for each system first over all kinds and
// then by kind.
func summaries(results []Result, systems []System) []runfile.Summary {
	var out []runfile.Summary
	for _, s := range systems {
		byKind := map[string][]Result{}
		for _, r := range results {
			if r.System == s.Name && !r.Skipped {
				byKind[r.Kind] = append(byKind[r.Kind], r)
			}
		}
		var kinds []runfile.Summary
		for _, k := range slices.Sorted(maps.Keys(byKind)) {
			kinds = append(kinds, kindSummary(s.Name, k, byKind[k]))
		}
		out = append(out, overall(s.Name, kinds, byKind))
		out = append(out, kinds...)
	}
	place(out)
	return out
}

// place adds the skills.
func place(all []runfile.Summary) {
	area := func(system, kind string) *float64 {
		for i := range all {
			if all[i].System == system && all[i].Kind == kind && all[i].Cases > 0 {
				return &all[i].AUC
			}
		}
		return nil
	}
	for i := range all {
		if s := &all[i]; s.Cases > 0 {
			s.Skill = skillOf(s.AUC, area(headTail, s.Kind), area(oracle, s.Kind))
		}
	}
}

// scored reports whether a case counts for recall.
func (r *Result) scored() bool { return r.HasFacts && (r.Err != nil || len(r.Points) > 0) }

// kindSummary sums up one kind. Cases without facts, and inputs smaller than every
// budget, count only for Gates, Over and Failed.
func kindSummary(system, kind string, results []Result) runfile.Summary {
	s := runfile.Summary{System: system, Kind: kind}
	var counted []Result
	for _, r := range results {
		addFaults(&s, &r)
		if r.scored() {
			counted = append(counted, r)
		}
	}
	s.Cases = len(counted)
	n := float64(len(counted))
	var heavy, middle []float64
	for _, r := range counted {
		s.AUC += r.AUC / n
		s.Headline += r.Headline / n
		s.Monotony.Part += r.Monotony.Part
		s.Monotony.Whole += r.Monotony.Whole
		for _, p := range r.Points {
			share := 1 / float64(len(r.Points)) / n
			s.Structure += p.Structure * share
			s.Honesty += p.Honesty * share
			s.Recoverable += p.Recoverable * share
			s.Overhead += float64(p.Overhead) / float64(p.Budget) * share
		}
		if p := r.At(runfile.MainBudget); p != nil {
			heavy, middle = appendShare(heavy, p.Heavy.Part, p.Heavy.Whole), appendShare(middle, p.Middle.Part, p.Middle.Whole)
		}
	}
	s.Heavy, s.Middle = mean(heavy), mean(middle)
	s.Recall = recalls(counted)
	setTail(&s, counted)
	return s
}

// addFaults counts what concerns every case.
func addFaults(s *runfile.Summary, r *Result) {
	if r.Err != nil {
		s.Failed++
	}
	s.Gates += len(r.Gates)
	for _, p := range r.Points {
		s.Gates += len(p.Gates)
		s.Silent += p.Silent
		s.Strayed += p.Strayed
		if p.Tokens > p.Budget {
			s.Over++
		}
	}
}

// recalls are the means per budget. A case on which the system failed counts as
// nothing at the budgets that others have.
func recalls(counted []Result) []runfile.Recall {
	byBudget := map[int]*runfile.Recall{}
	for _, r := range counted {
		for _, p := range r.Points {
			at := byBudget[p.Budget]
			if at == nil {
				at = &runfile.Recall{Budget: p.Budget}
				byBudget[p.Budget] = at
			}
			at.F += p.F
			at.Cases++
			at.TokensIn += r.Tokens
			at.TokensOut += p.Tokens
		}
	}
	var out []runfile.Recall
	for _, b := range slices.Sorted(maps.Keys(byBudget)) {
		at := byBudget[b]
		for _, r := range counted {
			if r.Err != nil && b < r.Tokens {
				at.Cases++
			}
		}
		at.F /= float64(at.Cases)
		out = append(out, *at)
	}
	return out
}

// setTail sets the tenth percentiles and the worst case.
func setTail(s *runfile.Summary, counted []Result) {
	var areas, at []float64
	for _, r := range counted {
		areas = append(areas, r.AUC)
		if p := r.At(runfile.MainBudget); p != nil {
			at = append(at, p.F)
		} else if r.Err != nil && runfile.MainBudget < r.Tokens {
			at = append(at, 0)
		}
		if s.Worst.Case == "" || r.AUC < s.Worst.AUC {
			s.Worst = runfile.Worst{Corpus: r.Corpus, Case: r.Case, AUC: r.AUC}
		}
	}
	s.P10AUC, s.P10Recall = percentile(areas, 0.1), percentile(at, 0.1)
}

// overall is the mean over the kinds that count, with the sums and the tail of all cases.
func overall(system string, kinds []runfile.Summary, byKind map[string][]Result) runfile.Summary {
	s := runfile.Summary{System: system}
	n := 0.0
	for _, k := range kinds {
		if k.Cases > 0 {
			n++
		}
	}
	var heavy, middle []float64
	var counted []Result
	byBudget := map[int][]runfile.Recall{}
	for _, k := range kinds {
		s.Silent += k.Silent
		s.Strayed += k.Strayed
		s.Gates += k.Gates
		s.Over += k.Over
		s.Failed += k.Failed
		if k.Cases == 0 {
			continue
		}
		s.Cases += k.Cases
		s.AUC += k.AUC / n
		s.Headline += k.Headline / n
		s.Structure += k.Structure / n
		s.Honesty += k.Honesty / n
		s.Recoverable += k.Recoverable / n
		s.Overhead += k.Overhead / n
		s.Monotony.Part += k.Monotony.Part
		s.Monotony.Whole += k.Monotony.Whole
		for _, at := range k.Recall {
			byBudget[at.Budget] = append(byBudget[at.Budget], at)
		}
		hasHeavy, hasMiddle := false, false
		for _, r := range byKind[k.Kind] {
			if !r.scored() {
				continue
			}
			counted = append(counted, r)
			if p := r.At(runfile.MainBudget); p != nil {
				hasHeavy, hasMiddle = hasHeavy || p.Heavy.Whole > 0, hasMiddle || p.Middle.Whole > 0
			}
		}
		if hasHeavy {
			heavy = append(heavy, k.Heavy)
		}
		if hasMiddle {
			middle = append(middle, k.Middle)
		}
	}
	s.Heavy, s.Middle = mean(heavy), mean(middle)
	for _, b := range slices.Sorted(maps.Keys(byBudget)) {
		sum := runfile.Recall{Budget: b}
		for _, at := range byBudget[b] {
			sum.F += at.F / float64(len(byBudget[b]))
			sum.Cases += at.Cases
			sum.TokensIn += at.TokensIn
			sum.TokensOut += at.TokensOut
		}
		s.Recall = append(s.Recall, sum)
	}
	setTail(&s, counted)
	return s
}

func appendShare(to []float64, part, whole float64) []float64 {
	if whole == 0 {
		return to
	}
	return append(to, part/whole)
}

func mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// percentile interpolates linearly between the two nearest values.
func percentile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	values = slices.Sorted(slices.Values(values))
	at := q * float64(len(values)-1)
	low := int(at)
	if low+1 == len(values) {
		return values[low]
	}
	return values[low] + (at-float64(low))*(values[low+1]-values[low])
}
