// Package auto counts exactly what is small, and estimates what is large as well as
// can be at the speed of memory: the estimate of sdk/tokens, corrected by windows
// that are counted exactly.
package auto

import (
	"context"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// ExactBytes is the length in bytes up to which counts are exact: about 8,000
// tokens of what tools print, in less than a millisecond.
const ExactBytes = 32 << 10

// longestToken is the length in bytes of the longest token of o200k_base, a run of
// blanks.
const longestToken = 128

// Estimator counts tokens of o200k_base. It has no state of its own.
type Estimator struct {
	count    func(text []byte) int // exact
	estimate func(text []byte) int
}

var _ sdk.Estimator = (*Estimator)(nil)

// New returns the estimator "auto".
func New() sdk.Estimator {
	return &Estimator{
		count:    func(text []byte) int { return bpe.O200K().Count(text) },
		estimate: tokens.Estimate,
	}
}

// Info describes the estimator. It claims no margin: texts that a budget is kept
// with are counted in pieces that are small enough to be exact.
func (*Estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: "auto", Version: "1.0.0", Stability: sdk.Beta, Encoding: tokens.Encoding, ExactUpTo: ExactBytes,
		Summary: "exact o200k_base up to 32 KB, above that estimated within about 1 %",
	}
}

// CountTokens counts each text. It stops between two windows of a text when ctx
// ends.
func (e *Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(text) <= ExactBytes {
			counts[i] = e.count(text)
			continue
		}
		var err error
		if counts[i], err = e.corrected(ctx, text); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// corrected is the estimate of a text times what the windows have more tokens than
// their own estimates say. Both sums are over the same windows, one in each
// stratum, so that a text of many forms is corrected by each in proportion.
func (e *Estimator) corrected(ctx context.Context, text []byte) (int, error) {
	exact, estimated := 0, 0
	for i, k := 0, windows(len(text)); i < k; i++ {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		w := window(text, i, k)
		exact += e.count(w)
		estimated += e.estimate(w)
	}
	n := float64(e.estimate(text))
	if estimated > 0 {
		n *= float64(exact) / float64(estimated)
	}
	least := (len(text) + longestToken - 1) / longestToken
	return max(min(int(n+0.5), len(text)), least), nil
}
