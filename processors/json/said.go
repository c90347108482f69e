package json

// said finds the leaf of a record that says a value under the best key. Every record
// has a small open table of its own, side by side with those of its neighbours.
type said struct {
	first []int32 // by record: where its table begins; that of the next one is its end
	slots []int32 // a leaf plus one; 0 is free
}

// at is the place of a value in the table of a record; nil where the record has no
// values to tell.
func (s *said) at(leaves []leaf, record int32, words uint32) *int32 {
	table := s.slots[s.first[record]:s.first[record+1]]
	if len(table) == 0 {
		return nil
	}
	for k := int(uint64(words) * uint64(len(table)) >> 32); ; k++ {
		if k == len(table) {
			k = 0
		}
		if i := table[k]; i == 0 || leaves[i-1].words == words {
			return &table[k]
		}
	}
}

// gather notes for every record where it says a value under its best key.
func (v *valuer) gather() {
	s := &v.said
	s.first = make([]int32, len(v.records)+1)
	for i := range v.leaves {
		if l := &v.leaves[i]; v.telling(l) {
			l.marks |= markTelling
			s.first[l.record+1]++
		}
	}
	for r := range v.records {
		n := s.first[r+1]
		s.first[r+1] = s.first[r]
		if n > 0 {
			s.first[r+1] += n + n/2 + 1
		}
	}
	s.slots = make([]int32, s.first[len(v.records)])
	for i := range v.leaves {
		l := &v.leaves[i]
		if !l.is(markTelling) {
			continue
		}
		at := s.at(v.leaves, l.record, l.words)
		if *at == 0 || v.weight(l) > v.weight(&v.leaves[*at-1]) {
			*at = int32(i) + 1
		}
	}
}

// telling reports whether a value is long enough that saying it twice is no chance.
func (v *valuer) telling(l *leaf) bool {
	return (l.kind == kindString || l.kind == kindNumber) && v.says(l) >= 4
}

// repeats reports whether the record of leaf i, or one of the two around it, says
// the same under a better key.
func (v *valuer) repeats(i int) bool {
	l := &v.leaves[i]
	if !l.is(markTelling) {
		return false
	}
	if *v.said.at(v.leaves, l.record, l.words) != int32(i)+1 {
		return true
	}
	rec := l.record
	for range 2 {
		if rec = v.records[rec].parent; rec < 0 {
			break
		}
		if at := v.said.at(v.leaves, rec, l.words); at != nil && *at != 0 {
			return true
		}
	}
	return false
}
