package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/table"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/host/registry"
	"github.com/riffle-dev/riffle/sdk/rank"
)

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "bench", Short: "Measure what is kept of a corpus, and what it costs", Args: cobra.NoArgs, RunE: help}
	cmd.AddCommand(a.benchRunCommand(), a.benchCompareCommand(), a.benchReportCommand(), a.benchRoutingCommand(), a.benchMetamorphicCommand())
	return cmd
}

// benchFlags are the flags of bench run.
type benchFlags struct {
	corpora, plugins, systems, estimators []string
	kinds, only, ablate                   []string
	budgets                               []int
	out, show, isolation                  string
	baselines, noBuiltins, quick          bool
	noChecks, texts, scoresOnly           bool
	worst, jobs                           int
}

func (f *benchFlags) add(s *pflag.FlagSet) {
	s.StringArrayVar(&f.corpora, "corpus", []string{"corpus"}, "`folder` of cases; may be given again")
	s.StringArrayVar(&f.plugins, "plugin", nil, "`plugin` to measure too, one that was added by its name, or the path of a program; may be given again")
	s.StringArrayVar(&f.systems, "system", nil, "outside command to measure too, as `NAME='COMMAND {file} {budget} {tool} {kind}'`; may be given again")
	s.StringSliceVar(&f.estimators, "estimator", []string{bench.AllEstimators}, "`names` of bundled estimators to compare with exact counts; \"\" for none")
	s.IntSliceVar(&f.budgets, "budgets", nil, "`budgets` in tokens, separated by commas (default 256,512,1024,2048,4096,8192)")
	s.StringSliceVar(&f.kinds, "kinds", nil, "only cases of these `kinds`")
	s.StringSliceVar(&f.only, "only", nil, "only these `cases`, by name (log/build.log), short name (build) or kind")
	s.StringSliceVar(&f.ablate, "ablate", nil, "ranking `rules` to switch off")
	s.StringVar(&f.isolation, "isolation", config.InProcess, "`how` the bundled plugins run: subprocess or in-process")
	s.StringVar(&f.out, "out", "", "write the whole run to a `file`, for bench compare and bench report")
	s.BoolVar(&f.texts, "texts", false, "keep every output in the file")
	s.BoolVar(&f.scoresOnly, "scores-only", false, "leave all words and times out of the file: a baseline that is small enough to commit")
	s.BoolVar(&f.baselines, "baselines", true, "measure head, head+tail, grep, rare lines and the oracle beside")
	s.BoolVar(&f.noBuiltins, "no-builtins", false, "leave the bundled processors out")
	s.BoolVar(&f.quick, "quick", false, "facts alone: no structure, honesty or recoverability, no gate but the budget")
	s.BoolVar(&f.noChecks, "no-checks", false, "leave out the cost, and the gates that need further runs (stored bytes, linear time, one processor)")
	s.IntVar(&f.worst, "worst", 0, "show the `N` worst cases of each system with their lost facts")
	s.StringVar(&f.show, "show", "", "print what each system makes of one case, as `CASE@BUDGET`")
	s.IntVar(&f.jobs, "jobs", 0, "measure `N` cases at once (default: the number of processors)")
}

func (a *app) benchRunCommand() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Measure processors, estimators and outside commands on a corpus",
		Long: `Measure processors, estimators and outside commands on a corpus.

A table of the scores is printed, a column for each system. But for the speed the
same run gives the same numbers each time.

An outside command is a line for sh; {file}, {budget} (in tokens), {tool} and {kind}
in it are replaced by values that are quoted already. The input is on its standard
input too, and what it prints is its text. A status other than 0, or more than a
minute, is a failure. It is run once for each budget, and again for the gates.`,
		Example: `  riffle bench run --out run.json
  riffle bench run --corpus mine --plugin ./riffle-processor-tap --kinds log
  riffle bench run --plugin tap
  riffle bench run --system headtail4='head -c $((2*{budget})) {file}; tail -c $((2*{budget})) {file}'
  riffle bench run --only build --worst 1 --baselines=false
  riffle bench run --show log/build.log@1024`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return a.benchRun(ctx, &f)
		},
	}
	f.add(cmd.Flags())
	return cmd
}

func (a *app) benchRun(ctx context.Context, f *benchFlags) (err error) {
	shown, err := f.settle()
	if err != nil {
		return usage(err)
	}
	sets, err := bench.LoadSets(f.corpora, f.chooses)
	if err != nil {
		return usage(err)
	}
	cases := 0
	for _, s := range sets {
		cases += len(s.Cases)
	}
	if cases == 0 {
		return usage(errors.New("bench: no case is left; check --kinds and --only"))
	}
	systems, estimators, err := f.measured(a.places())
	defer func() { err = errors.Join(err, bench.CloseAll(systems, estimators)) }()
	if err != nil {
		return usage(err)
	}
	progress, clear := progressOn(a.stderr)
	run, err := bench.Measure(ctx, sets, systems, bench.Options{
		Budgets: f.budgets, Workers: f.jobs, RecallOnly: f.quick, NoChecks: f.noChecks, Texts: f.texts || f.show != "",
		Ablate: f.ablate, Estimators: estimators, Progress: progress,
	})
	clear()
	if err != nil {
		return err
	}
	if f.out != "" {
		kept := run
		if f.scoresOnly {
			kept = run.Scores()
		}
		if err := kept.Write(f.out); err != nil {
			return err
		}
	}
	if shown > 0 {
		printTexts(a.stdout, run, shown)
	}
	if err := table.Write(a.stdout, run); err != nil {
		return err
	}
	for _, s := range run.Systems {
		if f.worst > 0 && s.Role == runfile.RoleSystem {
			table.WriteWorstCases(a.stdout, run, s.Name, f.worst)
		}
	}
	return nil
}

// settle checks the flags and draws what one of them says of others. It returns the
// budget to show texts of, 0 for none.
func (f *benchFlags) settle() (shown int, err error) {
	rules, _ := rank.Rules()
	for _, r := range f.ablate {
		if !slices.Contains(rules, rank.Rule(r)) {
			return 0, fmt.Errorf("bench: there is no ranking rule %q; there are %s", r, strings.Trim(fmt.Sprint(rules), "[]"))
		}
	}
	if f.isolation != config.InProcess && f.isolation != config.Subprocess {
		return 0, fmt.Errorf("bench: --isolation is %q; expected %s or %s", f.isolation, config.Subprocess, config.InProcess)
	}
	for _, b := range f.budgets {
		if b <= 0 {
			return 0, fmt.Errorf("bench: a budget is %d; expected at least 1 token", b)
		}
	}
	if f.show == "" {
		return 0, nil
	}
	name, budget, _ := strings.Cut(f.show, "@")
	if shown, err = strconv.Atoi(budget); err != nil || shown <= 0 || name == "" {
		return 0, fmt.Errorf("bench: --show is %q; expected CASE@BUDGET, such as log/build.log@1024", f.show)
	}
	if len(f.only) == 0 {
		f.only = []string{name}
	}
	if len(f.budgets) == 0 {
		f.budgets = []int{shown}
	}
	f.noChecks = true
	return shown, nil
}

func (f *benchFlags) chooses(c *corpus.Case) bool {
	is := func(names []string) bool {
		return slices.Contains(names, c.Kind) || slices.Contains(names, c.Name) || slices.Contains(names, c.Stem())
	}
	return (len(f.kinds) == 0 || slices.Contains(f.kinds, c.Kind)) && (len(f.only) == 0 || is(f.only))
}

// measured are the systems and estimators that the flags ask for.
func (f *benchFlags) measured(added registry.Places) (systems []bench.System, estimators []*bench.Estimator, err error) {
	o := bench.PipelineOptions{Bundled: bundled(), Isolation: f.isolation, Ablate: f.ablate, Added: added}
	if !f.noBuiltins {
		systems = append(systems, bench.Builtins(o))
	}
	if estimators, err = bench.OpenEstimators(f.estimators, o); err != nil {
		return systems, estimators, err
	}
	for _, which := range f.plugins {
		s, e, err := bench.Plugin(which, o)
		switch {
		case err != nil:
			return systems, estimators, err
		case e != nil:
			estimators = append(estimators, e)
		default:
			s.Name = bench.FreeName(systems, s.Name)
			systems = append(systems, *s)
		}
	}
	for _, def := range f.systems {
		name, template, _ := strings.Cut(def, "=")
		s, err := bench.Command(name, template)
		if err != nil {
			return systems, estimators, err
		}
		systems = append(systems, s)
	}
	if f.baselines {
		systems = append(systems, bench.Baselines()...)
	}
	if err := bench.Distinct(systems); err != nil {
		return systems, estimators, err
	}
	if len(systems) == 0 && len(estimators) == 0 {
		return nil, nil, errors.New("bench: nothing is left to measure; give a --plugin or a --system")
	}
	return systems, estimators, nil
}

// progressOn draws progress on a terminal, and nothing elsewhere.
func progressOn(w io.Writer) (draw func(stage string, done, all int), clear func()) {
	if !isTerminal(w) {
		return nil, func() {}
	}
	return func(stage string, done, all int) { fmt.Fprintf(w, "\r\x1b[K%s: %d of %d", stage, done, all) },
		func() { fmt.Fprint(w, "\r\x1b[K") }
}

func printTexts(w io.Writer, run *runfile.Run, budget int) {
	for _, c := range run.Cases {
		for _, r := range c.Results {
			p := r.At(budget)
			switch {
			case p != nil:
				fmt.Fprintf(w, "--- %s by %s at %d: %d tokens, F %.3f\n%s\n", c.Name, r.System, budget, p.Tokens, p.F, *p.Text)
			case r.Error == "":
				fmt.Fprintf(w, "--- %s by %s at %d: the input has only %d tokens\n", c.Name, r.System, budget, c.Tokens)
			}
		}
	}
	fmt.Fprintln(w)
}
