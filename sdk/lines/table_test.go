package lines

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestATableNumbersStringsInTheOrderInWhichTheyCome(t *testing.T) {
	var c counter
	for range 2 { // the second time with what reset left
		want := map[string]int32{}
		for i := range 20000 {
			s := strconv.Itoa(i * i % 7919)
			n := c.add([]byte(s))
			if _, ok := want[s]; !ok {
				want[s] = int32(len(want))
			}
			assert.Equal(t, want[s], n)
		}
		assert.Equal(t, len(want), c.len())
		total := 0
		for s, n := range want {
			assert.Equal(t, s, string(c.text(n)))
			total += c.counts[n]
		}
		assert.Equal(t, 20000, total)
		missing, _ := c.find([]byte("missing"))
		assert.Equal(t, int32(-1), missing)
		c.reset()
		assert.Zero(t, c.len())
	}
	n := c.add(nil)
	assert.Equal(t, n, c.add([]byte{}), "the empty string is one as well")
}

func TestACounterTakesNoNewStringBeyondItsLimit(t *testing.T) {
	var c counter
	for _, s := range []string{"a", "b", "c", "a", "c", "b"} {
		c.addBelow([]byte(s), 2)
	}
	assert.Equal(t, []int{2, 2}, c.counts)
}

func TestTheMostFrequentStringsComeFirst(t *testing.T) {
	var c counter
	for _, s := range []string{"z", "b", "b", "x", "a", "x", "y", "x"} {
		c.add([]byte(s))
	}
	var got []string
	for _, n := range c.most(4) {
		got = append(got, string(c.text(n)))
	}
	assert.Equal(t, []string{"x", "b", "a", "y"}, got)
	assert.Empty(t, new(counter).most(3))
}

func TestHashesKeepWhatWasSet(t *testing.T) {
	var h hashes
	_, ok := h.get(0)
	assert.False(t, ok)
	for i := range uint64(5000) {
		h.set(i<<40, int32(i))
		h.set(i<<40, int32(i+1))
	}
	for i := range uint64(5000) {
		n, ok := h.get(i << 40)
		assert.True(t, ok)
		assert.Equal(t, int32(i+1), n)
	}
	_, ok = h.get(1)
	assert.False(t, ok)
}

func TestNthIsWhatStoodThereInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 17, 100, 1001} {
		for _, kinds := range []int{1, 3, 1 << 30} {
			x := make([]float64, n)
			for i := range x {
				x[i] = float64(random.IntN(kinds)) - 1
			}
			sorted := slices.Clone(x)
			sort.Float64s(sorted)
			for _, k := range []int{0, n / 3, n / 2, n - 1} {
				assert.Equal(t, sorted[k], nth(slices.Clone(x), k), "%d of %d", k, n)
			}
		}
	}
}

func TestAFormIsATokenWithItsDigitRunsMasked(t *testing.T) {
	for _, tok := range []string{"", "a", "1", "12:30", "a1b22", "[#]", "9a", "pool-1-thread-12"} {
		form := string(maskDigits(nil, []byte(tok)))
		assert.True(t, formOf([]byte(tok), form), tok)
		assert.False(t, formOf([]byte(tok), form+"x"), tok)
		assert.False(t, formOf([]byte(tok+"x"), form), tok)
	}
}

// What is remembered of a content must not depend on how many lines it has: the
// rest is in a few slices.
func TestAllocationsDoNotGrowWithTheLines(t *testing.T) {
	allocations := func(n int) float64 {
		var b bytes.Buffer
		for i := range n {
			fmt.Fprintf(&b, "2026-03-01 10:%02d:%02d INFO worker-%d fetched part-%05d of %s in %d ms\n", i/60%60, i%60, i%4, i*7, words[i*i%len(words)], 20+i%9)
		}
		spans := Split(b.Bytes())
		return testing.AllocsPerRun(3, func() { Evaluate(b.Bytes(), spans, Options{Stamps: true, Position: true}) })
	}
	small, large := allocations(1000), allocations(16000)
	assert.Less(t, large, 2*small+100)
}

// words are such that each makes a template of its own.
var words = func() (w []string) {
	for i := range 97 {
		w = append(w, fmt.Sprintf("%c%c the shard %c", 'a'+i%26, 'a'+i/26, 'a'+i%7))
	}
	return w
}()

func FuzzMask(f *testing.F) {
	for _, s := range []string{"", "a 12 b", "0x1f", "deadbeef12", "abcdefab-cdef-abcd-efab-cdefabcdefab", "1a-2b", "12345678-1234-1234-1234-123456789abc x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		assert.Equal(t, string(plainMask(line)), string(Mask(nil, line)))
	})
}

// plainMask is Mask without what makes it quick.
func plainMask(line []byte) (dst []byte) {
	for i := 0; i < len(line); {
		to := i
		for to < len(line) && wordByte(line[to]) {
			to++
		}
		switch n := hexRun(line[i:]); {
		case to == i:
			dst = append(dst, line[i])
			i++
		case n > 0:
			dst = append(dst, '#')
			i += n
		default:
			dst = maskDigits(dst, line[i:to])
			i = to
		}
	}
	return dst
}
