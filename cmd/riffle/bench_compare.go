package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/bench/compare"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// compareFlags are the flags of bench compare.
type compareFlags struct {
	limits      compare.Limits
	systems     []string
	format, out string
}

func (f *compareFlags) add(s *pflag.FlagSet) {
	d := compare.DefaultLimits()
	s.StringArrayVar(&f.systems, "system", nil, "`name` of a system to compare, BASE=HEAD where the names differ; may be given again (default: all of BASE but the baselines)")
	s.StringVar(&f.format, "format", "text", "`format`: "+strings.Join(compare.Formats, ", "))
	s.StringVar(&f.out, "out", "", "write the comparison to a `file`; the verdict is still printed")
	s.Float64Var(&f.limits.AUCDrop, "max-auc-drop", d.AUCDrop, "how far the `area` under the recall curve of a kind may fall")
	s.Float64Var(&f.limits.StructureDrop, "max-structure-drop", d.StructureDrop, "how far the `structure` of a kind may fall")
	s.Float64Var(&f.limits.HonestyDrop, "max-honesty-drop", d.HonestyDrop, "how far the `honesty` of a kind may fall")
	s.Float64Var(&f.limits.RecoverableDrop, "max-recoverable-drop", d.RecoverableDrop, "how far the `recoverability` of a kind may fall")
	s.Float64Var(&f.limits.TokenGrowth, "max-token-growth", d.TokenGrowth, "by which `share` the tokens out of a kind may grow at the same budgets")
	s.Float64Var(&f.limits.ReachGrowth, "max-reach-growth", d.ReachGrowth, "by which `share` the tokens until a fact of a kind is shown may grow")
	s.IntVar(&f.limits.Monotony, "max-new-losses", d.Monotony, "how `many` more facts may be shown at a budget and gone at the next")
	s.IntVar(&f.limits.Unmarked, "max-new-unmarked", d.Unmarked, "in how `many` more cases gaps may be unmarked, or rows not stand where they say")
	s.Float64Var(&f.limits.ErrorGrowth, "max-error-growth", d.ErrorGrowth, "how far the mean `error` of an estimator may grow in a kind")
	s.StringArrayVar(&f.limits.AllowGates, "allow-gate", nil, "`gate` (G1 to G5, failed, missing), case or CASE@BUDGET whose failure is no regression; may be given again")
	s.BoolVar(&f.limits.StrictCorpus, "strict-corpus", false, "a case of BASE that vanished or changed is a regression")
}

func (f *compareFlags) check() error {
	if !slices.Contains(compare.Formats, f.format) {
		return fmt.Errorf("bench: --format is %q; expected one of %s", f.format, strings.Join(compare.Formats, ", "))
	}
	l := f.limits
	for _, v := range []float64{l.AUCDrop, l.StructureDrop, l.HonestyDrop, l.RecoverableDrop, l.TokenGrowth, l.ReachGrowth, l.ErrorGrowth, float64(l.Monotony), float64(l.Unmarked)} {
		if !(v >= 0) {
			return fmt.Errorf("bench: a limit is %v; expected 0 or more: limits say how much worse HEAD may be", v)
		}
	}
	return nil
}

func (a *app) benchCompareCommand() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare BASE HEAD",
		Short: "Compare two runs; a regression ends with 1",
		Long: `Compare two runs, files that bench run --out wrote; a regression ends with 1.

What both runs measured is compared: cases whose input and facts are the same, at the
budgets that both have. Facts lost and gained are named. A regression is

  - a gate that fails and did not in BASE, or a system that fails or is no longer measured on a case,
  - an area, a structure, an honesty or a recoverability of one kind that fell,
  - tokens that grew: out at the same budgets, or until the same facts are shown,
  - a fact that is shown at a budget and gone at the next, which BASE does not do,
  - a case with a gap that nothing marks, or a row that does not stand where it says, that had none in BASE,
  - an estimator whose mean error grew in a kind of which both runs have the same cases, or that fails,

each by more than its limit.`,
		Example: `  riffle bench compare bench/baseline.json run.json
  riffle bench compare old.json new.json --format markdown --out comment.md
  riffle bench compare run.json run.json --system riffle=tap`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return a.benchCompare(&f, args[0], args[1]) },
	}
	f.add(cmd.Flags())
	return cmd
}

func (a *app) benchCompare(f *compareFlags, base, head string) error {
	if err := f.check(); err != nil {
		return usage(err)
	}
	before, err := runfile.Read(base)
	if err != nil {
		return usage(err)
	}
	after, err := runfile.Read(head)
	if err != nil {
		return usage(err)
	}
	c, err := compare.Runs(before, after, f.systems, f.limits)
	if err != nil {
		return usage(err)
	}
	if f.out != "" {
		err = atomicfile.Write(f.out, func(w io.Writer) error { return c.Write(w, f.format) })
		if err == nil {
			_, err = fmt.Fprintln(a.stdout, c.Verdict())
		}
	} else {
		err = c.Write(a.stdout, f.format)
	}
	if err == nil && !c.OK() {
		err = &statusError{exitFailed, nil}
	}
	return err
}
