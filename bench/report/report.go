// Package report shows runs of the bench to people: one page with curves, tables and
// the worst cases, that needs nothing from outside, and the curves as image files.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/table"
	"github.com/riffle-dev/riffle/corpus"
)

// Run is a run with the name that the report gives it.
type Run struct {
	Name string
	File *runfile.Run
}

// Options say what a page shows. The zero value is usable.
type Options struct {
	Title   string
	Worst   int           // cases of each system that are shown with their lost facts; 0: 8
	Corpora []corpus.Case // where the text around a lost fact is taken from; none: the facts alone
}

//go:embed page.html.tmpl
var pageTemplate string

//go:embed page.css
var pageStyle string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"f3":        func(v float64) string { return fmt.Sprintf("%.3f", v) },
	"pct":       func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) },
	"pct2":      func(v float64) string { return table.Percent("%.2f", v) },
	"signed":    func(v float64) string { return table.Percent("%+.1f", v) },
	"figure":    table.Figure,
	"join":      strings.Join,
	"thousands": thousands,
}).Parse(pageTemplate))

// Page writes the report as one HTML page. The same runs give the same bytes.
func Page(w io.Writer, runs []Run, o Options) error {
	if o.Worst == 0 {
		o.Worst = 8
	}
	if o.Title == "" {
		o.Title = "What is kept"
	}
	v, err := newView(runs, o)
	if err != nil {
		return err
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("report: the page cannot be written: %w", err)
	}
	return nil
}

// series is one system of one run, as a line of a chart and a row of a table.
type series struct {
	Label   string
	About   string
	Role    string
	Color   template.CSS
	system  string
	run     *runfile.Run
	ordinal int // among those of its role
}

// allSeries lists the systems of all runs. Baselines depend on the corpus alone, so
// later runs show only those that no run before had.
func allSeries(runs []Run) []*series {
	var out []*series
	baselines := map[string]bool{}
	count := map[string]int{}
	for _, r := range runs {
		for _, s := range r.File.Systems {
			label := s.Name
			if s.Role != runfile.RoleSystem {
				if baselines[s.Name] {
					continue
				}
				baselines[s.Name] = true
			} else if len(runs) > 1 {
				label = r.Name + ": " + s.Name
			}
			line := &series{Label: label, About: about(s), Role: s.Role, system: s.Name, run: r.File, ordinal: count[s.Role]}
			line.Color = template.CSS(line.color())
			count[s.Role]++
			out = append(out, line)
		}
	}
	slices.SortStableFunc(out, func(a, b *series) int { return place(a.Role) - place(b.Role) })
	return out
}

// place puts what is measured before what it is measured against.
func place(role string) int {
	return slices.Index([]string{runfile.RoleSystem, runfile.RoleBaseline, runfile.RoleOracle}, role)
}

func about(s runfile.System) string {
	var parts []string
	for _, p := range []string{s.About, s.Transport, strings.Join(s.Kinds, ", ")} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, "; ")
}

// kindsOf are the kinds of all runs by name.
func kindsOf(all []*series) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, s := range all {
		for _, sum := range s.run.Summaries {
			if !seen[sum.Kind] {
				seen[sum.Kind] = true
				out = append(out, sum.Kind)
			}
		}
	}
	slices.Sort(out)
	return out
}

// thousands groups the digits of a number.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}
