package json

// tree is a stream as records and leaves: a leaf is one value with its key, a
// record is what shares an output row. The top level is a record, and every item
// of an array and every entry of a map is one, with the members of the objects
// inside it that are neither.
type tree struct {
	*stream
	patterns
	groups  []group
	records []record
	leaves  []leaf
	told    map[int32]message // leaves in columns of messages
	singles singles
}

// group is one array, map or stream of documents, whose items are counted.
type group struct {
	node   int32 // the container; -1 for the stream
	record int32 // the record that holds it
	coll   int32 // pattern of its items
	kids   int32 // items in the content
	named  bool  // a map: items are told apart by their keys
	plain  bool  // its items are scalars
}

// record is one item of a group. Record 0 is the top level.
type record struct {
	parent int32 // the record that holds its group, -1 at the top
	node   int32 // its value; -1 for the top of a stream
	group  int32 // -1 at the top
	item   int32
	coll   int32 // pattern of the items of its group, rootPattern at the top
	first  bool  // and so is every record around it
	last   bool
	boost  float64 // how much it stands out among its like, 0 to 1
}

// leaf is one value of a record. A large content has a million of them.
type leaf struct {
	record  int32
	pattern int32
	node    int32
	form    form
	kind    kind
	weighed uint8 // what its key promises, as an index of weights
	marks   mark
	shape   uint32 // hash of the value's shape
	words   uint32 // hash of its letters and digits
	hash    uint64 // hash of the value
	value   float64
}

// mark says what more is known of a leaf.
type mark uint8

const (
	markLines   mark = 1 << iota // it is shown by lines, in rows of its own
	markTold                     // it is a message, see tree.told
	markTelling                  // it is long enough that saying it twice is no chance
	markSampled                  // it is a point of a series, which has given it its value
)

func (l *leaf) is(m mark) bool { return l.marks&m != 0 }

// form says how a leaf is shown.
type form uint8

const (
	formMember form = iota // key=value
	formKey                // the key of a map's entry alone; its value follows in other leaves
	formItem               // the value alone: an element of an array
)

// Bounds of what is one leaf and what is a group.
const (
	inlineKids    = 8    // elements of an array of scalars that is shown as one value
	inlineBytes   = 120  // bytes of such an array
	rowKids       = 64   // elements of an array of scalars that is a row of a table
	minMapEntries = 4    // alike objects in an object that is a map
	minPlainMap   = 48   // scalars of one kind in an object that is a map
	manyEntries   = 16   // objects in an object that is a map whatever they hold: no person reads one row of them
	maxEntryKeys  = 1024 // different keys of entries that are compared
)

func buildTree(st *stream) *tree {
	t := &tree{stream: st, patterns: newPatterns()}
	t.findSingles()
	t.leaves = leafMemory.borrow(max(0, t.tape.leaves+t.tape.leaves/16) + 8) // keys of entries are leaves too
	t.records = append(t.records, record{parent: -1, node: -1, group: -1, coll: rootPattern, first: true, last: true})
	if len(st.docs) == 1 {
		t.records[0].node = st.docs[0]
		t.walk(st.docs[0], rootPattern, 0)
		t.singles = singles{}
		return t
	}
	g := t.addGroup(group{node: -1, coll: t.items(rootPattern), kids: int32(len(st.docs))})
	for i, d := range st.docs {
		t.item(g, int32(i), d)
	}
	t.singles = singles{}
	return t
}

func (t *tree) addGroup(g group) int32 {
	t.groups = append(t.groups, g)
	return int32(len(t.groups) - 1)
}

// walk adds the leaves and groups of node i, whose values belong to pattern p. Its
// depth is bounded by that of the tape.
func (t *tree) walk(i, p, rec int32) {
	n := &t.tape.nodes[i]
	switch {
	case n.kids == 0 && n.has(flagPassed):
		return // what stands in it is no JSON, and shown as that
	case !n.container() || n.kids == 0 || t.inline(i):
		t.leaf(i, p, rec, formMember)
	case n.kind == kindArray && t.row(i):
		at := 0
		t.tape.eachKid(i, func(k int32) {
			t.leaf(k, t.column(p, at), rec, formItem)
			at++
		})
	case n.kind == kindArray && t.cells(i):
		at := 0
		t.tape.eachKid(i, func(k int32) {
			t.leaf(k+1, t.column(p, at), rec, formItem)
			at++
		})
	case t.single(i):
		t.walk(i+1, t.one(p), rec)
	case n.kind == kindArray:
		t.collection(i, p, rec, false)
	case t.isMap(i):
		t.collection(i, p, rec, true)
	default:
		t.members(i, p, rec)
	}
}

func (t *tree) members(i, p, rec int32) {
	var more map[string]bool // keys that have no pattern of their own
	prev := noPattern
	for k := i + 1; k < t.tape.nodes[i].next; k = t.tape.nodes[k].next {
		key := t.tape.rawKey(k)
		at := t.memberAfter(p, prev, key)
		seen := t.patterns.all[at].seen == i+1
		t.patterns.all[at].seen = i + 1
		if prev = at; at == overflowPattern {
			if more == nil {
				more = map[string]bool{}
			}
			seen, prev = more[string(key)], noPattern
			more[string(key)] = true
		}
		if seen {
			t.tape.nodes[k].flags |= flagDuplicate
		}
		t.walk(k, at, rec)
	}
}

func (t *tree) collection(i, p, rec int32, named bool) {
	n := &t.tape.nodes[i]
	g := t.addGroup(group{node: i, record: rec, coll: t.items(p), kids: n.kids, named: named, plain: true})
	item := int32(0)
	t.tape.eachKid(i, func(k int32) {
		t.item(g, item, k)
		item++
	})
}

func (t *tree) item(g, item, k int32) {
	group := &t.groups[g]
	rec := int32(len(t.records))
	up := &t.records[group.record]
	t.records = append(t.records, record{
		parent: group.record, node: k, group: g, item: item, coll: group.coll,
		first: up.first && item == 0, last: up.last && item == group.kids-1,
	})
	coll := group.coll
	n := &t.tape.nodes[k]
	if n.container() && n.kids > 0 && !t.inline(k) {
		group.plain = false
		if group.named {
			t.leaf(k, t.entryKey(coll), rec, formKey)
		}
		if n.kind == kindObject && !t.isMap(k) {
			t.members(k, coll, rec)
		} else {
			t.walk(k, coll, rec)
		}
		return
	}
	if n.kids == 0 && n.has(flagPassed) {
		return
	}
	form := formItem
	if group.named {
		form = formMember
	}
	t.leaf(k, coll, rec, form)
}

func (t *tree) leaf(i, p, rec int32, f form) {
	l := leaf{record: rec, pattern: p, node: i, form: f}
	t.measure(&l)
	t.leaves = append(t.leaves, l)
	t.count(&l)
}

// inline reports whether node i is a short array of scalars, shown as one value.
func (t *tree) inline(i int32) bool {
	n := &t.tape.nodes[i]
	return n.kind == kindArray && !n.has(flagPassed) && n.kids <= inlineKids && n.end-n.start <= inlineBytes && t.scalars(i)
}

// row reports whether node i is an array of scalars inside an array: a row of a
// table.
func (t *tree) row(i int32) bool {
	n := &t.tape.nodes[i]
	return n.kids <= rowKids && n.parent >= 0 && t.tape.nodes[n.parent].kind == kindArray && t.scalars(i)
}

func (t *tree) scalars(i int32) bool {
	for k := i + 1; k < t.tape.nodes[i].next; k++ {
		if t.tape.nodes[k].container() || t.tape.nodes[k].kind == kindOpaque {
			return false
		}
	}
	return true
}

// isMap reports whether the members of object i are entries, not columns: objects
// (or arrays of objects) that have most of their keys in common, many of any kind,
// or very many scalars of one kind.
func (t *tree) isMap(i int32) bool {
	n := &t.tape.nodes[i]
	if n.kids < minMapEntries {
		return false
	}
	nodes := t.tape.nodes
	if first := nodes[i+1]; !first.container() {
		return n.kids >= minPlainMap && t.alikeScalars(i)
	}
	kids, entries, all := 0, 0, 0
	keys := map[string]int{}
	for k := i + 1; k < n.next; k = nodes[k].next {
		kids++
		o := k
		if nodes[k].kind == kindArray && nodes[k].kids > 0 && k+1 < n.next {
			o = k + 1 // an array of objects stands for its first one
		}
		if nodes[o].kind != kindObject || nodes[k].kind != nodes[i+1].kind {
			continue
		}
		entries++
		for m := o + 1; m < nodes[o].next && len(keys) < maxEntryKeys; m = nodes[m].next {
			all++
			keys[string(t.tape.rawKey(m))]++
		}
	}
	if entries*10 < kids*9 {
		return false
	}
	if entries >= manyEntries {
		return true
	}
	same := 0
	for _, uses := range keys {
		if uses*2 >= entries {
			same += uses
		}
	}
	return all > 0 && same*10 >= all*6
}

func (t *tree) alikeScalars(i int32) bool {
	nodes := t.tape.nodes
	if p := nodes[i].parent; p >= 0 && nodes[p].kind == kindArray && nodes[p].kids > 1 {
		return false // the columns of a wide table
	}
	var kinds [kindOpaque + 1]int32
	for k := i + 1; k < nodes[i].next; k = nodes[k].next {
		kinds[nodes[k].kind]++
	}
	return (kinds[kindString]+kinds[kindNumber])*10 >= nodes[i].kids*9
}
