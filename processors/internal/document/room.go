package document

import (
	"cmp"
	"math"
	"slices"
)

// Bounds of the blocks of one document, and with them of its memory. They are far
// more than a person reads or a budget shows; a longer document gives up those that
// are worth least.
const (
	mostBlocks = 1 << 16
	keptBlocks = mostBlocks / 2
)

// Full reports whether there are so many blocks that some should be given up.
func (d *Doc) Full() bool { return len(d.Blocks) >= mostBlocks }

// Settle gives up those blocks before until that are worth least, and returns how
// many: blocks behind move up by as many. Their words stay known.
func (d *Doc) Settle(until int) int {
	d.judge(until)
	return d.keepBest(until, keptBlocks)
}

// rowRank is a row of blocks and about what it is worth.
type rowRank struct {
	first, end int32 // its blocks
	score      float64
}

// copiesKept is the part of the blocks kept that may be copies of others.
const copiesKept = 8

// keepBest keeps about n blocks of those before until: rows as wholes, the best
// first, and the last in any case, which may go on.
func (d *Doc) keepBest(until, n int) int {
	if until <= n {
		return 0
	}
	var rows []rowRank
	for i := 0; i < until; {
		end := d.rowEnd(i, until)
		if d.Blocks[i].same == 0 {
			rows = append(rows, rowRank{int32(i), int32(end), d.rowScore(i, end)})
		}
		i = end
	}
	if k := len(rows) - 1; k >= 0 && int(rows[k].end) == until {
		rows[k].score = math.Inf(1)
	}
	slices.SortFunc(rows, func(a, b rowRank) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.first, b.first))
	})
	keep := make([]bool, until)
	for size, k := 0, 0; size < n && k < len(rows); k++ {
		for i := rows[k].first; i < rows[k].end; i++ {
			keep[i] = true
			size++
		}
	}
	return until - d.compact(keep, n/copiesKept)
}

// compact drops the blocks that are not to be kept, and most copies, and returns how
// many are left of those that keep speaks of.
func (d *Doc) compact(keep []bool, copies int) int {
	moved, kept := make([]int32, len(keep)), 0
	for i := range keep {
		x := d.Blocks[i]
		if moved[i] = -1; x.same > 0 {
			if x.same = moved[x.same-1] + 1; x.same == 0 || copies == 0 {
				continue
			}
			copies--
		} else if !keep[i] {
			continue
		}
		moved[i] = int32(kept)
		d.Blocks[kept] = x
		kept++
	}
	d.shift(len(keep), kept, moved)
	return kept
}

// shift closes the gap between the blocks that were kept and those from until on.
func (d *Doc) shift(until, kept int, moved []int32) {
	d.Blocks = append(d.Blocks[:kept], d.Blocks[until:]...)
	d.judged -= until - kept
	d.Dropped += until - kept
	d.first, d.last = after(moved, d.first), after(moved, d.last)
	for h, k := range d.firsts {
		if moved[k] < 0 {
			delete(d.firsts, h)
		} else {
			d.firsts[h] = moved[k]
		}
	}
}

// after is the new place of the first kept block from i on.
func after(moved []int32, i int) int {
	for ; i >= 0 && i < len(moved); i++ {
		if moved[i] >= 0 {
			return int(moved[i])
		}
	}
	return -1
}

// rowEnd is where the blocks end that share a row with block i. Of a row of very many
// each part counts as one.
func (d *Doc) rowEnd(i, until int) int {
	const longRow = 500
	until = min(until, i+longRow)
	for i++; i < until && d.Blocks[i].Join != Apart; i++ {
	}
	return i
}

// rowScore is about what the best of some blocks would bring for its size.
func (d *Doc) rowScore(from, to int) float64 {
	best := 0.0
	for i := from; i < to; i++ {
		x := &d.Blocks[i]
		if x.same > 0 {
			continue
		}
		best = max(best, d.roughValue(i, x)/costOf(min(x.TextLen(), usualPiece)))
	}
	return best
}

// usualPiece is the length in bytes of what is shown of a long block.
const usualPiece = 120

// roughValue is the value of a block as if it were one piece: what its sentences say
// counts as said by the first.
func (d *Doc) roughValue(i int, x *Block) float64 {
	const read = 4096 // bytes
	v := 0.0
	end := min(x.end, x.start+read)
	if x.cells.n > 0 {
		v = d.rowValue(x)
	} else {
		c := piece{start: int(x.start), end: int(end)}
		rarity := 0.0
		if whole(x) {
			rarity = d.words.Rarity(d.textOf(x, c.start, c.end))
		}
		v = d.value(i, x, c, rarity)
	}
	if v > 0 && len(d.evidence) > 0 && d.set.On(ruleEvidence) && d.isEvidence(d.source(x, int(x.start), int(x.end))) {
		v++
	}
	return v
}
