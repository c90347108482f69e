package auto

import (
	"context"
	"testing"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// BenchmarkLarge says what the parts of a count of 2 MB take: the estimate of the
// whole, and the exact windows.
func BenchmarkLarge(b *testing.B) {
	text := append(append(lines(1<<20, logLine), lines(512<<10, names)...), lines(512<<10, japanese)...)
	e := New()
	k := windows(len(text))
	bpe.O200K().Count(text[:ExactBytes])
	for name, f := range map[string]func(){
		"count":    func() { _, _ = e.CountTokens(context.Background(), [][]byte{text}) },
		"estimate": func() { tokens.Estimate(text) },
		"windows": func() {
			for i := range k {
				bpe.O200K().Count(window(text, i, k))
			}
		},
		"edges": func() {
			for i := range k {
				window(text, i, k)
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				f()
			}
		})
	}
}
