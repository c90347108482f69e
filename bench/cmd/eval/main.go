// Command eval prints what the processors keep of a corpus, for development.
package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/score"
	"github.com/riffle-dev/riffle/corpus"
)

func main() {
	dir := flag.String("corpus", "", "folder of cases")
	only := flag.String("only", "", "kinds or names of cases, separated by commas")
	worst := flag.Int("worst", 0, "how many of the worst cases to show with their lost facts")
	ablate := flag.String("ablate", "", "ranking rules to switch off, separated by commas")
	budgetList := flag.String("budgets", "", "budgets in tokens, separated by commas")
	show := flag.String("show", "", "CASE@BUDGET: print the output")
	baselines := flag.Bool("baselines", false, "measure the baselines and the oracle too")
	quick := flag.Bool("quick", false, "facts alone: faster")
	flag.Parse()
	if err := run(*dir, *only, *worst, *ablate, *budgetList, *show, *baselines, *quick); err != nil {
		fmt.Fprintln(os.Stderr, "eval:", err)
		os.Exit(1)
	}
}

func run(dir, only string, worst int, ablate, budgetList, show string, baselines, quick bool) error {
	start := time.Now()
	all, err := corpus.Load(dir)
	if err != nil {
		return err
	}
	show, showBudget, showing := strings.Cut(show, "@")
	if showing && only == "" {
		only = show
	}
	var cases []corpus.Case
	for _, c := range all {
		if err := c.Check(); err != nil {
			return err
		}
		if selected(&c, only) {
			cases = append(cases, c)
		}
	}
	budgets := append([]int(nil), score.Budgets...)
	if showing && budgetList == "" {
		budgetList = showBudget
	}
	if budgetList != "" {
		budgets = nil
		for _, b := range strings.Split(budgetList, ",") {
			n, err := strconv.Atoi(b)
			if err != nil {
				return err
			}
			budgets = append(budgets, n)
		}
	}
	systems := []bench.System{riffle(ablate)}
	if baselines {
		systems = append(systems, bench.Baselines()...)
	}
	results, err := bench.Run(cases, systems, bench.Options{Budgets: budgets, Workers: 2, RecallOnly: quick, Content: content})
	if err != nil {
		return err
	}
	var summaries []bench.Summary
	for _, s := range systems {
		summaries = append(summaries, bench.Summarise(results, s.Name))
	}
	if showing {
		for _, r := range results {
			for _, p := range r.Points {
				fmt.Printf("--- %s by %s at %d: %d tokens, F %.3f\n%s\n", r.Case, r.System, p.Budget, p.Tokens, p.F, p.Text)
			}
		}
	}
	bench.WriteTable(os.Stdout, summaries)
	printWorst(cases, summaries[0], worst)
	for _, g := range summaries[0].Gates {
		fmt.Println("gate:", g)
	}
	for _, r := range results {
		if r.Err != nil {
			fmt.Printf("failed: %s on %s: %v\n", r.System, r.Case, r.Err)
		}
	}
	fmt.Printf("%.1f s\n", time.Since(start).Seconds())
	return nil
}

func selected(c *corpus.Case, only string) bool {
	if only == "" {
		return true
	}
	for _, o := range strings.Split(only, ",") {
		if o == c.Kind || o == c.Name || o == c.Stem() {
			return true
		}
	}
	return false
}

func printWorst(cases []corpus.Case, s bench.Summary, n int) {
	byName := map[string]corpus.Case{}
	for _, c := range cases {
		byName[c.Name] = c
	}
	for _, r := range s.Worst[:min(n, len(s.Worst))] {
		fmt.Printf("\n%s  AUC %.3f, %d tokens:", r.Case, r.AUC, r.Tokens)
		for _, p := range r.Points {
			fmt.Printf("  %d: %.2f", p.Budget, p.F)
		}
		fmt.Println()
		p := r.At(bench.MainBudget)
		if p == nil && len(r.Points) > 0 {
			p = &r.Points[len(r.Points)-1]
		}
		if p == nil {
			continue
		}
		fmt.Printf("    S %.2f  H %.2f  R %.2f\n", p.Structure, p.Honesty, p.Recoverable)
		for _, m := range p.Remarks {
			fmt.Println("   ", m)
		}
		for i, f := range byName[r.Case].Facts {
			if !p.Found[i] {
				fmt.Printf("    lost@%d  w%.0f at %.2f  %q  (%s)\n", p.Budget, f.Weight, f.Pos, f.Text, f.Why)
			}
		}
	}
}
