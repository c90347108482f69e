package rank

// counts says how many items of each key, class, section or row are taken. The
// numbers of items are made dense once, so that counting needs no map.
type counts struct {
	id []int32 // by item
	n  []int32 // by dense number
}

func countsOf(items []Item, number func(*Item) int) counts {
	c := counts{id: make([]int32, len(items))}
	low, high := 0, 0
	for i := range items {
		k := number(&items[i])
		low, high = min(low, k), max(high, k)
	}
	n := 0
	if low == 0 && high <= 4*len(items)+denseSlack {
		// numbers are dense enough for a table
		known := make([]int32, high+1)
		for i := range items {
			k := number(&items[i])
			if known[k] == 0 {
				n++
				known[k] = int32(n)
			}
			c.id[i] = known[k] - 1
		}
	} else {
		known := map[int]int32{}
		for i := range items {
			k := number(&items[i])
			id, ok := known[k]
			if !ok {
				id = int32(n)
				known[k] = id
				n++
			}
			c.id[i] = id
		}
	}
	c.n = make([]int32, n)
	return c
}

// denseSlack is how far beyond four times the items their numbers may go for a
// table to be cheaper than a map.
const denseSlack = 1024

func (c *counts) of(item int) int   { return int(c.n[c.id[item]]) }
func (c *counts) any(item int) bool { return c.n[c.id[item]] > 0 }
func (c *counts) add(item int)      { c.n[c.id[item]]++ }
