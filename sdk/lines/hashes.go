package lines

// hashes maps hashes of 64 bits to numbers.
type hashes struct {
	slots []hashed
	n     int
}

type hashed struct {
	key   uint64
	value int32 // plus 1; 0 where the slot is free
}

// slot is that of a key, or the free one where it belongs.
func (h *hashes) slot(key uint64) *hashed {
	mask := uint64(len(h.slots) - 1)
	// the bits of simple hashes are not equally good
	for i := key * 0x9e3779b97f4a7c15 >> 32 & mask; ; i = (i + 1) & mask {
		if s := &h.slots[i]; s.value == 0 || s.key == key {
			return s
		}
	}
}

func (h *hashes) get(key uint64) (int32, bool) {
	if h.n == 0 {
		return 0, false
	}
	s := h.slot(key)
	return s.value - 1, s.value != 0
}

func (h *hashes) set(key uint64, value int32) {
	if h.n*2 >= len(h.slots) {
		old := h.slots
		h.slots = make([]hashed, max(tableSlots, 2*len(old)))
		for _, s := range old {
			if s.value != 0 {
				*h.slot(s.key) = s
			}
		}
	}
	s := h.slot(key)
	if s.value == 0 {
		h.n++
	}
	*s = hashed{key, value + 1}
}
