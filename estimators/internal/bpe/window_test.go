package bpe

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// inWindows returns the ends of the tokens of a piece by way of windows, and whether
// these could be put together.
func inWindows(t *testing.T, w windows, m *merger, piece []byte) ([]uint32, bool) {
	t.Helper()
	var ends []uint32
	at := 0
	done, err := w.merge(context.Background(), m, piece, func(start int, some []uint32) {
		require.Equal(t, at, start)
		ends = append(ends, some...)
		at = int(ends[len(ends)-1])
	})
	require.NoError(t, err)
	return ends, done
}

func TestWindowsPutTogetherAreTheWhole(t *testing.T) {
	for _, e := range encodings {
		m := &merger{tokens: &e.enc().tokens}
		for _, h := range hostile {
			piece := h.make(6000)
			want := append([]uint32(nil), m.merge(piece)...)
			for _, w := range []windows{
				{size: windowSize, bytes: windowBytes, tokens: windowTokens},
				{size: 2 * windowSize, bytes: windowBytes, tokens: windowTokens},
				{size: 700, bytes: 1, tokens: 1},
				{size: 150, bytes: 16, tokens: 1},
			} {
				got, done := inWindows(t, w, m, piece)
				if w.size >= windowSize {
					require.True(t, done, "%s of %s in windows of %d", h.name, e.name, w.size)
				}
				if done {
					require.Equal(t, want, got, "%s of %s in windows of %d", h.name, e.name, w.size)
				}
			}
		}
	}
}

// Small windows on pieces of mixed content meet at every kind of border.
func TestSmallWindowsPutTogetherAreTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	together := 0
	m := &merger{tokens: &O200K().tokens}
	for range 500 {
		var piece []byte
		for len(piece) < 400 {
			piece = append(piece, fuzzed(r)...)
		}
		want := append([]uint32(nil), m.merge(piece)...)
		if got, done := inWindows(t, windows{size: 48, bytes: 8, tokens: 1}, m, piece); done {
			require.Equal(t, want, got, "%q", piece)
			together++
		}
	}
	assert.Greater(t, together, 100)
}

func TestWindowsThatDoNotMeetGrow(t *testing.T) {
	s := O200K().state()
	s.windows = windows{size: 16, bytes: 1, tokens: 1} // one token fills a window
	piece := repeat(" ")(5000)
	restarts, n := 0, 0
	require.NoError(t, s.merge(context.Background(), piece, func() { restarts++; n = 0 }, func(_ int, ends []uint32) { n += len(ends) }))
	assert.Positive(t, restarts)
	assert.Equal(t, O200K().Count(piece), n)
	assert.Equal(t, O200K().AppendTokens(nil, piece), s.appendTokens(nil, piece))
}

func TestALongPieceStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := newState(&O200K().tokens, false).long(ctx, repeat("ab")(5000))
	assert.ErrorIs(t, err, context.Canceled)
	_, err = O200K().CountContext(ctx, []byte("text"))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestCommonToken(t *testing.T) {
	for name, c := range map[string]struct {
		a, b  []uint32
		i, j  int
		found bool
	}{
		"the first":                        {[]uint32{3, 5}, []uint32{3, 6}, 0, 0, true},
		"a border alone is not enough":     {[]uint32{3, 5, 8}, []uint32{5, 7, 9}, 0, 0, false},
		"a border and the same end behind": {[]uint32{3, 5, 8}, []uint32{5, 8, 9}, 2, 1, true},
		"none":                             {[]uint32{3}, []uint32{4}, 0, 0, false},
		"nothing to compare":               {nil, []uint32{4}, 0, 0, false},
	} {
		i, j, found := common(c.a, c.b)
		assert.Equal(t, c.found, found, name)
		assert.Equal(t, [2]int{c.i, c.j}, [2]int{i, j}, name)
	}
}
