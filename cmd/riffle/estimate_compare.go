package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/table"
)

// comparison is one line of estimate --compare --json.
type comparison struct {
	runfile.Estimator
	Speed *runfile.Speed `json:"speed,omitempty"` // none where it failed on a text
}

// check refuses flags that say nothing without another.
func (f *estimateFlags) check() error {
	for _, b := range f.by {
		if b != table.ByKind && b != table.ByScript {
			return fmt.Errorf("estimate: --by is %q; expected %s or %s", b, table.ByKind, table.ByScript)
		}
	}
	if !f.compare && (len(f.by) > 0 || len(f.plugins) > 0) {
		return errors.New("estimate: --by and --plugin are for a comparison; give --compare too")
	}
	return nil
}

// estimateCompare compares estimators with exact counts on texts.
func (a *app) estimateCompare(ctx context.Context, f *estimateFlags, paths []string) (err error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	texts, err := estimate.Read(paths, a.stdin)
	if err != nil {
		return usage(err)
	}
	set := estimate.NewSet(texts)
	n, bytes := set.Texts()
	if n == 0 {
		return usage(errors.New("estimate: the texts are empty; there is nothing to compare counts of"))
	}
	estimators, err := f.compared()
	defer func() { err = errors.Join(err, bench.CloseAll(nil, estimators)) }()
	if err != nil {
		return usage(err)
	}
	progress, clear := progressOn(a.stderr)
	draw := func(done, all int) {
		if progress != nil {
			progress("estimators", done, all)
		}
	}
	run := &runfile.Run{Timings: &runfile.Timings{}}
	run.Estimators, run.Timings.Estimators, err = bench.Compare(ctx, set, estimators, true, draw)
	clear()
	if err != nil {
		return err
	}
	if f.json {
		return a.printComparisons(run)
	}
	fmt.Fprintf(a.stdout, "%s, %s; %s\n\n", plural(n, "text"), size(bytes), table.EstimatorLegend)
	return table.WriteEstimators(a.stdout, run, slices.Compact(f.by))
}

// compared are the estimators that the flags name.
func (f *estimateFlags) compared() (out []*bench.Estimator, err error) {
	o := bench.PipelineOptions{Bundled: bundled()}
	names := f.names
	if len(names) == 0 {
		names = []string{bench.AllEstimators}
	}
	out, err = bench.OpenEstimators(names, o)
	for _, path := range f.plugins {
		if err != nil {
			break
		}
		var system *bench.System
		var e *bench.Estimator
		if system, e, err = bench.Plugin(path, o); err != nil {
			break
		}
		if e == nil {
			err = errors.Join(fmt.Errorf("estimate: %s is a processor; expected an estimator", path), system.Close())
			break
		}
		out = append(out, e)
	}
	return out, err
}

func (a *app) printComparisons(run *runfile.Run) error {
	for _, e := range run.Estimators {
		c := comparison{Estimator: e}
		if t := run.EstimatorTiming(e.Name); t != nil {
			c.Speed = &t.Speed
		}
		if err := printJSON(a.stdout, c); err != nil {
			return err
		}
	}
	return nil
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func size(bytes int) string {
	if bytes < 1e5 {
		return plural(bytes, "byte")
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// compareHelp is what estimate says of comparisons.
var compareHelp = strings.TrimSpace(`
With --compare the counts of all estimators are held against exact ones: of the
encoding that an estimator imitates where that can be counted exactly, else of
o200k_base. Files may then be folders and corpora too. Errors are measured on whole
texts and on samples of 20 KB and 1 KB; --by kind and --by script part them. Speeds are
those of one processor beside github.com/pkoukk/tiktoken-go in the same run. But for
the speeds the same texts give the same numbers each time.`)
