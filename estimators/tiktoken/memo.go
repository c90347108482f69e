package tiktoken

import (
	"sync"

	bpe "github.com/pkoukk/tiktoken-go"
)

// memo remembers the counts of short pieces: texts repeat their words, and
// looking one up is some thirty times faster than encoding it. It forgets
// everything when it is full, which keeps it simple and its answers the same.
type memo struct {
	mu     sync.RWMutex
	counts map[string]int
}

// Bounds of the memo: at most some 10 MB.
const (
	memoPieces = 1 << 16
	memoBytes  = 64 // longest piece, but for cut runs, of which many are equal
)

func (m *memo) count(enc *bpe.Tiktoken, piece []byte) int {
	keep := len(piece) <= memoBytes || len(piece) == cutRun && uniform(piece)
	if keep {
		m.mu.RLock()
		n, ok := m.counts[string(piece)]
		m.mu.RUnlock()
		if ok {
			return n
		}
	}
	n := len(enc.EncodeOrdinary(string(piece)))
	if keep {
		m.mu.Lock()
		if m.counts == nil || len(m.counts) >= memoPieces {
			m.counts = make(map[string]int)
		}
		m.counts[string(piece)] = n
		m.mu.Unlock()
	}
	return n
}

// uniform reports whether all bytes are the same.
func uniform(b []byte) bool {
	for _, c := range b {
		if c != b[0] {
			return false
		}
	}
	return true
}
