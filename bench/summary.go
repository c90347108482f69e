package bench

import (
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/riffle-dev/riffle/bench/score"
)

// MainBudget is the budget that single numbers speak of.
const MainBudget = 2048

// Summary is what one system does with a corpus.
type Summary struct {
	System        string
	Kinds         []string
	Files         map[string]int             // scored, per kind
	Recall        map[string]map[int]float64 // per kind and budget, the mean over files
	AUC           map[string]float64         // per kind
	Macro         map[int]float64            // per budget, the mean over kinds
	MacroAUC      float64
	P10, P10AUC   float64 // the tenth percentile over files, of recall at MainBudget and of the area
	Worst         []Result
	Heavy, Middle float64 // mean over kinds of the recall of such facts at MainBudget
	Over          int     // outputs over their budget
	Failed        int     // cases on which the system failed
	Monotony      score.Share

	// Means over kinds of the means over files and budgets.
	Structure, Honesty, Recoverable, Headline, Overhead float64

	Gates           []string // "CASE@BUDGET: what failed"
	Silent, Strayed int
}

// Summarise sums up the results of one system. Cases without facts, and inputs
// smaller than every budget, count only for Over and Failed.
func Summarise(results []Result, system string) Summary {
	s := Summary{System: system, Files: map[string]int{}, Recall: map[string]map[int]float64{}, AUC: map[string]float64{},
		Macro: map[int]float64{}}
	byKind := map[string][]Result{}
	for _, r := range results {
		if r.System != system {
			continue
		}
		if r.Err != nil {
			s.Failed++
		}
		for _, p := range r.Points {
			if p.Tokens > p.Budget {
				s.Over++
			}
			for _, g := range p.Gates {
				s.Gates = append(s.Gates, fmt.Sprintf("%s@%d: %s", r.Case, p.Budget, g))
			}
			s.Silent += p.Silent
			s.Strayed += p.Strayed
		}
		if r.Scored() {
			byKind[r.Kind] = append(byKind[r.Kind], r)
			s.Worst = append(s.Worst, r)
			s.Monotony.Part += r.Monotony.Part
			s.Monotony.Whole += r.Monotony.Whole
		}
	}
	for k := range byKind {
		s.Kinds = append(s.Kinds, k)
	}
	sort.Strings(s.Kinds)
	s.means(byKind)
	sort.SliceStable(s.Worst, func(i, j int) bool { return s.Worst[i].AUC < s.Worst[j].AUC })
	s.percentiles()
	return s
}

// Scored reports whether the case counts for recall.
func (r *Result) Scored() bool {
	return r.HasFacts && (r.Err != nil || len(r.Points) > 0)
}

func (s *Summary) means(byKind map[string][]Result) {
	n := float64(len(s.Kinds))
	kindsAt := map[int]float64{}
	var heavy, middle []float64
	for _, k := range s.Kinds {
		rs := byKind[k]
		s.Files[k] = len(rs)
		sums, files := map[int]float64{}, map[int]float64{}
		var h, m []float64
		for _, r := range rs {
			s.AUC[k] += r.AUC / float64(len(rs))
			for _, p := range r.Points {
				sums[p.Budget] += p.F
				files[p.Budget]++
			}
			if p := r.At(MainBudget); p != nil {
				if p.Heavy.Whole > 0 {
					h = append(h, p.Heavy.Value())
				}
				if p.Middle.Whole > 0 {
					m = append(m, p.Middle.Value())
				}
			}
		}
		s.Recall[k] = map[int]float64{}
		for _, b := range sortedKeys(sums) {
			s.Recall[k][b] = sums[b] / files[b]
			s.Macro[b] += sums[b] / files[b]
			kindsAt[b]++
		}
		s.MacroAUC += s.AUC[k] / n
		s.judgements(rs, n)
		heavy, middle = appendMean(heavy, h), appendMean(middle, m)
	}
	for b := range s.Macro {
		s.Macro[b] /= kindsAt[b]
	}
	s.Heavy, s.Middle = mean(heavy), mean(middle)
}

// judgements adds a kind's means, of n kinds.
func (s *Summary) judgements(rs []Result, n float64) {
	for _, r := range rs {
		s.Headline += r.Headline / float64(len(rs)) / n
		for _, p := range r.Points {
			share := 1 / float64(len(r.Points)) / float64(len(rs)) / n
			s.Structure += p.Structure * share
			s.Honesty += p.Honesty * share
			s.Recoverable += p.Recoverable * share
			s.Overhead += float64(p.Overhead) / float64(p.Budget) * share
		}
	}
}

func appendMean(to, values []float64) []float64 {
	if len(values) == 0 {
		return to
	}
	return append(to, mean(values))
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

func (s *Summary) percentiles() {
	var recalls, areas []float64
	for _, r := range s.Worst {
		areas = append(areas, r.AUC)
		if p := r.At(MainBudget); p != nil {
			recalls = append(recalls, p.F)
		}
	}
	s.P10, s.P10AUC = percentile(recalls, 0.1), percentile(areas, 0.1)
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

func sortedKeys[V any](m map[int]V) []int {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	sort.Ints(keys)
	return keys
}

// WriteTable prints recall at MainBudget and area per kind for each summary.
func WriteTable(w io.Writer, summaries []Summary) {
	if len(summaries) == 0 {
		return
	}
	row := func(name string, cell func(Summary) string) {
		fmt.Fprintf(w, "%-16s", name)
		for _, s := range summaries {
			fmt.Fprintf(w, " %15s", cell(s))
		}
		fmt.Fprintln(w)
	}
	row(fmt.Sprintf("recall@%d / AUC", MainBudget), func(s Summary) string { return s.System })
	for _, k := range summaries[0].Kinds {
		row(fmt.Sprintf("%s (%d)", k, summaries[0].Files[k]), func(s Summary) string {
			return fmt.Sprintf("%.3f / %.3f", s.Recall[k][MainBudget], s.AUC[k])
		})
	}
	row("MACRO", func(s Summary) string { return fmt.Sprintf("%.3f / %.3f", s.Macro[MainBudget], s.MacroAUC) })
	for _, b := range sortedKeys(summaries[0].Macro) {
		row(fmt.Sprintf("recall@%d", b), func(s Summary) string { return fmt.Sprintf("%.3f", s.Macro[b]) })
	}
	if head, oracle := find(summaries, "headtail"), find(summaries, "oracle"); head != nil && oracle != nil {
		row("skill", func(s Summary) string {
			return fmt.Sprintf("%.3f", score.Skill(s.MacroAUC, head.MacroAUC, oracle.MacroAUC))
		})
	}
	row("p10 recall / AUC", func(s Summary) string { return fmt.Sprintf("%.3f / %.3f", s.P10, s.P10AUC) })
	row("weight 3 @2048", func(s Summary) string { return fmt.Sprintf("%.3f", s.Heavy) })
	row("middle @2048", func(s Summary) string { return fmt.Sprintf("%.3f", s.Middle) })
	row("lost at 2B", func(s Summary) string { return fmt.Sprintf("%.0f of %.0f", s.Monotony.Part, s.Monotony.Whole) })
	row("structure", func(s Summary) string { return fmt.Sprintf("%.3f", s.Structure) })
	row("honesty", func(s Summary) string { return fmt.Sprintf("%.3f", s.Honesty) })
	row("recoverable", func(s Summary) string { return fmt.Sprintf("%.3f", s.Recoverable) })
	row("headline", func(s Summary) string { return fmt.Sprintf("%.3f", s.Headline) })
	row("marks, of budget", func(s Summary) string { return fmt.Sprintf("%.3f", s.Overhead) })
	row("silent / strayed", func(s Summary) string { return fmt.Sprintf("%d / %d", s.Silent, s.Strayed) })
	row("gates failed", func(s Summary) string { return fmt.Sprint(len(s.Gates)) })
	row("over budget", func(s Summary) string { return fmt.Sprint(s.Over) })
	row("failed", func(s Summary) string { return fmt.Sprint(s.Failed) })
}

func find(summaries []Summary, system string) *Summary {
	for i := range summaries {
		if summaries[i].System == system {
			return &summaries[i]
		}
	}
	return nil
}
