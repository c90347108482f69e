package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/riffle-dev/riffle/bench/estimate"
)

// Plots writes the curves of a page into a folder, which is made if need be:
// recall-all, recall-html and so on, and estimators-whole and so on where estimators
// were timed, each as .svg and .png.
func Plots(dir string, runs []Run) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	all := allSeries(runs)
	for _, kind := range append([]string{""}, kindsOf(all)...) {
		c, err := newChart(title(kind), kind, all)
		if err != nil {
			return err
		}
		name := kind
		if kind == "" {
			name = "all"
		}
		if err := c.files(filepath.Join(dir, "recall-"+name)); err != nil {
			return err
		}
	}
	rows := estimatorRows(runs)
	for i, z := range estimate.Sizes {
		if c := newScatter(rows, i); c != nil {
			if err := c.files(filepath.Join(dir, "estimators-"+strings.ReplaceAll(strings.ToLower(z.Name), " ", ""))); err != nil {
				return err
			}
		}
	}
	return nil
}

// files writes a chart in both formats.
func (c *chart) files(stem string) error {
	for _, format := range []string{"svg", "png"} {
		if err := plotFile(stem+"."+format, func(w io.Writer) error { return c.file(w, format) }); err != nil {
			return fmt.Errorf("report: the chart %s cannot be written: %w", c.title, err)
		}
	}
	return nil
}

func plotFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
