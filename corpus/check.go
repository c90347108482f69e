package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Report is what Check found.
type Report struct {
	Cases, Facts int
	Recorded     int     // entries of the manifest; 0 where there is none
	Faults       []error // one for each thing that is wrong, in the order of the names
}

// Check proves the corpus in dir: every case can be read, every fact is an exact
// substring of its input, every input has facts, and every entry of the manifest,
// if there is one, is true. The error is for a folder that holds no corpus at all.
func Check(dir string) (Report, error) {
	var r Report
	if info, err := os.Stat(dir); err != nil {
		return r, fmt.Errorf("corpus: %w", err)
	} else if !info.IsDir() {
		return r, fmt.Errorf("corpus: %s is a file; expected a folder with a folder for each kind", dir)
	}
	cases, err := Load(dir)
	if len(cases) == 0 {
		return r, err
	}
	r.Cases = len(cases)
	r.add(err)
	for i := range cases {
		r.Facts += len(cases[i].Facts)
		r.add(cases[i].Check())
	}
	r.add(orphans(dir, cases))
	m, err := LoadManifest(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		r.add(err)
	default:
		r.Recorded = len(m.Cases)
		r.Faults = append(r.Faults, m.check(dir, cases)...)
	}
	return r, nil
}

// add takes joined errors apart, so that each is one fault.
func (r *Report) add(err error) {
	if err == nil {
		return
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			r.add(e)
		}
		return
	}
	r.Faults = append(r.Faults, err)
}

// orphans reports inputs beside the cases that have no facts.
func orphans(dir string, cases []Case) error {
	known, kinds := map[string]bool{}, []string{}
	for i := range cases {
		if !known[cases[i].Kind] {
			kinds = append(kinds, cases[i].Kind)
		}
		known[cases[i].Kind], known[cases[i].Name] = true, true
	}
	var errs []error
	for _, kind := range kinds {
		entries, err := os.ReadDir(filepath.Join(dir, kind))
		if err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
		for _, e := range entries {
			name := kind + "/" + e.Name()
			if e.Type().IsRegular() && !known[name] && !strings.HasSuffix(name, factsSuffix) && !strings.HasPrefix(e.Name(), ".") && !hasFacts(dir, name) {
				errs = append(errs, fmt.Errorf("corpus: %s has no facts; expected %s beside it", name, strings.TrimSuffix(name, filepath.Ext(name))+factsSuffix))
			}
		}
	}
	return errors.Join(errs...)
}

// hasFacts tells an input whose facts cannot be read, which is a fault already.
func hasFacts(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(name, filepath.Ext(name))+factsSuffix)))
	return err == nil
}
