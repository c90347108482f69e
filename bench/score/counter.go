package score

import (
	"context"

	"github.com/riffle-dev/riffle/estimators/bpe"
	"github.com/riffle-dev/riffle/sdk"
)

// Counter counts the o200k_base tokens of texts exactly. It is safe for concurrent use.
type Counter struct{ exact sdk.Estimator }

var _ sdk.Estimator = (*Counter)(nil)

// NewCounter makes a counter and has its tables built.
func NewCounter() (*Counter, error) {
	c := &Counter{bpe.New()}
	_, err := c.CountTokens(context.Background(), [][]byte{[]byte("a word")})
	return c, err
}

// Count is the number of tokens of s as ordinary text. What is not valid UTF-8 counts
// as one U+FFFD for each maximal subpart.
func (c *Counter) Count(s string) int {
	counts, err := c.exact.CountTokens(context.Background(), [][]byte{[]byte(s)})
	if err != nil { // it ends early with its context alone, and this has no end
		panic(err)
	}
	return counts[0]
}

// Info describes the counter as an estimator.
func (c *Counter) Info() sdk.EstimatorInfo {
	return sdk.EstimatorInfo{Name: "exact", Version: "1.0.0", Summary: "o200k_base, counted", Encoding: "o200k_base", Exact: true}
}

// CountTokens counts each text.
func (c *Counter) CountTokens(ctx context.Context, texts [][]byte) ([]int, error) {
	return c.exact.CountTokens(ctx, texts)
}
