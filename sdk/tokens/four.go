package tokens

// parallelFrom is the length in bytes from which it pays to part a text.
const parallelFrom = 512

// weighFour is weigh, three times as fast on long texts: every step of the
// automaton waits for the one before, so four parts of the text go side by side.
// The parts begin where a word or a line has just ended, which puts the automaton in
// a state that does not depend on what came before; so the sum is the same.
func (m model) weighFour(text []byte) int {
	var part [4][]byte
	var first [4]uint32
	quarter := len(text) / 4
	for k := range 3 {
		n, row := m.sure(text, quarter)
		part[k], text = text[:n], text[n:]
		first[k+1] = row
	}
	part[3] = text
	tab, cls := m.table, &classOf
	a, b, c, d := part[0], part[1], part[2], part[3]
	n := min(len(a), len(b), len(c), len(d))
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	var sumA, sumB, sumC, sumD int
	rowA, rowB, rowC, rowD := first[0], first[1], first[2], first[3]
	for i := range n {
		rowA = tab[(rowA+uint32(cls[a[i]]))&(rows-1)]
		rowB = tab[(rowB+uint32(cls[b[i]]))&(rows-1)]
		rowC = tab[(rowC+uint32(cls[c[i]]))&(rows-1)]
		rowD = tab[(rowD+uint32(cls[d[i]]))&(rows-1)]
		sumA += int(int32(rowA) >> 16)
		sumB += int(int32(rowB) >> 16)
		sumC += int(int32(rowC) >> 16)
		sumD += int(int32(rowD) >> 16)
	}
	sum := sumA + sumB + sumC + sumD
	for k, row := range []uint32{rowA, rowB, rowC, rowD} {
		sum += m.weighOne(part[k][n:], row)
	}
	return sum
}

// sure is the first place at or after n where the state does not depend on what came
// before, and its row: behind an ASCII letter and one byte that is none, and behind
// the line end of a line that is not empty. It is len(text) where there is none.
func (m model) sure(text []byte, n int) (at int, row uint32) {
	for i := max(n, 2); i < len(text); i++ {
		if text[i-1] == '\n' && text[i-2] != '\n' {
			return i, 0
		}
		if isLetter(text[i-2]) && !isLetter(text[i-1]) {
			word := m.table[classOf[text[i-2]]]
			return i, m.table[(word+uint32(classOf[text[i-1]]))&(rows-1)]
		}
	}
	return len(text), 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
