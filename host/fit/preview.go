package fit

import (
	"context"

	"github.com/riffle-dev/riffle/host/render"
)

// previewSteps is how finely head and tail of a preview shrink in proportion.
const previewSteps = 128

// Preview fits the head and the tail of a content into a budget in tokens. head
// and tail are upper bounds in code points; where they are too much both shrink in
// proportion. It returns ErrNoRoom where not even the notice fits or nothing would
// be left out.
func Preview(ctx context.Context, src render.Source, head, tail, budget int, notice render.Notice, count Counter) (Choice, error) {
	l := newLineCounter(count, 0) // none is counted by lines
	try := func(step int) (Choice, error) {
		b, ok := render.Preview(src, head*step/previewSteps, tail*step/previewSteps)
		if !ok {
			return Choice{}, ErrNoRoom
		}
		return state(ctx, l, b, nil, notice)
	}
	lo, hi := -1, previewSteps
	var best Choice
	for lo < hi {
		mid := (lo + hi + 1) / 2
		c, err := try(mid)
		switch {
		case err == nil && c.Tokens <= budget:
			best, lo = c, mid
		case err == nil || err == ErrNoRoom:
			hi = mid - 1
		default:
			return Choice{}, err
		}
	}
	if lo < 0 {
		return Choice{}, ErrNoRoom
	}
	return best, nil
}

// state draws a body with its notice, whose statement of its own tokens must hold.
func state(ctx context.Context, l *lineCounter, body render.Body, notes []string, notice render.Notice) (Choice, error) {
	c := Choice{Body: body, Notice: notice}
	var err error
	for range 6 {
		c.Text = render.Assemble(c.Notice.Text(body), notes, body)
		if c.Tokens, err = l.one(ctx, c.Text); err != nil {
			return c, err
		}
		if c.Tokens == c.Notice.After {
			return c, nil
		}
		c.Notice.After = c.Tokens
	}
	return c, nil
}
