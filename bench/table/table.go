// Package table prints a run of the bench as text.
package table

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/bench/routing"
	"github.com/riffle-dev/riffle/bench/runfile"
)

// Write prints the summaries of a run side by side, a column for each system.
func Write(w io.Writer, r *runfile.Run) error {
	t := &grid{file: r}
	cases := 0
	for _, c := range r.Corpora {
		cases += c.Cases
	}
	t.row(fmt.Sprintf("%d cases", cases), func(s *runfile.Summary) string { return s.System })
	for _, k := range kindsOf(r) {
		t.row(fmt.Sprintf("%s F@%d/AUC", k, runfile.MainBudget), func(s *runfile.Summary) string {
			of := r.Summary(s.System, k)
			if of == nil || of.Cases == 0 {
				return "-"
			}
			return recallAt(of, runfile.MainBudget) + "/" + number(of.AUC)
		})
	}
	t.row("mean over kinds", func(s *runfile.Summary) string { return recallAt(s, runfile.MainBudget) + "/" + number(s.AUC) })
	for _, b := range r.Budgets {
		t.row(fmt.Sprintf("F@%d", b), func(s *runfile.Summary) string { return recallAt(s, b) })
	}
	t.row("skill", func(s *runfile.Summary) string {
		if s.Skill == nil {
			return "-"
		}
		return number(*s.Skill)
	})
	t.row("p10 F/AUC", func(s *runfile.Summary) string { return pair(s.P10Recall, s.P10AUC) })
	t.row(fmt.Sprintf("weight 3 @%d", runfile.MainBudget), func(s *runfile.Summary) string { return number(s.Heavy) })
	t.row(fmt.Sprintf("middle @%d", runfile.MainBudget), func(s *runfile.Summary) string { return number(s.Middle) })
	t.row("lost at 2B", func(s *runfile.Summary) string { return fmt.Sprintf("%.0f of %.0f", s.Monotony.Part, s.Monotony.Whole) })
	t.row("tokens out/in", func(s *runfile.Summary) string {
		for _, at := range s.Recall {
			if at.Budget == runfile.MainBudget && at.TokensIn > 0 {
				return number(float64(at.TokensOut) / float64(at.TokensIn))
			}
		}
		return "-"
	})
	if !r.RecallOnly {
		t.row("structure", func(s *runfile.Summary) string { return number(s.Structure) })
		t.row("honesty", func(s *runfile.Summary) string { return number(s.Honesty) })
		t.row("recoverable", func(s *runfile.Summary) string { return number(s.Recoverable) })
		t.row("headline", func(s *runfile.Summary) string { return number(s.Headline) })
		t.row("marks, of budget", func(s *runfile.Summary) string { return number(s.Overhead) })
		t.row("silent/strayed", func(s *runfile.Summary) string { return fmt.Sprintf("%d/%d", s.Silent, s.Strayed) })
	}
	t.row("gates failed", func(s *runfile.Summary) string { return fmt.Sprint(s.Gates) })
	t.row("over budget", func(s *runfile.Summary) string { return fmt.Sprint(s.Over) })
	t.row("cases failed", func(s *runfile.Summary) string { return fmt.Sprint(s.Failed) })
	if r.Timings != nil && len(r.Timings.Results) > 0 {
		t.row("MB/s", func(s *runfile.Summary) string { return speed(r, s.System) })
	}
	if len(r.Systems) == 0 {
		t.rows = t.rows[:1]
	}
	err := t.write(w)
	if len(r.Estimators) > 0 && err == nil {
		fmt.Fprintln(w)
		err = WriteEstimators(w, r, nil)
	}
	writeRouting(w, r)
	writeWorst(w, r)
	return err
}

// routesOf are the cases with the kind by which each should be routed and is; none in a
// run that does not say.
func routesOf(r *runfile.Run) (routes []routing.Route) {
	for _, c := range r.Cases {
		if c.Verdict != "" {
			routes = append(routes, routing.Route{Case: c.Name, Expected: c.Should, Got: c.Verdict})
		}
	}
	return routes
}

// writeRouting says too which cases a bundled processor serves that is not that of
// the verdict: the one that was asked declined.
func writeRouting(w io.Writer, r *runfile.Run) {
	routes := routesOf(r)
	if len(routes) == 0 {
		return
	}
	fmt.Fprintln(w)
	_ = routing.Write(w, routes) // a writer that fails has failed before
	for _, c := range r.Cases {
		for _, of := range c.Results {
			if c.Verdict != "" && of.Processor != c.Verdict && slices.Contains(routing.Kinds, of.Processor) {
				fmt.Fprintf(w, "  declined: %s by %s: %s serves it\n", c.Name, c.Verdict, of.Processor)
			}
		}
	}
}

func number(v float64) string  { return fmt.Sprintf("%.3f", v) }
func pair(a, b float64) string { return number(a) + "/" + number(b) }

// recallAt is a dash where no input is larger than the budget.
func recallAt(s *runfile.Summary, budget int) string {
	for _, at := range s.Recall {
		if at.Budget == budget {
			return number(at.F)
		}
	}
	return "-"
}

// kindsOf are the kinds of the cases, sorted.
func kindsOf(r *runfile.Run) []string {
	set := map[string]bool{}
	for _, c := range r.Cases {
		set[c.Kind] = true
	}
	return slices.Sorted(maps.Keys(set))
}

// speed is the input of all cases over the time that they took, alone.
func speed(r *runfile.Run, system string) string {
	bytes, millis := 0.0, 0.0
	for _, t := range r.Timings.Results {
		if t.System == system {
			bytes += t.MBPerS * t.Millis / 1000 * 1e6
			millis += t.Millis
		}
	}
	if millis == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", bytes/1e6/(millis/1000))
}

// grid is rows of cells, the first of each its name.
type grid struct {
	file *runfile.Run
	rows [][]string
}

func (t *grid) row(name string, cell func(*runfile.Summary) string) {
	row := []string{name}
	for _, s := range t.file.Systems {
		if sum := t.file.Summary(s.Name, ""); sum != nil {
			row = append(row, cell(sum))
		}
	}
	t.rows = append(t.rows, row)
}

// write aligns names to the left and cells to the right.
func (t *grid) write(w io.Writer) error {
	var width []int
	for _, r := range t.rows {
		for i, c := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	for _, r := range t.rows {
		var b strings.Builder
		for i, c := range r {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i == 0 {
				b.WriteString(c + pad)
			} else {
				b.WriteString("  " + pad + c)
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// maxFaults is how many failures of one system the table names; the run file has all.
const maxFaults = 20

// writeWorst names for each system that is measured its worst case, and what failed.
func writeWorst(w io.Writer, r *runfile.Run) {
	for _, s := range r.Systems {
		if s.Role != runfile.RoleSystem {
			continue
		}
		if sum := r.Summary(s.Name, ""); sum != nil && sum.Worst.Case != "" {
			fmt.Fprintf(w, "\n%s: worst case %s with AUC %.3f\n", s.Name, sum.Worst.Case, sum.Worst.AUC)
		}
		faults := faultsOf(r, s.Name)
		for _, f := range faults[:min(len(faults), maxFaults)] {
			fmt.Fprintln(w, " ", f)
		}
		if n := len(faults) - maxFaults; n > 0 {
			fmt.Fprintf(w, "  and %d more\n", n)
		}
	}
}

// faultsOf are the failures of a system, those of whole cases first.
func faultsOf(r *runfile.Run, system string) (all []string) {
	var gates []string
	for i := range r.Cases {
		c := &r.Cases[i]
		of := c.Result(system)
		if of == nil {
			continue
		}
		if of.Error != "" {
			all = append(all, fmt.Sprintf("failed: %s: %s", c.Name, of.Error))
		}
		for _, g := range of.Gates {
			gates = append(gates, fmt.Sprintf("gate: %s: %s", c.Name, g))
		}
		for _, p := range of.Points {
			for _, g := range p.Gates {
				gates = append(gates, fmt.Sprintf("gate: %s@%d: %s", c.Name, p.Budget, g))
			}
		}
	}
	return append(all, gates...)
}

// WriteWorstCases prints the n cases with the smallest areas of a system, with the
// facts that are lost at runfile.MainBudget or the largest budget below the input's size.
func WriteWorstCases(w io.Writer, r *runfile.Run, system string, n int) {
	type entry struct {
		c  *runfile.Case
		of *runfile.Result
	}
	var all []entry
	for i := range r.Cases {
		if of := r.Cases[i].Result(system); of != nil && len(r.Cases[i].Facts) > 0 && (len(of.Points) > 0 || of.Error != "") {
			all = append(all, entry{&r.Cases[i], of})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int {
		switch {
		case a.of.AUC < b.of.AUC:
			return -1
		case a.of.AUC > b.of.AUC:
			return 1
		}
		return 0
	})
	for _, e := range all[:min(n, len(all))] {
		fmt.Fprintf(w, "\n%s by %s  AUC %.3f, %d tokens:", e.c.Name, system, e.of.AUC, e.c.Tokens)
		for _, p := range e.of.Points {
			fmt.Fprintf(w, "  %d: %.2f", p.Budget, p.F)
		}
		fmt.Fprintln(w, e.of.Error)
		p := e.of.At(runfile.MainBudget)
		if p == nil && len(e.of.Points) > 0 {
			p = &e.of.Points[len(e.of.Points)-1]
		}
		if p == nil {
			continue
		}
		if !r.RecallOnly {
			fmt.Fprintf(w, "    S %.2f  H %.2f  R %.2f\n", p.Structure, p.Honesty, p.Recoverable)
		}
		for _, m := range p.Remarks {
			fmt.Fprintln(w, "   ", m)
		}
		for _, id := range p.Lost {
			f := e.c.Fact(id)
			fmt.Fprintf(w, "    lost@%d  %s w%.0f at %.2f  %q  (%s)\n", p.Budget, f.ID, f.Weight, f.At, f.Text, f.Why)
		}
	}
}
