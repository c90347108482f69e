package lines

// Bounds of template mining. They keep the time linear in the bytes: a line is
// compared with at most maxClusters templates of at most maxTokens tokens.
const (
	maxTokens    = 48   // tokens of a line that are looked at
	maxMined     = 1500 // bytes of a line that are looked at
	maxClusters  = 60   // templates of one token count and first token
	similar      = 0.6  // share of equal tokens from which lines are of one template
	similarShort = 0.65 // the same for lines of up to three tokens
	wild         = -1   // a place in a template where its lines differ
)

// template is a group of lines that differ in few tokens, after He et al., "Drain:
// an online log parsing approach with fixed depth tree" (2017).
type template struct {
	tokens []int32 // interned, wild where the lines differ
	lines  []int32 // indices of its lines
	varies []bool  // the token holds a masked number in some line
}

// words interns strings as small numbers; beyond its limit all are one.
type interner struct {
	ids   map[string]int32
	limit int
}

func newInterner(limit int) *interner { return &interner{ids: map[string]int32{}, limit: limit} }

func (n *interner) id(s []byte) int32 {
	if id, ok := n.ids[string(s)]; ok {
		return id
	}
	if len(n.ids) >= n.limit {
		return 0
	}
	id := int32(len(n.ids)) + 1
	n.ids[string(s)] = id
	return id
}

// miner sorts lines into templates.
type miner struct {
	content []byte
	delim   byte
	tokens  *interner
	flat    []token // tokens of all lines
	first   []int32 // where the tokens of line i begin in flat; one more at the end
	all     []*template
	buckets map[[2]int32][]int32
	seen    map[uint64]int32 // token sequences met before
	buf     []byte
	ids     []int32
	nums    []bool
}

type token struct {
	start, end int32
}

func newMiner(content []byte, n int, delim byte) *miner {
	return &miner{content: content, delim: delim, tokens: newInterner(1 << 19), first: make([]int32, 1, n+1),
		buckets: map[[2]int32][]int32{}, seen: map[uint64]int32{}}
}

// add returns the template of the next line.
func (m *miner) add(line int, s Span) int32 {
	m.split(s)
	from := m.first[line]
	toks := m.flat[from:]
	m.ids, m.nums = m.ids[:0], m.nums[:0]
	hash := uint64(14695981039346656037)
	for _, t := range toks {
		m.buf = maskToken(m.buf[:0], m.content[t.start:t.end])
		id := m.tokens.id(m.buf)
		num := false
		for _, c := range m.buf {
			num = num || c == '#'
		}
		m.ids, m.nums = append(m.ids, id), append(m.nums, num)
		hash = (hash ^ uint64(uint32(id))) * 1099511628211
	}
	m.first = append(m.first, int32(len(m.flat)))
	k, ok := m.seen[hash]
	if !ok || len(m.all[k].tokens) != len(m.ids) {
		k = m.cluster()
		m.seen[hash] = k
	}
	t := m.all[k]
	for j, n := range m.nums {
		t.varies[j] = t.varies[j] || n
	}
	t.lines = append(t.lines, int32(line))
	return k
}

// split appends the tokens of a line: its fields, or its cells where the content
// is a table.
func (m *miner) split(s Span) {
	end := min(s.End, s.Start+maxMined)
	n := 0
	for at := s.Start; at < end && n < maxTokens; n++ {
		if m.delim == 0 {
			for at < end && blank(m.content[at]) {
				at++
			}
			if at == end {
				return
			}
		}
		from := at
		for at < end && m.content[at] != m.delim && (m.delim != 0 || !blank(m.content[at])) {
			at++
		}
		if at == from+1 && m.delim == 0 && (m.content[from] == '[' || m.content[from] == '(') {
			at = m.padded(at, end) // "[ 26M]"
		}
		t := Span{from, at}
		if m.delim != 0 {
			t = Trim(m.content, t)
			at++
		}
		m.flat = append(m.flat, token{int32(t.Start), int32(t.End)})
	}
	if m.delim != 0 && end > s.Start && end == s.End && m.content[end-1] == m.delim && n < maxTokens {
		m.flat = append(m.flat, token{int32(end), int32(end)}) // the last cell is empty
	}
}

// padded returns the end of a number that is padded behind its bracket, or at.
func (m *miner) padded(at, end int) int {
	i := at
	for i < end && m.content[i] == ' ' {
		i++
	}
	if i == end || !digit(m.content[i]) {
		return at
	}
	for i < end && !blank(m.content[i]) {
		i++
	}
	return i
}

// cluster finds the nearest template of the line in ids, or makes one.
func (m *miner) cluster() int32 {
	key := [2]int32{int32(len(m.ids)), 0}
	if len(m.ids) > 0 && m.delim == 0 && !m.nums[0] {
		key[1] = m.ids[0]
	}
	best, bestSim := int32(-1), 0.0
	for _, k := range m.buckets[key] {
		t, same, free := m.all[k], 0, 0
		for j, id := range m.ids {
			if t.tokens[j] == id {
				same++
			} else if t.tokens[j] == wild {
				free++
			}
		}
		sim := 1.0
		if len(m.ids) > 0 {
			sim = (float64(same) + 0.3*float64(free)) / float64(len(m.ids))
		}
		if sim > bestSim {
			best, bestSim = k, sim
		}
	}
	limit := similar
	if len(m.ids) <= 3 {
		limit = similarShort
	}
	if m.delim != 0 {
		limit = 0
	}
	if best < 0 || bestSim < limit {
		if b := m.buckets[key]; len(b) < maxClusters {
			k := int32(len(m.all))
			m.all = append(m.all, &template{tokens: append([]int32(nil), m.ids...), varies: make([]bool, len(m.ids))})
			m.buckets[key] = append(b, k)
			return k
		}
		b := m.buckets[key]
		best = b[len(b)-1]
	}
	t := m.all[best]
	for j, id := range m.ids {
		if t.tokens[j] != id {
			t.tokens[j] = wild
		}
	}
	return best
}
