package rank

// lists are many short lists of items, one behind the other in one slice.
type lists struct {
	from  []int32 // where each list begins in items; one more at the end
	items []int32
}

// listsOf makes n lists. each calls add for every item of every list, in the same
// order each time: it is asked twice.
func listsOf(n int, each func(add func(list, item int))) lists {
	l := lists{from: make([]int32, n+1)}
	total := 0
	each(func(list, _ int) { l.from[list+1]++; total++ })
	if total == 0 {
		return l
	}
	for i := range n {
		l.from[i+1] += l.from[i]
	}
	l.items = make([]int32, total)
	// fill each list behind its start, which moves to its end, and move it back
	each(func(list, item int) {
		l.items[l.from[list]] = int32(item)
		l.from[list]++
	})
	copy(l.from[1:], l.from[:n])
	l.from[0] = 0
	return l
}

func (l *lists) of(list int) []int32 { return l.items[l.from[list]:l.from[list+1]] }
