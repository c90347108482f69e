package bpe

import "math"

// none is the rank of what is no token.
const none = math.MaxUint32

// A node is a part of a piece while its parts are merged; index by its first byte.
type node struct {
	next, prev uint32 // first bytes of its neighbours
	rank       uint32 // of this part with the next; none where that is no token
}

// merge appends the tokens of piece to dst: of all neighbours that make a token
// together, those of the lowest rank are joined, the leftmost first, until none
// are left. A heap finds them, so that the work grows with n log n.
func (v *vocabulary) merge(dst []uint32, piece []byte) []uint32 {
	n := uint32(len(piece))
	nodes := make([]node, n+1)
	var h heap
	pair := func(i uint32) {
		nodes[i].rank = none
		if mid := nodes[i].next; mid < n {
			if rank, ok := v.rank(piece[i:nodes[mid].next]); ok {
				nodes[i].rank = rank
				h.push(uint64(rank)<<32 | uint64(i))
			}
		}
	}
	for i := range n {
		nodes[i] = node{next: i + 1, prev: i - 1}
	}
	nodes[n].next = n
	for i := range n {
		pair(i)
	}
	for len(h) > 0 {
		top := h.pop()
		i := uint32(top)
		if nodes[i].rank != uint32(top>>32) {
			continue // one of the two was joined with another since
		}
		gone := nodes[i].next
		next := nodes[gone].next
		nodes[gone].rank = none
		nodes[i].next = next
		nodes[next].prev = i
		pair(i)
		if i > 0 {
			pair(nodes[i].prev)
		}
	}
	for i := uint32(0); i < n; i = nodes[i].next {
		rank, _ := v.rank(piece[i:nodes[i].next])
		dst = append(dst, rank)
	}
	return dst
}

// heap is a binary heap, least first.
type heap []uint64

func (h *heap) push(x uint64) {
	*h = append(*h, x)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= x {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = x
}

func (h *heap) pop() uint64 {
	s := *h
	top, x := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) == 0 {
		return top
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if x <= s[down] {
			break
		}
		s[i] = s[down]
		i = down
	}
	s[i] = x
	return top
}
