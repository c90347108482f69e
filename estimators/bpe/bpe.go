// Package bpe counts tokens exactly and fast, with the byte pair encodings
// o200k_base and cl100k_base. Everything that it needs is part of the binary.
package bpe

import (
	"context"

	"github.com/riffle-dev/riffle/estimators/internal/bpe"
	"github.com/riffle-dev/riffle/sdk"
)

// Estimator counts the tokens of one encoding. Special tokens such as
// <|endoftext|> count as the plain text that they are in a tool result. Bytes
// that are no UTF-8 count as one U+FFFD per maximal subpart.
type Estimator struct {
	info     sdk.EstimatorInfo
	encoding func() *bpe.Encoding
}

var _ sdk.Estimator = (*Estimator)(nil)

const version = "1.0.0"

// New returns the estimator "bpe": o200k_base.
func New() sdk.Estimator {
	return &Estimator{encoding: bpe.O200K, info: sdk.EstimatorInfo{
		Name: "bpe", Version: version, Stability: sdk.Stable, Encoding: "o200k_base", Exact: true,
		Summary: "exact counts of o200k_base (GPT-4o and later), fast",
	}}
}

// NewCL100K returns the estimator "bpe-cl100k": cl100k_base.
func NewCL100K() sdk.Estimator {
	return &Estimator{encoding: bpe.CL100K, info: sdk.EstimatorInfo{
		Name: "bpe-cl100k", Version: version, Stability: sdk.Stable, Encoding: "cl100k_base", Exact: true,
		Summary: "exact counts of cl100k_base (GPT-4, GPT-3.5), fast",
	}}
}

// Info describes the estimator.
func (e *Estimator) Info() sdk.EstimatorInfo { return e.info }

// CountTokens returns the number of tokens of each text. It stops soon after ctx
// ends, also amid a text.
func (e *Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		n, err := e.encoding().CountContext(ctx, text)
		if err != nil {
			return nil, err
		}
		counts[i] = n
	}
	return counts, nil
}
