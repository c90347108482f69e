// Package chars4 is the rule of thumb that many programs estimate by: four
// characters are a token. It is here to be compared with.
package chars4

import (
	"context"

	"github.com/riffle-dev/riffle/estimators/internal/batch"
	"github.com/riffle-dev/riffle/estimators/internal/decode"
	"github.com/riffle-dev/riffle/sdk"
)

// charsPerToken is the rule.
const charsPerToken = 4

// margin is what true counts of o200k_base exceed the rule by at most for nine in
// ten results of tools: logs and tables of numbers have 2.5 bytes a token.
const margin = 0.6

// Estimator divides code points by four. It has no state.
type Estimator struct{}

var _ sdk.Estimator = (*Estimator)(nil)

// New returns the estimator "chars4".
func New() sdk.Estimator { return &Estimator{} }

// Info describes the estimator.
func (*Estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: "chars4", Version: "1.0.0", Stability: sdk.Stable, Encoding: "o200k_base", Margin: margin,
		Summary: "four characters a token, rounded up: the usual rule of thumb",
	}
}

// CountTokens estimates each text. It stops between two texts when ctx ends.
func (*Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return batch.Count(ctx, texts, count)
}

// count is a quarter of the code points, rounded up. Bytes that are no UTF-8 are
// one code point for every maximal subpart.
func count(text []byte) int {
	points, _ := decode.Units(text)
	return (points + charsPerToken - 1) / charsPerToken
}
