package compare

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/riffle-dev/riffle/bench/estimate"
	"github.com/riffle-dev/riffle/bench/runfile"
)

// Estimator is what became of one estimator that both runs measured.
type Estimator struct {
	Name   string          `json:"name"`
	Failed [2]int          `json:"failed"` // texts that it did not count, in BASE and in HEAD
	Reason string          `json:"reason,omitempty"`
	Kinds  []EstimatorKind `json:"kinds"` // of which both runs have the same cases, by name
}

// EstimatorKind is what became of the counts of one kind of content.
type EstimatorKind struct {
	Kind  string          `json:"kind"`
	Sizes []EstimatorSize `json:"sizes"` // whole texts first
}

// EstimatorSize is the mean error on texts or samples of one size, as a share.
type EstimatorSize struct {
	Size  string `json:"size"`
	Error Change `json:"error"`
}

// title names the estimator where names of systems stand.
func (e *Estimator) title() string { return "estimator " + e.Name }

// estimators compares those of both runs, and notes what cannot be compared.
func estimators(base, head *runfile.Run, notes *[]string) []Estimator {
	out := []Estimator{}
	same, changed := sameKinds(base, head)
	compared := false
	for i := range head.Estimators {
		h := &head.Estimators[i]
		b := base.Estimator(h.Name)
		if b == nil {
			continue
		}
		compared = true
		if against(b) != against(h) {
			*notes = append(*notes, fmt.Sprintf("the estimator %s is not compared: its counts are held against %s in BASE, %s in HEAD", h.Name, against(b), against(h)))
			continue
		}
		e := Estimator{Name: h.Name, Failed: [2]int{b.Failed, h.Failed}, Reason: h.Reason, Kinds: []EstimatorKind{}}
		for _, kind := range same {
			if k := kindOf(b, h, kind); len(k.Sizes) > 0 {
				e.Kinds = append(e.Kinds, k)
			}
		}
		out = append(out, e)
	}
	if compared && len(changed) > 0 {
		*notes = append(*notes, "errors of estimators are not compared where the cases of a kind changed: "+strings.Join(changed, ", "))
	}
	for i := range base.Estimators {
		if name := base.Estimators[i].Name; len(head.Estimators) > 0 && head.Estimator(name) == nil {
			*notes = append(*notes, fmt.Sprintf("the estimator %s is not in HEAD", name))
		}
	}
	return out
}

// against is the encoding that was counted exactly; older files do not say it.
func against(e *runfile.Estimator) string {
	if e.Against == "" {
		return estimate.Standard
	}
	return e.Against
}

// sameKinds are the kinds of which both runs have the very same cases, and the others.
// Means over other cases say nothing about an estimator.
func sameKinds(base, head *runfile.Run) (same, changed []string) {
	cases := [2]map[string][]string{{}, {}}
	for i, r := range []*runfile.Run{base, head} {
		for _, c := range r.Cases {
			cases[i][c.Kind] = append(cases[i][c.Kind], c.Name+" "+c.SHA256)
		}
	}
	for _, kind := range sortedKeys(cases[1]) {
		b, h := cases[0][kind], cases[1][kind]
		slices.Sort(b)
		slices.Sort(h)
		if slices.Equal(b, h) {
			same = append(same, kind)
		} else {
			changed = append(changed, kind)
		}
	}
	return same, changed
}

func kindOf(base, head *runfile.Estimator, kind string) EstimatorKind {
	k := EstimatorKind{Kind: kind, Sizes: []EstimatorSize{}}
	for _, z := range estimate.Sizes {
		b, h := errorAt(base, z.Name, kind), errorAt(head, z.Name, kind)
		if b != nil && h != nil {
			k.Sizes = append(k.Sizes, EstimatorSize{z.Name, Change{*b, *h}})
		}
	}
	return k
}

// errorAt is the mean error of a kind at a size, nil where there is none. Older files
// have whole texts alone.
func errorAt(e *runfile.Estimator, size, kind string) *float64 {
	if z := e.At(size); z != nil {
		for i := range z.Kinds {
			if z.Kinds[i].Of == kind {
				return &z.Kinds[i].Error
			}
		}
		return nil
	}
	for i := range e.Kinds {
		if size == estimate.Sizes[0].Name && e.Kinds[i].Kind == kind {
			return &e.Kinds[i].Error
		}
	}
	return nil
}

// judge holds an estimator against the limit.
func (e *Estimator) judge(l Limits) []Regression {
	var out []Regression
	add := func(check, kind, format string, args ...any) {
		out = append(out, Regression{System: e.title(), Check: check, Kind: kind, What: fmt.Sprintf(format, args...), Facts: []Fact{}, Cases: []Case{}})
	}
	if g := (Gate{Code: "failed"}); e.Failed[1] > e.Failed[0] && !l.allows(g) {
		add("gate", "", "failed on %d texts, %d in BASE: %s", e.Failed[1], e.Failed[0], e.Reason)
	}
	for _, k := range e.Kinds {
		for _, z := range k.Sizes {
			if z.Error.By() > l.ErrorGrowth+rounding {
				add("error", k.Kind, "%s: %.2f %% -> %.2f %% on average, %+.2f; the limit is %+.2f", z.Size, 100*z.Error.Base, 100*z.Error.Head, 100*z.Error.By(), 100*l.ErrorGrowth)
			}
		}
	}
	return out
}

// cells is a row of the table of estimators.
func (e *Estimator) cells(k *EstimatorKind) []string {
	out := []string{e.Name, k.Kind}
	for _, size := range estimate.Sizes {
		cell := "-"
		for _, z := range k.Sizes {
			if z.Size == size.Name {
				cell = z.Error.percent()
			}
		}
		out = append(out, cell)
	}
	return out
}

// percent prints a share, and how it changed if it did.
func (v Change) percent() string {
	s := fmt.Sprintf("%.2f %%", 100*v.Head)
	if d := fmt.Sprintf("%+.2f", 100*v.By()); d != "+0.00" && d != "-0.00" {
		s += " " + d
	}
	return s
}

var estimatorColumns = []string{"estimator", "kind", "error: whole", "20 KB", "1 KB"}

func (c *Comparison) estimatorText(b *strings.Builder) {
	if len(c.Estimators) == 0 {
		return
	}
	fmt.Fprintln(b)
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(estimatorColumns, "\t"))
	for i := range c.Estimators {
		for k := range c.Estimators[i].Kinds {
			fmt.Fprintln(t, strings.Join(c.Estimators[i].cells(&c.Estimators[i].Kinds[k]), "\t"))
		}
	}
	t.Flush()
}

func (c *Comparison) estimatorMarkdown(b *strings.Builder) {
	if len(c.Estimators) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### Estimators\n\n| %s |\n|%s\n", strings.Join(estimatorColumns, " | "), strings.Repeat(" --- |", len(estimatorColumns)))
	for i := range c.Estimators {
		for k := range c.Estimators[i].Kinds {
			cells := c.Estimators[i].cells(&c.Estimators[i].Kinds[k])
			cells[0], cells[1] = escape(cells[0]), escape(cells[1])
			fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
		}
	}
}

// estimatorSuite has a test for the errors of each kind, and one for failures.
func (c *Comparison) estimatorSuite(e *Estimator) junitSuite {
	s := junitSuite{Name: legal(e.title())}
	for _, k := range e.Kinds {
		s.test(c, e.title(), "error", k.Kind)
	}
	s.test(c, e.title(), "gate", "")
	return s
}
