package metamorph

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/riffle-dev/riffle/bench/runfile"
)

// Write prints for a system what each variant did to each kind, then whether the
// means stay within Limit.
func Write(w io.Writer, moves []Move, system string) error {
	if _, err := fmt.Fprintf(w, "%s\n%-18s %5s %7s   %5s -> %-5s   move  |move|    %5s -> %-5s   move\n",
		system, "variant  kind", "cases", "skipped", fmt.Sprintf("F@%d", runfile.MainBudget), "", "AUC", ""); err != nil {
		return err
	}
	for _, v := range Names {
		for _, s := range Sums(moves, system, v) {
			name := "  " + s.Kind
			if s.Kind == "" {
				name = v
			}
			fmt.Fprintf(w, "%-18s %5d %7d   %s", name, s.Cases, s.Skipped, cell(s.Recall, s.hasRecall))
			if s.hasRecall {
				fmt.Fprintf(w, "   %.3f", s.Far)
			} else {
				fmt.Fprintf(w, "   %5s", "-")
			}
			fmt.Fprintf(w, "    %s", cell(s.Area, s.hasScores))
			if s.failed > 0 {
				fmt.Fprintf(w, "   failed: %d", s.failed)
			}
			fmt.Fprintln(w)
		}
	}
	recall, area := Spread(moves, system)
	fmt.Fprintf(w, "between the depths: F@%d %.3f apart, AUC %.3f\n", runfile.MainBudget, recall, area)
	writeSkipped(w, moves, system)
	if over := Unsettled(moves, system); len(over) > 0 {
		fmt.Fprintf(w, "%s: not all mean moves stay under %.2f: %s\n", system, Limit, strings.Join(over, ", "))
	} else {
		fmt.Fprintf(w, "%s: all mean moves stay under %.2f\n", system, Limit)
	}
	return nil
}

func cell(p Pair, has bool) string {
	if !has {
		return fmt.Sprintf("%5s -> %-5s %6s", "-", "-", "-")
	}
	return fmt.Sprintf("%.3f -> %.3f %+.3f", p.Original, p.Variant, p.By())
}

// writeSkipped says which cases have no variants of a sort, and why.
func writeSkipped(w io.Writer, moves []Move, system string) {
	by := map[string][]string{}
	for _, m := range moves {
		if m.System == system && m.Skipped != "" {
			sort, _, _ := strings.Cut(m.Variant, "-")
			why := sort + " skipped, " + m.Skipped
			if !slices.Contains(by[why], m.Case) {
				by[why] = append(by[why], m.Case)
			}
		}
	}
	for _, why := range slices.Sorted(maps.Keys(by)) {
		fmt.Fprintf(w, "%s: %s\n", why, strings.Join(by[why], ", "))
	}
}

// WriteWorst prints the n moves of a system that lose the most recall, else area.
func WriteWorst(w io.Writer, moves []Move, system string, n int) {
	of := func(m Move) float64 {
		if m.Recall != nil {
			return m.Recall.By()
		}
		return m.Area.By()
	}
	var worst []Move
	for _, m := range moves {
		if m.System == system && m.Skipped == "" && of(m) < -1e-9 {
			worst = append(worst, m)
		}
	}
	slices.SortStableFunc(worst, func(a, b Move) int { return cmp.Compare(of(a), of(b)) })
	for _, m := range worst[:min(n, len(worst))] {
		fmt.Fprintf(w, "%+.3f  %-8s %s", of(m), m.Variant, m.Case)
		if m.Recall != nil && math.Abs(m.Recall.By()) > 0 {
			fmt.Fprintf(w, "  F@%d %.3f -> %.3f", runfile.MainBudget, m.Recall.Original, m.Recall.Variant)
		}
		fmt.Fprintf(w, "  lost: %s\n", strings.Join(m.Lost, " "))
	}
}
