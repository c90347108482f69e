package routing

import (
	"fmt"
	"io"
	"slices"
)

// Route is where a case lands.
type Route struct {
	Case     string
	Expected string // "" where nobody can say
	Got      string
}

// Wrong reports a case that lands with another processor than it should.
func (r Route) Wrong() bool { return r.Expected != "" && r.Got != r.Expected }

// Wrong are the names of the cases that land wrong, with both kinds, in the order given.
func Wrong(routes []Route) (names []string) {
	for _, r := range routes {
		if r.Wrong() {
			names = append(names, fmt.Sprintf("%s is %s, the inspector says %s", r.Case, r.Expected, r.Got))
		}
	}
	return names
}

// unsaid is the row of the cases without an expectation.
const unsaid = "(open)"

// Write prints the confusion table, a row for each kind that is expected and a column
// for each verdict, then the cases that land wrong and those of which nobody can say.
func Write(w io.Writer, routes []Route) error {
	count := map[[2]string]int{}
	columns := slices.Clone(Kinds)
	rows := append(slices.Clone(Kinds), unsaid)
	for _, r := range routes {
		row := r.Expected
		if row == "" {
			row = unsaid
		}
		if !slices.Contains(columns, r.Got) {
			columns = append(columns, r.Got)
		}
		count[[2]string{row, r.Got}]++
	}
	wrong := Wrong(routes)
	if _, err := fmt.Fprintf(w, "routing: %d of %d cases land with the wrong processor\n%-10s", len(wrong), len(routes), "  is\\to"); err != nil {
		return err
	}
	for _, c := range columns {
		fmt.Fprintf(w, " %6s", c)
	}
	fmt.Fprintln(w)
	for _, row := range rows {
		sum := 0
		line := fmt.Sprintf("  %-8s", row)
		for _, c := range columns {
			n := count[[2]string{row, c}]
			sum += n
			line += fmt.Sprintf(" %6d", n)
		}
		if sum > 0 {
			fmt.Fprintln(w, line)
		}
	}
	for _, name := range wrong {
		fmt.Fprintln(w, "  wrong:", name)
	}
	for _, r := range routes {
		if r.Expected == "" {
			fmt.Fprintf(w, "  open: %s, the inspector says %s\n", r.Case, r.Got)
		}
	}
	return nil
}
