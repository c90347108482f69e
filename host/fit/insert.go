package fit

import (
	"sort"

	"github.com/riffle-dev/riffle/host/render"
	"github.com/riffle-dev/riffle/sdk"
)

// Cover turns evidence spans into the units that show them. Where no unit covers
// a part of a span, units that show those bytes verbatim are put into the plan,
// which is returned with all indices renumbered. Edges that cut a word
// are moved, and texts that leave out what the evidence says give way to its bytes.
func Cover(content []byte, plan sdk.Plan, evidence []sdk.Span) (sdk.Plan, [][]int) {
	plan.Units = wholeWords(content, plan.Units)
	sayEvidence(content, plan.Units, evidence)
	plan = insert(content, plan, evidence)
	out := make([][]int, len(evidence))
	for k, e := range evidence {
		i := sort.Search(len(plan.Units), func(i int) bool { return plan.Units[i].Span.End > e.Start })
		for ; i < len(plan.Units) && plan.Units[i].Span.Start < e.End; i++ {
			out[k] = append(out[k], i)
		}
	}
	return plan, out
}

// insert adds verbatim units for the parts of evidence that no unit covers.
// Evidence lines that stand as a folded copy are taken out of the fold.
func insert(content []byte, plan sdk.Plan, evidence []sdk.Span) sdk.Plan {
	var holes []sdk.Span
	for _, e := range evidence {
		holes = append(holes, uncovered(plan.Units, content, e)...)
	}
	holes = disjoint(holes)
	for i := range plan.Units {
		if len(plan.Units[i].Copies) > 0 {
			plan.Units[i].Copies = without(plan.Units[i].Copies, evidence)
		}
	}
	if len(holes) == 0 {
		return plan
	}
	nextRow := 0
	for i := range plan.Units {
		nextRow = max(nextRow, plan.Units[i].Row+1)
	}
	merged := make([]sdk.Unit, 0, len(plan.Units)+len(holes))
	at := make([]int, len(plan.Units))
	k := 0
	for i := range plan.Units {
		for k < len(holes) && holes[k].Start < plan.Units[i].Span.Start {
			merged = append(merged, fillIn(content, holes[k], merged, plan.Units[i:], nextRow))
			nextRow++
			k++
		}
		at[i] = len(merged)
		merged = append(merged, plan.Units[i])
	}
	for ; k < len(holes); k++ {
		merged = append(merged, fillIn(content, holes[k], merged, nil, nextRow))
		nextRow++
	}
	for i := range merged {
		needs := make([]int, len(merged[i].Needs))
		for j, n := range merged[i].Needs {
			needs[j] = at[n]
		}
		merged[i].Needs = needs
	}
	order := make([]int, len(plan.Order))
	for i, n := range plan.Order {
		order[i] = at[n]
	}
	plan.Units, plan.Order = merged, order
	return plan
}

// fillIn makes the unit for a hole. Where it lies in the line of a unit before or
// behind it, at a place that their row leaves open, it takes that place, with the
// blanks up to its neighbour; otherwise it is a row of its own.
func fillIn(content []byte, hole sdk.Span, before, behind []sdk.Unit, row int) sdk.Unit {
	u := sdk.Unit{Span: hole, Group: -1, Row: row}
	var left, right *sdk.Unit
	if n := len(before); n > 0 && before[n-1].Text == "" && before[n-1].Group < 0 && sameLine(content, before[n-1].Span.End, hole.Start) {
		left = &before[n-1]
	}
	if len(behind) > 0 && behind[0].Text == "" && behind[0].Group < 0 && sameLine(content, hole.End, behind[0].Span.Start) {
		right = &behind[0]
	}
	switch {
	case left != nil && right != nil && left.Row == right.Row:
		if right.Part-left.Part != 2 {
			return u
		}
		u.Part = right.Part - 1
	case right != nil && right.Part > 0:
		u.Part, left = right.Part-1, nil
		if n := len(before); n > 0 && before[n-1].Row == right.Row && before[n-1].Part+1 >= u.Part {
			return sdk.Unit{Span: hole, Group: -1, Row: row} // what lies before it would have no place
		}
	case left != nil && left.Part+1 < left.Parts:
		u.Part, right = left.Part+1, nil
		if len(behind) > 0 && behind[0].Row == left.Row && behind[0].Part-1 <= u.Part {
			return sdk.Unit{Span: hole, Group: -1, Row: row}
		}
	default:
		return u
	}
	if left != nil {
		u.Row, u.Parts, u.Span.Start = left.Row, left.Parts, left.Span.End
	}
	if right != nil {
		u.Row, u.Parts, u.Span.End = right.Row, right.Parts, right.Span.Start
	}
	return u
}

// sameLine reports whether nothing but blanks of one line lies between two places.
func sameLine(content []byte, from, to int) bool {
	for _, c := range content[from:to] {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// uncovered lists the parts of e outside all units that say something.
func uncovered(units []sdk.Unit, content []byte, e sdk.Span) []sdk.Span {
	var out []sdk.Span
	add := func(a, b int) {
		for a < b && isSpace(content[a]) {
			a++
		}
		for b > a && isSpace(content[b-1]) {
			b--
		}
		if render.SaysBesideEscapes(content[a:b]) {
			out = append(out, sdk.Span{Start: a, End: b})
		}
	}
	i := sort.Search(len(units), func(i int) bool { return units[i].Span.End > e.Start })
	for k := i; k < len(units) && units[k].Span.Start < e.End; k++ {
		if units[k].Group >= 0 {
			return nil // an item shows it, and marks what it lacks; beside it the rest would have no place
		}
	}
	at := e.Start
	for ; i < len(units) && units[i].Span.Start < e.End; i++ {
		if units[i].Span.Start > at {
			add(at, units[i].Span.Start)
		}
		at = max(at, units[i].Span.End)
	}
	if at < e.End {
		add(at, e.End)
	}
	return out
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// disjoint sorts spans and drops those that overlap an earlier one.
func disjoint(spans []sdk.Span) []sdk.Span {
	sort.Slice(spans, func(i, j int) bool {
		if spans[i].Start != spans[j].Start {
			return spans[i].Start < spans[j].Start
		}
		return spans[i].End > spans[j].End
	})
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start < out[n-1].End {
			continue
		}
		out = append(out, s)
	}
	return out
}

// without drops the copies that hold evidence.
func without(copies, evidence []sdk.Span) []sdk.Span {
	var out []sdk.Span
	for _, c := range copies {
		keep := true
		for _, e := range evidence {
			if c.Start < e.End && e.Start < c.End {
				keep = false
				break
			}
		}
		if keep {
			out = append(out, c)
		}
	}
	return out
}
