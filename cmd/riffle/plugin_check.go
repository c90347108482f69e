package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/riffle-dev/riffle/bench"
	"github.com/riffle-dev/riffle/bench/runfile"
	"github.com/riffle-dev/riffle/bench/table"
	"github.com/riffle-dev/riffle/corpus"
	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk/sdktest"
)

// scorecard is what plugin check --json prints.
type scorecard struct {
	sdktest.Report
	Measured []measured `json:"measured,omitempty"` // the plugin, then the bundled plugins on the same cases
	Note     string     `json:"note,omitempty"`     // why nothing was measured
	table    string     // of estimators
}

// measured is a row of the scorecard. Of an estimator only Name, Error and MBPerS
// are set.
type measured struct {
	Name      string  `json:"name"`
	Cases     int     `json:"cases,omitempty"`
	F         float64 `json:"f,omitempty"` // recall of facts at runfile.MainBudget
	AUC       float64 `json:"auc,omitempty"`
	TokensIn  int     `json:"tokensIn,omitempty"`  // of the cases larger than that budget
	TokensOut int     `json:"tokensOut,omitempty"` // at it
	Gates     int     `json:"gatesFailed,omitempty"`
	Failed    int     `json:"casesFailed,omitempty"`
	Error     float64 `json:"error,omitempty"` // of an estimator: mean over kinds
	MBPerS    float64 `json:"mbPerSecond,omitempty"`
}

// measureBound is what the second part of a check may take: a plugin that keeps its
// promises answers, but each case may be slow.
const measureBound = 15 * time.Minute

func (a *app) pluginCheckCommand() *cobra.Command {
	var asJSON bool
	var dir string
	cmd := &cobra.Command{
		Use:   "check PATH",
		Short: "Say whether a plugin keeps its promises, and what it is worth on a corpus",
		Long: `Say whether a plugin keeps its promises, and what it is worth on a corpus.

The program is started, trusted or not as you may judge, and every case of the
conformance kit is run on it: docs/plugins/conformance.md says what each means. Then
a processor is measured on the cases of its kinds beside the bundled processors, and
an estimator beside exact counts. It ends with 1 where a promise is broken.`,
		Example: `  riffle plugin check ./riffle-processor-csv
  riffle plugin check --corpus mine --json ./riffle-estimator-quick`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			given := cmd.Flags().Changed("corpus")
			return a.pluginCheck(ctx, args[0], dir, given, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	cmd.Flags().StringVar(&dir, "corpus", "corpus", "`folder` of cases; \"\" to measure nothing")
	return cmd
}

func (a *app) pluginCheck(ctx context.Context, path, dir string, given, asJSON bool) error {
	sets, note, err := cases(dir, given)
	if err != nil {
		return usage(err)
	}
	report, err := sdktest.CheckBinary(ctx, path, samplesOf(sets)...)
	if err != nil {
		return usage(err)
	}
	card := &scorecard{Report: report, Note: note}
	if !asJSON {
		a.printConformance(card)
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("plugin: interrupted: %w", ctx.Err())
	case report.Stopped != "":
		card.Note = "not measured: " + report.Stopped
	case note == "":
		if err := a.measurePlugin(ctx, path, sets, card); err != nil {
			card.Note = "not measured: " + err.Error()
		}
	}
	if asJSON {
		err = printJSON(a.stdout, card)
	} else {
		err = card.writeMeasured(a.stdout)
	}
	if n := report.Count(sdktest.Fail); err == nil && n > 0 {
		err = fmt.Errorf("plugin: %s breaks %d of %d promises", cmp.Or(report.Name, path), n, len(report.Results))
	}
	return err
}

// cases loads a corpus. That of the flag's default may be missing.
func cases(dir string, given bool) (sets []bench.Set, note string, err error) {
	if _, err := os.Stat(dir); dir == "" || err != nil && !given {
		return nil, "not measured: there is no corpus; name one by --corpus", nil
	}
	sets, err = bench.LoadSets([]string{dir}, nil)
	return sets, "", err
}

const (
	// samplesPerKind is how many cases of a kind the kit gets, maxSample how many bytes
	// they may have: it plans each many times over.
	samplesPerKind = 3
	maxSample      = 64 << 10
)

// samplesOf gives the kit cases as samples: of kinds that the host does not know it
// has none of its own.
func samplesOf(sets []bench.Set) []sdktest.Option {
	var out []sdktest.Option
	perKind := map[string]int{}
	for _, set := range sets {
		for _, c := range set.Cases {
			// Others would be cleaned by the host before a processor sees them.
			if len(c.Data) > maxSample || !utf8.Valid(c.Data) || strings.ContainsAny(string(c.Data), "\x1b\r\ufeff") {
				continue
			}
			if perKind[c.Kind]++; perKind[c.Kind] <= samplesPerKind {
				out = append(out, sdktest.WithSample(c.Name, c.Kind, c.Data))
			}
		}
	}
	return out
}

func (a *app) printConformance(card *scorecard) {
	if card.Kind != "" {
		fmt.Fprintf(a.stdout, "%s %s %s\n\n", card.Kind, card.Name, card.Version)
	}
	fmt.Fprint(a.stdout, card.Report)
}

// measurePlugin measures the plugin, and beside it what ships with this program.
func (a *app) measurePlugin(ctx context.Context, path string, sets []bench.Set, card *scorecard) (err error) {
	ctx, cancel := context.WithTimeout(ctx, measureBound)
	defer cancel()
	o := bench.PipelineOptions{Bundled: bundled(), Isolation: "in-process"}
	system, estimator, err := bench.Plugin(path, o)
	if err != nil {
		return err
	}
	var systems []bench.System
	var estimators []*bench.Estimator
	defer func() { err = errors.Join(err, bench.CloseAll(systems, estimators)) }()
	progress, clear := progressOn(a.stderr)
	defer clear()
	options := bench.Options{Progress: progress}
	if estimator != nil {
		estimators = []*bench.Estimator{estimator}
		options.Estimators = estimators
	} else {
		if sets = ofKinds(sets, system.Kinds); len(sets) == 0 {
			systems = []bench.System{*system}
			card.Note = fmt.Sprintf("not measured: the corpus has no case of the kinds %s", strings.Join(system.Kinds, ", "))
			return nil
		}
		builtins := bench.Builtins(o)
		builtins.Name = bench.FreeName([]bench.System{*system}, "bundled")
		system.Takes = nil // the cases are chosen already
		systems = []bench.System{*system, builtins}
	}
	run, err := bench.Measure(ctx, sets, systems, options)
	if err != nil {
		return err
	}
	for _, s := range systems {
		card.Measured = append(card.Measured, rowOf(run, s.Name))
	}
	if estimator == nil {
		return nil
	}
	for _, e := range run.Estimators {
		card.Measured = append(card.Measured, measured{Name: e.Name, Error: e.Error, Failed: e.Failed})
	}
	var text strings.Builder
	err = table.WriteEstimators(&text, run, nil)
	card.table = text.String()
	return err
}

// ofKinds are the cases of some kinds, by the corpus's word or the host's.
func ofKinds(sets []bench.Set, kinds []string) []bench.Set {
	var out []bench.Set
	for _, set := range sets {
		var some []corpus.Case
		for _, c := range set.Cases {
			if slices.Contains(kinds, c.Kind) || slices.Contains(kinds, inspect.Inspect(c.Data, c.Tool, c.Command).Kind) {
				some = append(some, c)
			}
		}
		if len(some) > 0 {
			out = append(out, bench.Set{Name: set.Name, Cases: some})
		}
	}
	return out
}

func rowOf(run *runfile.Run, name string) measured {
	m := measured{Name: name}
	s := run.Summary(name, "")
	if s == nil {
		return m
	}
	m.Cases, m.AUC, m.Gates, m.Failed = s.Cases, s.AUC, s.Gates, s.Failed
	for _, at := range s.Recall {
		if at.Budget == runfile.MainBudget {
			m.F = at.F
		}
	}
	// Sums over cases, not over means of kinds.
	for _, c := range run.Cases {
		if r := c.Result(name); r != nil {
			if p := r.At(runfile.MainBudget); p != nil {
				m.TokensIn += c.Tokens
				m.TokensOut += p.Tokens
			}
		}
	}
	if run.Timings != nil {
		megabytes, millis := 0.0, 0.0
		for _, t := range run.Timings.Results {
			if t.System == name {
				megabytes += t.MBPerS * t.Millis / 1000
				millis += t.Millis
			}
		}
		if millis > 0 {
			m.MBPerS = megabytes / (millis / 1000)
		}
	}
	return m
}

func (c *scorecard) writeMeasured(w io.Writer) error {
	if c.Note != "" {
		_, err := fmt.Fprintf(w, "\n%s\n", c.Note)
		return err
	}
	if c.table != "" {
		_, err := fmt.Fprintf(w, "\n%s", c.table)
		return err
	}
	fmt.Fprintln(w)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "SYSTEM\tCASES\tF@%d\tAUC\tTOKENS IN\tOUT@%d\tGATES FAILED\tCASES FAILED\tMB/s\n", runfile.MainBudget, runfile.MainBudget)
	for _, m := range c.Measured {
		fmt.Fprintf(t, "%s\t%d\t%.3f\t%.3f\t%d\t%d\t%d\t%d\t%.1f\n", m.Name, m.Cases, m.F, m.AUC, m.TokensIn, m.TokensOut, m.Gates, m.Failed, m.MBPerS)
	}
	return t.Flush()
}
