package daemon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readAll(t *testing.T, r io.Reader, limit int, h *held) []request {
	t.Helper()
	in := &lines{r: bufio.NewReaderSize(r, 16), limit: limit, held: h}
	var out []request
	for {
		q, err := in.next()
		if err != nil {
			require.ErrorIs(t, err, io.EOF)
			return out
		}
		out = append(out, q)
	}
}

func TestLinesAreReadWhole(t *testing.T) {
	for _, tc := range []struct {
		name, in string
		want     []string
	}{
		{"nothing", "", nil},
		{"one", "{}\n", []string{"{}"}},
		{"the last without a line end", "{}\n[]", []string{"{}", "[]"}},
		{"carriage returns", "{}\r\n[]\r\n", []string{"{}", "[]"}},
		{"longer than the buffer", strings.Repeat("x", 99) + "\ny\n", []string{strings.Repeat("x", 99), "y"}},
		{"as long as the limit", strings.Repeat("x", 100) + "\n", []string{strings.Repeat("x", 100)}},
		{"zero bytes", "a\x00b\n", []string{"a\x00b"}},
		{"white space at the end of the stream", "{}\n  ", []string{"{}"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &held{most: 1 << 20}
			var got []string
			for _, q := range readAll(t, iotest.OneByteReader(strings.NewReader(tc.in)), 100, h) {
				assert.Empty(t, q.fail)
				got = append(got, string(q.data))
				h.give(q.held)
			}
			assert.Equal(t, tc.want, got)
			assert.Zero(t, h.bytes())
		})
	}
}

func TestALineThatIsTooLongKeepsItsIDAndNoMemory(t *testing.T) {
	h := &held{most: 10 << 20}
	long := `{"id":"x","exec":{"name":"` + strings.Repeat("a", 3<<20)
	got := readAll(t, strings.NewReader(long+"\n{}\n"), 1<<20, h)
	require.Len(t, got, 2)
	assert.Equal(t, ReasonRequestTooLarge, got[0].fail)
	assert.Equal(t, `"x"`, string(got[0].id))
	assert.Less(t, cap(got[0].data), 2*headBytes)
	assert.Zero(t, got[0].held)
	assert.Equal(t, "{}", string(got[1].data))
}

func TestALineForWhichThereIsNoRoomIsSkipped(t *testing.T) {
	h := &held{most: 1 << 20, now: 900_000}
	got := readAll(t, strings.NewReader(`{"id":7,"x":"`+strings.Repeat("a", 3<<20)+"\"}\n"), 10<<20, h)
	require.Len(t, got, 1)
	assert.Equal(t, ReasonQueueFull, got[0].fail)
	assert.Equal(t, "7", string(got[0].id))
	assert.Equal(t, int64(900_000), h.bytes())
}

func TestALineThatBreaksOffIsDropped(t *testing.T) {
	h := &held{most: 1 << 20}
	in := &lines{r: bufio.NewReader(io.MultiReader(strings.NewReader(`{"id":`), iotest.ErrReader(io.ErrClosedPipe))), limit: 100, held: h}
	_, err := in.next()
	assert.ErrorIs(t, err, io.ErrClosedPipe)
	assert.Zero(t, h.bytes())
}

// FuzzLines checks the framing against the plain way of cutting: whatever comes, in
// whatever pieces, each line comes out once and nothing stays reserved.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{"", "\n", "{}\n{}", "\r\n\n\r", `{"id":1}` + "\n", strings.Repeat("x", 200) + "\n{}", "a\x00\xff\n"} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, piece uint8) {
		const limit = 64
		h := &held{most: 1 << 30}
		in := io.Reader(bytes.NewReader(data))
		if piece == 0 {
			in = iotest.OneByteReader(in)
		} else {
			in = &pieces{in, int(piece)}
		}
		got := readAll(t, in, limit, h)
		want := bytes.SplitAfter(data, []byte("\n"))
		if last := want[len(want)-1]; len(bytes.TrimLeft(last, blanks)) == 0 {
			want = want[:len(want)-1] // no line end, and nothing in it
		}
		require.Len(t, got, len(want))
		for i, q := range got {
			h.give(q.held)
			line := bytes.TrimRight(want[i], "\r\n")
			if len(want[i]) > limit+2 {
				assert.Equal(t, ReasonRequestTooLarge, q.fail)
				assert.True(t, bytes.HasPrefix(line, q.data))
				continue
			}
			assert.Empty(t, q.fail)
			assert.Equal(t, string(line), string(q.data))
			assert.True(t, q.id == nil || json.Valid(q.id))
		}
		assert.Zero(t, h.bytes())
	})
}

// pieces reads at most n bytes at a time.
type pieces struct {
	r io.Reader
	n int
}

func (p *pieces) Read(b []byte) (int, error) { return p.r.Read(b[:min(len(b), p.n)]) }
