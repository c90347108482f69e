package fit

import (
	"context"
	"fmt"
)

// lineCounter counts output lines, each once: from try to try most stay the same.
type lineCounter struct {
	count Counter
	cache map[string]int // tokens of a line with its line end
}

// total is the sum over lines.
func (l *lineCounter) total(ctx context.Context, lines []string) (int, error) {
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
		counts, err := l.ask(ctx, fresh)
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

// one counts a whole text.
func (l *lineCounter) one(ctx context.Context, text string) (int, error) {
	counts, err := l.ask(ctx, [][]byte{[]byte(text)})
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}

func (l *lineCounter) ask(ctx context.Context, texts [][]byte) ([]int, error) {
	counts, err := l.count(ctx, texts)
	if err == nil && len(counts) != len(texts) {
		err = fmt.Errorf("fit: the estimator counted %d of %d texts", len(counts), len(texts))
	}
	return counts, err
}
