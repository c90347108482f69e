package fit

import (
	"context"
	"fmt"

	"github.com/riffle-dev/riffle/host/render"
)

// lineCounter counts output lines, each once: from try to try most stay the same.
type lineCounter struct {
	count Counter
	cache map[string]int // tokens of a line with its line end
	texts map[string]int // tokens of whole texts: smaller budgets are drawn on the way to a larger one
	fixed int            // tokens that the estimator adds for every text, however short
}

func newLineCounter(count Counter, fixed int) *lineCounter {
	return &lineCounter{count: count, cache: map[string]int{}, texts: map[string]int{}, fixed: fixed}
}

// total is the sum over lines.
func (l *lineCounter) total(ctx context.Context, lines []string) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err // what is known is not asked for: nothing else would notice
	}
	var fresh [][]byte
	var names []string
	for _, s := range lines {
		if _, ok := l.cache[s]; !ok {
			l.cache[s] = 0 // a line that stands twice is asked for once
			names = append(names, s)
			fresh = append(fresh, []byte(s+"\n"))
		}
	}
	if len(fresh) > 0 {
		counts, err := l.parts(ctx, fresh)
		if err != nil {
			return 0, err
		}
		for k, n := range counts {
			l.cache[names[k]] = n
		}
	}
	total := 0
	for _, s := range lines {
		total += l.cache[s]
	}
	return total, nil
}

// parts counts what will be parts of one text, which share what every text costs.
func (l *lineCounter) parts(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := l.ask(ctx, texts)
	for k := range counts {
		counts[k] = max(0, counts[k]-l.fixed)
	}
	return counts, err
}

// one counts a whole text.
func (l *lineCounter) one(ctx context.Context, text string) (int, error) {
	if n, ok := l.texts[text]; ok {
		return n, nil
	}
	counts, err := l.ask(ctx, [][]byte{[]byte(text)})
	if err != nil {
		return 0, err
	}
	l.texts[text] = counts[0]
	return counts[0], nil
}

func (l *lineCounter) ask(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := l.count(ctx, texts)
	if err == nil && len(counts) != len(texts) {
		err = fmt.Errorf("fit: the estimator counted %d of %d texts", len(counts), len(texts))
	}
	return counts, err
}

// unitCounter counts what units say, each once.
type unitCounter struct {
	page  *render.Page
	lines *lineCounter
	known map[int]int
}

// unitBatch is how many units of a list are counted in one call.
const unitBatch = 64

// cost is the tokens of the first unit of a list, without what it needs.
func (u *unitCounter) cost(ctx context.Context, list []int) (int, error) {
	if n, ok := u.known[list[0]]; ok {
		return n, nil
	}
	var fresh []int
	var texts [][]byte
	for _, i := range list[:min(len(list), unitBatch)] {
		if _, ok := u.known[i]; !ok {
			u.known[i] = 0 // a unit that is listed twice is asked for once
			fresh = append(fresh, i)
			texts = append(texts, u.page.Shows(i))
		}
	}
	counts, err := u.lines.parts(ctx, texts)
	if err != nil {
		return 0, err
	}
	for k, n := range counts {
		u.known[fresh[k]] = n
	}
	return u.known[list[0]], nil
}
