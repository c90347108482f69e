package pipeline

import (
	"bytes"
	"context"
	"unicode/utf8"
)

// count says how many tokens the text has that passes through where nothing
// replaces it. Above sampleAbove a slow estimator is asked for windows of it only.
func (r *run) count(ctx context.Context) *stop {
	text := r.passing()
	if len(text) <= r.budget.MinTokens {
		return stopped(ReasonBelowMinTokens, "%d bytes", len(text))
	}
	texts, sampled := [][]byte{text}, len(text) > r.exactBytes()
	if !r.Estimator.Fast() && len(text) > sampleAbove {
		texts, sampled = samples(text), true
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
	if counted < len(text) {
		n = int(float64(n) * float64(len(text)) / float64(counted))
	}
	r.tokens = r.scaled(n)
	o := &r.out.Outcome
	o.TokensBefore, o.TokensAfter = r.tokens, r.tokens
	o.Estimated, o.Sampled = r.estimates(), sampled && r.exactBytes() > 0
	return nil
}

// sampleAbove is the size in bytes from which a slow estimator counts samples of
// the content only; sampleWindows windows of sampleBytes each are counted.
const (
	sampleAbove   = 1 << 20
	sampleWindows = 64
	sampleBytes   = 4096
)

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
