package pipeline

import (
	"bytes"
	"context"
	"unicode/utf8"

	"github.com/riffle-dev/riffle/host/inspect"
	"github.com/riffle-dev/riffle/sdk"
)

// sampleAbove is the size in bytes from which a slow estimator counts samples of
// the content only; sampleWindows windows of sampleBytes each are counted.
const (
	sampleAbove   = 1 << 20
	sampleWindows = 64
	sampleBytes   = 4096
)

// inspect says what the content is and how many tokens it has.
func (r *run) inspect(ctx context.Context) *stop {
	r.verdict = inspect.Inspect(r.content, r.in.Tool, r.in.Command)
	r.host = r.verdict.Kind
	if r.in.Kind != "" {
		r.verdict.Kind = r.in.Kind
		if sdk.HostKind(r.in.Kind) {
			r.host = r.in.Kind
		}
	}
	r.out.Outcome.Kind = r.verdict.Kind
	before := r.passing()
	if len(before) <= r.budget.MinTokens {
		return stopped(ReasonBelowMinTokens, "%d bytes", len(before))
	}
	texts, sampled := [][]byte{before}, false
	if !r.Estimator.Fast() && len(before) > sampleAbove {
		texts, sampled = samples(before), true
	}
	counts, err := r.Estimator.CountTokens(ctx, texts)
	if err != nil || len(counts) != len(texts) {
		return stopped(ReasonEstimator, "%s: %v", r.Estimator.Name(), err)
	}
	n, counted := 0, 0
	for i, c := range counts {
		n += c
		counted += len(texts[i])
	}
	if sampled {
		n = int(float64(n) * float64(len(before)) / float64(counted))
	}
	r.tokens = r.scaled(n)
	r.out.Outcome.TokensBefore, r.out.Outcome.TokensAfter, r.out.Outcome.Sampled = r.tokens, r.tokens, sampled
	return nil
}

// passing is the text that a model would read if this one passed through: terminal
// control costs tokens too, and only a replacement is free of it. What is no UTF-8
// at all is read as its content.
func (r *run) passing() []byte {
	if r.cleaned {
		if valid := bytes.ToValidUTF8(r.in.Raw, []byte("\uFFFD")); len(valid) > len(r.content) && !utf16Mark(r.in.Raw) {
			return valid
		}
	}
	return r.content
}

func utf16Mark(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte{0xFF, 0xFE}) || bytes.HasPrefix(raw, []byte{0xFE, 0xFF})
}

// samples are windows spread evenly over the content, cut between characters.
func samples(content []byte) [][]byte {
	out := make([][]byte, 0, sampleWindows)
	edge := func(i int) int {
		for i < len(content) && !utf8.RuneStart(content[i]) {
			i++
		}
		return i
	}
	for k := range sampleWindows {
		a := int(int64(k) * int64(len(content)-sampleBytes) / (sampleWindows - 1))
		out = append(out, content[edge(a):edge(a+sampleBytes)])
	}
	return out
}
