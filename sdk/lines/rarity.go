package lines

import "unicode/utf8"

const (
	rareWordBytes = 2000 // bytes of a line whose words are counted
	rareWords     = 48   // words of a line that are counted
)

// rarity is what the rareness of each line's template and words is worth, both as
// excess over the median of all lines.
func (e *evaluation) rarity() []float64 {
	n := float64(len(e.lines))
	byTemplate, byWords := make([]float64, len(e.lines)), e.wordRarity()
	single := 0.0
	for k := range e.miner.all {
		if e.miner.all[k].count == 1 {
			single++
		}
	}
	of := make([]float64, len(e.miner.all))
	for k := range of {
		of[k] = surprise(float64(e.miner.all[k].count), n)
	}
	for i := range e.lines {
		byTemplate[i] = of[e.lines[i].Template]
	}
	excess(byTemplate)
	excess(byWords)
	// where most lines are alone in their template, that says little
	weight := 0.9 * max(0.25, 1-1.3*single/n)
	for i := range byTemplate {
		byTemplate[i] = weight*byTemplate[i] + 0.6*byWords[i]
	}
	return byTemplate
}

// wordRarity is the mean surprise of the three rarest words of each line.
func (e *evaluation) wordRarity() []float64 {
	words := interner{limit: 1 << 18}
	var flat []int32
	first := make([]int32, 1, len(e.lines)+1)
	count := []int32{0} // lines that have the word
	last := []int32{0}  // the last such line, from 1
	for i := range e.lines {
		text := Clip(e.lines[i].Text(e.content), rareWordBytes)
		n := 0
		flat = moreOf(flat, rareWords, i, len(e.lines))
		for at := 0; at < len(text) && n < rareWords; {
			from, to := nextWord(text, at)
			at = to
			if to-from < 3 || partOfID(text, from, to) {
				continue
			}
			n++
			id := words.id(text[from:to])
			if int(id) == len(count) {
				count, last = append(count, 0), append(last, 0)
			}
			if last[id] != int32(i+1) {
				last[id] = int32(i + 1)
				count[id]++
			}
			flat = append(flat, id)
		}
		first = append(first, int32(len(flat)))
	}
	count[0] = 1 // words beyond the limit are rare
	out := make([]float64, len(e.lines))
	rare := surprises(count, float64(len(e.lines)))
	for i := range out {
		var top [3]float64
		for _, id := range flat[first[i]:first[i+1]] {
			x := rare[id]
			for k := range top {
				if x > top[k] {
					top[k], x = x, top[k]
				}
			}
		}
		out[i] = (top[0] + top[1] + top[2]) / 3
	}
	return out
}

// surprises are the surprises of counts of things among total. Most words are on
// few lines, so those of small counts are known before long.
func surprises(count []int32, total float64) []float64 {
	var known [64]float64
	for c := range known {
		known[c] = surprise(float64(c), total)
	}
	out := make([]float64, len(count))
	for i, c := range count {
		if int(c) < len(known) {
			out[i] = known[c]
		} else {
			out[i] = surprise(float64(c), total)
		}
	}
	return out
}

// partOfID reports whether a short run of letters touches a digit, as in a hash or
// a random name: such runs are all rare and say nothing.
func partOfID(text []byte, from, to int) bool {
	if to-from > 4 || text[from] >= utf8.RuneSelf {
		return false
	}
	return from > 0 && digit(text[from-1]) || to < len(text) && digit(text[to])
}

// nextWord returns the next run of letters and underscores that begins with a
// letter. A run of characters beyond ASCII counts three bytes or more, so that it
// is a word by itself.
func nextWord(text []byte, at int) (from, to int) {
	for at < len(text) && !letter(text[at]) && text[at] < utf8.RuneSelf {
		at++
	}
	from = at
	for at < len(text) && (byteClasses[text[at]]&inWord != 0) {
		at++
	}
	return from, at
}
