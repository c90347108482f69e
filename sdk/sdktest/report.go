package sdktest

import (
	"errors"
	"fmt"
	"strings"
)

// Status is how a case went.
type Status string

// The statuses of a case.
const (
	Pass    Status = "pass"
	Fail    Status = "fail"
	Skipped Status = "skip"
)

// docPage is where every case has a heading of its name.
const docPage = "docs/plugins/conformance.md"

// Result is how one case went.
type Result struct {
	Name   string `json:"name"`
	Must   string `json:"must"` // what the case proves: "a Processor must ..."
	Status Status `json:"status"`
	Detail string `json:"detail,omitempty"` // what failed, or why it was skipped
	Doc    string `json:"doc"`              // why, and how to mend it
}

// Report is how every case went, in the order of the table.
type Report struct {
	Kind    string   `json:"kind"` // "processor" or "estimator"; "" where it did not start
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Results []Result `json:"results"`
	Stopped string   `json:"stopped,omitempty"` // why cases were not tried: it does not start, or hangs
	err     error    // the kit was called wrongly
}

// Count is how many cases have a status.
func (r Report) Count(s Status) int {
	n := 0
	for _, c := range r.Results {
		if c.Status == s {
			n++
		}
	}
	return n
}

// Err joins an error for each case that fails, nil where none does.
func (r Report) Err() error {
	errs := []error{r.err}
	for _, c := range r.Results {
		if c.Status == Fail {
			errs = append(errs, fmt.Errorf("sdktest: %s: %s: %s (see %s)", c.Name, c.Must, strings.ReplaceAll(c.Detail, "\n", "; "), c.Doc))
		}
	}
	return errors.Join(errs...)
}

// String is a line for each case, and under one that fails what it proves, what was
// seen and where to read on.
func (r Report) String() string {
	var b strings.Builder
	for _, c := range r.Results {
		fmt.Fprintf(&b, "%-4s  %s", c.Status, c.Name)
		switch c.Status {
		case Skipped:
			fmt.Fprintf(&b, ": %s", c.Detail)
		case Fail:
			fmt.Fprintf(&b, "\n      %s", c.Must)
			for line := range strings.SplitSeq(c.Detail, "\n") {
				fmt.Fprintf(&b, "\n      - %s", line)
			}
			fmt.Fprintf(&b, "\n      see %s", c.Doc)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%d passed, %d failed, %d skipped\n", r.Count(Pass), r.Count(Fail), r.Count(Skipped))
	return b.String()
}
