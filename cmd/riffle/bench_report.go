package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/riffle-dev/riffle/bench/report"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/internal/atomicfile"
)

// reportFlags are the flags of bench report.
type reportFlags struct {
	out, plots, title string
	corpora           []string
	worst             int
}

func (f *reportFlags) add(s *pflag.FlagSet) {
	s.StringVar(&f.out, "out", "", "write the page to a `file` (default: standard output, unless --plots is given)")
	s.StringVar(&f.plots, "plots", "", "write the curves as SVG files into a `folder`")
	s.StringVar(&f.title, "title", "", "`title` of the page")
	s.StringArrayVar(&f.corpora, "corpus", nil, "`folder` of cases, to show the text around lost facts; may be given again")
	s.IntVar(&f.worst, "worst", 8, "show the `N` worst cases of each system")
}

func (a *app) benchReportCommand() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report RUN...",
		Short: "Show runs as a page with curves, tables and the worst cases",
		Long: `Show runs, files that bench run --out wrote, as one HTML page: recall over tokens for
each kind and system, all scores, the cost, and the worst cases with the facts they lose.
The page needs nothing from outside. Several runs stand side by side under the names of
their files.`,
		Example: `  riffle bench report run.json --corpus corpus --out report.html
  riffle bench report old.json new.json --out report.html --plots plots`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.benchReport(&f, args) },
	}
	f.add(cmd.Flags())
	return cmd
}

func (a *app) benchReport(f *reportFlags, files []string) error {
	if f.worst < 1 {
		return usage(fmt.Errorf("bench: --worst is %d; expected at least 1", f.worst))
	}
	var runs []report.Run
	for _, path := range files {
		run, err := runfile.Read(path)
		if err != nil {
			return usage(err)
		}
		runs = append(runs, report.Run{Name: strings.TrimSuffix(filepath.Base(path), ".json"), File: run})
	}
	o := report.Options{Title: f.title, Worst: f.worst}
	for _, dir := range f.corpora {
		cases, err := corpus.Load(dir)
		if err != nil {
			return usage(err)
		}
		o.Corpora = append(o.Corpora, cases...)
	}
	var errs []error
	if f.plots != "" {
		errs = append(errs, report.Plots(f.plots, runs))
	}
	write := func(w io.Writer) error { return report.Page(w, runs, o) }
	if f.out != "" {
		errs = append(errs, atomicfile.Write(f.out, write))
	} else if f.plots == "" {
		errs = append(errs, write(a.stdout))
	}
	return errors.Join(errs...)
}
