package bpe

// heap is a binary heap, least first.
type heap []uint64

func (h *heap) push(x uint64) {
	*h = append(*h, x)
	s := *h
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if s[up] <= x {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = x
}

// pop takes the least out of a heap that must not be empty.
func (h *heap) pop() uint64 {
	s := *h
	top, x := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	i := 0
	for {
		down := 2*i + 1
		if down >= len(s) {
			break
		}
		if down+1 < len(s) && s[down+1] < s[down] {
			down++
		}
		if x <= s[down] {
			break
		}
		s[i] = s[down]
		i = down
	}
	if i < len(s) {
		s[i] = x
	}
	return top
}
