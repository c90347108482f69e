package tiktoken

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	bpe "github.com/pkoukk/tiktoken-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/riffle-dev/riffle/estimators/internal/decode"
	"github.com/riffle-dev/riffle/sdk"
)

func counts(t testing.TB, e sdk.Estimator, texts ...string) []int {
	t.Helper()
	b := make([][]byte, len(texts))
	for i, s := range texts {
		b[i] = []byte(s)
	}
	n, err := e.CountTokens(context.Background(), b)
	require.NoError(t, err)
	require.Len(t, n, len(texts))
	return n
}

// whole is the count of the encoder itself, without cuts and memo.
func whole(t testing.TB, e sdk.Estimator, text string) int {
	t.Helper()
	enc, err := e.(*Estimator).encoder()
	require.NoError(t, err)
	return len(enc.EncodeOrdinary(text))
}

// The counts are those of OpenAI's own implementation.
func TestKnownCounts(t *testing.T) {
	for _, c := range []struct {
		text          string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"hello world", 2, 2},
		{"a\n    \n", 2, 2},
		{"<|endoftext|>", 7, 7},
		{"\xe6\xb1", 1, 1},
		{strings.Repeat(" ", 128), 1, 1},
		{"2024-05-01T10:00:00.123Z INFO request 4bf92f35 done\n", 25, 25},
		{"{\"id\":12345,\"name\":\"Ann's\",\"tags\":[\"a\",\"b\"]}", 18, 17},
		{"関数は、入力を読み取り、結果を返します。", 14, 20},
		{"\tif err != nil {\n\t\treturn fmt.Errorf(\"x: %w\", err)\n\t}\n", 19, 19},
	} {
		assert.Equal(t, c.o200k, counts(t, New(), c.text)[0], "o200k_base of %q", c.text)
		assert.Equal(t, c.cl100k, counts(t, NewCL100K(), c.text)[0], "cl100k_base of %q", c.text)
	}
}

var samples = []string{
	"It's what we'll do; they've DONE'S 'tis o'clock'd. 12345 abc123def 0x1F.",
	"func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {\n\ts.mu.Lock()\n}\n\n\n    // x\n  \n",
	"a  b   c\t\td \r\n\r\n  e;\n/path/to\n//x\n///\n",
	"Ünïcödé e\u0301a\u0308 ñ'S ПриветМир 日本語テキスト。한국어 문장 ١٢٣ x² ½y \u00a0 z",
	"👩‍💻 👍🏽 🇩🇪 ── ███ … “quoted’s” x’s",
	"d41d8cd98f00b204e9800998ecf8427e 550e8400-e29b-41d4-a716-446655440000 aGVsbG8gd29ybGQ=",
	"camelCaseHTTPServer_snake_case SCREAMING_CASE x1y2z3 v1.2.3-rc.1+build5",
}

func TestPiecesAddUpToTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, e := range []sdk.Estimator{New(), NewCL100K()} {
		for range 300 {
			var b strings.Builder
			for range 1 + r.IntN(4) {
				s := []rune(samples[r.IntN(len(samples))])
				i := r.IntN(len(s))
				b.WriteString(string(s[i : i+1+r.IntN(len(s)-i)]))
			}
			require.Equal(t, whole(t, e, b.String()), counts(t, e, b.String())[0], "%s: %q", e.Info().Name, b.String())
		}
	}
}

func TestABatchCountsLikeSingleTexts(t *testing.T) {
	e := New()
	all := counts(t, e, samples...)
	for i, s := range samples {
		assert.Equal(t, counts(t, New(), s)[0], all[i])
	}
}

func TestConcurrentCountsAreTheSame(t *testing.T) {
	e, want := New(), counts(t, New(), samples...)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			b := make([][]byte, len(samples))
			for i, s := range samples {
				b[i] = []byte(s)
			}
			n, err := e.CountTokens(context.Background(), b)
			assert.NoError(t, err)
			assert.Equal(t, want, n)
		})
	}
	wg.Wait()
}

// A run is cut into pieces of bounded size, so that the work is linear, at the
// cost of a small error.
func TestLongRunsAreCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := make([]byte, 6000)
	for i := range random {
		random[i] = byte('a' + r.IntN(26))
	}
	for _, run := range []string{strings.Repeat("a", 6000), string(random), strings.Repeat(" ", 6000), strings.Repeat("_", 6000), strings.Repeat("-", 6000),
		strings.Repeat("=-", 3000), strings.Repeat("\n", 6000), strings.Repeat("9", 6000), strings.Repeat("漢字", 1000), strings.Repeat("😀", 1500), strings.Repeat("─", 2000)} {
		for rest := []byte(run); len(rest) > 0; {
			n := nextCut(rest)
			require.LessOrEqual(t, n, longestRun)
			rest = rest[n:]
		}
		exact := whole(t, New(), run)
		assert.InDelta(t, exact, counts(t, New(), run)[0], float64(exact)*0.005+2, "%.10q", run)
	}
}

func TestAMegabyteOfOneLetterIsCounted(t *testing.T) {
	n := counts(t, New(), strings.Repeat("a", 1<<20))[0]
	assert.InDelta(t, 1<<17, n, 1<<10)
}

func TestCountingStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().CountTokens(ctx, [][]byte{[]byte("text")})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestInfo(t *testing.T) {
	assert.Equal(t, "tiktoken", New().Info().Name)
	assert.Equal(t, bpe.MODEL_O200K_BASE, New().Info().Encoding)
	assert.Equal(t, "tiktoken-cl100k", NewCL100K().Info().Name)
	assert.Equal(t, bpe.MODEL_CL100K_BASE, NewCL100K().Info().Encoding)
	assert.True(t, New().Info().Exact)
}

func FuzzCountTokens(f *testing.F) {
	for _, s := range append(samples, "\xff\xe6\xb1", "'", "a'") {
		f.Add([]byte(s))
	}
	e, c := New(), NewCL100K()
	for _, e := range []sdk.Estimator{e, c} {
		counts(f, e, "warm") // building the tables may take longer than an input is given
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		valid := decode.Valid(text)
		if len(valid) > longestRun {
			return
		}
		for _, e := range []sdk.Estimator{e, c} {
			n, err := e.CountTokens(context.Background(), [][]byte{text})
			require.NoError(t, err)
			require.Equal(t, whole(t, e, string(valid)), n[0])
			require.LessOrEqual(t, n[0], 3*len(text))
		}
	})
}

func BenchmarkCountTokens(b *testing.B) {
	text := []byte(strings.Repeat(strings.Join(samples, "\n"), 50))
	e := New()
	counts(b, e, "warm")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := e.CountTokens(context.Background(), [][]byte{text}); err != nil {
			b.Fatal(err)
		}
	}
}
