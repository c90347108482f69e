package bpe

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
)

// late is a context that ends when it has been asked some times.
type late struct {
	context.Context
	left, asked int
}

func (l *late) Err() error {
	l.asked++
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCountingStopsAmidAText(t *testing.T) {
	for name, text := range map[string][]byte{
		"many pieces": bytes.Repeat([]byte("word "), 200_000),
		"one piece":   bytes.Repeat([]byte("x"), 1_000_000),
	} {
		ctx := &late{Context: context.Background(), left: 3}
		_, err := O200K().CountContext(ctx, text)
		assert.ErrorIs(t, err, context.Canceled, name)
		assert.Equal(t, 4, ctx.asked, name)
	}
}

// A text counts the same in a new state and in one that remembers other texts, at
// its end and amid other text, and the text itself is left alone.
func TestWhatIsRememberedChangesNothing(t *testing.T) {
	for _, e := range encodings {
		enc := e.enc()
		for _, g := range goldens(t) {
			text := bytes.Repeat([]byte(g.Text), min(max(g.Times, 1), 50))
			before := bytes.Clone(text)
			want, err := newState(&enc.tokens, enc.cl100k).count(context.Background(), text)
			assert.NoError(t, err)
			assert.Equal(t, want, enc.Count(text), g.Name)
			assert.Equal(t, want, len(enc.AppendTokens(nil, text)), g.Name)
			assert.Equal(t, before, text, g.Name)
		}
	}
}

func TestTokensAreAppended(t *testing.T) {
	first := O200K().AppendTokens(nil, []byte("hello"))
	assert.Equal(t, append(first, O200K().AppendTokens(nil, []byte(" world"))...), O200K().AppendTokens(first, []byte(" world")))
	assert.Empty(t, O200K().AppendTokens(nil, nil))
	assert.Zero(t, O200K().Count(nil))
}
