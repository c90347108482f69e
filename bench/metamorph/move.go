package metamorph

import (
	"bytes"
	"slices"

	"github.com/riffle-dev/riffle/corpus"
)

// move puts the key block at a share of the depth: what stands around the facts that
// stand together and weigh the most. Facts elsewhere stay where they are, for gathering
// all in one place would ask for more than a reader of scattered facts does. in says
// which facts the block holds.
func move(c *corpus.Case, facts []span, depth float64) (text []byte, in []bool, err error) {
	form, err := formOf(c)
	switch {
	case err != nil:
		return nil, nil, err
	case form == formPage:
		return nil, nil, errSkip("a page: what stands where is its structure")
	case form == formArray:
		return moveItem(c, facts, depth)
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

// ends is how many of n lines at the start and as many at the end stay where they are:
// a title, a header row, the newest entry, a summary mean what they mean by their place.
func ends(n int) int { return min(max(n/50, 3), 20) }

// moveLines moves the block of lines that holds the most weight of the facts.
func moveLines(c *corpus.Case, facts []span, depth float64) ([]byte, []bool, error) {
	lines := bytes.SplitAfter(c.Data, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	from, to, in := keyBlock(c, lines, facts)
	size := 0
	for _, l := range lines[from:to] {
		size += len(l)
	}
	switch {
	case from == to:
		return nil, nil, errSkip("all facts stand in the first or the last lines")
	case 3*(to-from) > len(lines) || 3*size > len(c.Data):
		return nil, nil, errSkip("the lines around the facts are more than a third")
	}
	out := bytes.NewBuffer(make([]byte, 0, len(c.Data)+1))
	write := func(lines [][]byte) {
		for _, l := range lines {
			out.Write(l)
			if !bytes.HasSuffix(l, []byte("\n")) {
				out.WriteByte('\n')
			}
		}
	}
	rest := slices.Concat(lines[:from], lines[to:])
	at := seam(rest, int(depth*float64(len(rest))))
	write(rest[:at])
	write(lines[from:to])
	write(rest[at:])
	return out.Bytes(), in, nil
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

func setIn(line []byte) bool {
	return !blank(line) && (line[0] == ' ' || line[0] == '\t')
}

// keyBlock is the lines from one to before another that hold the most weight of the
// facts, the first of such, and which facts those are. Facts at the ends count for
// nothing; blocks that touch are one.
func keyBlock(c *corpus.Case, lines [][]byte, facts []span) (from, to int, in []bool) {
	starts := make([]int, len(lines)+1)
	for i, l := range lines {
		starts[i+1] = starts[i] + len(l)
	}
	key := make([]bool, len(lines)+1)
	for _, f := range facts {
		a, b := lineOf(starts, f.a), lineOf(starts, max(f.a, f.b-1))
		if stay := ends(len(lines)); a < stay || b >= len(lines)-stay {
			continue
		}
		a, b = widen(lines, a, b)
		for i := a; i <= b; i++ {
			key[i] = true
		}
	}
	best := 0.0
	for a := 0; a < len(lines); a++ {
		b := a
		for key[b] {
			b++
		}
		weight, held := 0.0, make([]bool, len(facts))
		for k, f := range facts {
			if starts[a] <= f.a && f.b <= starts[b] {
				weight += c.Facts[k].Weight
				held[k] = true
			}
		}
		if b > a && weight > best {
			best, from, to, in = weight, a, b, held
		}
		a = b
	}
	return from, to, in
}

// lineOf is the line that holds byte at.
func lineOf(starts []int, at int) int {
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
	first, last := ends(len(lines)), len(lines)-1-ends(len(lines))
	for n := 0; n < maxParagraph && a > first && !blank(lines[a-1]); n++ {
		a--
	}
	for n := 0; n < maxParagraph && b < last && !blank(lines[b+1]); n++ {
		b++
	}
	if from-a == maxParagraph || a == first {
		a = max(first, from-around)
		for n := 0; n < maxSetIn && a > first && setIn(lines[a]); n++ {
			a--
		}
	}
	if b-to == maxParagraph || b == last {
		b = min(last, to+around)
		for n := 0; n < maxSetIn && b < last && setIn(lines[b+1]); n++ {
			b++
		}
	}
	return a, b
}

// seam is the next place from at on where lines can be put in between: before a line
// that is not set in, after a blank line if one is near.
func seam(lines [][]byte, at int) int {
	at = min(max(at, min(ends(len(lines)), len(lines))), len(lines))
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
