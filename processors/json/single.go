package json

import "math"

// Arrays that almost always hold one object are no collections: what stands in them
// is part of the record around. The places of one structure share a number, made of
// the keys on the way to it.
type singles struct {
	place []uint64 // of each node
	one   map[uint64]int
	more  map[uint64]int
	width map[uint64]int32 // items of the first array
	even  map[uint64]int   // arrays with as many
}

// minCellRows is how many arrays of as many wrapped cells make a table.
const minCellRows = 4

// rareMore is the share, one in so many, of arrays at a place that may hold more
// than one item.
const rareMore = 10

func (t *tree) findSingles() {
	nodes := t.tape.nodes
	s := singles{place: make([]uint64, len(nodes)), one: map[uint64]int{}, more: map[uint64]int{}, width: map[uint64]int32{}, even: map[uint64]int{}}
	for i := range nodes {
		n := &nodes[i]
		at := uint64(math.MaxUint32)
		if n.parent >= 0 {
			at = s.place[n.parent]
		}
		const prime = 1099511628211
		for _, c := range t.tape.rawKey(int32(i)) {
			at = (at ^ uint64(c)) * prime
		}
		at = (at ^ 1) * prime
		s.place[i] = at
		if n.kind == kindArray {
			if s.width[at] == 0 {
				s.width[at] = n.kids
			}
			if s.width[at] == n.kids {
				s.even[at]++
			}
		}
		switch {
		case n.kind != kindArray || n.kids == 0:
		case n.kids == 1 && n.next > int32(i)+1 && nodes[i+1].kind == kindObject && nodes[i+1].kids > 0:
			s.one[at]++
		default:
			s.more[at]++
		}
	}
	t.singles = s
}

// single reports whether node i is an array of one object, as almost all are at its
// place.
func (t *tree) single(i int32) bool {
	n := &t.tape.nodes[i]
	if n.kind != kindArray || n.kids != 1 || n.next == i+1 || t.tape.nodes[i+1].kind != kindObject || t.tape.nodes[i+1].kids == 0 {
		return false
	}
	at := t.singles.place[i]
	return t.singles.more[at]*rareMore <= t.singles.one[at]
}

// cells reports whether node i is an array of objects with one and the same scalar
// member: the row of a table, of which each cell is wrapped.
func (t *tree) cells(i int32) bool {
	nodes := t.tape.nodes
	n := &nodes[i]
	at := t.singles.place[i]
	if all := t.singles.one[at] + t.singles.more[at]; n.kids < 2 || n.kids > rowKids || n.kids != t.singles.width[at] || all < minCellRows || t.singles.even[at]*10 < all*9 {
		return false
	}
	var key string
	for k := i + 1; k < n.next; k = nodes[k].next {
		if nodes[k].kind != kindObject || nodes[k].kids != 1 || nodes[k].next != k+2 || nodes[k+1].container() || nodes[k+1].kind == kindOpaque {
			return false
		}
		if got := string(t.tape.rawKey(k + 1)); k == i+1 {
			key = got
		} else if got != key {
			return false
		}
	}
	return true
}
