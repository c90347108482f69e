package estimate

import (
	"fmt"
	"unicode/utf8"
)

// Size is how long the samples of one measurement are.
type Size struct {
	Name  string
	Bytes int // at most; 0: whole texts
	Most  int // samples of one text
}

// Sizes are what errors are measured at: estimates of whole results, of what a budget
// leaves of them, and of what a single unit of a plan costs. The number of samples is
// bounded so that no long text speaks for all.
var Sizes = []Size{
	{Name: "whole", Most: 1},
	{Name: "20 KB", Bytes: 20 << 10, Most: 4},
	{Name: "1 KB", Bytes: 1 << 10, Most: 16},
}

// sample is a part of a text.
type sample struct {
	text   *Text
	start  int // in bytes of the text
	bytes  []byte
	script string
}

// name is that of the text, with the place for a part of it.
func (s *sample) name() string {
	if len(s.bytes) == len(s.text.Content) {
		return s.text.Name
	}
	return fmt.Sprintf("%s@%d", s.text.Name, s.start)
}

// samples are spread evenly over the text and cut between characters. A text that is
// no longer than a sample is one.
func (z Size) samples(t *Text) []sample {
	n := len(t.Content)
	if n == 0 {
		return nil
	}
	if z.Bytes == 0 || n <= z.Bytes {
		return []sample{newSample(t, 0, n)}
	}
	count := max(1, min(z.Most, n/z.Bytes))
	var out []sample
	for i := range count {
		start := 0
		if count > 1 {
			start = int(int64(n-z.Bytes) * int64(i) / int64(count-1))
		}
		out = append(out, newSample(t, start, start+z.Bytes))
	}
	return out
}

func newSample(t *Text, start, end int) sample {
	start, end = runeEdge(t.Content, start), runeEdge(t.Content, end)
	part := t.Content[start:end:end]
	return sample{t, start, part, Script(part)}
}

// runeEdge is the last edge of a character up to i.
func runeEdge(b []byte, i int) int {
	for i > 0 && i < len(b) && !utf8.RuneStart(b[i]) {
		i--
	}
	return i
}
