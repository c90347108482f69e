package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Plots writes the curves of a page into a folder, which is made if need be:
// recall-all, recall-html and so on, each as .svg and .png.
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
		for _, format := range []string{"svg", "png"} {
			if err := plotFile(filepath.Join(dir, "recall-"+name+"."+format), func(w io.Writer) error { return c.file(w, format) }); err != nil {
				return fmt.Errorf("report: the curve of %s cannot be written: %w", title(kind), err)
			}
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
