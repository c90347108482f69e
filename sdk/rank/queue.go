package rank

import (
	"math"
	"slices"
)

// entry is an item with the score that it last had.
type entry struct {
	score float64
	item  int32
	next  int32 // of those that wait in the same bucket, plus 1; 0 ends the list
}

func (e *entry) before(o *entry) bool {
	return e.score > o.score || e.score == o.score && e.item < o.item
}

// A queue gives entries back best first. Most of them wait in buckets by the leading
// bits of their score, unsorted, and only those of the best bucket form a heap: to
// lower an entry, which is what a ranking does most, is to put it before a list.
const (
	stepBits = 9  // of the fraction: a bucket spans 0.1 to 0.2 % of a score
	octaves  = 16 // below the best score at first; what is lower shares the last bucket
	buckets  = octaves<<stepBits + 1
	topMark  = 52 - stepBits // bits of a float64 that do not count
)

type queue struct {
	heap    []entry // of the bucket current and of those above
	current int
	base    int     // the leading bits of scores in bucket 0
	first   []int32 // by bucket: an entry in waiting, plus 1
	waiting []entry
	free    int32 // an entry in waiting that is not used, plus 1
}

// reset empties the queue and makes room for n entries.
func (q *queue) reset(n int) {
	q.heap, q.waiting, q.free = q.heap[:0], slices.Grow(q.waiting[:0], n), 0
}

// add adds one of the first entries; order follows them.
func (q *queue) add(item int32, score float64) {
	q.waiting = append(q.waiting, entry{score: score, item: item})
}

// order makes the buckets, so that the best of the entries is in the uppermost.
func (q *queue) order() {
	q.first, q.current, q.base = cleared(q.first, buckets, buckets), buckets, 0
	most := 0
	for i := range q.waiting {
		most = max(most, lead(q.waiting[i].score))
	}
	q.base = most - buckets + 1
	for i := range q.waiting {
		e := &q.waiting[i]
		k := q.bucket(e.score)
		e.next, q.first[k] = q.first[k], int32(i)+1
	}
}

func lead(score float64) int { return int(math.Float64bits(score) >> topMark) }

func (q *queue) bucket(score float64) int { return min(max(lead(score)-q.base, 0), buckets-1) }

// push adds an entry.
func (q *queue) push(item int32, score float64) {
	e := entry{score: score, item: item}
	k := q.bucket(score)
	if k >= q.current {
		q.up(e)
		return
	}
	e.next = q.first[k]
	at := q.free
	if at == 0 {
		q.waiting = append(q.waiting, e)
		at = int32(len(q.waiting))
	} else {
		q.free = q.waiting[at-1].next
		q.waiting[at-1] = e
	}
	q.first[k] = at
}

// best is the first entry, nil where there is none.
func (q *queue) best() *entry {
	for len(q.heap) == 0 {
		if q.current == 0 {
			return nil
		}
		q.current--
		q.fill(q.current)
	}
	return &q.heap[0]
}

// fill makes the heap of a bucket.
func (q *queue) fill(bucket int) {
	at := q.first[bucket]
	if at == 0 {
		return
	}
	q.first[bucket] = 0
	for at != 0 {
		e := &q.waiting[at-1]
		q.heap = append(q.heap, *e)
		next := e.next
		e.next, q.free = q.free, at
		at = next
	}
	for i := len(q.heap)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

// lower gives the first entry a lower score.
func (q *queue) lower(score float64) {
	if q.bucket(score) >= q.current {
		q.heap[0].score = score
		q.down(0)
		return
	}
	item := q.heap[0].item
	q.pop()
	q.push(item, score)
}

func (q *queue) up(e entry) {
	q.heap = append(q.heap, e)
	h := q.heap
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.before(&h[up]) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
}

// pop takes the first entry away.
func (q *queue) pop() {
	n := len(q.heap) - 1
	q.heap[0] = q.heap[n]
	q.heap = q.heap[:n]
	if n > 1 {
		q.down(0)
	}
}

func (q *queue) down(i int) {
	h := q.heap
	e := h[i]
	for {
		k := 2*i + 1
		if k >= len(h) {
			break
		}
		if k+1 < len(h) && h[k+1].before(&h[k]) {
			k++
		}
		if !h[k].before(&e) {
			break
		}
		h[i] = h[k]
		i = k
	}
	h[i] = e
}
