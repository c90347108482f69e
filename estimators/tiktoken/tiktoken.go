// Package tiktoken counts tokens exactly, with the byte pair encodings of OpenAI
// as github.com/pkoukk/tiktoken-go implements them. The rank tables are part of
// the binary; nothing is fetched.
package tiktoken

import (
	"context"
	"fmt"
	"sync"

	bpe "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/riffle-dev/riffle/estimators/internal/decode"
	"github.com/riffle-dev/riffle/sdk"
)

// Estimator counts the tokens of one encoding. Special tokens such as
// <|endoftext|> count as the plain text that they are in a tool result. Bytes
// that are no UTF-8 count as one U+FFFD per maximal subpart.
//
// Counts are exact but for runs of more than longestRun bytes without any place
// at which the encoding surely parts (see nextCut).
type Estimator struct {
	info    sdk.EstimatorInfo
	encoder func() (*bpe.Tiktoken, error)
	memo    memo
}

var _ sdk.Estimator = (*Estimator)(nil)

// New returns the estimator "tiktoken": o200k_base.
func New() sdk.Estimator {
	return &Estimator{encoder: o200k, info: sdk.EstimatorInfo{
		Name: "tiktoken", Version: version, Stability: sdk.Stable, Encoding: bpe.MODEL_O200K_BASE, Exact: true,
		Summary: "exact counts of o200k_base (GPT-4o and later)",
	}}
}

// NewCL100K returns the estimator "tiktoken-cl100k": cl100k_base.
func NewCL100K() sdk.Estimator {
	return &Estimator{encoder: cl100k, info: sdk.EstimatorInfo{
		Name: "tiktoken-cl100k", Version: version, Stability: sdk.Stable, Encoding: bpe.MODEL_CL100K_BASE, Exact: true,
		Summary: "exact counts of cl100k_base (GPT-4, GPT-3.5)",
	}}
}

const version = "1.0.0"

// Building an encoder takes some 0.4 s and 25 MB, so there is one of each in a
// process, built when it is first needed. Its methods are safe for concurrent use.
var (
	setLoader = sync.OnceFunc(func() { bpe.SetBpeLoader(loader.NewOfflineLoader()) })
	o200k     = sync.OnceValues(func() (*bpe.Tiktoken, error) { return build(bpe.MODEL_O200K_BASE) })
	cl100k    = sync.OnceValues(func() (*bpe.Tiktoken, error) { return build(bpe.MODEL_CL100K_BASE) })
)

func build(encoding string) (*bpe.Tiktoken, error) {
	setLoader()
	enc, err := bpe.GetEncoding(encoding)
	if err != nil {
		return nil, fmt.Errorf("tiktoken: cannot build %s: %w", encoding, err)
	}
	return enc, nil
}

// Info describes the estimator.
func (e *Estimator) Info() sdk.EstimatorInfo { return e.info }

// CountTokens returns the number of tokens of each text. It stops between two
// pieces of a text when ctx ends.
func (e *Estimator) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	enc, err := e.encoder()
	if err != nil {
		return nil, err
	}
	counts := make([]int, len(texts))
	for i, text := range texts {
		if counts[i], err = e.count(ctx, enc, decode.Valid(text)); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

// piecesPerCheck is how many pieces are counted between two looks at the context
// and two turns at the memo's lock.
const piecesPerCheck = 256

func (e *Estimator) count(ctx context.Context, enc *bpe.Tiktoken, text []byte) (int, error) {
	n := 0
	for len(text) > 0 {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		for range piecesPerCheck {
			if len(text) == 0 {
				break
			}
			cut := nextCut(text)
			n += e.memo.count(enc, text[:cut])
			text = text[cut:]
		}
	}
	return n, nil
}
