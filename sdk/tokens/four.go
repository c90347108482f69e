package tokens

// parallelFrom is the length in bytes from which it pays to part a text.
const parallelFrom = 512

// weighFour is weigh, three times as fast on long texts: every step of the
// automaton waits for the one before, so four parts of the text go side by side.
// The parts begin where a word has just ended, which puts the automaton in a state
// that does not depend on what came before; so the sum is the same.
func weighFour(text []byte) int {
	var part [4][]byte
	var first [4]int32
	quarter := len(text) / 4
	for k := range 3 {
		n, row := wordEnd(text, quarter)
		part[k], text = text[:n], text[n:]
		first[k+1] = row
	}
	part[3] = text
	tab, cls := &table, &class
	a, b, c, d := part[0], part[1], part[2], part[3]
	n := min(len(a), len(b), len(c), len(d))
	a, b, c, d = a[:n], b[:n], c[:n], d[:n]
	var sumA, sumB, sumC, sumD int
	rowA, rowB, rowC, rowD := first[0], first[1], first[2], first[3]
	for i := range n {
		tA := tab[uint16(rowA)+uint16(cls[a[i]])]
		tB := tab[uint16(rowB)+uint16(cls[b[i]])]
		tC := tab[uint16(rowC)+uint16(cls[c[i]])]
		tD := tab[uint16(rowD)+uint16(cls[d[i]])]
		sumA, rowA = sumA+int(tA>>16), tA
		sumB, rowB = sumB+int(tB>>16), tB
		sumC, rowC = sumC+int(tC>>16), tC
		sumD, rowD = sumD+int(tD>>16), tD
	}
	sum := sumA + sumB + sumC + sumD
	for k, row := range []int32{rowA, rowB, rowC, rowD} {
		sum += weigh(part[k][n:], row)
	}
	return sum
}

// wordEnd is the first place at or after n where an ASCII letter and one byte that
// is none lie behind, and the row of the state there; len(text) where there is none.
func wordEnd(text []byte, n int) (at int, row int32) {
	for i := max(n, 2); i < len(text); i++ {
		if isLetter(text[i-2]) && !isLetter(text[i-1]) {
			word := table[class[text[i-2]]]
			return i, table[uint16(word)+uint16(class[text[i-1]])]
		}
	}
	return len(text), 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
