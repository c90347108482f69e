package lines

import (
	"math"
	"strconv"
)

const (
	minAlike   = 6  // lines of a template from which its columns are compared
	extremes   = 12 // extreme numbers of a column that are raised
	oddPlaces  = 2  // outliers of a column that get a key of their own
	manyValues = 20 // a column with more distinct values than this may be one of numbers
)

// outliers raises lines that hold an extreme number or a rare value in a column of
// their template. The best column counts, not the sum.
func (e *evaluation) outliers() {
	for k := range e.miner.all {
		t := &e.miner.all[k]
		if len(t.lines) < minAlike {
			continue
		}
		for j, id := range e.miner.shapeOf(int32(k)) {
			if e.opt.Delim == 0 && id != wild && !e.miner.varies[int(t.from)+j] {
				continue
			}
			e.column(t, j)
		}
	}
}

// cell returns the j-th token of a line.
func (e *evaluation) cell(line int32, j int) []byte {
	from := e.miner.first[line]
	if int(from)+j >= int(e.miner.first[line+1]) {
		return nil
	}
	t, at := e.miner.flat[int(from)+j], e.lines[line].Body
	return e.content[at+int(t.start) : at+int(t.end)]
}

// column looks at one column of a template: few values, or numbers.
func (e *evaluation) column(t *template, j int) {
	n := len(t.lines)
	few := max(manyValues, n/4+1)
	freq := &e.values
	freq.reset()
	numbers, at, values := e.numbers[:0], e.at[:0], e.cells[:0]
	for _, line := range t.lines {
		c := e.cell(line, j)
		if freq.len() <= few {
			values = append(values, freq.add(Clip(c, 80)))
		}
		if x, ok := number(c); ok {
			numbers, at = append(numbers, x), append(at, line)
		}
	}
	e.numbers, e.at, e.cells = numbers, at, values
	kinds := freq.len()
	if kinds == 1 {
		return
	}
	if e.opt.Delim != 0 {
		e.noDates(t, j)
		e.twice(t, j)
		e.blanks(t, j)
	}
	numeric := len(numbers)*10 >= n*8
	if kinds <= n/4+1 && !(numeric && kinds > manyValues) {
		e.rareCells(t, j)
		if numeric {
			e.extremes(j, numbers, at)
		}
		return
	}
	if numeric {
		e.extremes(j, numbers, at)
	} else if kinds > few {
		e.rareShapes(t, j)
	}
}

// rareCells raises lines with a value that few lines have where one value
// dominates. The values of the column are counted in e.values and numbered in
// e.cells.
func (e *evaluation) rareCells(t *template, j int) {
	freq := &e.values
	n, top := float64(len(t.lines)), 0
	for _, c := range freq.counts {
		top = max(top, c)
	}
	if e.opt.Delim == 0 && float64(top) < 0.4*n {
		return
	}
	seen := append(e.flags[:0], make([]bool, freq.len())...)
	e.flags = seen
	places := 0
	for i, line := range t.lines {
		v := e.cells[i]
		c := float64(freq.counts[v])
		if c*4 > n {
			continue
		}
		b := (0.5 + 0.8*float64(top)/n) * surprise(c, n)
		if seen[v] {
			b *= 0.3
		}
		odd := ""
		if !seen[v] && b >= 0.5 && freq.len() <= 6 && places < oddPlaces {
			odd = strconv.Itoa(j) + "=" + string(freq.text(v))
			places++
		}
		seen[v] = true
		e.raise(line, b, odd, j)
	}
}

// rareShapes raises cells whose shape differs from that of nearly all others: a
// letter in a column of numbers, a word among codes.
func (e *evaluation) rareShapes(t *template, j int) {
	n := float64(len(t.lines))
	freq := &e.values
	freq.reset()
	shapes := e.cells[:0]
	var buf [16]byte
	for _, line := range t.lines {
		shapes = append(shapes, freq.add(Shape(buf[:0], e.cell(line, j))))
	}
	e.cells = shapes
	top := 0
	for _, c := range freq.counts {
		top = max(top, c)
	}
	if float64(top) < 0.8*n {
		return
	}
	for i, line := range t.lines {
		if c := float64(freq.counts[shapes[i]]); c <= 3 {
			e.raise(line, 0.7*surprise(c, n), "", j)
		}
	}
}

// Shape appends the shape of a cell to dst: runs of digits are 9, runs of lower
// case a, of upper case A, other bytes stand for themselves; at most 16 bytes.
func Shape(dst, cell []byte) []byte {
	last := byte(0)
	for _, c := range cell {
		switch {
		case digit(c):
			c = '9'
		case lower(c):
			c = 'a'
		case upper(c):
			c = 'A'
		case c >= 0x80:
			c = 'u'
		}
		if c != last && len(dst) < 16 {
			dst = append(dst, c)
		}
		last = c
	}
	return dst
}

// extremes raises the largest numbers of a column that is neither a counter nor a
// clock.
func (e *evaluation) extremes(j int, x []float64, at []int32) {
	if Monotone(x) {
		return
	}
	sizes := e.sizes[:0]
	for _, v := range x {
		sizes = append(sizes, math.Abs(v))
	}
	// the largest ones, of equal ones the first
	var largest [extremes]int
	m := 0
	for k, v := range sizes {
		if m == extremes && v <= sizes[largest[m-1]] {
			continue
		}
		m = min(m+1, extremes)
		r := m - 1
		for ; r > 0 && sizes[largest[r-1]] < v; r-- {
			largest[r] = largest[r-1]
		}
		largest[r] = k
	}
	e.sizes = append(sizes, sizes...)
	median := nth(e.sizes[len(sizes):], len(sizes)-1-len(sizes)/2)
	for r, k := range largest[:m] {
		ratio := (sizes[k] + 1) / (median + 1)
		if ratio < 2 {
			return
		}
		b := math.Min(1.5, 0.3*math.Log2(ratio)) / (1 + 0.35*float64(r))
		odd := ""
		if r < oddPlaces && b >= 0.8 {
			odd = strconv.Itoa(j) + ">"
		}
		e.raise(at[k], b, odd, j)
	}
}

func (e *evaluation) raise(line int32, b float64, odd string, j int) {
	l := &e.lines[line]
	if b > l.Outlier && l.Telling() {
		l.Value += b - l.Outlier
		l.Outlier = b
		if t := int(e.miner.first[line]) + j; t < int(e.miner.first[line+1]) {
			l.OddAt = Span{l.Body + int(e.miner.flat[t].start), l.Body + int(e.miner.flat[t].end)}
		}
		if odd != "" {
			l.Odd = odd
		}
	}
}

// Monotone reports whether at least 95 % of the steps go one way: a counter or a
// clock, whose largest number is no outlier.
func Monotone(x []float64) bool {
	up, down := 0, 0
	for i := 1; i < len(x); i++ {
		if x[i] > x[i-1] {
			up++
		} else if x[i] < x[i-1] {
			down++
		}
	}
	n := (len(x) - 1) * 95
	return up*100 > n || down*100 > n
}

// number reads a token that is one number, perhaps behind "name=", in brackets or
// quotes, and with a unit. Very long numbers are ids.
func number(t []byte) (float64, bool) {
	for i, c := range t {
		if c == '=' && i <= 16 {
			t = t[i+1:]
			break
		}
		if !wordByte(c) && c != '.' && c != '-' {
			break
		}
	}
	for len(t) > 0 && (t[0] == '"' || t[0] == '\'' || t[0] == '(' || t[0] == '[' || t[0] == ' ') {
		t = t[1:]
	}
	for len(t) > 0 {
		switch t[len(t)-1] {
		case '"', '\'', ')', ']', ',', ';', ':', '.':
			t = t[:len(t)-1]
			continue
		}
		break
	}
	i := 0
	neg := i < len(t) && t[i] == '-'
	if neg {
		i++
	}
	from, v, scale, point := i, 0.0, 1.0, false
	for ; i < len(t); i++ {
		switch c := t[i]; {
		case digit(c):
			v = v*10 + float64(c-'0')
			if point {
				scale *= 10
			}
			continue
		case c == '.' && !point && i+1 < len(t) && digit(t[i+1]):
			point = true
			continue
		}
		break
	}
	size := unit(t[i:])
	if i == from || i-from > 13 || size == 0 {
		return 0, false
	}
	v *= size / scale
	if neg {
		v = -v
	}
	return v, true
}

// unit is the size of a unit that may follow a number directly, 1 for none and for
// those that are alone in their kind, 0 for what is no unit. Times count in
// milliseconds.
func unit(s []byte) float64 {
	switch string(s) {
	case "", "B", "b", "%", "ms", "m":
		return 1
	case "K", "k", "KB", "kb", "Ki", "KiB", "kB", "s":
		return 1e3
	case "M", "MB", "mb", "Mi", "MiB":
		return 1e6
	case "G", "GB", "gb", "Gi", "GiB", "g":
		return 1e9
	case "T", "TB", "tb", "Ti", "TiB":
		return 1e12
	case "us":
		return 1e-3
	case "ns":
		return 1e-6
	}
	return 0
}
