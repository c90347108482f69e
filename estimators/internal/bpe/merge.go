package bpe

import (
	"math"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
)

// none is the rank of what is no token.
const none = math.MaxUint32

// merger joins the bytes of a piece to tokens: of all neighbours that make a token
// together, those of the lowest rank are joined, the leftmost first, until there
// are none. It owns the memory for that.
type merger struct {
	tokens *table.Table
	buf    []byte // the piece and table.Pad more bytes
	nodes  []node // one for each byte of the piece and one behind
	heap   heap
	ends   []uint32 // of the tokens
}

// A node is a part of a piece, by its first byte.
type node struct {
	next, prev uint32 // first bytes of its neighbours
	rank       uint32 // of this part with the next; none where that is no token
}

// scanned is the length up to which looking at all ranks for the lowest one is
// faster than keeping them in a heap, in bytes.
const scanned = 48

// merge returns the ends of the tokens of piece. They are the caller's until the
// next call.
func (m *merger) merge(piece []byte) []uint32 {
	n := len(piece)
	m.buf = append(append(m.buf[:0], piece...), make([]byte, table.Pad)...)
	m.nodes = m.nodes[:0]
	for i := range n {
		m.nodes = append(m.nodes, node{next: uint32(i + 1), prev: uint32(i - 1)})
	}
	m.nodes = append(m.nodes, node{next: uint32(n), rank: none})
	if n <= scanned {
		m.scan()
	} else {
		m.sift()
	}
	m.ends = m.ends[:0]
	for i := 0; i < n; {
		i = int(m.nodes[i].next)
		m.ends = append(m.ends, uint32(i))
	}
	return m.ends
}

// rank finds what the part at i makes with the next one.
func (m *merger) rank(i int) uint32 {
	mid := int(m.nodes[i].next)
	rank := uint32(none)
	if mid < len(m.nodes)-1 {
		if r, ok := m.tokens.Find(m.buf, i, int(m.nodes[mid].next)-i); ok {
			rank = r
		}
	}
	m.nodes[i].rank = rank
	return rank
}

// join joins the part at i with the next one.
func (m *merger) join(i int) {
	gone := m.nodes[i].next
	next := m.nodes[gone].next
	m.nodes[gone].rank = none
	m.nodes[i].next = next
	m.nodes[next].prev = uint32(i)
}

func (m *merger) scan() {
	for i := range len(m.nodes) - 1 {
		m.rank(i)
	}
	for {
		best, at := uint32(none), 0
		for i := 0; i < len(m.nodes)-1; i = int(m.nodes[i].next) {
			if r := m.nodes[i].rank; r < best {
				best, at = r, i
			}
		}
		if best == none {
			return
		}
		m.join(at)
		m.rank(at)
		if at > 0 {
			m.rank(int(m.nodes[at].prev))
		}
	}
}

// sift does the same with a heap of ranks and places. What it holds of a pair that
// is no more, as one of the two was joined with another, no longer has the rank of
// its place.
func (m *merger) sift() {
	m.heap = m.heap[:0]
	for i := range len(m.nodes) - 1 {
		m.offer(i)
	}
	for len(m.heap) > 0 {
		top := m.heap.pop()
		i := int(uint32(top))
		if m.nodes[i].rank != uint32(top>>32) {
			continue
		}
		m.join(i)
		m.offer(i)
		if i > 0 {
			m.offer(int(m.nodes[i].prev))
		}
	}
}

func (m *merger) offer(i int) {
	if rank := m.rank(i); rank != none {
		m.heap.push(uint64(rank)<<32 | uint64(i))
	}
}
