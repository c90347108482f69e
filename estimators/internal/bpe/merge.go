package bpe

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
)

// merger joins the bytes of a piece to tokens: of all neighbours that make a token
// together, those of the lowest rank are joined, the leftmost first, until there
// are none. It owns the memory for that.
//
// A tree of minima, as in a tournament, finds them: a join changes three leaves that
// are close to each other, and what lies above them is mostly the same few nodes.
// Unlike a heap it holds nothing of pairs that are no more, and its steps do not
// branch on the ranks, which no processor can foresee.
type merger struct {
	tokens *table.Table
	buf    []byte // the piece and table.Pad more bytes
	parts  []part // by their first byte, and one behind the piece
	tree   []uint64
	leaves int      // where the leaves of the tree begin
	ends   []uint32 // of the tokens
	known  [1 << knownBits]known
}

// A part is one byte or more, joined.
type part struct {
	next, prev uint32 // first bytes of its neighbours
}

// noToken is the rank of what is no token.
const noToken = math.MaxUint32

// none is the leaf of a part that makes no token with the next one. Other leaves
// hold the rank of that token, then the place of the part in the lower 32 bits.
const none = math.MaxUint64

// merge returns the ends of the tokens of piece, which must not be empty. They are
// the caller's until the next call.
func (m *merger) merge(piece []byte) []uint32 {
	m.reset(piece)
	for m.tree[1] != none {
		m.join(int(uint32(m.tree[1])))
	}
	m.ends = m.ends[:0]
	for i := 0; i < len(piece); {
		i = int(m.parts[i].next)
		m.ends = append(m.ends, uint32(i))
	}
	return m.ends
}

// reset makes each byte of the piece a part.
func (m *merger) reset(piece []byte) {
	n := len(piece)
	m.buf = append(m.buf[:0], piece...)
	m.buf = append(m.buf, make([]byte, table.Pad)...)
	m.parts = slices.Grow(m.parts[:0], n+1)[:n+1]
	for i := range m.parts {
		m.parts[i] = part{next: uint32(i + 1), prev: uint32(i - 1)}
	}
	m.leaves = 1 << bits.Len(uint(max(n-1, 1)))
	m.tree = slices.Grow(m.tree[:0], 2*m.leaves)[:2*m.leaves]
	for i := range n {
		m.tree[m.leaves+i] = m.pair(i)
	}
	for i := m.leaves + n; i < len(m.tree); i++ {
		m.tree[i] = none
	}
	for i := m.leaves - 1; i > 0; i-- {
		m.tree[i] = min(m.tree[2*i], m.tree[2*i+1])
	}
}

// pair returns the leaf of the part at i.
func (m *merger) pair(i int) uint64 {
	mid := int(m.parts[i].next)
	if mid >= len(m.parts)-1 {
		return none
	}
	rank := m.rank(i, int(m.parts[mid].next)-i)
	if rank == noToken {
		return none
	}
	return uint64(rank)<<32 | uint64(i)
}

// rank returns the rank of m.buf[i:i+n], or noToken.
func (m *merger) rank(i, n int) uint32 {
	if n > knownBytes {
		return m.find(i, n)
	}
	key := binary.LittleEndian.Uint64(m.buf[i:])&keyMasks[n&15][0] | uint64(n)<<56
	k := &m.known[key*memoFactor0>>(64-knownBits)]
	if k.key != key {
		*k = known{key, m.find(i, n)}
	}
	return k.rank
}

func (m *merger) find(i, n int) uint32 {
	if rank, ok := m.tokens.Find(m.buf, i, n); ok {
		return rank
	}
	return noToken
}

// join joins the part at i with the next one.
func (m *merger) join(i int) {
	gone := int(m.parts[i].next)
	next := m.parts[gone].next
	m.parts[i].next = next
	m.parts[next].prev = uint32(i)
	m.tree[m.leaves+gone] = none
	m.tree[m.leaves+i] = m.pair(i)
	first := i
	if i > 0 {
		first = int(m.parts[i].prev)
		m.tree[m.leaves+first] = m.pair(first)
	}
	lo, hi := m.leaves+first, m.leaves+gone
	for lo > 1 {
		lo, hi = lo/2, hi/2
		for k := lo; k <= hi; k++ {
			m.tree[k] = min(m.tree[2*k], m.tree[2*k+1])
		}
	}
}
