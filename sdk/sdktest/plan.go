package sdktest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// snapshot is a copy of a plan that shares no memory with it. Empty slices become
// nil, which says the same.
func snapshot(p sdk.Plan) sdk.Plan {
	spans := func(s []sdk.Span) []sdk.Span { return append([]sdk.Span(nil), s...) }
	p.Units = append([]sdk.Unit(nil), p.Units...)
	for i := range p.Units {
		u := &p.Units[i]
		u.Text, u.Sep = strings.Clone(u.Text), strings.Clone(u.Sep)
		u.From, u.Copies, u.Needs = spans(u.From), spans(u.Copies), append([]int(nil), u.Needs...)
	}
	p.Order = append([]int(nil), p.Order...)
	p.Groups = append([]sdk.Group(nil), p.Groups...)
	for i := range p.Groups {
		p.Groups[i].Ref, p.Groups[i].Unit = strings.Clone(p.Groups[i].Ref), strings.Clone(p.Groups[i].Unit)
	}
	p.Notes = append([]string(nil), p.Notes...)
	for i := range p.Notes {
		p.Notes[i] = strings.Clone(p.Notes[i])
	}
	p.Summary = strings.Clone(p.Summary)
	return p
}

// difference says where two plans differ, "" where they say the same.
func difference(a, b sdk.Plan) string {
	a, b = snapshot(a), snapshot(b)
	if d := differentList("unit", a.Units, b.Units); d != "" {
		return d
	}
	if d := differentList("entry of the order", a.Order, b.Order); d != "" {
		return d
	}
	if d := differentList("group", a.Groups, b.Groups); d != "" {
		return d
	}
	if d := differentList("note", a.Notes, b.Notes); d != "" {
		return d
	}
	switch {
	case a.Summary != b.Summary:
		return fmt.Sprintf("the summaries are %q and %q", a.Summary, b.Summary)
	case a.Complete != b.Complete:
		return fmt.Sprintf("complete is %t and %t", a.Complete, b.Complete)
	}
	return ""
}

func differentList[T any](what string, a, b []T) string {
	for i := range min(len(a), len(b)) {
		if !reflect.DeepEqual(a[i], b[i]) {
			return fmt.Sprintf("%s %d is %.200s and %.200s", what, i, fmt.Sprintf("%+v", a[i]), fmt.Sprintf("%+v", b[i]))
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("one plan has %d, the other %d of: %s", len(a), len(b), what)
	}
	return ""
}

// spansFault says which span of a plan is not inside the content, overlaps the one
// before it or cuts a character; "" for none.
func spansFault(content []byte, p *sdk.Plan) string {
	edge := func(i int) bool { return i == 0 || i == len(content) || utf8.RuneStart(content[i]) }
	inside := func(s sdk.Span) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= len(content) }
	end := 0
	for i := range p.Units {
		u := &p.Units[i]
		for _, s := range slices.Concat([]sdk.Span{u.Span}, u.From, u.Copies) {
			if !inside(s) {
				return fmt.Sprintf("unit %d names bytes [%d,%d) of %d", i, s.Start, s.End, len(content))
			}
		}
		switch {
		case u.Span.Start < end:
			return fmt.Sprintf("unit %d begins at byte %d, before byte %d where one before it ends", i, u.Span.Start, end)
		case !edge(u.Span.Start) || !edge(u.Span.End):
			return fmt.Sprintf("unit %d, bytes [%d,%d), cuts a character", i, u.Span.Start, u.Span.End)
		}
		end = u.Span.End
	}
	for i, g := range p.Groups {
		if !inside(g.Span) {
			return fmt.Sprintf("group %d names bytes [%d,%d) of %d", i, g.Span.Start, g.Span.End, len(content))
		}
	}
	return ""
}

// wordless is a copy of a plan whose texts have their form but say nothing, so that
// sdk.CheckPlan finds no fault with their words.
func wordless(p sdk.Plan) sdk.Plan {
	p.Units = slices.Clone(p.Units)
	for i := range p.Units {
		p.Units[i].Text = strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && isWord(r) {
				return '.'
			}
			return r
		}, maskWide(p.Units[i].Text))
	}
	return p
}

// maskWide replaces letters beyond ASCII byte by byte, so that the length stays.
func maskWide(s string) string {
	if !utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r >= utf8.RuneSelf && isWord(r) {
			b.WriteString(strings.Repeat(".", utf8.RuneLen(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// text is what a unit shows.
func text(content []byte, u *sdk.Unit) string {
	if u.Text != "" {
		return u.Text
	}
	return string(content[u.Span.Start:u.Span.End])
}

// reach walks the order and gives each unit in the turn in which it would be shown,
// what it needs first. It stops where f returns false.
func reach(p *sdk.Plan, f func(unit int) bool) {
	seen := make([]bool, len(p.Units))
	for _, first := range p.Order {
		stack := []int{first}
		var turn []int
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if i < 0 || i >= len(seen) || seen[i] {
				continue
			}
			seen[i] = true
			turn = append(turn, i)
			stack = append(stack, p.Units[i].Needs...)
		}
		for _, i := range slices.Backward(turn) {
			if !f(i) {
				return
			}
		}
	}
}

// cost is the tokens of a unit on a line of its own.
func cost(content []byte, u *sdk.Unit) int { return tokens.Estimate([]byte(text(content, u))) + 1 }

// reached is the tokens of all that the order reaches.
func reached(content []byte, p *sdk.Plan) int {
	sum := 0
	reach(p, func(i int) bool {
		sum += cost(content, &p.Units[i])
		return true
	})
	return sum
}

// shown draws what a budget in tokens holds of a plan: rows on lines, and nothing
// where something is left out.
func shown(content []byte, p *sdk.Plan, budget int) string {
	var units []int
	reach(p, func(i int) bool {
		budget -= cost(content, &p.Units[i])
		if budget < 0 {
			return false
		}
		units = append(units, i)
		return true
	})
	slices.Sort(units)
	var b strings.Builder
	row := -1
	for _, i := range units {
		u := &p.Units[i]
		if u.Row == row {
			b.WriteString(u.Sep)
		} else if row >= 0 {
			b.WriteByte('\n')
		}
		row = u.Row
		b.WriteString(text(content, u))
	}
	return b.String()
}
