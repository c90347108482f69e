package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/metamorph"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/host/config"
	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// metamorphicFlags are the flags of bench metamorphic.
type metamorphicFlags struct {
	benchFlags
	seed uint64
}

func (a *app) benchMetamorphicCommand() *cobra.Command {
	f := metamorphicFlags{benchFlags: benchFlags{isolation: config.InProcess}}
	cmd := &cobra.Command{
		Use:   "metamorphic",
		Short: "Measure systems on variants of a corpus that should change nothing",
		Long: `Measure systems on variants of the cases of a corpus that should change nothing: with other
ids and words in the facts, with what stands around the facts elsewhere, and with ten times
the noise. Prints what each variant does to recall and its area, by kind, and ends with 1
where a mean over the kinds moves by 0.05 or more. The same seed gives the same variants.`,
		Example: `  riffle bench metamorphic
  riffle bench metamorphic --corpus mine --kinds log --worst 10
  riffle bench metamorphic --seed 7 --out moves.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return a.benchMetamorphic(ctx, &f)
		},
	}
	s := cmd.Flags()
	s.StringArrayVar(&f.corpora, "corpus", []string{"corpus"}, "`folder` of cases; may be given again")
	s.StringSliceVar(&f.kinds, "kinds", nil, "only cases of these `kinds`")
	s.StringSliceVar(&f.only, "only", nil, "only these `cases`, by name (log/build.log), short name (build) or kind")
	s.StringArrayVar(&f.plugins, "plugin", nil, "`program` of a processor to measure too; may be given again")
	s.StringArrayVar(&f.systems, "system", nil, "outside command to measure too, as in bench run; may be given again")
	s.BoolVar(&f.baselines, "baselines", false, "measure head, head+tail, grep, rare lines and the oracle beside")
	s.BoolVar(&f.noBuiltins, "no-builtins", false, "leave the bundled processors out")
	s.StringSliceVar(&f.ablate, "ablate", nil, "ranking `rules` to switch off")
	s.Uint64Var(&f.seed, "seed", 1, "`number` that the variants are drawn by")
	s.IntVar(&f.jobs, "jobs", 0, "measure `N` variants at once (default: the number of processors)")
	s.StringVar(&f.out, "out", "", "write every move to a `file`, a JSON object a line")
	s.IntVar(&f.worst, "worst", 0, "show the `N` moves of each system that lose the most")
	return cmd
}

func (a *app) benchMetamorphic(ctx context.Context, f *metamorphicFlags) (err error) {
	if _, err := f.settle(); err != nil {
		return usage(err)
	}
	sets, err := bench.LoadSets(f.corpora, f.chooses)
	if err != nil {
		return usage(err)
	}
	systems, estimators, err := f.measured(a.places())
	defer func() { err = errors.Join(err, bench.CloseAll(systems, estimators)) }()
	if err != nil {
		return usage(err)
	}
	progress, clear := progressOn(a.stderr)
	moves, err := metamorph.Run(ctx, sets, systems, metamorph.Options{Seed: f.seed, Workers: f.jobs, Progress: progress})
	clear()
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		return usage(errors.New("bench: no case with facts and more than 256 tokens is left; check --kinds and --only"))
	}
	if f.out != "" {
		if err := writeMoves(f.out, moves); err != nil {
			return err
		}
	}
	unsettled := false
	for _, s := range systems {
		if err := metamorph.Write(a.stdout, moves, s.Name); err != nil {
			return err
		}
		if f.worst > 0 {
			metamorph.WriteWorst(a.stdout, moves, s.Name, f.worst)
		}
		measured := s.Role == "" || s.Role == runfile.RoleSystem
		unsettled = unsettled || measured && len(metamorph.Unsettled(moves, s.Name)) > 0
	}
	if unsettled {
		return &statusError{exitFailed, nil}
	}
	return nil
}

func writeMoves(path string, moves []metamorph.Move) error {
	err := atomicfile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		for _, m := range moves {
			if err := e.Encode(m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("bench: the moves cannot be written to %s: %w", path, err)
	}
	return nil
}
