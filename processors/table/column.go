package table

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/riffle-dev/riffle/sdk/lines"
)

// mark says how a cell stands out of its column.
type mark struct {
	column int
	worth  float64 // 0 to about 1.5
	why    string  // marks of one column and reason diminish
}

// marks are all cells that stand out, by row.
type marks struct {
	rows     [][]mark
	constant []int // columns that say the same in all rows
	numeric  int   // columns that hold numbers
	key      int   // the column that tells rows apart
	partner  []int // of a row with a key that stands twice: the other row, else -1
}

const (
	keyBytes     = 96   // of a cell that tell it from others
	fewNumbers   = 8    // different numbers up to which they are names rather than amounts
	rarest       = 0.45 // rarity from which a value counts
	far          = 6.0  // deviations from the median from which a number counts
	farLimit     = 12   // numbers of one column that count
	oddLimit     = 24   // values of one column that count
	valueWorth   = 1.2
	shapeWorth   = 1.3
	farWorth     = 1.1
	twiceWorth   = 0.8
	failingWorth = 0.4
)

// marks compares every cell with its column.
func (t *table) marks() *marks {
	m := &marks{rows: make([][]mark, len(t.rows)), partner: make([]int, len(t.rows))}
	for i := range m.partner {
		m.partner[i] = -1
	}
	best := 0.0
	for j := range t.columns {
		c := t.column(j)
		if c.distinct == 1 && len(t.rows) > 1 {
			m.constant = append(m.constant, j)
			continue
		}
		if c.numeric*10 >= len(t.rows)*9 {
			m.numeric++
		}
		if s := c.keyness(); s > best+0.05 {
			best, m.key = s, j
		}
		c.rareValues(m)
		c.rareShapes(m)
		c.extremes(m)
	}
	t.twice(m)
	t.failing(m)
	m.once(t)
	return m
}

// column is what is known of one column.
type column struct {
	t        *table
	j        int
	values   map[string]int
	distinct int
	numbers  []float64 // NaN for what is none
	numeric  int
	usual    float64 // how often the value of the row in the middle stands
}

func (t *table) column(j int) *column {
	c := &column{t: t, j: j, values: map[string]int{}, numbers: make([]float64, len(t.rows))}
	for i := range t.rows {
		cell := t.cell(&t.rows[i], j)
		c.values[string(lines.Clip(cell, keyBytes))]++
		x, ok := number(cell)
		if !ok {
			x = math.NaN()
		} else {
			c.numeric++
		}
		c.numbers[i] = x
	}
	c.distinct = len(c.values)
	c.usual = middle(c.values, len(t.rows))
	return c
}

// middle is how often a thing stands of which the median row is an instance.
func middle(freq map[string]int, n int) float64 {
	counts := make([]int, 0, len(freq))
	for _, f := range freq {
		counts = append(counts, f)
	}
	slices.Sort(counts)
	sum := 0
	for _, f := range counts {
		if sum += f; sum*2 >= n {
			return float64(f)
		}
	}
	return 1
}

// keyness is how well a column tells rows apart; the first such column is best.
func (c *column) keyness() float64 {
	if c.numeric == len(c.numbers) {
		for _, x := range c.numbers {
			if x != math.Trunc(x) {
				return 0
			}
		}
	}
	return float64(c.distinct) / float64(len(c.t.rows))
}

// rarity is how seldom something is that stands f times among n, where the median
// row's stands usual times: 0 for what is as frequent, 1 for what stands once where all
// others are equal.
func rarity(f int, usual float64, n int) float64 {
	if n < 2 || float64(f) >= usual {
		return 0
	}
	return math.Log(usual/float64(f)) / math.Log(float64(n))
}

func (m *marks) add(row int, k mark) { m.rows[row] = append(m.rows[row], k) }

// once lets what a row says in several columns count in one of them: the same amount
// under three names is no third surprise.
func (m *marks) once(t *table) {
	for i, list := range m.rows {
		for k := range list {
			for o := range list {
				a, b := t.cell(&t.rows[i], list[k].column), t.cell(&t.rows[i], list[o].column)
				if o != k && list[k].column != list[o].column && len(a) > 0 && bytes.Equal(a, b) && (list[o].worth > list[k].worth || list[o].worth == list[k].worth && o < k) {
					list[k].worth *= 0.1
					break
				}
			}
		}
	}
}

// rareValues marks values that few rows have in a column of few values.
func (c *column) rareValues(m *marks) {
	n := len(c.t.rows)
	if c.distinct*3 > n || c.numeric*10 > n*9 && c.distinct > fewNumbers {
		return
	}
	seen := map[string]bool{}
	left := oddLimit
	for i := range c.t.rows {
		v := string(lines.Clip(c.t.cell(&c.t.rows[i], c.j), keyBytes))
		r := rarity(c.values[v], c.usual, n)
		if r < rarest || left == 0 {
			continue
		}
		left--
		w := valueWorth * r
		if seen[v] {
			w *= 0.4
		}
		seen[v] = true
		m.add(i, mark{c.j, w, c.reason("value")})
	}
}

// rareShapes marks cells of another form than the column's: letters among numbers,
// an empty cell where all are full.
func (c *column) rareShapes(m *marks) {
	n := len(c.t.rows)
	freq := map[string]int{}
	shapes := make([]string, n)
	var buf []byte
	for i := range c.t.rows {
		buf = lines.Shape(buf[:0], c.t.cell(&c.t.rows[i], c.j))
		shapes[i] = string(buf)
		freq[shapes[i]]++
	}
	usual := middle(freq, n)
	left := oddLimit
	for i, s := range shapes {
		if r := rarity(freq[s], usual, n); r >= rarest+0.1 && left > 0 {
			left--
			m.add(i, mark{c.j, shapeWorth * r, c.reason("shape")})
		}
	}
}

func (c *column) reason(what string) string { return what + " " + strconv.Itoa(c.j) }

// extremes marks numbers far from the median, counted in the usual deviation. A
// counter or a clock has none.
func (c *column) extremes(m *marks) {
	if c.numeric*10 < len(c.numbers)*8 || c.distinct < 3 {
		return
	}
	var x []float64
	for _, v := range c.numbers {
		if !math.IsNaN(v) {
			x = append(x, v)
		}
	}
	if len(x) < minRows || lines.Monotone(x) {
		return
	}
	median, spread, tail := deviation(x)
	out := c.beyond(median, spread)
	if len(out)*10 > len(x) {
		// Two levels, or amounts of many sizes: far is what is far from the largest, too.
		out = c.beyond(median, tail/3)
	}
	for k, o := range out[:min(len(out), farLimit)] {
		l := math.Log2(o.far)
		w := farWorth * min(l/4, 1+l/16) / (1 + 0.2*float64(k))
		m.add(o.row, mark{c.j, w, c.reason("far")})
	}
}

// outlier is a number, by how many deviations it is from the median.
type outlier struct {
	row int
	far float64
}

// beyond are the numbers that are far from the median, the farthest first.
func (c *column) beyond(median, spread float64) []outlier {
	var out []outlier
	for i, v := range c.numbers {
		if d := math.Abs(v-median) / spread; d >= far {
			out = append(out, outlier{i, d})
		}
	}
	slices.SortStableFunc(out, func(a, b outlier) int { return cmp.Compare(b.far, a.far) })
	return out
}

// deviation is the median of x, the usual distance from it and that within which nine
// of ten values are, never 0: where most values are equal, the mean distance counts.
func deviation(x []float64) (median, spread, tail float64) {
	s := slices.Clone(x)
	slices.Sort(s)
	median = s[len(s)/2]
	sum := 0.0
	for i, v := range s {
		s[i] = math.Abs(v - median)
		sum += s[i]
	}
	slices.Sort(s)
	spread = 1.48 * s[len(s)/2]
	if spread == 0 {
		spread = sum / float64(len(s))
	}
	// differences in the last digits are none
	least := max(1e-4*math.Abs(median), 1e-12)
	return median, max(spread, least), max(s[len(s)*9/10], least)
}

// twice marks rows whose key stands more than once, where keys are told apart
// nearly everywhere.
func (t *table) twice(m *marks) {
	first := map[string]int{}
	var again [][2]int
	for i := range t.rows {
		k := t.cell(&t.rows[i], m.key)
		if len(k) == 0 {
			continue
		}
		if f, ok := first[string(k)]; ok {
			again = append(again, [2]int{f, i})
			continue
		}
		first[string(k)] = i
	}
	if len(again)*20 > len(t.rows) {
		return
	}
	for _, p := range again {
		m.partner[p[1]] = p[0]
		m.add(p[1], mark{m.key, twiceWorth, "twice"})
	}
}

// failing marks cells that speak of a failure where few of their column do.
func (t *table) failing(m *marks) {
	for j := range t.columns {
		var rows []int
		for i := range t.rows {
			c := t.cell(&t.rows[i], j)
			if len(c) > 3 && bytes.ContainsFunc(c, letter) && lines.Scan(lines.Clip(c, keyBytes)).Failing() {
				rows = append(rows, i)
			}
		}
		if len(rows)*10 > len(t.rows) {
			continue
		}
		for _, i := range rows {
			m.add(i, mark{j, failingWorth, "failing " + strconv.Itoa(j)})
		}
	}
}

func letter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= 0x80 }
