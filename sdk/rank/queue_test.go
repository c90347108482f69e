package rank

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// A queue gives back what it holds, best first, whatever is pushed and lowered in
// between: scores over many octaves, equal ones, none and the greatest.
func TestTheQueueGivesTheBestEntryFirst(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	score := func() float64 {
		switch rnd.Intn(20) {
		case 0:
			return 0
		case 1:
			return math.Inf(1)
		case 2:
			return 0.25
		}
		return math.Ldexp(rnd.Float64(), -rnd.Intn(40))
	}
	var q queue
	for range 20 { // the second time in the memory of the first
		var all []entry
		q.reset(10)
		for i := range 200 {
			all = append(all, entry{score: score(), item: int32(i)})
			q.add(all[i].item, all[i].score)
		}
		q.order()
		for len(all) > 0 {
			slices.SortFunc(all, func(a, b entry) int {
				if a.before(&b) {
					return -1
				}
				return 1
			})
			got := q.best()
			if got == nil || got.item != all[0].item || got.score != all[0].score {
				t.Fatalf("got %v, want %v", got, all[0])
			}
			switch rnd.Intn(4) {
			case 0:
				all[0].score *= 0.5 + rnd.Float64()/2
				q.lower(all[0].score)
			case 1:
				if len(all) < 300 {
					e := entry{score: score(), item: int32(1000 + rnd.Intn(1<<20))}
					all = append(all, e)
					q.push(e.item, e.score)
				}
			default:
				q.pop()
				all = all[1:]
			}
		}
		if q.best() != nil {
			t.Fatal("more than was added")
		}
	}
}

func TestRankingsInOneMemoryAreIndependent(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	items := func(n int) []Item {
		out := make([]Item, n)
		for i := range out {
			out[i] = Item{Value: rnd.Float64(), Cost: 1 + rnd.Intn(40), Row: i / 3, Key: rnd.Intn(9) - 1, Class: rnd.Intn(1 << 30), Section: i / 50, Same: rnd.Intn(n)}
			if i > 0 && rnd.Intn(5) == 0 {
				out[i].Needs = []int{rnd.Intn(i)}
			}
		}
		return out
	}
	a, b := items(300), items(70)
	wantA, wantB := order(t, a, 0), order(t, b, 200)
	for range 5 {
		equal(t, order(t, a, 0), wantA)
		equal(t, Order(b, 0, ParseSet("keys,classes,sections,density"))[:1], Order(b, 1, ParseSet("keys,classes,sections,density"))[:1])
		equal(t, order(t, b, 200), wantB)
	}
}
