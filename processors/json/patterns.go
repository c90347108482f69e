package json

import "strings"

// Patterns are places in the structure: all values under the same keys of the
// items of one collection have the same one, so a pattern is a column of a table.
const (
	rootPattern     int32 = 0
	overflowPattern int32 = 1 // shared by whatever has no place in a table this size
	maxPatterns           = 20_000
)

type pattern struct {
	parent int32
	coll   int32 // pattern of the innermost collection, rootPattern at the top
	key    string
	owner  string // key of the innermost array or map around, in lower case
	inner  int16  // objects between the record and the value
	depth  int16  // collections around the value
	leaf   bool
	only   bool    // the one object of an array
	number bool    // an id beside a name
	link   bool    // its key promises a link
	alarm  bool    // its key, or one around it, speaks of failure
	weight float64 // what the key promises, 0 to 1
	label  string  // key as shown: with as many outer keys as tell it from others
	outer  int     // how many outer keys label has
	col    *column

	raw         string // key as it stands
	seen        int32  // the last object that had a member of this pattern, plus one
	first, next int32  // the member that came first under this pattern, or behind it, the last time
}

// noPattern is the pattern before the first member of an object.
const noPattern int32 = -1

type patternKey struct {
	parent int32
	role   byte // '.' member, '1' the one object of an array, '*' items, '@' key of an entry, '#' column of a table
	name   string
}

type patterns struct {
	all   []pattern
	index map[patternKey]int32
}

func newPatterns() patterns {
	return patterns{all: make([]pattern, 2), index: map[patternKey]int32{}}
}

func (ps *patterns) get(parent int32, role byte, name []byte) int32 {
	if i, ok := ps.index[patternKey{parent, role, string(name)}]; ok {
		return i
	}
	if len(ps.all) >= maxPatterns {
		return overflowPattern
	}
	i := int32(len(ps.all))
	up := ps.all[parent]
	p := pattern{parent: parent, coll: up.coll, depth: up.depth, inner: up.inner, owner: up.owner}
	switch role {
	case '*':
		p.coll, p.depth, p.inner = i, up.depth+1, 0
		if up.key != "" {
			p.owner = strings.ToLower(up.key)
		}
	case '1':
		p.only = true
		if up.key != "" {
			p.owner = strings.ToLower(up.key)
		}
	case '.':
		p.key, p.raw = oneLine(name), string(name)
		if parent != up.coll {
			p.inner++
		}
	}
	ps.all = append(ps.all, p)
	ps.index[patternKey{parent, role, string(name)}] = i
	return i
}

func (ps *patterns) member(parent int32, key []byte) int32 { return ps.get(parent, '.', key) }

// memberAfter is member for a key that stands behind a member of pattern prev. The
// objects of one collection mostly have their members in one order, so the guess
// that what followed last time follows again spares looking for it.
func (ps *patterns) memberAfter(parent, prev int32, key []byte) int32 {
	guess := ps.all[parent].first
	if prev != noPattern {
		guess = ps.all[prev].next
	}
	if guess > overflowPattern && ps.all[guess].raw == string(key) && ps.all[guess].parent == parent {
		return guess
	}
	at := ps.member(parent, key)
	if prev != noPattern {
		ps.all[prev].next = at
	} else {
		ps.all[parent].first = at
	}
	return at
}

func (ps *patterns) one(parent int32) int32    { return ps.get(parent, '1', nil) }
func (ps *patterns) items(parent int32) int32  { return ps.get(parent, '*', nil) }
func (ps *patterns) entryKey(coll int32) int32 { return ps.get(coll, '@', nil) }
func (ps *patterns) column(parent int32, i int) int32 {
	return ps.get(parent, '#', []byte{byte(i)})
}

// maxOuter bounds how many outer keys a label takes.
const maxOuter = 4

// nameColumns gives every pattern that has leaves the shortest label that no other
// one of the same collection has.
func (ps *patterns) nameColumns() {
	type name struct {
		coll int32
		text string
	}
	uses := map[name]int{}
	for i := range ps.all {
		if p := &ps.all[i]; p.leaf {
			for n := 0; n <= maxOuter; n++ {
				text, ok := ps.suffix(int32(i), n)
				if !ok {
					break
				}
				uses[name{p.coll, text}]++
			}
		}
	}
	for i := range ps.all {
		p := &ps.all[i]
		if !p.leaf {
			continue
		}
		for n := 0; n <= maxOuter; n++ {
			text, ok := ps.suffix(int32(i), n)
			if !ok {
				break
			}
			p.label, p.outer = text, n
			if uses[name{p.coll, text}] == 1 {
				break
			}
		}
	}
}

// suffix is the key of pattern i with n outer keys before it; false where the
// record has not so many.
func (ps *patterns) suffix(i int32, n int) (string, bool) {
	p := &ps.all[i]
	if n == 0 {
		return p.key, true
	}
	up := p.parent
	for up != p.coll && ps.all[up].only {
		up = ps.all[up].parent
	}
	if up == p.coll || ps.all[up].key == "" {
		return "", false
	}
	outer, ok := ps.suffix(up, n-1)
	if !ok {
		return "", false
	}
	// A point between digits would make one number of two.
	if outer != "" && p.key != "" && isDigit(outer[len(outer)-1]) && isDigit(p.key[0]) {
		return outer + "/" + p.key, true
	}
	return outer + "." + p.key, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
