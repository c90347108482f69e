package json

import "github.com/riffle-dev/riffle/sdk"

// kind says what a node of the tape is.
type kind uint8

const (
	kindObject  kind = iota + 1
	kindArray        // [ … ]
	kindString       // " … "
	kindNumber       // also NaN and the infinities, which many writers print
	kindLiteral      // true, false, null
	kindOpaque       // a container below maxDepth: its bytes are skipped over, not parsed
)

// Flags of a node.
const (
	flagEscaped    uint8 = 1 << iota // the value holds a backslash
	flagKeyEscaped                   // the key holds a backslash
	flagCut                          // the content ends inside the value
	flagDuplicate                    // an earlier member of the same object has the same key
	flagPassed                       // something that is no JSON stands in the container
)

// maxDepth bounds how deep containers are parsed. Real documents stay under 30;
// below the bound a container is one opaque value, so that nothing that walks the
// tree can run out of stack.
const maxDepth = 64

// node is one value. Offsets are bytes of the content; a content is at most
// 64 MiB, so 32 bits hold them and a tape of a million nodes takes 32 MB.
type node struct {
	key, keyEnd int32 // the key with its quotes; equal where there is none
	start, end  int32
	kids        int32 // members or elements in the content, also those that are not on the tape
	parent      int32 // index of the container, -1 for a document
	next        int32 // index behind the last node below this one
	kind        kind
	flags       uint8
}

func (n *node) has(flag uint8) bool { return n.flags&flag != 0 }

func (n *node) container() bool { return n.kind == kindObject || n.kind == kindArray }

func (n *node) span() sdk.Span { return sdk.Span{Start: int(n.start), End: int(n.end)} }

// whole is the span from the key's opening quote to the value's end.
func (n *node) whole() sdk.Span {
	if n.key != n.keyEnd {
		return sdk.Span{Start: int(n.key), End: int(n.end)}
	}
	return n.span()
}

func (n *node) keySpan() sdk.Span { return sdk.Span{Start: int(n.key), End: int(n.keyEnd)} }

// tape holds the values of a content in the order of the content: a container
// before what it holds. Strings that hold JSON are containers; what they say without
// their escapes stands behind the content proper, and source leads back.
type tape struct {
	content  []byte
	original int // length of the content proper
	decoded  []decodedString
	nodes    []node
	leaves   int  // about how many leaves a tree has
	skipped  bool // values were counted without getting a node
	remarks  bool // comments inside members are shown nowhere
	deep     bool // containers below maxDepth were skipped over
}

// eachKid calls f with the index of every child of node i that is on the tape.
func (t *tape) eachKid(i int32, f func(k int32)) {
	for k := i + 1; k < t.nodes[i].next; k = t.nodes[k].next {
		f(k)
	}
}

// rawKey is the key of a node between its quotes, not decoded.
func (t *tape) rawKey(i int32) []byte {
	n := &t.nodes[i]
	if n.keyEnd-n.key < 2 {
		return nil
	}
	return t.content[n.key+1 : n.keyEnd-1]
}

// rawString is a string value between its quotes, not decoded.
func (t *tape) rawString(i int32) []byte {
	n := &t.nodes[i]
	end := n.end
	if !n.has(flagCut) {
		end--
	}
	return t.content[n.start+1 : max(end, n.start+1)]
}
