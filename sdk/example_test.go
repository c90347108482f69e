package sdk_test

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/riffle-dev/riffle/sdk"
)

// The snippets of docs/plugins/contract.md stand in these examples; a test of the
// command holds them against each other.

func ExampleBuilder() {
	content := []byte("# Decks\ndeck 1 is full\ndeck 2 is full\nramp 3 is stuck\n")
	req := sdk.Request{Content: content, Kind: sdk.KindLog, MaxTokens: 100}
	b := sdk.NewBuilder(req)
	heading := b.Keep(sdk.Span{Start: 0, End: 7}, 0)
	b.Keep(sdk.Span{Start: 8, End: 22}, 1, sdk.Key("full"), sdk.Needs(heading))
	b.Keep(sdk.Span{Start: 23, End: 37}, 1, sdk.Key("full"), sdk.Needs(heading))
	b.Keep(sdk.Span{Start: 38, End: 53}, 1, sdk.Key("stuck"), sdk.Needs(heading))
	b.Summary("%d decks", 2)
	plan := b.Plan()
	for _, i := range plan.Order {
		fmt.Printf("%s\n", content[plan.Units[i].Span.Start:plan.Units[i].Span.End])
	}
	fmt.Println(plan.Summary, plan.Complete, sdk.CheckPlan(req, &plan))
	// Output:
	// # Decks
	// deck 1 is full
	// ramp 3 is stuck
	// deck 2 is full
	// 2 decks true <nil>
}

// A text in other words repeats words of its own bytes, or of those that From names.
func ExampleBuilder_Show() {
	content := []byte("ship;tons\nSolvei;412\n")
	head, row := sdk.Span{Start: 0, End: 9}, sdk.Span{Start: 10, End: 20}
	for _, text := range []string{"Solvei tons=412", "Solvei weight=412"} {
		b := sdk.NewBuilder(sdk.Request{Content: content, MaxTokens: 100})
		b.Show(row, text, 1, sdk.From(head))
		plan := b.Plan()
		fmt.Println(sdk.CheckPlan(sdk.Request{Content: content}, &plan))
	}
	// Output:
	// <nil>
	// sdk: invalid plan: the text of unit 0 says "weight", which its bytes do not
}

// Items of a group are counted by the host, which numbers them and says how many are
// missing.
func ExampleBuilder_Group() {
	content := []byte(`{"ships": ["Solvei", "Maren", "Tarn"]}`)
	b := sdk.NewBuilder(sdk.Request{Content: content, MaxTokens: 100})
	ships := b.Group(sdk.Group{Ref: "$.ships", Unit: "ships", Parent: -1, Span: sdk.Span{Start: 10, End: 37}, Total: 3})
	for item, name := range []string{"Solvei", "Maren", "Tarn"} {
		at := bytes.Index(content, []byte(name))
		b.Keep(sdk.Span{Start: at, End: at + len(name)}, 1, sdk.Of(ships, item))
	}
	plan := b.Plan()
	for _, u := range plan.Units {
		fmt.Printf("%s[%d] %s\n", plan.Groups[u.Group].Ref, u.Item, content[u.Span.Start:u.Span.End])
	}
	// Output:
	// $.ships[0] Solvei
	// $.ships[1] Maren
	// $.ships[2] Tarn
}

// Pieces of one line share a row; the host draws what is missing between them.
func ExampleInRow() {
	content := []byte("06:10 Solvei left with 212 passengers\n")
	b := sdk.NewBuilder(sdk.Request{Content: content, MaxTokens: 100})
	row := b.NewRow()
	at := b.Keep(sdk.Span{Start: 0, End: 5}, 0, sdk.InRow(row, ""))
	b.Keep(sdk.Span{Start: 6, End: 17}, 1, sdk.InRow(row, " "), sdk.Needs(at))
	b.Keep(sdk.Span{Start: 18, End: 37}, 0.2, sdk.InRow(row, " "))
	for _, u := range b.Plan().Units {
		fmt.Printf("part %d of %d: %q\n", u.Part, u.Parts, content[u.Span.Start:u.Span.End])
	}
	// Output:
	// part 0 of 3: "06:10"
	// part 1 of 3: "Solvei left"
	// part 2 of 3: "with 212 passengers"
}

func ExampleMagicFits() {
	fmt.Println(sdk.MagicFits("== ", []byte("== North quay ==")), sdk.MagicFits("v?.", []byte("v7.1")))
	// Output: true true
}

// A reason may be wrapped around ErrDeclined; it stays data, not a fault.
func ExampleErrDeclined() {
	err := fmt.Errorf("%w: no table", sdk.ErrDeclined)
	fmt.Println(errors.Is(err, sdk.ErrDeclined), err)
	// Output: true sdk: processor declined: no table
}
