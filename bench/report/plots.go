package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/riffle-dev/riffle/bench/estimate"
)

// Plots writes the curves of a page into a folder, which is made if need be:
// recall-all, recall-html and so on, and estimators-whole and so on where estimators
// were timed, each as .svg.
func Plots(dir string, runs []Run) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	all := allSeries(runs)
	for _, kind := range append([]string{""}, kindsOf(all)...) {
		c := newChart(title(kind), kind, all)
		name := kind
		if kind == "" {
			name = "all"
		}
		if err := c.write(filepath.Join(dir, "recall-"+name)); err != nil {
			return err
		}
	}
	rows := estimatorRows(runs)
	for i, z := range estimate.Sizes {
		if c := estimatorScatter(rows, i); c != nil {
			if err := c.write(filepath.Join(dir, "estimators-"+strings.ReplaceAll(strings.ToLower(z.Name), " ", ""))); err != nil {
				return err
			}
		}
	}
	return nil
}

// write makes a file of the chart.
func (c *chart) write(stem string) error {
	if err := os.WriteFile(stem+".svg", []byte(c.file()), 0o644); err != nil {
		return fmt.Errorf("report: the chart %s cannot be written: %w", c.title, err)
	}
	return nil
}
