package pipeline

import (
	"context"
	"math"
	"strconv"
	"unicode/utf8"
)

// exactBytes is up to how many bytes of a text are counted exactly.
func (r *run) exactBytes() int {
	if e, ok := r.Estimator.(Exactness); ok {
		return e.ExactBytes()
	}
	return math.MaxInt
}

// perText is how many tokens every text costs beside those of its words.
func (r *run) perText() int {
	if e, ok := r.Estimator.(Overhead); ok {
		return e.PerText()
	}
	return 0
}

// estimates reports whether all counts are estimates: those of an estimator that
// counts nothing exactly, and those of an exact one that a scale makes into what
// another family of models is said to need.
func (r *run) estimates() bool { return r.scale != 1 || r.exactBytes() == 0 }

// kept is a budget less the estimator's margin, so that the true count stays within
// the budget too.
func (r *run) kept(budget int) int {
	return int(float64(budget) / (1 + r.Estimator.Margin()))
}

// scaled applies the scale to a count, rounded up.
func (r *run) scaled(n int) int {
	if r.scale == 1 {
		return n
	}
	return int(math.Ceil(float64(n) * r.scale))
}

// counter names what counted: the estimator, and the scale where there is one.
func (r *run) counter() string {
	if r.scale == 1 {
		return r.Estimator.Name()
	}
	return r.Estimator.Name() + " x" + strconv.FormatFloat(r.scale, 'g', -1, 64)
}

// scaledCount counts texts that are drawn for a model, with the scale applied. A
// text of more bytes than the estimator counts exactly is counted in parts, so that
// a budget of any size is kept in true tokens.
func (r *run) scaledCount(ctx context.Context, texts [][]byte) ([]int, error) {
	limit := r.exactBytes()
	var parts [][]byte
	var of []int // the text that a part is of
	for i, t := range texts {
		for limit > 0 && len(t) > limit {
			n := cutAtLine(t, limit)
			parts, of = append(parts, t[:n]), append(of, i)
			t = t[n:]
		}
		parts, of = append(parts, t), append(of, i)
	}
	counts, err := r.Estimator.CountTokens(ctx, parts)
	if err != nil || len(counts) != len(parts) {
		return counts, err
	}
	sums, each := make([]int, len(texts)), r.perText()
	for k, n := range counts {
		if k > 0 && of[k] == of[k-1] {
			n -= min(n, each) // it is of the text, not of a part
		}
		sums[of[k]] += n
	}
	for i := range sums {
		sums[i] = r.scaled(sums[i])
	}
	return sums, nil
}

// cutWithin is how far before the limit a place to cut is looked for, in bytes.
const cutWithin = 4 << 10

// cutAtLine is the last place in the first limit bytes of a longer text at which no
// tokenizer joins what is before and behind: a line end before a letter, a digit or a
// bracket, as rows and markers begin. Else it is any line end, else the edge of a
// character.
func cutAtLine(text []byte, limit int) int {
	from := max(0, limit-cutWithin)
	any := -1
	for i := limit; i > from+1; i-- {
		if text[i-1] != '\n' {
			continue
		}
		if c := text[i]; c == '[' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' {
			return i
		}
		if any < 0 {
			any = i
		}
	}
	if any > 0 {
		return any
	}
	for n := limit; n > 0; n-- {
		if utf8.RuneStart(text[n]) {
			return n
		}
	}
	return limit
}
