package rank

import (
	"math/rand"
	"testing"
)

func order(t *testing.T, items []Item, limit int) []int {
	t.Helper()
	got := Order(items, limit, Set{})
	seen := map[int]bool{}
	for _, i := range got {
		if seen[i] {
			t.Fatalf("item %d stands twice in %v", i, got)
		}
		for _, n := range items[i].Needs {
			if !seen[n] {
				t.Fatalf("item %d stands before %d, which it needs", i, n)
			}
		}
		seen[i] = true
	}
	return got
}

func equal(t *testing.T, got, want []int) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestValuePerTokenDecides(t *testing.T) {
	equal(t, order(t, []Item{{Value: 1, Cost: 100, Row: 0}, {Value: 1, Cost: 5, Row: 1}}, 0), []int{1, 0})
	items := []Item{{Value: 2, Cost: 100, Row: 0}, {Value: 1, Cost: 5, Row: 1}}
	equal(t, Order(items, 0, ParseSet("density")), []int{0, 1})
}

func TestItemsOfOneKeyDiminish(t *testing.T) {
	items := []Item{
		{Value: 1, Cost: 10, Row: 0, Key: 1},
		{Value: 1, Cost: 10, Row: 1, Key: 1},
		{Value: 0.6, Cost: 10, Row: 2, Key: 2},
	}
	equal(t, order(t, items, 0), []int{0, 2, 1})
	equal(t, Order(items, 0, ParseSet("keys")), []int{0, 1, 2})
	items[0].Soft, items[1].Soft = true, true
	equal(t, order(t, items, 0), []int{0, 1, 2})
}

func TestTheSameTextIsWorthLittleTwice(t *testing.T) {
	items := []Item{
		{Value: 1, Cost: 10, Row: 0, Same: 7},
		{Value: 1, Cost: 10, Row: 1, Same: 7},
		{Value: 0.1, Cost: 10, Row: 2},
	}
	equal(t, order(t, items, 0), []int{0, 2, 1})
}

func TestAnOpenRowMakesItsOtherItemsCheaper(t *testing.T) {
	items := []Item{
		{Value: 1, Cost: 3, Row: 0, RowCost: 6},
		{Value: 0.4, Cost: 3, Row: 0, RowCost: 6},
		{Value: 0.6, Cost: 3, Row: 1, RowCost: 6},
	}
	equal(t, order(t, items, 0), []int{0, 1, 2})
}

func TestNeedsComeFirstAndArePaidOnce(t *testing.T) {
	items := []Item{
		{Value: 0, Cost: 30, Row: 0}, // a header nobody wants for itself
		{Value: 1, Cost: 10, Row: 1, Needs: []int{0}},
		{Value: 1, Cost: 10, Row: 2, Needs: []int{0}},
		{Value: 0.7, Cost: 10, Row: 3},
	}
	equal(t, order(t, items, 0), []int{3, 0, 1, 2})
	items[3].Value = 0.2
	equal(t, order(t, items, 0), []int{0, 1, 2, 3})
}

func TestWorthlessItemsAreLeftOut(t *testing.T) {
	equal(t, order(t, []Item{{Value: 0, Cost: 1, Row: 0}, {Value: 1, Cost: 1, Row: 1}}, 0), []int{1})
}

func TestTheOrderStopsAtTheLimit(t *testing.T) {
	items := make([]Item, 100)
	for i := range items {
		items[i] = Item{Value: 1, Cost: 6, Row: i}
	}
	if got := len(order(t, items, 100)); got != 10 {
		t.Fatalf("%d items for 100 tokens at 10 each, overhead included", got)
	}
}

func TestASmallerLimitGivesThePrefixOfALargerOne(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	items := make([]Item, 500)
	for i := range items {
		items[i] = Item{Value: rnd.Float64(), Cost: 1 + rnd.Intn(40), Row: i / 3, Key: rnd.Intn(9), Class: rnd.Intn(4), Section: i / 50}
		if i > 0 && rnd.Intn(5) == 0 {
			items[i].Needs = []int{rnd.Intn(i)}
		}
	}
	long := order(t, items, 4000)
	for _, limit := range []int{50, 300, 1000} {
		short := order(t, items, limit)
		equal(t, short, long[:len(short)])
	}
	equal(t, order(t, items, 4000), long)
}

func TestRulesAreListedByName(t *testing.T) {
	names, docs := Rules()
	if len(names) != len(docs) || len(names) < 4 {
		t.Fatal(names, docs)
	}
	for i := 1; i < len(names); i++ {
		if names[i] <= names[i-1] {
			t.Fatal("not sorted:", names)
		}
	}
}

func BenchmarkOrder(b *testing.B) {
	rnd := rand.New(rand.NewSource(1))
	items := make([]Item, 20000)
	for i := range items {
		items[i] = Item{Value: rnd.Float64(), Cost: 1 + rnd.Intn(40), Row: i, Key: rnd.Intn(900), Class: rnd.Intn(4), Section: i / 1000}
	}
	for b.Loop() {
		Order(items, 16384, Set{})
	}
}
