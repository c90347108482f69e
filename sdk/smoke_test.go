package sdk

import "testing"

func TestBuilderMakesAPlanThatChecks(t *testing.T) {
	c := []byte("a b\n{\"k\": \"x\\ny\"}\n<b>12</b>34\n")
	b := NewBuilder(Request{Content: c, MaxTokens: 100})
	h := b.Keep(Span{0, 3}, 1)
	b.Show(Span{4, 17}, "k=x y", 2, Needs(h))
	b.Show(Span{18, 29}, "1234", 2)
	p := b.Plan()
	if err := CheckPlan(b.req, &p); err != nil {
		t.Fatal(err)
	}
	if len(p.Order) != 3 || p.Order[0] != 2 {
		t.Fatal(p.Order)
	}
}
