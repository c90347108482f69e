package log

import (
	"bytes"
	"math"
	"slices"

	"github.com/riffle-dev/riffle/sdk/lines"
)

const (
	editBytes = 160 // of an edit that tell it from others
	nearLines = 8   // by which a line may have moved within its block and be found again
)

// diffEdits are the edits of a diff: what each changed line does, beside the line
// that takes its place, and how many lines do the same.
type diffEdits struct {
	content []byte
	spans   []lines.Span
	parts   []diffLine
	does    []int32 // by line: the number of its edit, 0 for lines without one
	pair    []int32 // by line: the line that takes its place or that it takes the place of, -1
	whole   []bool  // by line: all of it is new or gone
	freq    []int32 // lines of each edit
	usual   float64 // how many lines have the edit of the median changed line
	changes int
	ids     map[string]int32
	buf     []byte
	gone    []int
	here    []int
}

// readEdits pairs the lines that go with those that come, block by block.
func readEdits(content []byte, spans []lines.Span, parts []diffLine) *diffEdits {
	e := &diffEdits{content: content, spans: spans, parts: parts, does: make([]int32, len(parts)), pair: make([]int32, len(parts)),
		whole: make([]bool, len(parts)), freq: make([]int32, 1), ids: map[string]int32{}}
	for i := range e.pair {
		e.pair[i] = -1
	}
	for i := 0; i < len(parts); {
		next := e.block(i)
		if next == i {
			i++
			continue
		}
		e.align()
		i = next
	}
	e.count()
	return e
}

// block collects a run of lines that go and the run of lines that come behind it,
// and returns where it ends.
func (e *diffEdits) block(i int) int {
	e.gone, e.here = e.gone[:0], e.here[:0]
	if e.parts[i].part == diffBoth {
		e.here = append(e.here, i)
		return i + 1
	}
	for ; i < len(e.parts) && e.parts[i].part == diffRemoved; i++ {
		e.gone = append(e.gone, i)
	}
	for ; i < len(e.parts) && e.parts[i].part == diffAdded; i++ {
		e.here = append(e.here, i)
	}
	return i
}

// align pairs the lines of a block: one by one where as many go as come, else by
// how they begin and end.
func (e *diffEdits) align() {
	at := 0
	for k, g := range e.gone {
		found := -1
		if len(e.gone) == len(e.here) {
			found = k
		} else {
			for n := at; n < min(len(e.here), at+nearLines); n++ {
				if alikeLines(e.body(g), e.body(e.here[n])) {
					found = n
					break
				}
			}
		}
		if found < 0 {
			e.alone(g)
			continue
		}
		for ; at < found; at++ {
			e.alone(e.here[at])
		}
		e.match(g, e.here[found])
		at = found + 1
	}
	for ; at < len(e.here); at++ {
		e.alone(e.here[at])
	}
}

// body is the text of a changed line without its marks.
func (e *diffEdits) body(i int) []byte {
	s := e.spans[i]
	return bytes.TrimSpace(e.content[min(s.Start+max(1, int(e.parts[i].marks)), s.End):s.End])
}

// match makes one edit of a line that goes and the line that takes its place.
func (e *diffEdits) match(g, h int) {
	a, b := e.body(g), e.body(h)
	e.pair[g], e.pair[h] = int32(h), int32(g)
	pre, post := inCommon(a, b)
	if (pre+post)*4 < max(len(a), len(b)) {
		e.alone(g)
		e.alone(h)
		return
	}
	e.buf = lines.Mask(e.buf[:0], lines.Clip(a[pre:len(a)-post], editBytes))
	e.buf = append(e.buf, 0)
	e.buf = lines.Mask(e.buf, lines.Clip(b[pre:len(b)-post], editBytes))
	e.does[g] = e.id()
	e.does[h] = e.does[g]
}

// alone makes an edit of a line that only comes or only goes.
func (e *diffEdits) alone(i int) {
	e.buf = lines.Mask(e.buf[:0], lines.Clip(e.body(i), editBytes))
	e.does[i], e.whole[i] = e.id(), true
}

func (e *diffEdits) id() int32 {
	k, ok := e.ids[string(e.buf)]
	if !ok {
		k = int32(len(e.freq))
		e.ids[string(e.buf)] = k
		e.freq = append(e.freq, 0)
	}
	return k
}

func (e *diffEdits) count() {
	for _, k := range e.does {
		if k > 0 {
			e.freq[k]++
			e.changes++
		}
	}
	counts := slices.Clone(e.freq)
	slices.Sort(counts)
	sum := 0
	for _, n := range counts {
		if sum += int(n); sum*2 >= e.changes {
			e.usual = float64(n)
			break
		}
	}
}

// rarity is how few lines are changed as line i is, 0 to 1: a half where it is as
// many as of most lines.
func (e *diffEdits) rarity(i int) float64 {
	f := float64(e.freq[e.does[i]])
	if !e.whole[i] || e.pair[i] >= 0 {
		f = math.Max(1, f/2) // both sides count
	}
	r := 0.5 + 0.8*math.Log(math.Max(1, e.usual)/f)/math.Log(float64(max(3, e.changes)))
	return math.Min(1, math.Max(0, r))
}

// alikeLines reports whether two lines share half of their bytes at their ends.
func alikeLines(a, b []byte) bool {
	pre, post := inCommon(a, b)
	return len(a) > 3 && (pre+post)*2 >= max(len(a), len(b))
}

// inCommon is how many bytes two lines share at their beginning and, behind that, at
// their end, both at the edges of words.
func inCommon(a, b []byte) (pre, post int) {
	for pre < len(a) && pre < len(b) && a[pre] == b[pre] {
		pre++
	}
	for post < len(a)-pre && post < len(b)-pre && a[len(a)-1-post] == b[len(b)-1-post] {
		post++
	}
	for pre > 0 && inName(a[pre-1]) && (pre < len(a) && inName(a[pre]) || pre < len(b) && inName(b[pre])) {
		pre--
	}
	for post > 0 && inName(a[len(a)-post]) && (post < len(a) && inName(a[len(a)-post-1]) || post < len(b) && inName(b[len(b)-post-1])) {
		post--
	}
	return pre, post
}

func inName(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}
