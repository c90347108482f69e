// Package batch counts a batch of texts one after the other.
package batch

import "context"

// Count returns what count says of each text. It stops between two texts when ctx
// ends.
func Count(ctx context.Context, texts [][]byte, count func(text []byte) int) ([]int, error) {
	counts := make([]int, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		counts[i] = count(text)
	}
	return counts, nil
}
