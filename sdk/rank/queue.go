package rank

// entry is an item with the score that it last had.
type entry struct {
	item  int
	score float64
}

func (e entry) before(o entry) bool {
	return e.score > o.score || e.score == o.score && e.item < o.item
}

// queue is a heap of entries, the best first. The ranking spends most of its time
// here, so it is written for this one type.
type queue []entry

func (q queue) order() {
	for i := len(q)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

func (q *queue) push(e entry) {
	*q = append(*q, e)
	h := *q
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

func (q *queue) pop() {
	h := *q
	n := len(h) - 1
	h[0] = h[n]
	*q = h[:n]
	if n > 0 {
		q.down(0)
	}
}

// lower gives the first entry a lower score.
func (q queue) lower(score float64) {
	q[0].score = score
	q.down(0)
}

func (q queue) down(i int) {
	e := q[i]
	for {
		k := 2*i + 1
		if k >= len(q) {
			break
		}
		if k+1 < len(q) && q[k+1].before(q[k]) {
			k++
		}
		if !q[k].before(e) {
			break
		}
		q[i] = q[k]
		i = k
	}
	q[i] = e
}
