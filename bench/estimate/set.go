package estimate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/sdk"
)

// Counter counts the tokens of texts: an sdk.Estimator, or a plugin over any transport.
type Counter interface {
	CountTokens(ctx context.Context, texts [][]byte) ([]int, error)
}

// Standard is the encoding that estimators are compared with whose own has no exact
// counter here.
const Standard = "o200k_base"

// exact are the encodings that can be counted exactly.
var exact = map[string]func() sdk.Estimator{
	"o200k_base":  sync.OnceValue(bpe.New),
	"cl100k_base": sync.OnceValue(bpe.NewCL100K),
}

// Against is the encoding that the counts of an estimator of an encoding are compared
// with: its own where that can be counted exactly, else Standard.
func Against(encoding string) string {
	if exact[encoding] != nil {
		return encoding
	}
	return Standard
}

// Set is texts with their samples and the true counts, made once for all estimators
// that are compared on them. It is not safe for concurrent use.
type Set struct {
	texts   []Text
	kinds   []string           // sorted
	samples [][]sample         // by size, as Sizes
	truth   map[string][][]int // by encoding, then as samples
}

// NewSet cuts the samples. Texts without a byte are left out.
func NewSet(texts []Text) *Set {
	s := &Set{truth: map[string][][]int{}}
	kinds := map[string]bool{}
	for i := range texts {
		if len(texts[i].Content) > 0 {
			s.texts = append(s.texts, texts[i])
			kinds[texts[i].Kind] = true
		}
	}
	s.kinds = slices.Sorted(maps.Keys(kinds))
	for _, z := range Sizes {
		var all []sample
		for i := range s.texts {
			all = append(all, z.samples(&s.texts[i])...)
		}
		s.samples = append(s.samples, all)
	}
	return s
}

// Texts is how many texts there are, and their bytes.
func (s *Set) Texts() (n, bytes int) {
	for i := range s.texts {
		bytes += len(s.texts[i].Content)
	}
	return len(s.texts), bytes
}

// truths counts all samples exactly, once for each encoding.
func (s *Set) truths(ctx context.Context, encoding string) ([][]int, error) {
	if all := s.truth[encoding]; all != nil {
		return all, nil
	}
	counter := exact[encoding]()
	all := make([][]int, len(s.samples))
	for z := range s.samples {
		for _, batch := range batches(s.samples[z]) {
			counts, err := counter.CountTokens(ctx, bytesOf(batch))
			if err != nil {
				return nil, fmt.Errorf("estimate: counting %s exactly: %w", encoding, err)
			}
			all[z] = append(all[z], counts...)
		}
	}
	s.truth[encoding] = all
	return all, nil
}

// batches parts samples by their texts: one call counts the samples of one text.
func batches(all []sample) [][]sample {
	var out [][]sample
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].text == all[0].text {
			n++
		}
		out = append(out, all[:n])
		all = all[n:]
	}
	return out
}

func bytesOf(batch []sample) [][]byte {
	out := make([][]byte, len(batch))
	for i := range batch {
		out[i] = batch[i].bytes
	}
	return out
}
