package rank

// counts says how many items of each key, class, section or row are taken. The
// numbers of items are made dense once, so that counting needs no map.
type counts struct {
	id []int32 // by item
	n  []int32 // by dense number
}

func countsOf(items []Item, number func(*Item) int) counts {
	c := counts{id: make([]int32, len(items))}
	known := map[int]int32{}
	for i := range items {
		k := number(&items[i])
		id, ok := known[k]
		if !ok {
			id = int32(len(known))
			known[k] = id
		}
		c.id[i] = id
	}
	c.n = make([]int32, len(known))
	return c
}

func (c *counts) of(item int) int   { return int(c.n[c.id[item]]) }
func (c *counts) any(item int) bool { return c.n[c.id[item]] > 0 }
func (c *counts) add(item int)      { c.n[c.id[item]]++ }
