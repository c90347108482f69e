package wire

import (
	"github.com/riffle-dev/riffle/sdk"
	pluginv1 "github.com/riffle-dev/riffle/sdk/proto/riffle/plugin/v1"
)

// maxGroups is the bound of sdk.CheckPlan, taken before groups are allocated.
const maxGroups = 4 * sdk.MaxUnits

// EncodePlan converts a plan. It fails where a number is beyond what any content
// can have; a plan that breaks the contract in other ways is for the host to
// refuse.
func EncodePlan(p *sdk.Plan) (*pluginv1.Plan, error) {
	bad := false
	order, last := make([]int32, 0, len(p.Order)), 0
	for _, i := range p.Order {
		order = narrow(order, i-last, &bad)
		last = i
	}
	out := &pluginv1.Plan{
		Units:    encodeUnits(p.Units, &bad),
		Groups:   encodeGroups(p.Groups, &bad),
		Order:    order,
		Notes:    p.Notes,
		Complete: p.Complete,
		Summary:  p.Summary,
	}
	if bad {
		return nil, invalid("the plan has a number over 32 bits; positions and counts are those of a content of at most %d bytes", MaxContent)
	}
	return out, nil
}

func encodeUnits(units []sdk.Unit, bad *bool) *pluginv1.Units {
	out := &pluginv1.Units{}
	var from, copies spanColumns
	separators := map[string]int{"": 0}
	out.Separators = []string{""}
	end, item, row, lastText := 0, 0, 0, 0
	for i := range units {
		u := &units[i]
		out.Start = narrow(out.Start, u.Span.Start-end, bad)
		out.Length = narrow(out.Length, u.Span.Len(), bad)
		out.Group = narrow(out.Group, u.Group, bad)
		out.Item = narrow(out.Item, u.Item-item, bad)
		out.Row = narrow(out.Row, u.Row-row, bad)
		out.Part = narrow(out.Part, u.Part, bad)
		out.Parts = narrow(out.Parts, u.Parts, bad)
		end, item, row = u.Span.End, u.Item, u.Row
		if u.Text != "" {
			out.TextUnit = narrow(out.TextUnit, i-lastText, bad)
			out.Text = append(out.Text, u.Text)
			lastText = i
		}
		n, known := separators[u.Sep]
		if !known {
			n = len(out.Separators)
			separators[u.Sep] = n
			out.Separators = append(out.Separators, u.Sep)
		}
		out.Separator = narrow(out.Separator, n, bad)
		out.NeedsCount = narrow(out.NeedsCount, len(u.Needs), bad)
		for _, n := range u.Needs {
			out.Needs = narrow(out.Needs, n-i, bad)
		}
		from.add(u.From, u.Span.Start, false)
		copies.add(u.Copies, u.Span.Start, true)
	}
	out.Group, out.Item, out.Row = sparse(out.Group, -1), sparse(out.Item, 0), sparse(out.Row, 0)
	out.Part, out.Parts = sparse(out.Part, 0), sparse(out.Parts, 0)
	out.Separator, out.NeedsCount = sparse(out.Separator, 0), sparse(out.NeedsCount, 0)
	out.FromCount, out.FromStart, out.FromLength = sparse(from.count, 0), from.start, from.length
	out.CopiesCount, out.CopiesStart, out.CopiesLength = sparse(copies.count, 0), copies.start, copies.length
	*bad = *bad || from.bad || copies.bad
	return out
}

func encodeGroups(groups []sdk.Group, bad *bool) *pluginv1.Groups {
	out := &pluginv1.Groups{}
	for _, g := range groups {
		out.Ref = append(out.Ref, g.Ref)
		out.Unit = append(out.Unit, g.Unit)
		out.Parent = narrow(out.Parent, g.Parent, bad)
		out.Item = narrow(out.Item, g.Item, bad)
		out.Start = narrow(out.Start, g.Span.Start, bad)
		out.Length = narrow(out.Length, g.Span.Len(), bad)
		out.Total = narrow(out.Total, g.Total, bad)
		out.Named = append(out.Named, g.Named)
	}
	return out
}

// DecodePlan converts a plan and refuses one whose columns do not agree. It does
// not check the contract of the plan: that is sdk.CheckPlan. The strings of the
// plan are those of the message.
func DecodePlan(m *pluginv1.Plan) (sdk.Plan, error) {
	if len(m.GetOrder()) > sdk.MaxUnits || len(m.GetNotes()) > sdk.MaxNotes {
		return sdk.Plan{}, invalid("%d entries in the order and %d notes; at most %d and %d are allowed",
			len(m.GetOrder()), len(m.GetNotes()), sdk.MaxUnits, sdk.MaxNotes)
	}
	units, err := decodeUnits(m.GetUnits())
	if err != nil {
		return sdk.Plan{}, err
	}
	groups, err := decodeGroups(m.GetGroups())
	if err != nil {
		return sdk.Plan{}, err
	}
	p := sdk.Plan{Units: units, Groups: groups, Notes: m.GetNotes(), Complete: m.GetComplete(), Summary: m.GetSummary()}
	if n := len(m.GetOrder()); n > 0 {
		p.Order = make([]int, n)
		last := 0
		for i, d := range m.GetOrder() {
			last += int(d)
			p.Order[i] = last
		}
	}
	return p, nil
}

func checkUnits(m *pluginv1.Units) error {
	n := len(m.GetStart())
	if n > sdk.MaxUnits {
		return invalid("%d units, at most %d are allowed", n, sdk.MaxUnits)
	}
	if len(m.GetLength()) != n {
		return invalid("column length has %d entries for %d", len(m.GetLength()), n)
	}
	if err := sameLength(n, map[string][]int32{
		"group": m.GetGroup(), "item": m.GetItem(), "row": m.GetRow(), "part": m.GetPart(), "parts": m.GetParts(),
		"separator": m.GetSeparator(), "needs_count": m.GetNeedsCount(),
	}); err != nil {
		return err
	}
	if len(m.GetTextUnit()) != len(m.GetText()) {
		return invalid("text_unit has %d entries, text %d", len(m.GetTextUnit()), len(m.GetText()))
	}
	for _, s := range m.GetSeparator() {
		if s < 0 || int(s) >= len(m.GetSeparators()) {
			return invalid("separator %d of %d", s, len(m.GetSeparators()))
		}
	}
	return shares("needs", m.GetNeedsCount(), len(m.GetNeeds()))
}

func decodeUnits(m *pluginv1.Units) ([]sdk.Unit, error) {
	if err := checkUnits(m); err != nil {
		return nil, err
	}
	n := len(m.GetStart())
	from := spanColumns{count: m.GetFromCount(), start: m.GetFromStart(), length: m.GetFromLength()}
	if err := from.check("from", n); err != nil {
		return nil, err
	}
	copies := spanColumns{count: m.GetCopiesCount(), start: m.GetCopiesStart(), length: m.GetCopiesLength()}
	if err := copies.check("copies", n); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, nil
	}
	units := make([]sdk.Unit, n)
	needs, needed := m.GetNeeds(), make([]int, len(m.GetNeeds()))
	fromRoom, copiesRoom := make([]sdk.Span, len(from.start)), make([]sdk.Span, len(copies.start))
	end, item, row := 0, 0, 0
	for i := range units {
		u := &units[i]
		u.Span.Start = end + int(m.Start[i])
		u.Span.End = u.Span.Start + int(m.Length[i])
		item += at(m.Item, i, 0)
		row += at(m.Row, i, 0)
		end, u.Item, u.Row = u.Span.End, item, row
		u.Group = at(m.Group, i, -1)
		u.Part, u.Parts = at(m.Part, i, 0), at(m.Parts, i, 0)
		if len(m.Separator) > 0 {
			u.Sep = m.Separators[m.Separator[i]]
		}
		k := at(m.NeedsCount, i, 0)
		u.Needs = take(&needed, k)
		for j, d := range take(&needs, k) {
			u.Needs[j] = i + int(d)
		}
		u.From = from.spans(i, u.Span.Start, false, &fromRoom)
		u.Copies = copies.spans(i, u.Span.Start, true, &copiesRoom)
	}
	return units, decodeTexts(m, units)
}

func decodeTexts(m *pluginv1.Units, units []sdk.Unit) error {
	unit := 0
	for i, d := range m.GetTextUnit() {
		unit += int(d)
		if unit < 0 || unit >= len(units) || i > 0 && d <= 0 {
			return invalid("text %d is that of unit %d of %d; they ascend", i, unit, len(units))
		}
		units[unit].Text = m.Text[i]
	}
	return nil
}

func decodeGroups(m *pluginv1.Groups) ([]sdk.Group, error) {
	n := len(m.GetRef())
	if n > maxGroups {
		return nil, invalid("%d groups, at most %d are allowed", n, maxGroups)
	}
	for _, l := range []int{len(m.GetUnit()), len(m.GetParent()), len(m.GetStart()), len(m.GetLength()), len(m.GetTotal()), len(m.GetNamed()), len(m.GetItem())} {
		if l != n {
			return nil, invalid("a column of groups has %d entries for %d", l, n)
		}
	}
	if n == 0 {
		return nil, nil
	}
	groups := make([]sdk.Group, n)
	for i := range groups {
		start := int(m.Start[i])
		groups[i] = sdk.Group{
			Ref: m.Ref[i], Unit: m.Unit[i], Parent: int(m.Parent[i]), Item: int(m.Item[i]),
			Span: sdk.Span{Start: start, End: start + int(m.Length[i])}, Total: int(m.Total[i]), Named: m.Named[i],
		}
	}
	return groups, nil
}
