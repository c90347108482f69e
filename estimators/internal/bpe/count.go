package bpe

import (
	"context"
	"encoding/binary"

	"github.com/riffle-dev/riffle/estimators/internal/bpe/table"
)

// state is what one call works with; calls at the same time have one each.
type state struct {
	splitter
	tokens  *table.Table
	cl100k  bool
	memo    memo
	merger  merger
	windows windows
}

func newState(tokens *table.Table, cl100k bool) *state {
	return &state{
		tokens: tokens, cl100k: cl100k, merger: merger{tokens: tokens},
		windows: windows{size: windowSize, bytes: windowBytes, tokens: windowTokens},
	}
}

// next returns the end of the piece that begins at i, which must be in the text.
func (s *state) next(i int) int {
	if s.cl100k {
		return s.splitter.cl100k(i)
	}
	return s.splitter.o200k(i)
}

// bytesPerCheck is how much text is counted between two looks at the context:
// a millisecond's work.
const bytesPerCheck = 64 << 10

// count returns the number of tokens of text, which must be valid UTF-8.
func (s *state) count(ctx context.Context, text []byte) (int, error) {
	s.text = text
	defer func() { s.text = nil }()
	total := 0
	for i := 0; i < len(text); {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		stop := min(i+bytesPerCheck, len(text))
		for i < stop {
			end := s.next(i)
			switch n := end - i; {
			case n <= memoBytes && i+memoRead <= len(text):
				total += s.short(text, i, n)
			case n <= memoBytes: // at the end of the text
				var padded [memoBytes + memoRead]byte
				copy(padded[:], text[i:end])
				total += s.short(padded[:], 0, n)
			default:
				count, err := s.long(ctx, text[i:end])
				if err != nil {
					return 0, err
				}
				total += count
			}
			i = end
		}
	}
	return total, nil
}

// short returns the count of the piece text[i:i+n] of up to memoBytes bytes. So many
// as memoRead bytes must be readable from i.
func (s *state) short(text []byte, i, n int) int {
	w0 := binary.LittleEndian.Uint64(text[i:]) & keyMasks[n&15][0]
	w1 := binary.LittleEndian.Uint64(text[i+8:])&keyMasks[n&15][1] | uint64(n)<<56
	e := &s.memo[(w0*memoFactor0+w1*memoFactor1)>>(64-memoBits)]
	if e.w0 == w0 && e.w1&^memoCount == w1 {
		return int(e.w1 >> memoShift)
	}
	count := s.look(text, i, n)
	*e = memoEntry{w0, w1 | uint64(count)<<memoShift}
	return count
}

// look counts the short piece text[i:i+n] anew.
func (s *state) look(text []byte, i, n int) int {
	if _, ok := s.tokens.Find(text, i, n); ok {
		return 1
	}
	return len(s.merger.merge(text[i : i+n]))
}

// long counts a piece of any length.
func (s *state) long(ctx context.Context, piece []byte) (int, error) {
	if _, ok := s.find(piece); ok {
		return 1, nil
	}
	total := 0
	err := s.merge(ctx, piece, func() { total = 0 }, func(_ int, ends []uint32) { total += len(ends) })
	return total, err
}

// appendTokens appends the tokens of a piece to dst.
func (s *state) appendTokens(dst []uint32, piece []byte) []uint32 {
	if rank, ok := s.find(piece); ok {
		return append(dst, rank)
	}
	before := len(dst)
	_ = s.merge(context.Background(), piece, func() { dst = dst[:before] }, func(start int, ends []uint32) {
		for _, end := range ends {
			rank, _ := s.find(piece[start:end])
			dst = append(dst, rank)
			start = int(end)
		}
	})
	return dst
}

// merge calls emit with the tokens of piece, after restart where those that it has
// emitted do not count.
func (s *state) merge(ctx context.Context, piece []byte, restart func(), emit func(start int, ends []uint32)) error {
	for w := s.windows; ; w.size *= 8 {
		if w.size+w.bytes >= len(piece) {
			emit(0, s.merger.merge(piece))
			return nil
		}
		done, err := w.merge(ctx, &s.merger, piece, emit)
		s.windows.ends = w.ends // as it has grown
		if err != nil || done {
			return err
		}
		restart() // has not been seen to happen, but nothing says that it cannot
	}
}

// find returns the rank of a piece that is a token.
func (s *state) find(piece []byte) (uint32, bool) {
	if len(piece) > table.MaxLen {
		return 0, false
	}
	var padded [table.MaxLen + table.Pad]byte
	n := copy(padded[:], piece)
	return s.tokens.Find(padded[:], 0, n)
}
