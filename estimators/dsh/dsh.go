// Package dsh reproduces the token meter of the DeepSeek Harness, for those whose
// limits are in its numbers. It is a rule of thumb, not a tokenizer: Chinese and
// Japanese are undercounted about threefold.
package dsh

import (
	"context"

	"github.com/riffle-dev/riffle/estimators/internal/batch"
	"github.com/riffle-dev/riffle/estimators/internal/decode"
	"github.com/riffle-dev/riffle/sdk"
)

const (
	// unitsPerToken is how many units of UTF-16, the length of a JavaScript string,
	// are a token.
	unitsPerToken = 4
	// blockOverhead is what the meter adds for a text block. The tool result around the
	// blocks and the message around that cost 4 more each: they are there whatever
	// the text is, once for all texts of a result, so a text's count leaves them out.
	blockOverhead = 4
)

// Estimator counts each text as one text block of the meter. It has no state.
type Estimator struct{}

var _ sdk.Estimator = (*Estimator)(nil)

// New returns the estimator "dsh".
func New() sdk.Estimator { return &Estimator{} }

// Info describes the estimator. The count is exactly that of the meter it names,
// hence no margin.
func (*Estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: "dsh", Version: "1.0.0", Stability: sdk.Stable, Encoding: "dsh-meter", Exact: true, PerText: blockOverhead,
		Summary: "the meter of the DeepSeek Harness: a text block is UTF-16 units / 4, rounded up, and 4",
	}
}

// CountTokens counts each text. It stops between two texts when ctx ends.
func (*Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return batch.Count(ctx, texts, count)
}

// count is a quarter of the units of UTF-16, rounded up, and the overhead of the
// block. No text is no block. Bytes that are no UTF-8 are one unit for every
// maximal subpart, as JavaScript decodes them.
func count(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	_, units := decode.Units(text)
	return (units+unitsPerToken-1)/unitsPerToken + blockOverhead
}
