package bpe

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// kinds returns the recorded tool results of the corpus, or the files of the folder
// that RIFFLE_BPE_TEXTS names, by the folder in which they are.
func kinds(t testing.TB) map[string][][]byte {
	t.Helper()
	root := os.Getenv("RIFFLE_BPE_TEXTS")
	ours := root == ""
	if ours {
		root = filepath.Join("..", "..", "..", "corpus")
	}
	byKind := map[string][][]byte{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		kind, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil || ours && (kind == "." || strings.HasPrefix(kind, "record") || strings.HasSuffix(path, ".facts.json")) {
			return err
		}
		text, err := os.ReadFile(path)
		byKind[kind] = append(byKind[kind], text)
		return err
	}))
	require.NotEmpty(t, byKind)
	return byKind
}

func size(texts [][]byte) (n int) {
	for _, text := range texts {
		n += len(text)
	}
	return n
}

// BenchmarkCount counts all contents of a kind, one call each.
func BenchmarkCount(b *testing.B) {
	byKind := kinds(b)
	for _, e := range encodings {
		enc := e.enc()
		for _, kind := range slices.Sorted(maps.Keys(byKind)) {
			b.Run(e.name+"/kind="+kind, func(b *testing.B) {
				b.SetBytes(int64(size(byKind[kind])))
				b.ReportAllocs()
				for b.Loop() {
					for _, text := range byKind[kind] {
						enc.Count(text)
					}
				}
			})
		}
	}
}

// BenchmarkAgainstTiktoken reports as x-tiktoken how many times as fast as the
// reference implementation Count is on whole contents, the two timed in turn. As
// contents are counted once in real life, the memo begins empty for each kind.
func BenchmarkAgainstTiktoken(b *testing.B) {
	byKind := kinds(b)
	for _, e := range encodings {
		ref := e.reference()
		for _, kind := range append(slices.Sorted(maps.Keys(byKind)), "all") {
			b.Run(e.name+"/kind="+kind, func(b *testing.B) {
				texts := byKind[kind]
				if kind == "all" {
					texts = slices.Concat(slices.Collect(maps.Values(byKind))...)
				}
				b.SetBytes(int64(size(texts)))
				ours, theirs := make([]time.Duration, len(texts)), make([]time.Duration, len(texts))
				for b.Loop() {
					enc := e.enc()
					fresh := &Encoding{tokens: enc.tokens, cl100k: enc.cl100k}
					for i, text := range texts {
						start := time.Now()
						fresh.Count(text)
						middle := time.Now()
						ref.EncodeOrdinary(string(text))
						least(&ours[i], middle.Sub(start))
						least(&theirs[i], time.Since(middle))
					}
				}
				b.ReportMetric(float64(sum(theirs))/float64(sum(ours)), "x-tiktoken")
				b.ReportMetric(float64(size(texts))/1e6/sum(ours).Seconds(), "MB/s-ours")
			})
		}
	}
}

func least(d *time.Duration, x time.Duration) {
	if *d == 0 || x < *d {
		*d = x
	}
}

func sum(all []time.Duration) (total time.Duration) {
	for _, d := range all {
		total += d
	}
	return total
}
