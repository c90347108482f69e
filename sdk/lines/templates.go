package lines

import "slices"

// Bounds of template mining. They keep the time linear in the bytes: a line is
// compared with at most maxClusters templates of at most maxTokens tokens.
const (
	maxTokens    = 48   // tokens of a line that are looked at
	maxMined     = 1500 // bytes of a line that are looked at
	maxCells     = 512  // cells of a row of a table that are looked at: what stands out may be far right
	maxRow       = 8192 // bytes of such a row
	maxClusters  = 60   // templates of one token count and first token
	similar      = 0.6  // share of equal tokens from which lines are of one template
	similarShort = 0.65 // the same for lines of up to three tokens
	wild         = -1   // a place in a template where its lines differ
)

// template is a group of lines that differ in few tokens, after He et al., "Drain:
// an online log parsing approach with fixed depth tree" (2017).
type template struct {
	from, width int32   // where its tokens stand in the miner's
	next        int32   // the next template of its bucket, -1
	count       int32   // of its lines
	lines       []int32 // indices of its lines, once all are sorted
}

// interner numbers strings from 1; beyond its limit all are 0.
type interner struct {
	table
	limit int
}

func (n *interner) id(s []byte) int32 {
	id, hash := n.find(s)
	if id < 0 {
		if n.len() >= n.limit {
			return 0
		}
		id = n.insert(s, hash)
	}
	return id + 1
}

// miner sorts lines into templates.
type miner struct {
	content []byte
	delim   byte
	tokens  interner
	flat    []token // tokens of all lines
	first   []int32 // where the tokens of line i begin in flat; one more at the end
	all     []template
	shape   []int32 // tokens of all templates, wild where their lines differ
	varies  []bool  // the token holds a masked number in some line
	buckets map[[2]int32]bucket
	seen    hashes // template by token sequences met before
	buf     []byte
	marks   []uint8 // of the tokens of a line
	ids     []int32
	nums    []bool
	number  int32 // of the token that is all number, 0 before one was met
}

// bucket lists templates of one token count and first token, in their order.
type bucket struct{ first, last, n int32 }

// token is where a token stands, from the start of its line: in the first maxMined
// bytes.
type token struct {
	start, end uint16
}

// moreOf makes room for what the next line may add to a slice of which the first
// part of a whole has filled what is there, as much as the rest will need.
func moreOf[T any](s []T, next, done, whole int) []T {
	if cap(s)-len(s) >= next {
		return s
	}
	need := next + whole/8
	if done > 0 {
		need = next + int(float64(len(s))*float64(whole-done)/float64(done)*1.05)
	}
	return slices.Grow(s, max(next, need))
}

func newMiner(content []byte, n int, delim byte) *miner {
	return &miner{content: content, delim: delim, tokens: interner{limit: 1 << 19}, first: make([]int32, 1, n+1),
		buckets: map[[2]int32]bucket{}}
}

// tokens are those of template k, wild where its lines differ.
func (m *miner) shapeOf(k int32) []int32 {
	t := &m.all[k]
	return m.shape[t.from : t.from+t.width]
}

// add returns the template of the next line.
func (m *miner) add(line int, s Span) int32 {
	m.flat = moreOf(m.flat, maxTokens+1, line, cap(m.first)-1) // rows of more cells make their own room
	m.split(s)
	from := m.first[line]
	toks := m.flat[from:]
	m.ids, m.nums = m.ids[:0], m.nums[:0]
	hash := uint64(14695981039346656037)
	for j, t := range toks {
		id, num := m.id(m.content[s.Start+int(t.start):s.Start+int(t.end)], m.marks[j])
		m.ids, m.nums = append(m.ids, id), append(m.nums, num)
		hash = (hash ^ uint64(uint32(id))) * 1099511628211
	}
	m.first = append(m.first, int32(len(m.flat)))
	k, ok := m.seen.get(hash)
	if !ok || int(m.all[k].width) != len(m.ids) {
		k = m.cluster()
		m.seen.set(hash, k)
	}
	t := &m.all[k]
	t.count++
	varies := m.varies[t.from : t.from+t.width]
	for j, n := range m.nums {
		varies[j] = varies[j] || n
	}
	return k
}

// id numbers a token by what it is without its numbers, and reports whether it has
// any; marks are those of its bytes.
func (m *miner) id(tok []byte, marks uint8) (id int32, num bool) {
	if marks&(markDigit|markSlash) == 0 && (marks&markDash == 0 || len(tok) < uuidBytes) {
		return m.tokens.id(tok), marks&markNumber != 0 // nothing to mask
	}
	m.buf = maskToken(m.buf[:0], tok)
	if len(m.buf) == 1 && m.buf[0] == '#' {
		if m.number == 0 {
			m.number = m.tokens.id(m.buf)
		}
		return m.number, true
	}
	for _, c := range m.buf {
		num = num || c == '#'
	}
	return m.tokens.id(m.buf), num
}

// sort lists the lines of each template; templates are those of the lines.
func (m *miner) sort(templates func(line int) int, n int) {
	all, at := make([]int32, n), int32(0)
	for k := range m.all {
		t := &m.all[k]
		t.lines = all[at : at : at+t.count]
		at += t.count
	}
	for i := range n {
		t := &m.all[templates(i)]
		t.lines = append(t.lines, int32(i))
	}
}

// Marks of bytes that tell whether a token has something to mask.
const (
	markDigit = 1 << iota
	markSlash
	markDash
	markNumber // the sign that stands for a number
)

const uuidBytes = 36

var byteMarks = func() (t [256]uint8) {
	for c := '0'; c <= '9'; c++ {
		t[c] = markDigit
	}
	t['/'], t['-'], t['#'] = markSlash, markDash, markNumber
	return t
}()

// split appends the tokens of a line: its fields, or its cells where the content
// is a table.
func (m *miner) split(s Span) {
	content, delim := m.content, m.delim
	most, end := maxTokens, min(s.End, s.Start+maxMined)
	if delim != 0 {
		most, end = maxCells, min(s.End, s.Start+maxRow)
	}
	m.marks = m.marks[:0]
	n := 0
	for at := s.Start; at < end && n < most; n++ {
		if delim == 0 {
			for at < end && blank(content[at]) {
				at++
			}
			if at == end {
				return
			}
		}
		from, marks := at, uint8(0)
		for at < end {
			c := content[at]
			if c == delim || delim == 0 && blank(c) {
				break
			}
			marks |= byteMarks[c]
			at++
		}
		if delim == 0 && at == from+1 && (content[from] == '[' || content[from] == '(') {
			if to := m.padded(at, end); to > at {
				at, marks = to, markDigit // "[ 26M]"
				for _, c := range content[from:to] {
					marks |= byteMarks[c]
				}
			}
		}
		t := Span{from, at}
		if delim != 0 {
			t = Trim(content, t)
			at++
		}
		m.flat = append(m.flat, token{uint16(t.Start - s.Start), uint16(t.End - s.Start)})
		m.marks = append(m.marks, marks)
	}
	if delim != 0 && end > s.Start && end == s.End && content[end-1] == delim && n < most {
		m.flat = append(m.flat, token{uint16(end - s.Start), uint16(end - s.Start)}) // the last cell is empty
		m.marks = append(m.marks, 0)
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
	b := m.buckets[key]
	best, bestSim, last := int32(-1), 0.0, int32(-1)
	for k, left := b.first, b.n; left > 0; k, left = m.all[k].next, left-1 {
		last = k
		same, free := 0, 0
		shape := m.shapeOf(k)
		for j, id := range m.ids {
			if shape[j] == id {
				same++
			} else if shape[j] == wild {
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
		if b.n < maxClusters {
			return m.newTemplate(key, b)
		}
		best = last
	}
	shape := m.shapeOf(best)
	for j, id := range m.ids {
		if shape[j] != id {
			shape[j] = wild
		}
	}
	return best
}

// newTemplate makes a template of the tokens in ids.
func (m *miner) newTemplate(key [2]int32, b bucket) int32 {
	k := int32(len(m.all))
	m.all = append(m.all, template{from: int32(len(m.shape)), width: int32(len(m.ids)), next: -1})
	m.shape = append(m.shape, m.ids...)
	for range m.ids {
		m.varies = append(m.varies, false)
	}
	if b.n == 0 {
		b.first = k
	} else {
		m.all[b.last].next = k
	}
	b.last, b.n = k, b.n+1
	m.buckets[key] = b
	return k
}
