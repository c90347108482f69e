package metamorph

import (
	"bytes"

	"github.com/riffle-dev/riffle/corpus"
)

// move puts what stands around the facts at a share of the depth.
func move(c *corpus.Case, facts []span, depth float64) ([]byte, error) {
	form, err := formOf(c)
	switch {
	case err != nil:
		return nil, err
	case form == formPage:
		return nil, errSkip("a page: what stands where is its structure")
	case form == formArray:
		return moveItems(c, facts, depth)
	}
	return moveLines(c, facts, depth)
}

// Around a fact belong two lines on either side, or what stands between blank lines,
// if that is at most maxParagraph lines away; and lines that are set in belong to
// the line above them.
const (
	around       = 2
	maxParagraph = 12
	maxSetIn     = 60
)

// ends is how many lines at the start and the end stay where they are: a title, a
// header row, a command, a summary mean what they mean by their place.
const ends = 3

// moveLines moves the lines around the facts, as one block in their order.
func moveLines(c *corpus.Case, facts []span, depth float64) ([]byte, error) {
	lines := bytes.SplitAfter(c.Data, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	key := keyLines(lines, facts)
	size, moved := 0, 0
	for i, in := range key {
		if in {
			size += len(lines[i])
			moved++
		}
	}
	switch {
	case moved == 0:
		return nil, errSkip("all facts stand in the first or the last lines")
	case 3*moved > len(lines) || 3*size > len(c.Data):
		return nil, errSkip("the lines around the facts are more than a third")
	}
	out := bytes.NewBuffer(make([]byte, 0, len(c.Data)+1))
	write := func(line []byte) {
		out.Write(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			out.WriteByte('\n')
		}
	}
	var rest [][]byte
	for i, l := range lines {
		if !key[i] {
			rest = append(rest, l)
		}
	}
	at := seam(rest, int(depth*float64(len(rest))))
	for _, l := range rest[:at] {
		write(l)
	}
	for i, l := range lines {
		if key[i] {
			write(l)
		}
	}
	for _, l := range rest[at:] {
		write(l)
	}
	return out.Bytes(), nil
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

func setIn(line []byte) bool {
	return !blank(line) && (line[0] == ' ' || line[0] == '\t')
}

// keyLines marks the lines around the facts, but those at the ends.
func keyLines(lines [][]byte, facts []span) []bool {
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + len(l)
	}
	key := make([]bool, len(lines))
	for _, f := range facts {
		from := itemOfStart(starts, f.a)
		to := itemOfStart(starts, max(f.a, f.b-1))
		if from < ends || to >= len(lines)-ends {
			continue
		}
		from, to = widen(lines, from, to)
		for i := from; i <= to; i++ {
			key[i] = true
		}
	}
	return key
}

// itemOfStart is the line that holds byte at.
func itemOfStart(starts []int, at int) int {
	low, high := 0, len(starts)-1
	for high-low > 1 {
		mid := (low + high) / 2
		if starts[mid] <= at {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// widen returns the first and the last line of what lines from to to belong to.
func widen(lines [][]byte, from, to int) (int, int) {
	a, b := from, to
	for n := 0; n < maxParagraph && a > ends && !blank(lines[a-1]); n++ {
		a--
	}
	for n := 0; n < maxParagraph && b < len(lines)-1-ends && !blank(lines[b+1]); n++ {
		b++
	}
	if from-a == maxParagraph || a == ends {
		a = max(ends, from-around)
		for n := 0; n < maxSetIn && a > ends && setIn(lines[a]); n++ {
			a--
		}
	}
	if b-to == maxParagraph || b == len(lines)-1-ends {
		b = min(len(lines)-1-ends, to+around)
		for n := 0; n < maxSetIn && b < len(lines)-1-ends && setIn(lines[b+1]); n++ {
			b++
		}
	}
	return a, b
}

// seam is the next place from at on where lines can be put in between: before a line
// that is not set in, after a blank line if one is near.
func seam(lines [][]byte, at int) int {
	at = min(max(at, min(ends, len(lines))), len(lines))
	for i := at; i < min(at+maxParagraph, len(lines)); i++ {
		if i > 0 && blank(lines[i-1]) && !setIn(lines[i]) {
			return i
		}
	}
	for i := at; i < min(at+maxSetIn, len(lines)); i++ {
		if !setIn(lines[i]) {
			return i
		}
	}
	return at
}
