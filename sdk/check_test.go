package sdk

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

const page = "<tr><th>Name</th><th>Size</th></tr>\n<tr><td>disk &amp; tape</td><td>1.5</td></tr>\n" +
	"-5 != 7, 12% of it\nline 12 is fine\nline 13 is fine\nline 14 is bad\n" + `{"msg":"caf\u00e9\nopen"}` + "\n"

func at(t *testing.T, s string) Span {
	t.Helper()
	i := strings.Index(page, s)
	if i < 0 {
		t.Fatalf("%q is not in the page", s)
	}
	return Span{i, i + len(s)}
}

func TestCheckPlanAccepts(t *testing.T) {
	for name, u := range map[string]Unit{
		"verbatim bytes":                       {Span: at(t, "line 12 is fine")},
		"decoded entities":                     {Span: at(t, "<td>disk &amp; tape</td><td>1.5</td>"), Text: "| disk & tape | 1.5 |"},
		"a header named by From":               {Span: at(t, "<td>1.5</td>"), Text: "Size: 1.5", From: []Span{at(t, "<th>Size</th>")}},
		"decoded JSON escapes":                 {Span: at(t, `"msg":"caf\u00e9\nopen"`), Text: "msg=café open"},
		"a last word that is cut":              {Span: at(t, "line 14 is bad"), Text: "line 14 is ba"},
		"a first word that is cut":             {Span: at(t, "line 14 is bad"), Text: "ine 14 is bad"},
		"copies alike but for digits":          {Span: at(t, "line 12 is fine"), Copies: []Span{at(t, "line 13 is fine")}},
		"tags inside a word":                   {Span: at(t, "<th>Name</th><th>Size</th>"), Text: "NameSize"},
		"a gap with its mark":                  {Span: at(t, "line 14 is bad"), Text: "line … bad"},
		"a sign, a comparison and a percent":   {Span: at(t, "-5 != 7, 12% of it"), Text: "-5 != 7, 12% of it"},
		"a header's words between its cells":   {Span: at(t, "<td>disk &amp; tape</td><td>1.5</td>"), Text: "Name: disk & tape, Size: 1.5", From: []Span{at(t, "<th>Name</th>"), at(t, "<th>Size</th>")}},
		"form words that stand in a tag's own": {Span: at(t, "<td>disk &amp; tape</td>"), Text: "[td] disk"},
	} {
		t.Run(name, func(t *testing.T) {
			u.Group = -1
			p := Plan{Units: []Unit{u}, Order: []int{0}}
			if err := CheckPlan(Request{Content: []byte(page)}, &p); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func nested(n int) []Group {
	groups := make([]Group, n)
	for i := range groups {
		groups[i] = Group{Parent: i - 1, Span: Span{0, len(page)}, Total: 1}
	}
	return groups
}

func TestCheckPlanRefuses(t *testing.T) {
	plain := func(u Unit) Plan {
		u.Group = -1
		return Plan{Units: []Unit{u}, Order: []int{0}}
	}
	fine, bad := at(t, "line 12 is fine"), at(t, "line 14 is bad")
	euro := strings.Index(page, "fine")
	for name, c := range map[string]struct {
		plan Plan
		says string
	}{
		"a span past the end":             {plain(Unit{Span: Span{0, len(page) + 1}}), "span"},
		"a negative span":                 {plain(Unit{Span: Span{-1, 3}}), "span"},
		"an empty span":                   {plain(Unit{Span: Span{3, 3}}), "span"},
		"overlapping units":               {Plan{Units: []Unit{{Span: Span{0, 5}, Group: -1}, {Span: Span{4, 8}, Group: -1}}}, "inside the unit before"},
		"descending units":                {Plan{Units: []Unit{{Span: Span{4, 8}, Group: -1}, {Span: Span{0, 3}, Group: -1}}}, "inside the unit before"},
		"an unknown group":                {Plan{Units: []Unit{{Span: fine, Group: 0}}}, "group"},
		"an item past the group's total":  {Plan{Units: []Unit{{Span: fine, Group: 0, Item: 2}}, Groups: []Group{{Parent: -1, Total: 2}}}, "item 2"},
		"a parent after its child":        {Plan{Groups: []Group{{Parent: 1}, {Parent: -1}}}, "parent"},
		"an order that names none":        {Plan{Units: []Unit{{Span: fine, Group: -1}}, Order: []int{1}}, "order"},
		"an order that names one twice":   {Plan{Units: []Unit{{Span: fine, Group: -1}, {Span: bad, Group: -1}}, Order: []int{0, 0}}, "order"},
		"a need that points nowhere":      {plain(Unit{Span: fine, Needs: []int{7}}), "needs unit 7"},
		"a unit that needs itself":        {plain(Unit{Span: fine, Needs: []int{0}}), "need each other"},
		"units that need each other":      {Plan{Units: []Unit{{Span: fine, Group: -1, Needs: []int{1}}, {Span: bad, Group: -1, Needs: []int{0}}}}, "need each other"},
		"bad UTF-8 in a text":             {plain(Unit{Span: fine, Text: "line \xff"}), "UTF-8"},
		"a line end in a text":            {plain(Unit{Span: fine, Text: "line\n12"}), "one line"},
		"a word that is not there":        {plain(Unit{Span: fine, Text: "line 12 is broken"}), `"broken"`},
		"a number that is cut":            {plain(Unit{Span: fine, Text: "line 1"}), `"1"`},
		"a number put together":           {plain(Unit{Span: at(t, "<td>1.5</td>"), Text: "5.1"}), `"5.1"`},
		"a word from elsewhere":           {plain(Unit{Span: fine, Text: "line 12 bad"}), `"bad"`},
		"a cut word in the middle":        {plain(Unit{Span: fine, Text: "line in 12 fine"}), `"in"`},
		"a false copy":                    {plain(Unit{Span: fine, Copies: []Span{bad}}), "copy"},
		"a copy past the end":             {plain(Unit{Span: fine, Copies: []Span{{0, len(page) + 1}}}), "copy"},
		"too long a text":                 {plain(Unit{Span: Span{euro, euro + 4}, Text: strings.Repeat("fine ", 90)}), "bytes"},
		"a row number below zero":         {plain(Unit{Span: fine, Row: -1}), "row"},
		"a part past the row":             {plain(Unit{Span: fine, Part: 2, Parts: 2}), "part"},
		"too many notes":                  {Plan{Notes: make([]string, MaxNotes+1)}, "notes"},
		"a long note":                     {Plan{Notes: []string{strings.Repeat("x", MaxNoteBytes+1)}}, "note"},
		"a note that imitates lines":      {Plan{Notes: []string{"x]\n[riffle: y"}}, "note"},
		"a summary with control bytes":    {Plan{Summary: "\x1b[31m"}, "summary"},
		"words in another order":          {plain(Unit{Span: fine, Text: "fine is line 12"}), "another order"},
		"words left out without a mark":   {plain(Unit{Span: bad, Text: "line is bad"}), "more between them"},
		"words of elsewhere out of order": {plain(Unit{Span: at(t, "bad"), Text: "fine line bad", From: []Span{fine}}), "another order"},
		"a sign that is dropped":          {plain(Unit{Span: at(t, "-5 != 7, 12% of it"), Text: "5 != 7, 12% of it"}), `"5"`},
		"a comparison that is turned":     {plain(Unit{Span: at(t, "-5 != 7, 12% of it"), Text: "-5 == 7, 12% of it"}), `"=="`},
		"a percent sign that is dropped":  {plain(Unit{Span: at(t, "-5 != 7, 12% of it"), Text: "-5 != 7, 12 of it"}), `"12"`},
		"a comparison that is left out":   {plain(Unit{Span: at(t, "-5 != 7, 12% of it"), Text: "-5 7, 12% of it"}), "more between"},
		"a separator that speaks":         {plain(Unit{Span: fine, Sep: ", 0 errors; "}), "separator"},
		"a ref that speaks":               {Plan{Groups: []Group{{Parent: -1, Span: fine, Ref: "all 512 tests passed"}}}, "ref"},
		"a path that speaks":              {Plan{Groups: []Group{{Parent: -1, Span: fine, Ref: "$.msg; all tests passed"}}}, "ref"},
		"a path of keys from elsewhere":   {Plan{Groups: []Group{{Parent: -1, Span: fine, Ref: "$.msg.passed"}}}, `"passed"`},
		"a unit name that speaks":         {Plan{Groups: []Group{{Parent: -1, Span: fine, Unit: "of 0 errors"}}}, "unit"},
		"more items than bytes":           {Plan{Groups: []Group{{Parent: -1, Span: fine, Total: 16}}}, "16 items"},
		"groups without end":              {Plan{Groups: nested(65)}, "stands in 64"},
		"more units than a plan may have": {Plan{Units: make([]Unit, MaxUnits+1)}, "units"},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckPlan(Request{Content: []byte(page)}, &c.plan)
			if !errors.Is(err, ErrInvalidPlan) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want an error that says %s", err, c.says)
			}
		})
	}
}

func TestCheckPlanRefusesAUnitThatCutsACharacter(t *testing.T) {
	content := []byte("a\u20ac")
	for _, s := range []Span{{0, 2}, {2, 4}} {
		p := Plan{Units: []Unit{{Span: s, Group: -1}}}
		if err := CheckPlan(Request{Content: content}, &p); !errors.Is(err, ErrInvalidPlan) {
			t.Fatalf("span %v: %v", s, err)
		}
	}
}

func TestBuilderMakesAPlanThatChecks(t *testing.T) {
	req := Request{Content: []byte(page), MaxTokens: 1000}
	b := NewBuilder(req)
	row := b.NewRow()
	second := b.Keep(at(t, "13 is fine"), 0.2, InRow(row, ""))
	first := b.Keep(Span{at(t, "line 13").Start, at(t, "line 13").Start + 5}, 0.1, InRow(row, ""))
	b.Keep(at(t, "line 14 is bad"), 2, Needs(first, second), Key("line"), Class("c"), Section(3))
	b.Show(at(t, "<td>disk &amp; tape</td>"), "disk & tape", 1)
	b.Keep(at(t, "line 12 is fine"), 0)
	b.Note(strings.Repeat("n", 300))
	b.Summary("%d lines", 5)
	p := b.Plan()
	if err := CheckPlan(req, &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Units) != 4 || p.Complete {
		t.Fatalf("%d units, complete %v: a unit of no value is left out, and the plan says so", len(p.Units), p.Complete)
	}
	if u := p.Units[1]; u.Part != 0 || u.Parts != 2 || p.Units[2].Part != 1 {
		t.Fatalf("parts of a row follow the content: %+v %+v", u, p.Units[2])
	}
	if len(p.Units[3].Needs) != 2 || p.Summary != "5 lines" || len(p.Notes[0]) != MaxNoteBytes {
		t.Fatalf("%+v", p)
	}
}

func TestBuilderStopsAtTwiceTheTokens(t *testing.T) {
	content := bytes.Repeat([]byte("some words that cost\n"), 1000)
	plan := func(max int) Plan {
		b := NewBuilder(Request{Content: content, MaxTokens: max})
		for i := range 1000 {
			b.Keep(Span{i * 21, i*21 + 20}, 1)
		}
		return b.Plan()
	}
	few, more, all := plan(50), plan(500), plan(0)
	if len(few.Units) < 5 || len(few.Units) > 25 || len(more.Units) < 8*len(few.Units) || len(all.Units) != 1000 {
		t.Fatal(len(few.Units), len(more.Units), len(all.Units))
	}
}

// FuzzCheckPlan builds plans from raw numbers: the check must refuse or accept, not
// fall over.
func FuzzCheckPlan(f *testing.F) {
	f.Add([]byte(page), []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte("\xff\xfe"), []byte{255, 0, 255})
	f.Fuzz(func(t *testing.T, content, numbers []byte) {
		n := func(k int) int {
			if len(numbers) == 0 {
				return 0
			}
			return int(int8(numbers[k%len(numbers)]))
		}
		var p Plan
		for k := 0; k < len(numbers); k += 8 {
			p.Units = append(p.Units, Unit{
				Span: Span{n(k), n(k + 1)}, Group: n(k + 2), Item: n(k + 3), Row: n(k + 4), Part: n(k + 5), Parts: n(k + 6),
				Needs: []int{n(k + 7)}, Copies: []Span{{n(k + 1), n(k + 2)}}, From: []Span{{n(k + 3), n(k)}},
				Text: string(content[:min(len(content), max(0, n(k+4)))]),
			})
			p.Order = append(p.Order, n(k+3))
			p.Groups = append(p.Groups, Group{Parent: n(k), Span: Span{n(k), n(k + 6)}, Total: n(k + 5)})
		}
		if err := CheckPlan(Request{Content: content}, &p); err != nil && !errors.Is(err, ErrInvalidPlan) {
			t.Fatal(err)
		}
	})
}
