package lines

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func join(text []byte, pieces []Span) []byte {
	var b bytes.Buffer
	for _, p := range pieces {
		b.Write(text[p.Start:p.End])
	}
	return b.Bytes()
}

func TestChunksCutAtGoodPlaces(t *testing.T) {
	text := []byte(strings.Repeat("some words, and more ", 40))
	pieces := Chunks(text, 100)
	assert.Greater(t, len(pieces), 5)
	for _, p := range pieces[:len(pieces)-1] {
		assert.LessOrEqual(t, p.Len(), 100)
		assert.Contains(t, " ,", string(text[p.End-1]))
	}
	assert.Equal(t, text, join(text, pieces))
}

func TestChunksKeepSequencesWhole(t *testing.T) {
	for name, seq := range map[string]string{
		"joined family":      "👨‍👩‍👧‍👦",
		"skin tone":          "👍🏽",
		"combining accent":   "e\u0301",
		"variation selector": "❤\ufe0f",
		"flag":               "🇫🇷",
		"keycap":             "1\ufe0f\u20e3",
		"line end":           "\r\n",
	} {
		text := []byte(strings.Repeat(seq, 200))
		for max := 10; max < 60; max++ {
			pieces := Chunks(text, max)
			require.Equal(t, text, join(text, pieces), name)
			for _, p := range pieces {
				assert.Zero(t, p.Start%len(seq), "%s at %d, max %d", name, p.Start, max)
			}
		}
	}
}

func TestChunksEndSomewhereInASequenceWithoutEnd(t *testing.T) {
	text := []byte("a" + strings.Repeat("\u0301", 5000))
	for _, p := range Chunks(text, 100) {
		assert.LessOrEqual(t, p.Len(), 400)
		assert.True(t, utf8.Valid(text[p.Start:p.End]))
	}
}

func FuzzChunks(f *testing.F) {
	f.Add("a b c", 4)
	f.Add("👨‍👩‍👧‍👦🇫🇷e\u0301", 5)
	f.Fuzz(func(t *testing.T, s string, max int) {
		text := []byte(strings.ToValidUTF8(s, ""))
		pieces := Chunks(text, max%300)
		require.True(t, bytes.Equal(text, join(text, pieces)))
		for _, p := range pieces {
			require.Positive(t, p.Len())
			require.True(t, utf8.Valid(text[p.Start:p.End]))
		}
	})
}

func TestMask(t *testing.T) {
	for line, want := range map[string]string{
		"part-00042 in 31 ms":                        "part-# in # ms",
		"id 7f3a9c1e2b took 0x1fF":                   "id # took #",
		"3fa85f64-5717-4562-b3fc-2c963f66afa6 is up": "# is up",
		"deadbeef and facade":                        "deadbeef and facade",
		"v1.2.3":                                     "v#.#.#",
	} {
		assert.Equal(t, want, string(Mask(nil, []byte(line))), line)
	}
}

func TestChunksCutNoNumberWhereThereIsAnotherPlace(t *testing.T) {
	text := []byte(strings.Repeat(`f[12345]="abcdef"+g.h-3.75%!`, 60) + strings.Repeat("+1,250", 60))
	for _, p := range Chunks(text, 100)[1:] {
		assert.NotEqual(t, "1,|250", string(text[p.Start-2:p.Start])+"|"+string(text[p.Start:min(len(text), p.Start+3)]))
		assert.False(t, wordByte(text[p.Start-1]) && wordByte(text[p.Start]), "%q | %q", text[p.Start-8:p.Start], text[p.Start:p.Start+8])
	}
}
