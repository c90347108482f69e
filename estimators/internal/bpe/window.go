package bpe

import "context"

// Long pieces are merged in windows that overlap, so that the memory does not grow
// with the piece and stays in the cache. The result is exact, for two reasons.
//
// First: where the tokens of a text have a border, the two sides by themselves have
// the same tokens as in the whole. No join crosses the border, so the joins of each
// side happen in the same order without the other.
//
// Second: let L and R be neighbours with their tokens, l the last token of L and r
// the first of R. Merging LR joins something across the border only if merging lr
// does: until that happens nothing else reaches into lr from outside, as l and r are
// tokens of their sides, so what happens inside lr happens in the same order.
//
// So two windows that have a token in common, at the same place, may be put together
// there: of the tokens before it, from the first window, and behind it, from the
// second, all neighbours are neighbours in one of the two.
type windows struct {
	size   int // bytes
	bytes  int // at least so many bytes are in two windows
	tokens int // and at least so many tokens
	ends   []uint32
}

// A window fills the first cache of a core. The most frequent of the longest tokens
// are 128 spaces and such, of which it holds some.
const (
	windowSize   = 1024
	windowBytes  = 64
	windowTokens = 2
)

// merge calls emit with the tokens of piece in their order: where the first of some
// begins and where each of them ends. It reports false where two windows have no
// token in common; what it has emitted is then worth nothing. It stops when ctx ends.
func (w *windows) merge(ctx context.Context, m *merger, piece []byte, emit func(start int, ends []uint32)) (bool, error) {
	end := min(w.size, len(piece))
	start := 0 // of the first token of w.ends
	w.ends = append(w.ends[:0], m.merge(piece[:end])...)
	for end < len(piece) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		n, rest := w.extend(m, piece, end)
		if n == 0 {
			return false, nil
		}
		emit(start, w.ends[:n])
		start = int(w.ends[n-1])
		end = int(rest[len(rest)-1])
		w.ends = append(w.ends[:0], rest...)
	}
	emit(start, w.ends)
	return true, nil
}

// extend merges the next window after one that ends at end. It returns how many
// tokens of w.ends stand, which is none where the two cannot be put together, and
// the ends of the tokens behind these. It begins further back until they can.
func (w *windows) extend(m *merger, piece []byte, end int) (n int, rest []uint32) {
	for back := 1; ; back *= 4 {
		first := max(len(w.ends)-1-back*w.tokens, 0)
		for first > 0 && int(w.ends[first]) > end-back*w.bytes {
			first--
		}
		from := int(w.ends[first])
		next := m.merge(piece[from:min(from+w.size, len(piece))])
		for i := range next {
			next[i] += uint32(from)
		}
		if i, j, found := common(w.ends[first+1:], next); found {
			return first + 1 + i + 1, next[j+1:]
		}
		if first == 0 {
			return 0, nil
		}
	}
}

// common finds the first token that two lists of ends have in common. The first
// tokens of both begin at the same place.
func common(a, b []uint32) (i, j int, found bool) {
	same := true // a[i] and b[j] begin at the same place
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j] && same:
			return i, j, true
		case a[i] == b[j]:
			same = true
			i++
			j++
		case a[i] < b[j]:
			same = false
			i++
		default:
			same = false
			j++
		}
	}
	return 0, 0, false
}
