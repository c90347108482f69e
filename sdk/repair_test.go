package sdk

import (
	"errors"
	"strings"
	"testing"
)

func TestRepairPlanDropsBadUnitsWithWhatNeedsThem(t *testing.T) {
	line := func(s string, needs ...int) Unit { return Unit{Span: at(t, s), Group: -1, Needs: needs} }
	req := Request{Content: []byte(page)}
	sound := func() Plan {
		return Plan{Complete: true, Order: []int{4, 3, 2, 1, 0}, Units: []Unit{
			line("<tr><th>Name</th><th>Size</th></tr>"), line("-5 != 7, 12% of it"), line("line 12 is fine"), line("line 13 is fine", 2), line("line 14 is bad", 0),
			line(`{"msg":"caf\u00e9\nopen"}`)}}
	}
	p := sound()
	if n, err := RepairPlan(req, &p); n != 0 || err != nil || len(p.Units) != 6 || !p.Complete {
		t.Fatal(n, err, p)
	}
	p = sound()
	p.Units[1].Text = "5 == 7"
	if n, err := RepairPlan(req, &p); n != 1 || !errors.Is(err, ErrInvalidPlan) || len(p.Units) != 5 || p.Complete {
		t.Fatal(n, err, p)
	}
	if err := CheckPlan(req, &p); err != nil {
		t.Fatal(err)
	}
	if u := p.Units[2]; u.Needs[0] != 1 || page[u.Span.Start:u.Span.End] != "line 13 is fine" || len(p.Order) != 4 || p.Order[0] != 3 {
		t.Fatalf("units and order are numbered again: %+v", p)
	}
	for name, spoil := range map[string]func(*Plan){
		"a unit and what needs it are too many here": func(p *Plan) { p.Units[2].Span.End = p.Units[2].Span.Start },
		"too many units":    func(p *Plan) { p.Units[1].Text, p.Units[5].Text = "x", "y" },
		"an order":          func(p *Plan) { p.Order[0] = 9 },
		"needs in a circle": func(p *Plan) { p.Units[2].Needs = []int{3} },
		"a note":            func(p *Plan) { p.Notes = []string{strings.Repeat("n", 999)} },
		"a group":           func(p *Plan) { p.Groups = []Group{{Parent: 3}} },
	} {
		p := sound()
		spoil(&p)
		if n, err := RepairPlan(req, &p); n != 0 || !errors.Is(err, ErrInvalidPlan) {
			t.Fatalf("%s: %d %v", name, n, err)
		}
	}
}

func TestRepairPlanKeepsUnitsBehindOneThatOverlaps(t *testing.T) {
	p := Plan{Units: []Unit{{Span: Span{0, 4}, Group: -1}, {Span: Span{2, 9}, Group: -1}, {Span: Span{5, 9}, Group: -1}, {Span: Span{10, 12}, Group: -1}}}
	if n, err := RepairPlan(Request{Content: []byte(page)}, &p); n != 1 || err == nil || len(p.Units) != 3 || p.Units[1].Span.Start != 5 {
		t.Fatal(n, err, p.Units)
	}
}
