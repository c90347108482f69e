package ngram

import (
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	bpe "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/sdk/tokens"
)

// BenchmarkAgainstTiktoken says how many times as fast as the reference the estimate
// is, on the same texts in the same run.
func BenchmarkAgainstTiktoken(b *testing.B) {
	bpe.SetBpeLoader(loader.NewOfflineLoader())
	for _, c := range []struct {
		encoding string
		estimate func([]byte) int
	}{{tokens.Encoding, tokens.Estimate}, {tokens.EncodingCL100K, tokens.EstimateCL100K}} {
		reference, err := bpe.GetEncoding(c.encoding)
		require.NoError(b, err)
		for _, s := range []struct {
			name string
			size int
		}{{"20KB", 20 << 10}, {"1MB", 1 << 20}} {
			text := recorded(b, s.size)
			b.Run(c.encoding+"/"+s.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					c.estimate(text)
				}
				theirs := perByte(text, 5, func(t []byte) { reference.EncodeOrdinary(string(t)) })
				own := perByte(text, 50, func(t []byte) { c.estimate(t) })
				b.ReportMetric(theirs/own, "x-tiktoken")
			})
		}
	}
}

// perByte is the least time that f takes for a byte of text, in nanoseconds, once the
// first call has warmed it up: what else the machine does only adds to it. Of long
// texts a part is enough.
func perByte(text []byte, times int, f func([]byte)) float64 {
	text = text[:min(len(text), 200<<10)]
	f(text)
	least := time.Duration(math.MaxInt64)
	for range times {
		start := time.Now()
		f(text)
		least = min(least, time.Since(start))
	}
	return float64(least) / float64(len(text))
}

// recorded is size bytes of the project's recorded tool results, a piece of each in
// turn.
func recorded(tb testing.TB, size int) []byte {
	files, err := filepath.Glob("../../corpus/*/*")
	require.NoError(tb, err)
	piece := max(512, size/max(len(files), 1))
	var out []byte
	for offset := 0; len(out) < size; offset += piece {
		before := len(out)
		for _, name := range files {
			content, err := os.ReadFile(name)
			if err != nil || filepath.Base(filepath.Dir(name)) == "record" {
				continue
			}
			out = append(out, content[min(offset, len(content)):min(offset+piece, len(content))]...)
		}
		require.Greater(tb, len(out), before, "the corpus has less than %d bytes", size)
	}
	return out[:size]
}
