package runfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Read reads a run file. What it does not know is an error: scores of another
// form cannot be compared.
func Read(path string) (*Run, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("bench: the run file cannot be read: %w", err)
	}
	r, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("bench: %s: %w", path, err)
	}
	return r, nil
}

// Parse reads the bytes of a run file.
func Parse(data []byte) (*Run, error) {
	var head struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("not JSON: %w; expected what `riffle bench run --out` writes", err)
	}
	if head.Format != Format {
		return nil, fmt.Errorf("the format is %q, expected %q: run the bench again with this version", head.Format, Format)
	}
	var r Run
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("%w at byte %d: run the bench again with this version", err, d.InputOffset())
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one JSON value; expected one run")
	}
	return &r, r.check()
}

// check refuses what a reader could stumble over.
func (r *Run) check() error {
	for i, b := range r.Budgets {
		if b <= 0 || i > 0 && b <= r.Budgets[i-1] {
			return fmt.Errorf("budgets are %v; expected positive and ascending numbers", r.Budgets)
		}
	}
	systems := map[string]bool{}
	for _, s := range r.Systems {
		if s.Name == "" || systems[s.Name] {
			return fmt.Errorf("the system %q has no name or stands twice", s.Name)
		}
		systems[s.Name] = true
	}
	seen := map[[2]string]bool{}
	for i := range r.Cases {
		c := &r.Cases[i]
		if key := [2]string{c.Corpus, c.Name}; seen[key] {
			return fmt.Errorf("the case %s of %s stands twice", c.Name, c.Corpus)
		} else {
			seen[key] = true
		}
		if err := c.check(systems); err != nil {
			return fmt.Errorf("case %s: %w", c.Name, err)
		}
	}
	for _, s := range r.Summaries {
		if !systems[s.System] {
			return fmt.Errorf("a summary is of the system %q, which the run does not have", s.System)
		}
		last := 0
		for _, at := range s.Recall {
			if at.Budget <= last || !isShare(at.F) {
				return fmt.Errorf("a summary of %s has the recall %v at %d; expected ascending budgets and shares of 1", s.System, at.F, at.Budget)
			}
			last = at.Budget
		}
	}
	return nil
}

func (c *Case) check(systems map[string]bool) error {
	ids, done := map[string]bool{}, map[string]bool{}
	for _, f := range c.Facts {
		if f.ID == "" || ids[f.ID] {
			return fmt.Errorf("the fact %q has no id or stands twice", f.ID)
		}
		ids[f.ID] = true
	}
	for _, r := range c.Results {
		if !systems[r.System] || done[r.System] {
			return fmt.Errorf("a result is of the system %q, which the run does not have or which stands twice", r.System)
		}
		done[r.System] = true
		last := 0
		for _, p := range r.Points {
			if p.Budget <= last || p.Tokens < 0 || !isShare(p.F) || !isShare(p.Structure) || !isShare(p.Honesty) || !isShare(p.Recoverable) {
				return fmt.Errorf("%s at %d has scores that are no shares of 1, or budgets that do not ascend", r.System, p.Budget)
			}
			last = p.Budget
			for _, id := range append(append([]string(nil), p.Found...), p.Lost...) {
				if !ids[id] {
					return fmt.Errorf("%s at %d speaks of the fact %q, which the case does not have", r.System, p.Budget, id)
				}
			}
			if len(p.Found)+len(p.Lost) != len(ids) {
				return fmt.Errorf("%s at %d has %d facts found or lost; the case has %d", r.System, p.Budget, len(p.Found)+len(p.Lost), len(ids))
			}
		}
	}
	return nil
}

// isShare allows for the rounding of sums.
func isShare(v float64) bool { return v >= 0 && v <= 1+1e-9 }
