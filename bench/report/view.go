package report

import (
	"fmt"
	"html/template"
	"slices"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// view is what the page's template reads.
type view struct {
	Title   string
	Style   template.CSS
	Runs    []runView
	Series  []*series
	Charts  []template.HTML
	Vectors []vector
	Areas   []areaRow // per kind, a cell for each of Series
	Budgets []int
	Recall  []recallRow
	Costs   []costRow
	Timings []timingRow
	Worst   []worstSystem

	Estimators []estimatorRow
	Scatters   []template.HTML // error over speed, at each size
	Context    bool            // the text around facts is shown
}

type runView struct {
	Name, Corpora, Budgets, Ablate string
	Cases, Facts, Tokens           int
	RecallOnly                     bool
}

// vector is one system with everything that a decision looks at.
type vector struct {
	*series
	*runfile.Summary
	Main float64 // recall at runfile.MainBudget
}

type areaRow struct {
	Kind  string
	Cases int
	Cells []areaCell
}

// areaCell is the area of one system in one kind: the mean, and the median over the
// cases with the interval that holds the median of all such cases with a
// probability of 95 %.
type areaCell struct {
	None                 bool
	Mean, Median, Lo, Hi float64
	Bounded              bool // there are cases enough for an interval
	Best                 bool
}

type recallRow struct {
	*series
	Kind  string
	First bool         // of its kind
	Cells []recallCell // one for each of Budgets
}

type recallCell struct {
	None bool
	F    float64
}

func newView(runs []Run, o Options) (*view, error) {
	v := &view{Title: o.Title, Style: template.CSS(pageStyle), Context: len(o.Corpora) > 0}
	for _, r := range runs {
		v.Runs = append(v.Runs, describe(r))
	}
	v.Series = allSeries(runs)
	kinds := kindsOf(v.Series)
	for _, kind := range append([]string{""}, kinds...) {
		// Drawn here: names in it are escaped.
		v.Charts = append(v.Charts, template.HTML(newChart(title(kind), kind, v.Series).inline()))
	}
	for _, s := range v.Series {
		if sum := s.run.Summary(s.system, ""); sum != nil {
			v.Vectors = append(v.Vectors, vector{s, sum, recallAt(sum, runfile.MainBudget)})
		}
	}
	v.areas(kinds)
	v.recall(kinds)
	v.costs()
	v.worst(o)
	v.Estimators = estimatorRows(runs)
	for _, c := range scatters(v.Estimators) {
		v.Scatters = append(v.Scatters, template.HTML(c.inline()))
	}
	return v, nil
}

func title(kind string) string {
	if kind == "" {
		return "all kinds"
	}
	return kind
}

func describe(r Run) runView {
	v := runView{Name: r.Name, Cases: len(r.File.Cases), Budgets: fmt.Sprint(r.File.Budgets), RecallOnly: r.File.RecallOnly}
	for i, c := range r.File.Corpora {
		if i > 0 {
			v.Corpora += ", "
		}
		v.Corpora += fmt.Sprintf("%s (%d cases, %.12s)", c.Name, c.Cases, c.SHA256)
	}
	for i, a := range r.File.Ablate {
		if i > 0 {
			v.Ablate += ", "
		}
		v.Ablate += a
	}
	for _, c := range r.File.Cases {
		v.Facts += len(c.Facts)
		v.Tokens += c.Tokens
	}
	return v
}

func recallAt(s *runfile.Summary, budget int) float64 {
	for _, r := range s.Recall {
		if r.Budget == budget {
			return r.F
		}
	}
	return 0
}

func (v *view) areas(kinds []string) {
	for _, kind := range kinds {
		row := areaRow{Kind: kind}
		best := 0.0
		for _, s := range v.Series {
			cell := area(s, kind)
			if sum := s.run.Summary(s.system, kind); sum != nil {
				row.Cases = max(row.Cases, sum.Cases)
			}
			if s.Role != runfile.RoleOracle {
				best = max(best, cell.Mean)
			}
			row.Cells = append(row.Cells, cell)
		}
		for i := range row.Cells {
			row.Cells[i].Best = v.Series[i].Role != runfile.RoleOracle && row.Cells[i].Mean == best
		}
		v.Areas = append(v.Areas, row)
	}
}

func area(s *series, kind string) areaCell {
	sum := s.run.Summary(s.system, kind)
	if sum == nil || sum.Cases == 0 {
		return areaCell{None: true}
	}
	var values []float64
	for _, c := range scored(s, kind) {
		values = append(values, c.result.AUC)
	}
	cell := areaCell{Mean: sum.AUC}
	if len(values) == 0 {
		return cell
	}
	m := summary(values)
	cell.Median, cell.Lo, cell.Hi = m.Center, m.Lo, m.Hi
	cell.Bounded = m.Lo >= 0 && m.Hi <= 1 // without enough cases the bounds are infinite
	return cell
}

// scoredCase is a case that counts, with what the system did.
type scoredCase struct {
	of     *runfile.Case
	result *runfile.Result
}

// scored are the cases of a kind, "" for all, that count for the means of a system.
func scored(s *series, kind string) []scoredCase {
	var out []scoredCase
	for i := range s.run.Cases {
		c := &s.run.Cases[i]
		r := c.Result(s.system)
		if r == nil || len(c.Facts) == 0 || kind != "" && c.Kind != kind || r.Error == "" && len(r.Points) == 0 {
			continue
		}
		out = append(out, scoredCase{c, r})
	}
	return out
}

func (v *view) recall(kinds []string) {
	seen := map[int]bool{}
	for _, s := range v.Series {
		for _, b := range s.run.Budgets {
			if !seen[b] {
				seen[b] = true
				v.Budgets = append(v.Budgets, b)
			}
		}
	}
	slices.Sort(v.Budgets)
	for _, kind := range append([]string{""}, kinds...) {
		first := true
		for _, s := range v.Series {
			sum := s.run.Summary(s.system, kind)
			if sum == nil || sum.Cases == 0 {
				continue
			}
			row := recallRow{series: s, Kind: title(kind), First: first}
			first = false
			for _, b := range v.Budgets {
				row.Cells = append(row.Cells, recallCell{None: !slices.ContainsFunc(sum.Recall, func(r runfile.Recall) bool { return r.Budget == b }), F: recallAt(sum, b)})
			}
			v.Recall = append(v.Recall, row)
		}
	}
}
