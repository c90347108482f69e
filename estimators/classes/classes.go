// Package classes is the estimator that needs no vocabulary: the sum of weights
// of sdk/tokens, behind the interface of a plugin.
package classes

import (
	"context"

	"github.com/riffle-dev/riffle/sdk"
	"github.com/riffle-dev/riffle/sdk/tokens"
)

// Estimator estimates the tokens of o200k_base. It has no state.
type Estimator struct{}

var _ sdk.Estimator = (*Estimator)(nil)

// margin is what keeps shortened texts within a budget in true tokens: of 86
// results of tools, shortened to six budgets, the true count exceeded the estimate
// by more than this in one of a hundred.
const margin = 0.12

// New returns the estimator "classes".
func New() sdk.Estimator { return &Estimator{} }

// Info describes the estimator.
func (*Estimator) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{
		Name: "classes", Version: "1.0.0", Encoding: tokens.Encoding,
		Summary: "estimate by classes of characters, one pass, no vocabulary",
		Margin:  margin,
	}
}

// CountTokens estimates each text. It stops between two texts when ctx ends.
func (*Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		counts[i] = tokens.Estimate(text)
	}
	return counts, nil
}
