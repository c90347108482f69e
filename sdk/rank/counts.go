package rank

// compact is what scoring reads of an item: its numbers are places in ranker.count.
// Place 0 counts nothing and stays 0; it stands for no key, class and so on.
type compact struct {
	value   float64
	cost    int
	opening int // tokens that its row costs where none of its items is taken
	key     int32
	class   int32
	section int32
	same    int32
	row     int32
	soft    bool
	needs   bool
}

// denseSlack is how far beyond four times the items their numbers may go for a
// table to be cheaper than a map.
const denseSlack = 1024

// span is the least and the greatest of numbers.
type span struct{ low, high int }

func (s *span) add(n int) { s.low, s.high = min(s.low, n), max(s.high, n) }

// numbering gives numbers places behind base.
type numbering struct {
	base  int32
	known map[int]int32 // nil: the numbers themselves are dense
	size  int
}

func numberingOf(base int, s span, items int) numbering {
	if s.low >= 0 && s.high <= 4*items+denseSlack {
		return numbering{base: int32(base), size: s.high + 1}
	}
	return numbering{base: int32(base), known: map[int]int32{}, size: items + 1}
}

func (n *numbering) of(k int) int32 {
	if n.known == nil {
		return n.base + int32(k)
	}
	id, ok := n.known[k]
	if !ok {
		id = n.base + int32(len(n.known))
		n.known[k] = id
	}
	return id
}

// above0 is the place of numbers above 0, and place 0 of others.
func (n *numbering) above0(k int) int32 {
	if k <= 0 {
		return 0
	}
	return n.of(k)
}

// load reads the items.
func (r *ranker) load(items []Item) {
	var key, class, section, same, row span
	for i := range items {
		it := &items[i]
		key.add(it.Key)
		class.add(it.Class)
		section.add(it.Section)
		same.add(it.Same)
		row.add(it.Row)
	}
	n := len(items)
	places := 1
	number := func(s span, on bool) numbering {
		if !on {
			s = span{}
		}
		x := numberingOf(places, s, n)
		places += x.size
		return x
	}
	key.low, class.low, section.low, same.low = 0, 0, 0, 0 // below 0 is none
	keys, classes, sections := number(key, r.keysOn), number(class, r.classesOn), number(section, r.sectionsOn)
	sames, rows := number(same, true), number(row, true)
	r.items = cleared(r.items, 0, n)[:0]
	for i := range items {
		it := &items[i]
		c := compact{value: it.Value, cost: it.Cost, opening: RowOverhead + it.RowCost, row: rows.of(it.Row), same: sames.above0(it.Same), soft: it.Soft, needs: len(it.Needs) > 0}
		if r.keysOn {
			c.key = keys.above0(it.Key)
		}
		if r.classesOn {
			c.class = classes.above0(it.Class)
		}
		if r.sectionsOn {
			c.section = sections.above0(it.Section)
		}
		r.items = append(r.items, c)
	}
	r.count = cleared(r.count, places, places)
	r.link(items, int(rows.base), rows.size)
}

// link lists the items of each row, and those that need an item, as far as they are
// worth something.
func (r *ranker) link(items []Item, base, rows int) {
	n := len(items)
	r.rowBase = int32(base)
	r.rowFirst, r.rowNext = cleared(r.rowFirst, rows, rows), cleared(r.rowNext, 0, n)[:n]
	needs := 0
	for i := range items {
		if items[i].Value > 0 {
			at := r.items[i].row - r.rowBase
			r.rowNext[i] = r.rowFirst[at]
			r.rowFirst[at] = int32(i) + 1
			needs += len(items[i].Needs)
		}
	}
	r.edges = r.edges[:0]
	if r.linked = needs > 0; !r.linked {
		return
	}
	r.needFirst = cleared(r.needFirst, n, n)
	for i := range items {
		if items[i].Value <= 0 {
			continue
		}
		for _, k := range items[i].Needs {
			r.edges = append(r.edges, edge{int32(i), r.needFirst[k]})
			r.needFirst[k] = int32(len(r.edges))
		}
	}
}

// cleared is a slice of n zeros with room for at least size, in the memory of s where
// that is enough.
func cleared[T any](s []T, n, size int) []T {
	if cap(s) < size {
		return make([]T, n, size)
	}
	s = s[:n]
	clear(s)
	return s
}
