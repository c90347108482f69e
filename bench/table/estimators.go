package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
)

// The ways in which WriteEstimators parts its tables.
const (
	ByKind   = "kind"
	ByScript = "script"
)

// The sizes that tables speak of, as estimate.Sizes.
var wholeTexts, longSamples, shortSamples = estimate.Sizes[0].Name, estimate.Sizes[1].Name, estimate.Sizes[2].Name

// WriteEstimators prints a comparison of estimators, the best first, and then a table
// for each kind or script where by asks for that.
func WriteEstimators(w io.Writer, r *runfile.Run, by []string) error {
	var all []*runfile.Estimator
	for i := range r.Estimators {
		all = append(all, &r.Estimators[i])
	}
	slices.SortStableFunc(all, func(a, b *runfile.Estimator) int {
		switch x, y := rowOf(a, "", "").error(longSamples), rowOf(b, "", "").error(longSamples); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	t := &grid{rows: [][]string{append(append([]string{"estimator"}, errorColumns...), "MB/s", "x tiktoken", "x at 1 MB", "allocs", "transport")}}
	for _, e := range all {
		t.rows = append(t.rows, append(append(rowOf(e, "", "").cells(e.Name), speedCells(r, e.Name)...), e.Transport))
	}
	if err := t.write(w); err != nil {
		return err
	}
	writeFar(w, all)
	for _, part := range by {
		if err := writeParts(w, all, part); err != nil {
			return err
		}
	}
	return nil
}

// errorColumns are the heads of errorRow.cells.
var errorColumns = []string{"error: whole", "20 KB", "1 KB", "bias", "p95", "worst", "under"}

// EstimatorLegend says what the columns of the table are.
const EstimatorLegend = "error: mean over kinds of |count/exact - 1|, of whole texts and of samples; bias, worst and under of whole texts, p95 of 20 KB samples"

// errorRow is one estimator, or one kind or script of it, at each size.
type errorRow map[string]*runfile.Errors

func rowOf(e *runfile.Estimator, by, of string) errorRow {
	row := errorRow{}
	for i := range e.Sizes {
		z := &e.Sizes[i]
		switch by {
		case "":
			row[z.Size] = &z.All
		case ByKind:
			row[z.Size] = find(z.Kinds, of)
		case ByScript:
			row[z.Size] = find(z.Scripts, of)
		}
	}
	return row
}

func find(list []runfile.Errors, of string) *runfile.Errors {
	for i := range list {
		if list[i].Of == of {
			return &list[i]
		}
	}
	return nil
}

// error is the mean error at a size, of nothing a number that no error reaches.
func (row errorRow) error(size string) float64 {
	if e := row[size]; e != nil && e.Samples > 0 {
		return e.Error
	}
	return 1e9
}

func (row errorRow) cells(name string) []string {
	cell := func(size, format string, of func(*runfile.Errors) float64) string {
		if e := row[size]; e != nil && e.Samples > 0 {
			return Percent(format, of(e))
		}
		return "-"
	}
	mean := func(e *runfile.Errors) float64 { return e.Error }
	return []string{name, cell(wholeTexts, "%.2f", mean), cell(longSamples, "%.2f", mean), cell(shortSamples, "%.2f", mean),
		cell(wholeTexts, "%+.2f", func(e *runfile.Errors) float64 { return e.Bias }),
		cell(longSamples, "%.1f", func(e *runfile.Errors) float64 { return e.P95 }),
		cell(wholeTexts, "%+.1f", func(e *runfile.Errors) float64 { return e.Worst.Error }),
		cell(wholeTexts, "%+.1f", func(e *runfile.Errors) float64 { return e.Under.Error })}
}

// Percent prints a share. What rounds to nothing has no sign, and a tilde where it is
// not nothing: an exact count is told from one that is nearly so.
func Percent(format string, share float64) string {
	s := fmt.Sprintf(format, 100*share)
	if strings.Trim(s, "+-0.") == "" {
		s = "0"
		if share != 0 {
			s = "~0"
		}
	}
	return s + " %"
}

func speedCells(r *runfile.Run, name string) []string {
	v := r.EstimatorTiming(name)
	if v == nil {
		return []string{"-", "-", "-", "-"}
	}
	return []string{Figure(v.MBPerS), Figure(v.Times), Figure(v.Large), fmt.Sprintf("%.0f", v.Allocs)}
}

// Figure prints a positive number with three digits that say something.
func Figure(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// writeFar names the texts that are farthest off, and what else is to be said.
func writeFar(w io.Writer, all []*runfile.Estimator) {
	t := &grid{rows: [][]string{{"farthest off", "whole text", "", "lowest", "", "20 KB", ""}}}
	for _, e := range all {
		whole, long := rowOf(e, "", "")[wholeTexts], rowOf(e, "", "")[longSamples]
		if whole == nil || long == nil || whole.Worst.Error == 0 && long.Worst.Error == 0 {
			continue
		}
		row := []string{"  " + e.Name}
		for _, f := range []runfile.Far{whole.Worst, whole.Under, long.Worst} {
			if f.Sample == "" {
				row = append(row, "-", "")
				continue
			}
			row = append(row, Percent("%+.1f", f.Error), f.Sample)
		}
		t.rows = append(t.rows, row)
	}
	if len(t.rows) > 1 {
		fmt.Fprintln(w)
		_ = t.write(w)
	}
	for _, e := range all {
		if e.Against != "" && e.Against != e.Encoding {
			fmt.Fprintf(w, "\n%s counts %s, which has no exact counter here: compared with %s\n", e.Name, e.Encoding, e.Against)
		}
		if e.Failed > 0 {
			fmt.Fprintf(w, "\n%s failed on %d texts (%s)\n", e.Name, e.Failed, e.Reason)
		}
	}
}

// writeParts prints a table for each kind or script.
func writeParts(w io.Writer, all []*runfile.Estimator, by string) error {
	for _, of := range partsOf(all, by) {
		t := &grid{rows: [][]string{append(append([]string{by + " " + of}, errorColumns...), "samples", "farthest off")}}
		for _, e := range all {
			row := rowOf(e, by, of)
			samples := make([]string, len(estimate.Sizes))
			for i, z := range estimate.Sizes {
				samples[i] = "0"
				if x := row[z.Name]; x != nil {
					samples[i] = fmt.Sprint(x.Samples)
				}
			}
			far := "-"
			if whole := row[wholeTexts]; whole != nil && whole.Worst.Error != 0 {
				far = whole.Worst.Sample
			} else if short := row[shortSamples]; whole == nil && short != nil && short.Worst.Error != 0 {
				far = short.Worst.Sample
			}
			t.rows = append(t.rows, append(row.cells(e.Name), strings.Join(samples, "/"), far))
		}
		fmt.Fprintln(w)
		if err := t.write(w); err != nil {
			return err
		}
	}
	return nil
}

// partsOf are the kinds by name, or the scripts in their order.
func partsOf(all []*runfile.Estimator, by string) []string {
	seen := map[string]bool{}
	var out []string
	for _, e := range all {
		for i := range e.Sizes {
			list := e.Sizes[i].Kinds
			if by == ByScript {
				list = e.Sizes[i].Scripts
			}
			for _, x := range list {
				if !seen[x.Of] {
					seen[x.Of] = true
					out = append(out, x.Of)
				}
			}
		}
	}
	if by == ByScript {
		slices.SortFunc(out, func(a, b string) int { return slices.Index(estimate.Scripts, a) - slices.Index(estimate.Scripts, b) })
	} else {
		slices.Sort(out)
	}
	return out
}
