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
	size    int // bytes
	overlap int // bytes, some times the longest token
	ends    []uint32
}

const (
	windowSize    = 4096
	windowOverlap = 512
)

// merge calls emit with the tokens of piece in their order: where the first of some
// begins and where each of them ends. It reports false where two windows have no
// token in common; what it has emitted is then worth nothing. It stops when ctx ends.
func (w *windows) merge(ctx context.Context, m *merger, piece []byte, emit func(start int, ends []uint32)) (bool, error) {
	end := min(w.size, len(piece))
	start := 0 // of the first token of ends
	w.ends = append(w.ends[:0], m.merge(piece[:end])...)
	for end < len(piece) {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		first := 0 // the token behind which the next window begins
		for first < len(w.ends)-1 && int(w.ends[first]) < end-w.overlap {
			first++
		}
		from := int(w.ends[first])
		end = min(from+w.size, len(piece))
		next := m.merge(piece[from:end])
		for i := range next {
			next[i] += uint32(from)
		}
		i, j, found := common(w.ends[first:], next)
		if !found {
			return false, nil
		}
		done := w.ends[:first+i+1]
		emit(start, done)
		start = int(done[len(done)-1])
		w.ends = append(w.ends[:0], next[j+1:]...)
	}
	emit(start, w.ends)
	return true, nil
}

// common finds the first token that two lists of ends share. The tokens of b begin
// where the first of a ends.
func common(a, b []uint32) (i, j int, found bool) {
	i = 1
	same := true // the tokens a[i] and b[j] begin at the same place
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			if same {
				return i, j, true
			}
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
